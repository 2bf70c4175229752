// A comparison for the terminal: the regressions, what changed between the runs, then all other cases by kind, and the verdict.
import {kindsByUrgency, type ComparedCase, type Comparison, type RunFacts} from './comparison.ts';
import {
  blameOf,
  casesOf,
  groupAlike,
  othersText,
  sharedBlame,
  type Blame,
  type ComparedGroup,
} from './similar-changes.ts';
import {comparisonTerms, comparisonWords, isClean, sideMessages, sidesText} from './terms.ts';
import {makePaper, wrap, type Paper} from '../../base/text/text-layout.ts';
import type {Trend} from './trend.ts';
import {durationText} from '../words/verdict-words.ts';
import {cutText, neutralLine, visibleText} from '../../base/text/visible-text.ts';

/** Renders the text; `trend` is there when more than two runs were given. */
export function renderComparison(
  comparison: Comparison,
  {color, width, trend}: {readonly color: boolean; readonly width: number; readonly trend?: Trend},
): string {
  const paper = makePaper({color, width});
  const {paint} = paper;
  const terms = comparisonTerms[comparison.of];
  const {first, rest} = kindsByUrgency(comparison);
  return [
    ...first.flatMap(kind => kindLines(kind, comparison, paper)),
    ...runLines(terms.before, comparison.before, paper),
    ...runLines(terms.after, comparison.after, paper),
    '',
    ...changeLines(comparison, paper),
    ...rest.flatMap(kind => kindLines(kind, comparison, paper)),
    ...(trend === undefined ? [] : trendLines(trend, paper)),
    (isClean(comparison) ? paint.green : paint.red)(paint.bold(comparisonWords(comparison))),
    '',
  ]
    .map(neutralLine)
    .join('\n');
}

function runLines(name: string, facts: RunFacts, {paint, width}: Paper): readonly string[] {
  const text = `${facts.target}, started ${facts.startedAt}, suites ${facts.suites}, seed ${facts.seed}, touchstone ${facts.tool}${facts.pinnedEdition === undefined ? '' : `, edition ${facts.pinnedEdition} counts`}`;
  return [
    ...wrap(visibleText(text), width - 9).map((line, n) => `${(n === 0 ? name : '').padEnd(8)} ${line}`),
    ...(facts.problem === undefined
      ? []
      : wrap(`INCOMPLETE: ${facts.problem}`, width - 9).map(line => `         ${paint.red(line)}`)),
  ];
}

function changeLines({of, changes}: Comparison, {paint, width}: Paper): readonly string[] {
  const {changed, unchanged} = comparisonTerms[of];
  if (changes.length === 0) return [unchanged, ''];
  return [
    paint.bold(changed),
    ...changes.flatMap(({factor, before, after}) =>
      wrap(`  ${factor}: ${visibleText(before)} → ${visibleText(after)}`, width),
    ),
    '',
  ];
}

const toldMax = 50;

function kindLines(kind: ComparedCase['kind'], {of, cases}: Comparison, paper: Paper): readonly string[] {
  const own = cases.filter(one => one.kind === kind);
  if (own.length === 0) return [];
  const groups = groupAlike(own);
  const rest = casesOf(groups.slice(toldMax));
  const {paint} = paper;
  const isRed = own.some(({isRegression}) => isRegression);
  const shared = sharedBlame(groups.map(({first}) => first));
  return [
    `${(isRed ? paint.red : paint.cyan)(paint.bold(comparisonTerms[of].kinds[kind]))} (${own.length})`,
    ...(shared === undefined ? [] : wrap(`  all ${blameWords(shared)}`, paper.width)),
    ...groups.slice(0, toldMax).flatMap(group => groupLines(group, {of, isBlamed: shared === undefined}, paper)),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    '',
  ];
}

function blameWords({blame, why}: Blame): string {
  return `blamed on ${blame}: ${why}`;
}

interface Telling {
  readonly of: Comparison['of'];
  /** Says what it is blamed on; else that is said of all of its kind. */
  readonly isBlamed: boolean;
}

function groupLines({first: one, others}: ComparedGroup, {of, isBlamed}: Telling, {width}: Paper): readonly string[] {
  const blame = isBlamed ? blameOf(one) : undefined;
  const times = one.kind === 'slower' ? `: ${durationText(one.beforeMs ?? 0)} → ${durationText(one.afterMs ?? 0)}` : '';
  const verdicts = one.before === one.after ? '' : ` (${sidesText(one, of)})`;
  return [
    ...wrap(`  ${visibleText(one.id)}${verdicts}${times}`, width),
    ...(others.length === 0 ? [] : wrap(`      ${visibleText(othersText(others))}`, width)),
    ...sideMessages(one, of).flatMap(({side, text}) =>
      wrap(`      ${side === undefined ? '' : `${side}: `}${cutText(text, 300)}`, width),
    ),
    ...(one.newIn === undefined ? [] : wrap(`      new in edition ${one.newIn}: not counted as a regression`, width)),
    ...(blame === undefined ? [] : wrap(`      ${blameWords(blame)}`, width)),
  ];
}

/** One letter per run, so that a row of runs can be read at a glance. */
export const trendLetters: {readonly [verdict in Trend['cases'][number]['verdicts'][number]]: string} = {
  pass: '.',
  warn: 'w',
  fail: 'F',
  flaky: '~',
  skip: 's',
  error: 'E',
  absent: ' ',
};

function trendLines({runs, cases}: Trend, {paint}: Paper): readonly string[] {
  const flaky = cases.filter(({isFlaky}) => isFlaky);
  return [
    paint.bold('All runs'),
    ...runs.map(
      ({startedAt, run, counts}, n) =>
        `  ${String(n + 1).padStart(2)}  ${visibleText(startedAt)}  ${visibleText(run)}  ${counts.pass} pass · ${counts.fail} fail · ${counts.warn} warn · ${counts.flaky} flaky · ${counts.skip} skip · ${counts.error} error`,
    ),
    '',
    paint.bold('Cases whose verdict changed') + '  (. pass, w warn, F fail, ~ flaky, s skip, E error)',
    ...(cases.length === 0 ? ['  none'] : []),
    ...cases
      .slice(0, toldMax)
      .map(
        one =>
          `  |${one.verdicts.map(verdict => trendLetters[verdict]).join('')}|  ${visibleText(one.id)}${one.isFlaky ? '  flaky' : ''}`,
      ),
    ...(cases.length > toldMax ? [`  … and ${cases.length - toldMax} more`] : []),
    `  ${flaky.length} ${flaky.length === 1 ? 'case wavers' : 'cases waver'} between green and red.`,
    '',
  ];
}
