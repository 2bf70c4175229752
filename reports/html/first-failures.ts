// The first thing that a reader of a red report wants: what went wrong, claim by claim, with both sides, before any number.
import type {CaseLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {accusedBy} from '../case/accused.ts';
import {groupRows, othersText, type CaseGroup} from '../case/alike.ts';
import {freeText} from '../case/plain-story.ts';
import {html, htmlLines, htmlQuote, linkText, type HtmlPart, type Markup} from '../../base/text/html-text.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import type {StatementRow} from '../run/requirement-verdicts.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** So many leave room for the numbers and the record on the first screen. */
const groupsMax = 3;
const sideMax = 160;

/** Renders the first cases that went wrong, failures before what could not be judged; nothing when all is well. */
export function htmlWrong(journal: Journal, statements: readonly StatementRow[]): HtmlPart {
  const cases = orderedCases(journal);
  const isFail = ({verdict}: CaseLine) => verdict === 'fail' || verdict === 'flaky';
  const red = [...cases.filter(isFail), ...cases.filter(({verdict}) => verdict === 'error')];
  // What costs nothing comes last.
  const wrong = [
    ...red.filter(line => freeText(line) === undefined),
    ...red.filter(line => freeText(line) !== undefined),
  ];
  if (wrong.length === 0) return '';
  const quotes = new Map(statements.map(({id, requirement}) => [id, requirement?.quote]));
  const groups = groupRows(wrong);
  const items = groups.slice(0, groupsMax).map(group => wrongItem(group, quotes));
  const rest = groups.slice(groupsMax).reduce((sum, {others}) => sum + 1 + others.length, 0);
  const all = rest > 0 ? `and ${rest} more ${rest === 1 ? 'case' : 'cases'}` : 'all of this in the list of cases';
  const more = html`<p><a href="#verdict=fail,flaky,error">${all}</a></p>`;
  return html`<section class="wrong" id="wrong"><h2>What went wrong</h2><ol>${htmlLines(items)}</ol>${more}</section>`;
}

function wrongItem(group: CaseGroup, quotes: ReadonlyMap<string, string | undefined>): Markup {
  const {first: line, others} = group;
  const quote = accusedBy(line)
    .map(id => quotes.get(id))
    .find(text => text !== undefined);
  const free = freeText(line);
  const reading = free === undefined ? '' : html`<span class="reading">${free}</span>`;
  return html`<li class="${line.verdict}"><a href="#case=${linkText(line.id)}">${cutText(line.title, 300)}</a>${others.length === 0 ? '' : ` and ${othersText(group)}`}
${quote === undefined ? '' : htmlQuote(quote)}${sides(line)}${reading}</li>`;
}

function sides({findings, detail}: CaseLine): HtmlPart {
  const finding = findings.find(({basis}) => basis === 'stated') ?? findings[0];
  if (finding === undefined) return detail === undefined ? '' : html`<span>${cutText(detail, 400)}</span>`;
  const {path, message, expected, actual} = finding;
  if (expected === undefined || actual === undefined)
    return html`<span><code>${cutText(path, 200)}</code> ${cutText(message, 400)}</span>`;
  return html`<span><code>${cutText(path, 200)}</code> expected <code>${side(expected)}</code>, got <code>${side(actual)}</code></span>`;
}

function side(value: Json): string {
  return cutText(jsonText(value), sideMax);
}
