// The end of the report on the terminal: signs that the run may have shown nothing, the verdict, the slowest cases, and what to do next.
import {shownOf} from '../case/accused.ts';
import type {ConsoleOptions} from './console.ts';
import {counted} from '../../base/text/counted.ts';
import type {Journal} from '../journal/reader.ts';
import {furtherCommands, nextCommand} from '../words/next-command.ts';
import {wrap, wrapParts, type Paper} from '../../base/text/text-layout.ts';
import {exitWords} from '../run/checks.ts';
import {countParts, durationText, isGreen, verdictWords, type RunNumbers} from '../words/verdict-words.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** What the end is made of. */
export interface SummaryInput {
  readonly journal: Journal;
  readonly numbers: RunNumbers;
  readonly options: ConsoleOptions;
  readonly paper: Paper;
}

/** Gives the lines after all cases. */
export function summaryLines({journal, numbers, options, paper}: SummaryInput): readonly string[] {
  const {reports = [], next = nextCommand(journal, options.reports?.[0])} = options;
  const further = options.next === undefined ? furtherCommands(journal, options.reports?.[0]) : [];
  const took = journal.kind === 'complete' ? `Took ${durationText(journal.footer.durationMs)}, ` : '';
  return [
    ...verdictLines(journal, numbers, paper),
    `${took}${took === '' ? 'Seed' : 'seed'} ${journal.header.seed}. Run ${visibleText(journal.header.run)}.`,
    ...slowestLines(journal),
    ...(reports.length === 0 ? [] : ['Reports:', ...reports.map(report => `  ${visibleText(report)}`)]),
    ...[next, ...further].flatMap(({why, command}) => [...wrap(`${why}:`, paper.width), `  ${command}`]),
  ];
}

/** Gives the verdict in one sentence, and the counts. */
export function verdictLines(journal: Journal, numbers: RunNumbers, {paint, width}: Paper): readonly string[] {
  const words = wrap((journal.header.isSelfTest ? 'REFERENCE SELF-TEST. ' : '') + verdictWords(numbers), width);
  return [
    ...words.map(line => paint.bold((isGreen(journal) ? paint.green : paint.red)(line))),
    ...wrap(exitWords(journal) ?? '', width).flatMap(line => (line === '' ? [] : [paint.bold(paint.red(line))])),
    ...wrapParts(countParts(numbers), ' · ', width),
    ...wrap(warningWords(journal), width).filter(line => line !== ''),
  ];
}

const warnedMax = 8;

// A warning changes no exit code, so that the end is where it would be overlooked.
function warningWords({cases}: Journal): string {
  const counts = new Map<string, number>();
  const warned = cases.flatMap(line => line.requirements.filter(id => shownOf(id, line) === 'warn'));
  for (const id of warned) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (counts.size === 0) return '';
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  const shown = most.slice(0, warnedMax).map(([id, count]) => `${id} ${count}`);
  const rest = most.length > warnedMax ? [counted(most.length - warnedMax, 'more statement')] : [];
  return `Warnings by statement: ${[...shown, ...rest].join(', ')}. They do not fail the run; certify lists them.`;
}

/** Tells every sign that the run may have shown nothing, with its likely cause. */
export function vacuityLines(journal: Journal, {paint, width}: Paper): readonly string[] {
  const signs = journal.kind === 'complete' ? (journal.footer.vacuous ?? []) : [];
  if (signs.length === 0) return [];
  const price = journal.header.isStrict === true ? '--strict: exit code 6' : 'with --strict: exit code 6';
  return [
    ...wrap(`WEAK EVIDENCE (${price})`, width).map(line =>
      line.replace(/^WEAK EVIDENCE/, words => paint.bold(paint.yellow(words))),
    ),
    ...signs
      .slice(0, signsMax)
      .flatMap(({message, likely}) => [
        ...wrap(visibleText(message), width - 2).map(line => `  ${line}`),
        ...wrap(`likely: ${cutText(visibleText(likely), 300)}`, width - 4).map(line => `    ${line}`),
      ]),
    ...(signs.length > signsMax ? [`  … and ${signs.length - signsMax} more`] : []),
    '',
  ];
}

const signsMax = 10;

// Below a second nobody waits for a single case.
const slowMs = 1_000;
const slowestMax = 3;

function slowestLines({cases}: Journal): readonly string[] {
  const slow = cases.filter(({durationMs}) => durationMs >= slowMs).toSorted((a, b) => b.durationMs - a.durationMs);
  if (slow.length === 0 || cases.length <= slowestMax) return [];
  return [
    'Slowest:',
    ...slow
      .slice(0, slowestMax)
      .map(({id, durationMs}) => `  ${durationText(durationMs).padStart(12)}  ${visibleText(id)}`),
  ];
}
