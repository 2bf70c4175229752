// A comparison in Markdown, for a pull request: the verdict first, long lists folded.
import {changeKinds, type ComparedCase, type Comparison, type RunFacts} from './comparison.ts';
import {comparisonWords, kindTitles, trendLetters} from './comparison-text.ts';
import {markdownCode, markdownProse} from './markdown-text.ts';
import type {Trend} from './trend.ts';
import {durationText} from './verdict-words.ts';
import {cutText} from './visible-text.ts';

/** Renders the comparison. */
export function renderComparisonMarkdown(comparison: Comparison, {trend}: {readonly trend?: Trend} = {}): string {
  const {before, after, changes} = comparison;
  return [
    `## touchstone: ${markdownProse(comparisonWords(comparison))}`,
    '',
    '| | before | after |',
    '|---|---|---|',
    ...runRows(before, after),
    '',
    ...(changes.length === 0
      ? ['Target, suites, dialect, seed and harness are the same in both runs.', '']
      : [
          `Changed between the runs: ${changes.map(({factor, before: old, after: now}) => `${factor} (${cell(old)} → ${cell(now)})`).join('; ')}.`,
          '',
        ]),
    ...changeKinds.flatMap(kind => kindLines(kind, comparison)),
    ...(trend === undefined ? [] : trendLines(trend)),
  ].join('\n');
}

function runRows(before: RunFacts, after: RunFacts): readonly string[] {
  const row = (name: string, of: (facts: RunFacts) => string): string =>
    `| ${name} | ${cell(of(before))} | ${cell(of(after))} |`;
  return [
    row('target', ({target}) => target),
    row('started', ({startedAt}) => startedAt),
    row('suites', ({suites}) => suites),
    row('seed', ({seed}) => String(seed)),
    row('touchstone', ({tool}) => tool),
    ...(['pass', 'fail', 'warn', 'flaky', 'skip', 'error'] as const).map(verdict =>
      row(verdict, ({counts}) => String(counts[verdict])),
    ),
    ...(before.problem === undefined && after.problem === undefined
      ? []
      : [row('**incomplete**', ({problem}) => problem ?? 'no')]),
  ];
}

/** In a table even a code span ends at a bar. */
function cell(text: string): string {
  return markdownCode(text).replaceAll('|', '\\|');
}

const toldMax = 20;

function kindLines(kind: ComparedCase['kind'], {cases}: Comparison): readonly string[] {
  const own = cases.filter(one => one.kind === kind);
  if (own.length === 0) return [];
  const rest = own.length > toldMax ? [`- … and ${own.length - toldMax} more`] : [];
  const lines = [...own.slice(0, toldMax).map(caseLine), ...rest, ''];
  const title = `${kindTitles[kind]} (${own.length})`;
  if (own.some(({isRegression}) => isRegression)) return [`### ${title}`, '', ...lines];
  return ['<details>', `<summary>${title}</summary>`, '', ...lines, '</details>', ''];
}

function caseLine({id, kind, before, after, message, blame, why, beforeMs = 0, afterMs = 0}: ComparedCase): string {
  const times = kind === 'slower' ? `, ${durationText(beforeMs)} → ${durationText(afterMs)}` : '';
  const said = message === undefined ? '' : `: ${markdownCode(cutText(message, 300))}`;
  const blamed = blame === undefined ? '' : ` Blamed on **${blame}**: ${markdownProse(why ?? '')}.`;
  return `- ${markdownCode(id)} (${before} → ${after}${times})${said}${blamed}`;
}

function trendLines({runs, cases}: Trend): readonly string[] {
  const flaky = cases.filter(({isFlaky}) => isFlaky);
  return [
    '### All runs',
    '',
    '| | started | pass | fail | warn | flaky | skip | error |',
    '|---:|---|---:|---:|---:|---:|---:|---:|',
    ...runs.map(
      ({startedAt, counts}, n) =>
        `| ${n + 1} | ${cell(startedAt)} | ${counts.pass} | ${counts.fail} | ${counts.warn} | ${counts.flaky} | ${counts.skip} | ${counts.error} |`,
    ),
    '',
    `${cases.length} cases changed their verdict, ${flaky.length} of them waver between green and red.`,
    '',
    ...cases
      .slice(0, toldMax)
      .map(
        one =>
          `- ${markdownCode(one.verdicts.map(verdict => trendLetters[verdict]).join(''))} ${markdownCode(one.id)}${one.isFlaky ? ' **flaky**' : ''}`,
      ),
    ...(cases.length > toldMax ? [`- … and ${cases.length - toldMax} more`] : []),
    '',
  ];
}
