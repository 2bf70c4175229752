// The report on the terminal: failures first, each so that a stranger understands it, and one summary at the end.
import {nameAndVersion} from '../words/decoder-name.ts';
import {counted} from '../../base/text/counted.ts';
import type {Verdict} from '../../model/verdict.ts';
import {groupByReason, groupRows, isBlockedByCase, type CaseGroup} from '../case/alike.ts';
import {adviceFor} from '../words/cause-advice.ts';
import {caseStories, exchangesByCase, type Requirements} from '../case/details.ts';
import {causeText, groupByCause, likelyCauses} from '../case/likely-cause.ts';
import {knownText} from '../case/plain-story.ts';
import {consoleCase, consoleExchange} from './case-lines.ts';
import {contractLines, leftoverLines, probeLines, skipLines} from './note-lines.ts';
import type {Journal} from '../journal/reader.ts';
import {summaryLines, vacuityLines, verdictLines} from './summary-lines.ts';
import type {NextCommand} from '../words/next-command.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {makePaper, wrap, type Paper} from '../../base/text/text-layout.ts';
import {staleWords} from '../words/stale-words.ts';
import {goneTitle, reachText, redVerdicts, runNumbers, type RunNumbers} from '../words/verdict-words.ts';
import {cutText, neutralLine, visibleText} from '../../base/text/visible-text.ts';

/** How the report is written. */
export interface ConsoleOptions {
  readonly requirements: Requirements;
  readonly color: boolean;
  /** Columns of the terminal; 0 when there is none. */
  readonly width: number;
  /** `--quiet`: the ids of the red cases, the verdict in one sentence, and the counts. */
  readonly isQuiet: boolean;
  /** Paths of the reports that were written. */
  readonly reports?: readonly string[];
  /** Replaces the next command that is made from the journal. */
  readonly next?: NextCommand;
}

/** Renders the whole report as text, without a line break at its end. */
export function renderConsole(journal: Journal, options: ConsoleOptions): string {
  const paper = makePaper(options);
  const numbers = runNumbers(journal);
  if (options.isQuiet) {
    // Under --strict they are why the exit code is what it is.
    const signs = journal.header.isStrict === true ? vacuityLines(journal, paper) : [];
    return [...redLines(journal), ...signs, ...verdictLines(journal, numbers, paper)].map(neutralLine).join('\n');
  }
  const lines = [
    ...headLines(journal, paper),
    ...bannerLines(journal, numbers, paper),
    ...caseLines(journal, 'fail', options, paper),
    ...caseLines(journal, 'flaky', options, paper),
    ...errorLines(journal, options, paper),
    ...caseLines(journal, 'warn', options, paper),
    ...baselineLines(journal, options, paper),
    ...skipLines(journal, paper),
    ...contractLines(journal, paper),
    ...probeLines(journal, paper),
    ...leftoverLines(journal, options, paper),
    ...vacuityLines(journal, paper),
    ...causeLines(journal, paper),
    ...summaryLines({journal, numbers, options, paper}),
  ];
  return lines.map(neutralLine).join('\n');
}

/** Names what is red, a line each; rows of a table and contexts in which it fails alike are one. */
function redLines(journal: Journal): readonly string[] {
  const red = orderedCases(journal).filter(({verdict, known}) => redVerdicts.has(verdict) && known === undefined);
  const groups = groupRows(red);
  const rest = groups.slice(namedMax).reduce((sum, {others}) => sum + 1 + others.length, 0);
  return [
    ...groups.slice(0, namedMax).map(({first, others}) => {
      const more = others.length === 0 ? '' : ` and ${String(others.length)} more like it`;
      return `${first.verdict.padEnd(5)} ${visibleText(first.id)}${more}`;
    }),
    ...(rest === 0 ? [] : [`… and ${counted(rest, 'more red case')}`]),
  ];
}

/** Cases named under `--quiet`. */
const namedMax = 50;

