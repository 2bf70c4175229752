// A comparison in Markdown, for a pull request: the verdict first, long lists folded.
import {counted} from '../../base/text/counted.ts';
import {kindsByUrgency, type ComparedCase, type Comparison, type ComparisonTools, type RunFacts} from './comparison.ts';
import {blameOf, casesOf, groupAlike, sharedBlame, type Blame, type ComparedGroup} from './similar-changes.ts';
import {comparisonTerms, comparisonWords, sideMessages, sidesText} from './terms.ts';
import {trendLetters} from './comparison-text.ts';
import {markdownCell as cell, markdownCode, markdownProse} from '../../base/text/markdown-text.ts';
import type {Trend} from './trend.ts';
import {durationText} from '../words/verdict-words.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Renders the comparison. */
export function renderComparisonMarkdown(comparison: Comparison, {trend, reports}: ComparisonTools = {}): string {
  const {of, before, after, changes} = comparison;
  const terms = comparisonTerms[of];
  const {first, rest} = kindsByUrgency(comparison);
  const link = (path: string | undefined): string => (path === undefined ? '' : `[report](${encodeURI(path)})`);
  return [
    `## touchstone: ${markdownProse(comparisonWords(comparison))}`,
    '',
    ...first.flatMap(kind => kindLines(kind, comparison)),
    `| | ${terms.before} | ${terms.after} |`,
    '|---|---|---|',
    ...runRows(before, after),
    ...(reports === undefined ? [] : [`| report | ${link(reports.before)} | ${link(reports.after)} |`]),
    '',
    ...(changes.length === 0
      ? [terms.unchanged, '']
      : [
          `${terms.changed}: ${changes.map(({factor, before: old, after: now}) => `${factor} (${cell(old)} → ${cell(now)})`).join('; ')}.`,
          '',
        ]),
    ...rest.flatMap(kind => kindLines(kind, comparison)),
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
    ...(before.pinnedEdition === undefined && after.pinnedEdition === undefined
      ? []
      : [row('edition that counts', ({pinnedEdition}) => pinnedEdition ?? 'the newest')]),
    ...(['pass', 'fail', 'warn', 'flaky', 'skip', 'error'] as const).map(verdict =>
      row(verdict, ({counts}) => String(counts[verdict])),
    ),
    ...(before.problem === undefined && after.problem === undefined
      ? []
      : [row('**incomplete**', ({problem}) => problem ?? 'no')]),
  ];
}

const toldMax = 20;

function kindLines(kind: ComparedCase['kind'], {of, cases}: Comparison): readonly string[] {
  const own = cases.filter(one => one.kind === kind);
  if (own.length === 0) return [];
  const groups = groupAlike(own);
  const left = casesOf(groups.slice(toldMax));
  const rest = left > 0 ? [`- … and ${left} more`] : [];
  const shared = sharedBlame(groups.map(({first}) => first));
  const isBlamed = shared === undefined;
  const lines = [
    ...(isBlamed ? [] : [blameWords(shared), '']),
    ...groups.slice(0, toldMax).map(group => groupLine(group, {of, isBlamed})),
    ...rest,
    '',
  ];
  const title = `${comparisonTerms[of].kinds[kind]} (${own.length})`;
  if (own.some(({isRegression}) => isRegression)) return [`### ${title}`, '', ...lines];
  return ['<details>', `<summary>${title}</summary>`, '', ...lines, '</details>', ''];
}

function blameWords({blame, why}: Blame): string {
  return `Blamed on **${blame}**: ${markdownProse(why)}.`;
}

interface Telling {
  readonly of: Comparison['of'];
  /** Says what it is blamed on; else that is said of all of its kind. */
  readonly isBlamed: boolean;
}

function groupLine({first: one, others}: ComparedGroup, {of, isBlamed}: Telling): string {
  const {id, kind, newIn, beforeMs = 0, afterMs = 0} = one;
  const times = kind === 'slower' ? `, ${durationText(beforeMs)} → ${durationText(afterMs)}` : '';
  const said = sideMessages(one, of)
    .map(({side, text}) => `${side === undefined ? '' : `${side} `}${markdownCode(cutText(text, 300))}`)
    .join('; ');
  const fresh = newIn === undefined ? '' : ` New in edition ${markdownCode(newIn)}: not counted as a regression.`;
  const blame = isBlamed ? blameOf(one) : undefined;
  const blamed = blame === undefined ? '' : ` ${blameWords(blame)}`;
  const more = others.length === 0 ? '' : ` and ${others.length} more like it`;
  return `- ${markdownCode(id)}${more} (${sidesText(one, of)}${times})${said === '' ? '' : `: ${said}`}${fresh}${blamed}`;
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
    `${counted(cases.length, 'case changed its verdict', 'cases changed their verdict')}, ${flaky.length} of them waver between green and red.`,
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
