// The report as one HTML page: no network, no framework, opens from disk, and nothing in it but text came from a target.
import {createHash} from 'node:crypto';
import {verdicts} from '../../model/verdict.ts';
import type {Requirements} from '../case/details.ts';
import type {Annotate} from '../case/exchange-text.ts';
import {htmlData} from './page-data.ts';
import {htmlOverview, verdictSigns} from './overview.ts';
import {htmlScript} from './page-script.ts';
import {htmlStyle} from './page-style.ts';
import {html, htmlJson, htmlLines, Markup} from '../../base/text/html-text.ts';
import type {Journal} from '../journal/reader.ts';
import {requirementVerdicts} from '../run/requirement-verdicts.ts';
import {countVerdicts, runNumbers, verdictWords} from '../words/verdict-words.ts';

/** What the page is made with. */
export interface HtmlOptions {
  readonly requirements: Requirements;
  /** Names the fields of overlay bytes; without it they are shown as hex. */
  readonly annotate?: Annotate;
}

/** Renders the page. */
export function renderHtml(journal: Journal, {requirements, annotate = () => undefined}: HtmlOptions): string {
  const statements = requirementVerdicts(journal.cases, requirements);
  const overview = htmlOverview(journal, statements);
  const counts = countVerdicts(journal.cases);
  const title = `${journal.header.isSelfTest ? 'REFERENCE SELF-TEST · ' : ''}touchstone: ${verdictWords(runNumbers(journal))}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hashOf(htmlScript)}'; style-src '${hashOf(htmlStyle)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(htmlStyle)}</style></head><body>
${overview.header}
<main>
${overview.above}
<section id="list"><h2>Cases</h2>
<noscript><p class="banner">The list of cases needs JavaScript; everything else does not.</p></noscript>
<div class="bar">
<input type="search" id="search" placeholder="search: words in any order" aria-label="search cases by id, claim, statement or cause: words in any order">
${htmlLines(verdicts.map(verdict => html`<button type="button" class="${verdict}" data-verdict="${verdict}" aria-pressed="false">${verdictSigns[verdict]} ${verdict} <span class="count">${counts[verdict]}</span></button>`))}
<select id="suite" aria-label="suite"><option value="">all suites</option></select>
<button type="button" id="reset">reset</button> <button type="button" id="theme">dark / light</button> <span id="found" role="status"></span>
</div>
<p class="help"><kbd>/</kbd> search · <kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>Enter</kbd> or <kbd>o</kbd> open · <kbd>f</kbd> only what is wrong · <kbd>Esc</kbd> reset</p>
<div id="cases"></div>
<p><button type="button" id="more" hidden>show more</button></p></section>
${overview.below}
</main>
<script type="application/json" id="data">${htmlJson(htmlData(journal, annotate))}</script>
<script>${new Markup(htmlScript)}</script>
</body></html>
`.text;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