function headLines({header}: Journal, {paint, width}: Paper): readonly string[] {
  const {hosting, peer, livePeer} = header.target;
  const insecure = hosting?.isInsecure === true ? ' (certificates NOT checked: --insecure)' : '';
  const rows: readonly (readonly [string, string])[] = [
    ...(hosting === undefined ? [] : [['target', `${hosting.url} ${hosting.version ?? ''}${insecure}`] as const]),
    ...(peer === undefined ? [] : [['peer', `${peer.address} (${nameAndVersion(peer)})`] as const]),
    ...(livePeer === undefined ? [] : [['live peer', livePeer.address] as const]),
    ['started', `${header.startedAt}, seed ${header.seed}`],
    [
      'suites',
      `${header.suites.edition} (${header.suites.digest.slice(0, 12)})${header.dialect === undefined ? '' : `, dialect ${header.dialect}`}`,
    ],
    ...(header.pinnedEdition === undefined
      ? []
      : [
          [
            'edition',
            `${header.pinnedEdition} counts; newer cases still run and are shown, but do not fail the run`,
          ] as const,
        ]),
    ...header.notes.map(note => ['note', note] as const),
  ];
  const selfTest = 'REFERENCE SELF-TEST: our own server was judged, no other.';
  return [
    `${paint.bold('touchstone')} ${visibleText(header.tool.version)}`,
    ...(header.isSelfTest ? wrap(selfTest, width).map(paint.bold) : []),
    ...rows.flatMap(([name, value]) =>
      wrap(visibleText(value.trimEnd()), width - 13).map((line, n) => `  ${(n === 0 ? name : '').padEnd(10)} ${line}`),
    ),
    '',
  ];
}

function bannerLines(journal: Journal, numbers: RunNumbers, {paint, width}: Paper): readonly string[] {
  const rest = `${reachText(numbers)}.`;
  if (journal.kind === 'incomplete')
    return [paint.bold(paint.red('INCOMPLETE')), ...wrap(`${journal.why}. ${rest}`, width), ''];
  if (numbers.isInterrupted) return [`${paint.bold(paint.red('INTERRUPTED'))}: ${rest}`, ''];
  const {gone} = journal.footer;
  return gone === undefined
    ? []
    : [paint.bold(paint.red(goneTitle(numbers))), ...wrap(`${visibleText(gone)}. ${rest}`, width), ''];
}

/** Cases told in full per verdict; a target that fails everything must not bury the summary. */
const toldMax = 20;

function caseLines(
  journal: Journal,
  verdict: Verdict,
  {requirements, reports}: ConsoleOptions,
  paper: Paper,
): readonly string[] {
  // In the order of their ids: the basics of the overlay messages stand first, and a second run lines up with this one.
  const lines = orderedCases(journal).filter(line => line.verdict === verdict && line.known === undefined);
  if (lines.length === 0) return [];
  // A property has a story of its own, which is told.
  const groups = [
    ...groupByCause(
      lines.filter(({kind}) => kind !== 'property'),
      exchangesByCase(journal),
    ),
    ...groupRows(lines.filter(({kind}) => kind === 'property')),
  ];
  const story = caseStories(journal, requirements, reports?.[0]);
  const told = groups.slice(0, toldMax).flatMap(group => consoleCase(story(group.first), group, paper));
  const rest = groups.slice(toldMax);
  if (rest.length === 0) return told;
  const count = rest.reduce((sum, group) => sum + 1 + group.others.length, 0);
  return [
    ...told,
    `… and ${counted(count, 'more case')} with the verdict ${verdict}:`,
    ...rest.slice(0, 100).map(({first}) => `  ${visibleText(first.id)}`),
    '',
  ];
}

/** Names each likely cause of many red cases in one line beside the verdict, since the cases themselves have scrolled away. */
function causeLines(journal: Journal, {paint, width}: Paper): readonly string[] {
  const red = orderedCases(journal).filter(line => redVerdicts.has(line.verdict) && line.known === undefined);
  if (red.length < manyRed) return [];
  const exchanges = exchangesByCase(journal);
  const groups = likelyCauses(red, exchanges);
  const told = groups.slice(0, causesMax).flatMap(({first, others}) => {
    const [head = '', ...rest] = wrap(cutText(visibleText(causeText(first, exchanges)), 240), width - 8);
    return [
      `  ${String(others.length + 1).padStart(4)}  ${head}`,
      ...rest.map(line => `        ${line}`),
      `        ${visibleText(first.id)}`,
    ];
  });
  const left = groups.slice(causesMax).reduce((sum, {others}) => sum + 1 + others.length, 0);
  return [
    paint.bold('LIKELY CAUSES'),
    ...wrap(`${counted(red.length, 'red case')} by what differs, with an example of each:`, width),
    ...told,
    ...(left === 0 ? [] : [`  … and ${counted(left, 'more case')} that differ in other ways`]),
    '',
  ];
}

