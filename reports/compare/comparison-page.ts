// A comparison as one HTML page without script: the verdict, both runs side by side, then the cases by kind.
import {createHash} from 'node:crypto';
import {changeKinds, type ComparedCase, type Comparison, type RunFacts} from './comparison.ts';
import {comparisonTerms, comparisonWords, isClean, sideMessages, sidesText} from './terms.ts';
import {trendLetters} from './comparison-text.ts';
import {htmlStyle} from '../html/page-style.ts';
import {htmlText} from '../../base/text/html-text.ts';
import type {Trend} from './trend.ts';
import {durationText} from '../words/verdict-words.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Renders the page. */
export function renderComparisonHtml(comparison: Comparison, {trend}: {readonly trend?: Trend} = {}): string {
  const words = comparisonWords(comparison);
  const hash = createHash('sha256').update(htmlStyle).digest('base64');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${htmlText(`touchstone: ${words}`)}</title>
<style>${htmlStyle}</style></head><body>
<p class="brand">touchstone · ${comparisonTerms[comparison.of].subject}</p>
<h1 class="words ${isClean(comparison) ? 'pass' : 'fail'}">${htmlText(words)}</h1>
${runTable(comparison)}
${changeTable(comparison)}
${changeKinds.map(kind => kindSection(kind, comparison)).join('')}${trend === undefined ? '' : trendSection(trend)}
</body></html>
`;
}

function runTable({of: what, before, after}: Comparison): string {
  const terms = comparisonTerms[what];
  const row = (name: string, of: (facts: RunFacts) => string): string =>
    `<tr><th scope="row">${name}</th><td>${htmlText(of(before))}</td><td>${htmlText(of(after))}</td></tr>`;
  const verdicts = ['pass', 'fail', 'warn', 'flaky', 'skip', 'error'] as const;
  return `<table class="matrix wide"><thead><tr><th></th><th>${terms.before}</th><th>${terms.after}</th></tr></thead><tbody>
${[
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
].join('\n')}
</tbody></table>`;
}

function changeTable({of, changes}: Comparison): string {
  const {changed, unchanged} = comparisonTerms[of];
  if (changes.length === 0) return `<p>${unchanged}</p>`;
  return `<h2>${changed}</h2><table class="matrix wide"><tbody>
${changes.map(({factor, before, after}) => `<tr><th scope="row">${factor}</th><td>${htmlText(before)}</td><td>${htmlText(after)}</td></tr>`).join('\n')}
</tbody></table>`;
}

/** Long lists of what nobody has to act on are folded. */
function kindSection(kind: ComparedCase['kind'], {of, cases}: Comparison): string {
  const own = cases.filter(one => one.kind === kind);
  if (own.length === 0) return '';
  const rows = own.map(one => caseRow(one, of)).join('\n');
  const title = `${comparisonTerms[of].kinds[kind]} (${own.length})`;
  const isOpen = of === 'targets' || own.some(({isRegression}) => isRegression);
  return `<details${isOpen ? ' open' : ''}><summary><strong>${title}</strong></summary><table class="matrix wide"><tbody>
${rows}
</tbody></table></details>
`;
}

function caseRow(one: ComparedCase, of: Comparison['of']): string {
  const {id, title, kind, after, newIn, blame, why, beforeMs = 0, afterMs = 0} = one;
  const times = kind === 'slower' ? ` ${durationText(beforeMs)} → ${durationText(afterMs)}` : '';
  const said = sideMessages(one, of).map(
    ({side, text}) => `<br>${side === undefined ? '' : `${side}: `}<code>${htmlText(cutText(text, 1_000))}</code>`,
  );
  const fresh =
    newIn === undefined ? '' : `<span class="reading">new in edition ${htmlText(newIn)}: it costs nothing</span>`;
  const blamed = blame === undefined ? '' : `<span class="reading">blamed on ${blame}: ${htmlText(why ?? '')}</span>`;
  const pill = `<span class="pill ${after === 'absent' ? 'none' : after}">${sidesText(one, of)}</span>`;
  return `<tr><th scope="row">${htmlText(id)}</th><td>${pill}${times}</td><td>${htmlText(title)}${said.join('')}${fresh}${blamed}</td></tr>`;
}

function trendSection({runs, cases}: Trend): string {
  const head = runs.map((_, n) => `<th>${n + 1}</th>`).join('');
  const rows = cases.map(
    ({id, verdicts, isFlaky}) =>
      `<tr><th scope="row">${htmlText(id)}${isFlaky ? ' <span class="pill flaky">flaky</span>' : ''}</th>${verdicts.map(verdict => `<td class="${verdict === 'absent' ? 'none' : verdict}" title="${verdict}">${htmlText(trendLetters[verdict])}</td>`).join('')}</tr>`,
  );
  return `<h2>All runs</h2><ol>
${runs.map(({startedAt, counts}) => `<li>${htmlText(startedAt)}: ${counts.pass} pass, ${counts.fail} fail, ${counts.warn} warn, ${counts.flaky} flaky, ${counts.skip} skip, ${counts.error} error</li>`).join('\n')}
</ol><table class="matrix wide"><thead><tr><th>case</th>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}
