// A comparison for the terminal: the verdict, what changed between the runs, then the cases by kind, regressions first.
import {changeKinds, type ComparedCase, type Comparison, type RunFacts} from './comparison.ts';
import {makePaper, wrap, type Paper} from './paper.ts';
import type {Trend} from './trend.ts';
import {durationText} from './verdict-words.ts';
import {cutText, neutralLine, visibleText} from './visible-text.ts';

/** Renders the text; `trend` is there when more than two runs were given. */
export function renderComparison(
  comparison: Comparison,
  {color, width, trend}: {readonly color: boolean; readonly width: number; readonly trend?: Trend},
): string {
  const paper = makePaper({color, width});
  const {paint} = paper;
  return [
    ...runLines('before', comparison.before, paper),
    ...runLines('after', comparison.after, paper),
    '',
    ...changeLines(comparison, paper),
    ...changeKinds.flatMap(kind => kindLines(kind, comparison, paper)),
    ...(trend === undefined ? [] : trendLines(trend, paper)),
    (comparison.regressions > 0 ? paint.red : paint.green)(paint.bold(comparisonWords(comparison))),
    '',
  ]
    .map(neutralLine)
    .join('\n');
}

/** Says in one sentence what the comparison came to. */
export function comparisonWords({regressions, cases, unchanged, before, after}: Comparison): string {
  const count = (kind: ComparedCase['kind']): number => cases.filter(one => one.kind === kind).length;
  const parts = [
    ...(count('fixed') > 0 ? [`${count('fixed')} fixed`] : []),
    ...(count('still-failing') > 0 ? [`${count('still-failing')} still failing`] : []),
    `${unchanged} unchanged`,
  ];
  const first = regressions === 0 ? 'No regression' : regressions === 1 ? '1 regression' : `${regressions} regressions`;
  const broken = [
    ...(before.problem === undefined ? [] : ['the first run']),
    ...(after.problem === undefined ? [] : ['the second run']),
  ];
  return `${first}; ${parts.join(', ')}.${broken.length === 0 ? '' : ` But ${broken.join(' and ')} did not come to an end.`}`;
}

/** What each kind of change is called. */
export const kindTitles: {readonly [kind in ComparedCase['kind']]: string} = {
  'newly-failing': 'Newly failing',
  'newly-in-error': 'Newly in error',
  'newly-skipped': 'Newly skipped',
  vanished: 'Vanished',
  'still-failing': 'Still failing',
  'still-in-error': 'Still in error',
  fixed: 'Fixed',
  'newly-warning': 'Newly warning',
  slower: 'Slower',
  added: 'Added',
  'newly-run': 'Newly run',
};

function runLines(name: string, facts: RunFacts, {paint, width}: Paper): readonly string[] {
  const text = `${facts.target}, started ${facts.startedAt}, suites ${facts.suites}, seed ${facts.seed}, touchstone ${facts.tool}`;
  return [
    ...wrap(visibleText(text), width - 9).map((line, n) => `${(n === 0 ? name : '').padEnd(8)} ${line}`),
    ...(facts.problem === undefined
      ? []
      : wrap(`INCOMPLETE: ${facts.problem}`, width - 9).map(line => `         ${paint.red(line)}`)),
  ];
}

function changeLines({changes}: Comparison, {paint, width}: Paper): readonly string[] {
  if (changes.length === 0) return ['Target, suites, dialect, seed and harness are the same in both runs.', ''];
  return [
    paint.bold('What changed between the runs'),
    ...changes.flatMap(({factor, before, after}) =>
      wrap(`  ${factor}: ${visibleText(before)} → ${visibleText(after)}`, width),
    ),
    '',
  ];
}

const toldMax = 50;

function kindLines(kind: ComparedCase['kind'], {cases}: Comparison, paper: Paper): readonly string[] {
  const own = cases.filter(one => one.kind === kind);
  if (own.length === 0) return [];
  const {paint} = paper;
  const isRed = own.some(({isRegression}) => isRegression);
  return [
    `${(isRed ? paint.red : paint.cyan)(paint.bold(kindTitles[kind]))} (${own.length})`,
    ...own.slice(0, toldMax).flatMap(one => caseLines(one, paper)),
    ...(own.length > toldMax ? [`  … and ${own.length - toldMax} more`] : []),
    '',
  ];
}

function caseLines(one: ComparedCase, {width}: Paper): readonly string[] {
  const times = one.kind === 'slower' ? `: ${durationText(one.beforeMs ?? 0)} → ${durationText(one.afterMs ?? 0)}` : '';
  const verdicts = one.before === one.after ? '' : ` (${one.before} → ${one.after})`;
  return [
    ...wrap(`  ${visibleText(one.id)}${verdicts}${times}`, width),
    ...(one.message === undefined ? [] : wrap(`      ${cutText(one.message, 300)}`, width)),
    ...(one.blame === undefined ? [] : wrap(`      blamed on ${one.blame}: ${one.why ?? ''}`, width)),
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