/** From so many red cases on, what they have in common is worth a list. */
const manyRed = 10;
const causesMax = 10;

/** Known failures in one line each, and every way in which the baseline is stale, with the command that fixes it. */
function baselineLines(journal: Journal, {reports = []}: ConsoleOptions, {paint, width}: Paper): readonly string[] {
  const known = journal.cases.filter(line => line.known !== undefined);
  const told = groupRows(known).flatMap(({first, others}) =>
    wrap(
      `${visibleText(first.id)}${others.length === 0 ? '' : ` and ${others.length} more`}: ${first.known === undefined ? '' : knownText(first.known).replace('known failure: ', '')}`,
      width - 2,
    ).map(line => `  ${line}`),
  );
  const baseline = journal.kind === 'complete' ? journal.footer.baseline : undefined;
  const stale = baseline?.stale ?? [];
  const kinds = [...new Set(stale.map(({kind}) => kind))];
  const lines = kinds.flatMap(kind => {
    const words = staleWords(kind, {file: baseline?.file ?? ''}, reports[0] ?? 'touchstone-results/results.jsonl');
    const entries = stale.filter(one => one.kind === kind);
    return [
      `${paint.bold(paint.yellow('STALE'))} ${words.title}`,
      ...entries
        .slice(0, toldMax)
        .flatMap(({entry, message}) => wrap(`${visibleText(entry)}: ${cutText(visibleText(message), 500)}`, width - 4))
        .map(line => `    ${line}`),
      ...(entries.length > toldMax ? [`    … and ${entries.length - toldMax} more`] : []),
      '  To fix it:',
      `  ${words.command}`,
    ];
  });
  return [
    ...(told.length === 0
      ? []
      : [
          paint.bold('KNOWN'),
          ...told.slice(0, toldMax),
          ...(told.length > toldMax ? [`  … and ${counted(told.length - toldMax, 'more line')}`] : []),
          '',
        ]),
    ...(lines.length === 0
      ? []
      : [...lines, ...(baseline?.isStaleAllowed === true ? ['  --stale=warn: this costs no exit code'] : []), '']),
  ];
}

/** Cases without a judgement, one paragraph per reason; what blocked others comes before what was blocked. */
function errorLines(journal: Journal, {requirements}: ConsoleOptions, paper: Paper): readonly string[] {
  const groups = [...groupByReason(journal.cases.filter(({verdict}) => verdict === 'error'))].sort(
    (a, b) => weightOf(a) - weightOf(b),
  );
  const story = caseStories(journal, requirements);
  const lines = groups
    .slice(0, 50)
    .flatMap((group, n) => [
      ...reasonLines(group, paper),
      ...(isBlockedByCase(group.first) || group.first.cause === 'interrupted' || n >= toldMax
        ? []
        : consoleExchange(story(group.first), paper)),
      '',
    ]);
  const rest = groups.length > 50 ? [`… and ${counted(groups.length - 50, 'more reason')}; see the journal`, ''] : [];
  return [...lines, ...rest];
}

function weightOf({first, others}: CaseGroup): number {
  return (first.cause === 'blocked' ? 1 : 0) * 1e6 - others.length;
}

function reasonLines({first, others}: CaseGroup, {paint, width}: Paper): readonly string[] {
  const count = others.length + 1;
  // Of what was cut off, nobody needs to know in the middle of what.
  const why = first.cause === 'interrupted' ? 'the run was stopped while it was under way' : first.detail;
  const reason = why === undefined ? '' : `: ${cutText(visibleText(why), 1_000)}`;
  const head = `${first.cause ?? 'no cause given'}${reason}`;
  const ids = [first, ...others].slice(0, 5).map(({id}) => `  ${visibleText(id)}`);
  const more = count > 5 ? [`  … and ${count - 5} more`] : [];
  const wrapped = wrap(head, width - 6);
  const todo = adviceFor(first.cause);
  return [
    `${paint.bold(paint.red('ERROR'))} ${wrapped[0] ?? ''}`,
    ...wrapped.slice(1).map(line => `      ${line}`),
    ...ids.map(id => `    ${id}`),
    ...more.map(id => `    ${id}`),
    ...(todo === undefined ? [] : wrap(`what helps: ${todo}`, width - 6).map(line => `      ${line}`)),
  ];
}
