// A comparison as one HTML page without script: the verdict, both runs side by side, then the cases by kind.
import {createHash} from 'node:crypto';
import {kindsByUrgency, type ComparedCase, type Comparison, type ComparisonTools, type RunFacts} from './comparison.ts';
import {comparisonTerms, comparisonWords, isClean, sideMessages, sidesText} from './terms.ts';
import {trendLetters} from './comparison-text.ts';
import {htmlStyle} from '../html/page-style.ts';
import {html, htmlLines, Markup, type HtmlPart} from '../../base/text/html-text.ts';
import {blameOf, sharedBlame, type Blame} from './similar-changes.ts';
import type {Trend} from './trend.ts';
import {durationText} from '../words/verdict-words.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Renders the page. */
export function renderComparisonHtml(comparison: Comparison, {trend, reports}: ComparisonTools = {}): string {
  const {first, rest} = kindsByUrgency(comparison);
  const words = comparisonWords(comparison);
  const hash = createHash('sha256').update(htmlStyle).digest('base64');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>touchstone: ${words}</title>
<style>${new Markup(htmlStyle)}</style></head><body>
<p class="brand">touchstone · ${comparisonTerms[comparison.of].subject}</p>
<h1 class="words ${isClean(comparison) ? 'pass' : 'fail'}">${words}</h1>
${first.map(kind => kindSection(kind, comparison))}
${runTable(comparison, reports)}
${changeTable(comparison)}
${rest.map(kind => kindSection(kind, comparison))}${trend === undefined ? '' : trendSection(trend)}
</body></html>
`.text;
}

function runTable({of: what, before, after}: Comparison, reports: ComparisonTools['reports']): Markup {
  const terms = comparisonTerms[what];
  const row = (name: string, of: (facts: RunFacts) => string): Markup =>
    html`<tr><th scope="row">${name}</th><td>${of(before)}</td><td>${of(after)}</td></tr>`;
  const verdicts = ['pass', 'fail', 'warn', 'flaky', 'skip', 'error'] as const;
  return html`<table class="matrix wide"><thead><tr><th></th><th>${terms.before}</th><th>${terms.after}</th></tr></thead><tbody>
${htmlLines([
  row('target', ({target}) => target),
  row('started', ({startedAt}) => startedAt),
  row('suites', ({suites}) => suites),
  row('seed', ({seed}) => String(seed)),
  row('touchstone', ({tool}) => tool),
  ...(before.pinnedEdition === undefined && after.pinnedEdition === undefined
    ? []
    : [row('edition that counts', ({pinnedEdition}) => pinnedEdition ?? 'the newest')]),
  ...verdicts.map(verdict => row(verdict, ({counts}) => String(counts[verdict]))),
  ...(before.problem === undefined && after.problem === undefined
    ? []
    : [row('incomplete', ({problem}) => problem ?? 'no')]),
  ...(reports === undefined
    ? []
    : [html`<tr><th scope="row">report</th><td>${linkTo(reports.before)}</td><td>${linkTo(reports.after)}</td></tr>`]),
])}
</tbody></table>`;
}

function linkTo(path: string | undefined): Markup {
  return path === undefined ? html`` : html`<a href="${encodeURI(path)}">${path}</a>`;
}

function changeTable({of, changes}: Comparison): Markup {
  const {changed, unchanged} = comparisonTerms[of];
  if (changes.length === 0) return html`<p>${unchanged}</p>`;
  return html`<h2>${changed}</h2><table class="matrix wide"><tbody>
${htmlLines(changes.map(({factor, before, after}) => html`<tr><th scope="row">${factor}</th><td>${before}</td><td>${after}</td></tr>`))}
</tbody></table>`;
}

/** Long lists of what nobody has to act on are folded. */
function kindSection(kind: ComparedCase['kind'], {of, cases}: Comparison): HtmlPart {
  const own = cases.filter(one => one.kind === kind);
  if (own.length === 0) return '';
  const shared = sharedBlame(own);
  const isBlamed = shared === undefined;
  const rows = htmlLines(own.map(one => caseRow(one, {of, isBlamed})));
  const title = `${comparisonTerms[of].kinds[kind]} (${own.length})`;
  const isOpen = of === 'targets' || own.some(({isRegression}) => isRegression);
  return html`<details${isOpen ? ' open' : ''}><summary><strong>${title}</strong></summary>${isBlamed ? '' : html`<p class="reading">all ${blameWords(shared)}</p>`}<table class="matrix wide"><tbody>
${rows}
</tbody></table></details>
`;
}

function blameWords({blame, why}: Blame): string {
  return `blamed on ${blame}: ${why}`;
}

interface Telling {
  readonly of: Comparison['of'];
  /** Says what it is blamed on; else that is said of all of its kind. */
  readonly isBlamed: boolean;
}

function caseRow(one: ComparedCase, {of, isBlamed}: Telling): Markup {
  const {id, title, kind, after, newIn, beforeMs = 0, afterMs = 0} = one;
  const times = kind === 'slower' ? ` ${durationText(beforeMs)} → ${durationText(afterMs)}` : '';
  const said = sideMessages(one, of).map(
    ({side, text}) => html`<br>${side === undefined ? '' : `${side}: `}<code>${cutText(text, 1_000)}</code>`,
  );
  const fresh =
    newIn === undefined ? '' : html`<span class="reading">new in edition ${newIn}: not counted as a regression</span>`;
  const blame = isBlamed ? blameOf(one) : undefined;
  const blamed = blame === undefined ? '' : html`<span class="reading">${blameWords(blame)}</span>`;
  const pill = html`<span class="pill ${after === 'absent' ? 'none' : after}">${sidesText(one, of)}</span>`;
  return html`<tr><th scope="row">${id}</th><td>${pill}${times}</td><td>${title}${said}${fresh}${blamed}</td></tr>`;
}

function trendSection({runs, cases}: Trend): Markup {
  const head = runs.map((_, n) => html`<th>${n + 1}</th>`);
  const rows = cases.map(
    ({id, verdicts, isFlaky}) =>
      html`<tr><th scope="row">${id}${isFlaky ? html` <span class="pill flaky">flaky</span>` : ''}</th>${verdicts.map(verdict => html`<td class="${verdict === 'absent' ? 'none' : verdict}" title="${verdict}">${trendLetters[verdict]}</td>`)}</tr>`,
  );
  return html`<h2>All runs</h2><ol>
${htmlLines(runs.map(({startedAt, counts}) => html`<li>${startedAt}: ${counts.pass} pass, ${counts.fail} fail, ${counts.warn} warn, ${counts.flaky} flaky, ${counts.skip} skip, ${counts.error} error</li>`))}
</ol><table class="matrix wide"><thead><tr><th>case</th>${head}</tr></thead><tbody>
${htmlLines(rows)}
</tbody></table>`;
}
