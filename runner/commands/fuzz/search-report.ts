// What a search says at its end: its findings with their bytes explained, where the decoders differ, and one last line.
import {exampleText} from '../../execute/fuzz/clusters.ts';
import {fuzzBugs, isNewBug} from '../../execute/fuzz/bugs.ts';
import {shapeOf} from '../../execute/fuzz/draw-packet.ts';
import type {SearchSending} from '../../../model/peers/sealed.ts';
import type {
  FuzzBug,
  FuzzCluster,
  FuzzFinding,
  FuzzInput,
  FuzzShares,
  FuzzTally,
} from '../../../model/decoder-search.ts';
import {annotate} from '../../overlay/annotate.ts';
import {shortHex} from '../../../base/text/hex.ts';
import {counted} from './search-progress.ts';
import {cutText, visibleText} from '../../../base/text/visible-text.ts';

/** What there is to report. */
export interface FuzzReport {
  readonly tallies: readonly FuzzTally[];
  readonly clusters: readonly FuzzCluster[];
  readonly shares: FuzzShares;
  /** Gives the path of a finding's file. */
  readonly fileOf: (finding: FuzzFinding) => string;
  readonly hasSeveralDecoders: boolean;
}

/** Past this many, findings get one line each. */
const wholeMax = 20;
const clustersMax = 20;

/** Renders the report; empty when there is nothing to say. */
export function renderFuzzReport({tallies, clusters, shares, fileOf, hasSeveralDecoders}: FuzzReport): string {
  const bugs = fuzzBugs(tallies);
  const fresh = bugs.filter(({lead}) => !lead.isKnown);
  const firm = fresh.filter(isNewBug);
  const notes = fresh.filter(bug => !isNewBug(bug));
  const known = bugs.filter(({lead}) => lead.isKnown);
  const whole = (bug: FuzzBug): string => renderBug(bug, fileOf(bug.lead.finding), hasSeveralDecoders);
  const short = (bug: FuzzBug): string => `  ${titleOf(bug, hasSeveralDecoders)}`;
  const section = (title: string, list: readonly FuzzBug[], render: (bug: FuzzBug) => string): readonly string[] =>
    list.length === 0 ? [] : [title, ...list.slice(0, wholeMax).map(render), ...list.slice(wholeMax).map(short), ''];
  return [
    ...section('FINDINGS: the protocol demands another answer', firm, whole),
    ...section('NOTES: only what known decoders do demands another answer; they cost no exit code', notes, whole),
    ...section('KNOWN: listed in the baseline or ignored', known, short),
    ...renderClusters(clusters),
    ...(hasSeveralDecoders ? renderShares(shares) : []),
  ].join('\n');
}

/** Names the findings that make a search fail, one line each; nothing where there are none. */
export function renderFoundNames({
  tallies,
  hasSeveralDecoders,
}: Pick<FuzzReport, 'tallies' | 'hasSeveralDecoders'>): string {
  const bugs = fuzzBugs(tallies).filter(isNewBug);
  return bugs.map(bug => `found ${titleOf(bug, hasSeveralDecoders)}\n`).join('');
}

function titleOf(bug: FuzzBug, hasSeveralDecoders: boolean): string {
  const {lead, forms} = bug;
  const decoder = hasSeveralDecoders ? `${lead.finding.decoder}: ` : '';
  const count = forms.reduce((sum, form) => sum + form.count, 0);
  const others = otherKinds(bug);
  const more = others.length === 0 ? '' : `, and in ${counted(others.length, 'other form')}`;
  return visibleText(`${decoder}${lead.finding.kind}  (${counted(count, 'time')}${more})`);
}

/** The other kinds of a bug: those with a finding of their own first, then those that came down to one or only look like it. */
function otherKinds({lead, forms}: FuzzBug): readonly string[] {
  const kinds = [
    ...forms.map(({finding}) => finding.kind),
    ...forms.flatMap(({also}) => [...also]),
    ...forms.flatMap(({alike}) => [...alike]),
  ];
  return [...new Set(kinds)].filter(kind => kind !== lead.finding.kind);
}

const formsShownMax = 3;

/** What its other kinds have in common, then those that nobody examined and that only go wrong in the same manner. */
function renderForms(bug: FuzzBug): readonly string[] {
  const perhaps = bug.forms.slice(1).filter(({finding}) => isPerhaps(bug, finding));
  const perhapsKinds = new Set(perhaps.map(({finding}) => finding.kind));
  const others = otherKinds(bug).filter(kind => !perhapsKinds.has(kind));
  const unexamined = new Set(bug.forms.flatMap(({alike}) => [...alike])).size;
  return [
    ...(others.length === 0 ? [] : [`    all have  ${visibleText(bug.cause)}`]),
    ...kindLines('also', others, {more: unexamined > 0 ? `, ${String(unexamined)} of them not examined` : ''}),
    ...kindLines('perhaps', [...perhapsKinds], {each: ' (not examined)', more: ', not examined'}),
  ];
}

function isPerhaps({cause}: FuzzBug, {isUnexamined, causes}: FuzzFinding): boolean {
  return isUnexamined === true && !causes.includes(cause);
}

function kindLines(word: string, kinds: readonly string[], {each = '', more = ''}): readonly string[] {
  const rest = kinds.length - formsShownMax;
  return [
    ...kinds
      .slice(0, formsShownMax)
      .map((kind, at) => `    ${(at === 0 ? word : '').padEnd(8)}  ${visibleText(kind)}${each}`),
    ...(rest > 0 ? [`              and ${String(rest)} more${more}`] : []),
  ];
}

const textLengthMax = 400;

