// What a search says at its end: its findings with their bytes explained, where the decoders differ, and one last line.
import {exampleText} from '../../execute/fuzz/clusters.ts';
import type {FuzzCluster, FuzzFinding, FuzzInput, FuzzTally} from '../../../model/decoder-search.ts';
import {annotate} from '../../overlay/annotate.ts';
import {counted} from './search-progress.ts';
import {cutText, visibleText} from '../../../base/text/visible-text.ts';

/** What there is to report. */
export interface FuzzReport {
  readonly tallies: readonly FuzzTally[];
  readonly clusters: readonly FuzzCluster[];
  /** Gives the path of a finding's file. */
  readonly fileOf: (finding: FuzzFinding) => string;
  readonly hasSeveralDecoders: boolean;
}

/** Past this many, findings get one line each. */
const wholeMax = 20;
const clustersMax = 20;

/** Renders the report; empty when there is nothing to say. */
export function renderFuzzReport({tallies, clusters, fileOf, hasSeveralDecoders}: FuzzReport): string {
  const fresh = tallies.filter(({isKnown}) => !isKnown);
  const firm = fresh.filter(({finding}) => finding.basis === 'protocol');
  const notes = fresh.filter(({finding}) => finding.basis === 'usual');
  const known = tallies.filter(({isKnown}) => isKnown);
  const whole = (tally: FuzzTally): string => renderTally(tally, fileOf(tally.finding), hasSeveralDecoders);
  const short = (tally: FuzzTally): string => `  ${titleOf(tally, hasSeveralDecoders)}`;
  const section = (
    title: string,
    list: readonly FuzzTally[],
    render: (tally: FuzzTally) => string,
  ): readonly string[] =>
    list.length === 0 ? [] : [title, ...list.slice(0, wholeMax).map(render), ...list.slice(wholeMax).map(short), ''];
  return [
    ...section('FINDINGS: the protocol demands another answer', firm, whole),
    ...section('NOTES: only what known decoders do demands another answer; they cost no exit code', notes, whole),
    ...section('KNOWN: listed in the baseline', known, short),
    ...renderClusters(clusters),
  ].join('\n');
}

function titleOf({finding, count, also, alike}: FuzzTally, hasSeveralDecoders: boolean): string {
  const decoder = hasSeveralDecoders ? `${finding.decoder}: ` : '';
  const others = also.size === 0 ? '' : `, and as ${counted(also.size, 'other kind')} that came down to it`;
  const unexamined = alike.size === 0 ? '' : `, with ${counted(alike.size, 'kind')} that look alike, not examined`;
  return visibleText(`${decoder}${finding.kind}  (${counted(count, 'time')}${others}${unexamined})`);
}

const textLengthMax = 400;

function renderTally(tally: FuzzTally, file: string, hasSeveralDecoders: boolean): string {
  const {finding} = tally;
  return [
    `  ${titleOf(tally, hasSeveralDecoders)}`,
    ...renderBefore(finding),
    ...renderInput(finding),
    `    expected  ${visibleText(cutText(finding.expected, textLengthMax))}`,
    `    got       ${visibleText(cutText(finding.got, textLengthMax))}`,
    ...(finding.stderr === undefined ? [] : [`    stderr    ${visibleText(finding.stderr)}`]),
    `    saved     ${file}`,
  ].join('\n');
}

/** The last of many inputs that have to come before are shown; the file has them all. */
function renderBefore({before}: FuzzFinding): readonly string[] {
  const left = before.length - beforeShownMax;
  return [
    ...(left > 0 ? [`    after asking  ${counted(left, 'other input')}, which the saved file lists, and then`] : []),
    ...before.slice(-beforeShownMax).map(input => visibleText(`    after asking  ${exampleText(input)}`)),
  ];
}

const beforeShownMax = 8;

/** The lines that show an input: what it is read as, and its bytes with the meaning of each record; a text as it is. */
export function renderInput(input: FuzzInput): readonly string[] {
  const {message, way, bytes} = input;
  if (way !== 'binary') {
    const text = Buffer.from(bytes).toString('utf8');
    return [`    ${message}, ${wayWords[way]}`, `      ${visibleText(cutText(text, inputTextMax))}`];
  }
  const dump = annotate(message, bytes).split('\n');
  const more = dump.length > dumpLinesMax ? [`      … ${String(dump.length - dumpLinesMax)} more lines`] : [];
  return [
    `    ${message}, ${String(bytes.length)} bytes`,
    ...dump.slice(0, dumpLinesMax).map(line => `      ${visibleText(line)}`),
    ...more,
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
    `WHERE THE DECODERS DIFFER: ${String(clusters.length)} groups of inputs`,
    ...clusters.slice(0, clustersMax).flatMap(renderCluster),
    ...(rest > 0 ? [`  and ${String(rest)} more groups`] : []),
    '',
  ];
}

function renderCluster({about, groups, example, count}: FuzzCluster): readonly string[] {
  return [
    visibleText(`  ${about}  (${count.toLocaleString('en-US')} inputs)   e.g. ${exampleText(example)}`),
    ...groups.map(({decoders, answer}) => visibleText(`    ${decoders.join(', ')}: ${answer}`)),
  ];
}