function renderBug(bug: FuzzBug, file: string, hasSeveralDecoders: boolean): string {
  const {finding} = bug.lead;
  return [
    `  ${titleOf(bug, hasSeveralDecoders)}`,
    ...renderBefore(finding),
    ...renderInput(finding),
    `    expected  ${visibleText(cutText(shortHex(finding.expected), textLengthMax))}`,
    `    got       ${visibleText(cutText(shortHex(finding.got), textLengthMax))}`,
    ...(finding.stderr === undefined ? [] : [`    stderr    ${visibleText(finding.stderr)}`]),
    ...(finding.isUnexamined === true ? [`    not examined: ${unexaminedText}`] : []),
    ...renderForms(bug),
    `    saved     ${file}`,
  ].join('\n');
}

const unexaminedText =
  'there was no time to ask the decoder again, so the input is as it was found; replay the saved file, or give more --time';

/** The last of many inputs that have to come before are shown; the file has them all. */
function renderBefore({before}: FuzzFinding): readonly string[] {
  const left = before.length - beforeShownMax;
  return [
    ...(left > 0 ? [`    after asking  ${counted(left, 'other input')}, which the saved file lists, and then`] : []),
    ...before.slice(-beforeShownMax).map(input => visibleText(`    after asking  ${earlierText(input)}`)),
  ];
}

const beforeShownMax = 8;

function earlierText(input: FuzzInput): string {
  const {sending} = input;
  const text = exampleText(input);
  return sending === undefined ? text : `${shapeOf(sending)} ${text.replace(/^\w+ /, '')}`;
}

/** The lines that show an input: what it is read as, and its bytes with the meaning of each record; a text as it is. */
export function renderInput(input: FuzzInput): readonly string[] {
  const {message, way, bytes, sending} = input;
  if (sending !== undefined) return renderDatagram(input, sending);
  if (way !== 'binary') {
    const text = Buffer.from(bytes).toString('utf8');
    return [`    ${message}, ${wayWords[way]}`, `      ${visibleText(cutText(shortHex(text), textLengthMax))}`];
  }
  const dump = annotate(message, bytes).split('\n');
  const more = dump.length > dumpLinesMax ? [`      … ${String(dump.length - dumpLinesMax)} more lines`] : [];
  return [
    `    ${message}, ${counted(bytes.length, 'byte')}`,
    ...dump.slice(0, dumpLinesMax).map(line => `      ${visibleText(line)}`),
    ...more,
  ];
}

/** What is no message of the overlay is shown as bytes. */
function renderDatagram({message, bytes}: FuzzInput, sending: SearchSending): readonly string[] {
  const {packet, handshake} = sending;
  const isMessage =
    handshake !== undefined || (packet?.bare !== true && (packet?.type ?? 'lightHouse') === 'lightHouse');
  const dump =
    isMessage && bytes.length > 0
      ? annotate(message, bytes).split('\n')
      : [exampleText({message: 'OverlayMeta', way: 'binary', bytes}).replace(/^OverlayMeta /, '')];
  return [
    `    ${shapeOf(sending)}, ${counted(bytes.length, 'byte')}${Object.keys(sending).length === 0 ? '' : `: ${cutText(JSON.stringify(sending), inputTextMax)}`}`,
    ...(bytes.length === 0 ? [] : dump.slice(0, dumpLinesMax).map(line => `      ${visibleText(line)}`)),
    ...(dump.length > dumpLinesMax ? [`      … ${String(dump.length - dumpLinesMax)} more lines`] : []),
  ];
}

const wayWords = {
  json: 'JSON to decode',
  encode: 'a value to write as bytes',
  'encode-json': 'a value to write as JSON',
} as const;
const inputTextMax = 2_000;

const dumpLinesMax = 24;

function renderClusters(clusters: readonly FuzzCluster[]): readonly string[] {
  if (clusters.length === 0) return [];
  const rest = clusters.length - clustersMax;
  return [
    `WHERE THE DECODERS DIFFER: ${counted(clusters.length, 'group')} of inputs`,
    ...clusters.slice(0, clustersMax).flatMap(renderCluster),
    ...(rest > 0 ? [`  and ${counted(rest, 'more group')}`] : []),
    '',
  ];
}

function renderCluster({about, groups, example, count}: FuzzCluster): readonly string[] {
  return [
    visibleText(
      `  ${about}  (${count.toLocaleString('en-US')} ${count === 1 ? 'input' : 'inputs'})   e.g. ${exampleText(example)}`,
    ),
    ...groups.map(({decoders, answer}) => visibleText(`    ${decoders.join(', ')}: ${answer}`)),
  ];
}

/** One row for each decoder: how often it is wrong, how often unusual, and how often it differs from each decoder. */
function renderShares({decoders, pairs}: FuzzShares): readonly string[] {
  const numbers = decoders.map((_, at) => `[${String(at + 1)}]`);
  const rows = decoders.map(({name, answered, wrong, unusual}, row) => [
    `${numbers[row] ?? ''} ${visibleText(name)}`,
    shareText(wrong, answered),
    shareText(unusual, answered),
    ...decoders.map((_, column) => {
      const pair = pairs.find(({between: [a, b]}) => a === Math.min(row, column) && b === Math.max(row, column));
      return pair === undefined ? '-' : shareText(pair.differ, pair.answered);
    }),
  ]);
  const head = ['', 'wrong', 'unusual', ...numbers];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map(cells => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`;
  return [
    'HOW OFTEN THEY DIFFER: from what had to be answered, and from each other',
    line(head),
    ...rows.map(line),
    '',
  ];
}

function shareText(count: number, of: number): string {
  if (of === 0) return '?';
  const percent = (count / of) * 100;
  if (count > 0 && percent < 0.1) return '<0.1 %';
  return `${count === 0 ? '0' : percent.toFixed(1)} %`;
}
