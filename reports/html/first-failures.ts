// The first thing that a reader of a red report wants: what went wrong, claim by claim, with both sides, before any number.
import type {CaseLine, ExchangeLine} from '../../model/journal.ts';
import {counted} from '../../base/text/counted.ts';
import {accusedBy} from '../case/accused.ts';
import {exchangesByCase} from '../case/details.ts';
import {othersText, type CaseGroup} from '../case/alike.ts';
import {calledBy, likelyCauses, sidesOf} from '../case/likely-cause.ts';
import {freeText} from '../case/plain-story.ts';
import {html, htmlLines, htmlQuote, linkText, type HtmlPart, type Markup} from '../../base/text/html-text.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import type {StatementRow} from '../run/requirement-verdicts.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** So many can be taken in at a glance; the rest is one click away. */
const groupsMax = 8;

/** Renders the first cases that went wrong, failures before what could not be judged; nothing when all is well. */
export function htmlWrong(journal: Journal, statements: readonly StatementRow[]): HtmlPart {
  const cases = orderedCases(journal);
  const red = cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky' || verdict === 'error');
  if (red.length === 0) return '';
  const quotes = new Map(statements.map(({id, requirement}) => [id, requirement?.quote]));
  const exchanges = exchangesByCase(journal);
  const groups = likelyCauses(red, exchanges);
  const items = groups.map(group => wrongItem(group, quotes, exchanges));
  const rest = items.slice(groupsMax);
  const hidden =
    rest.length === 0
      ? ''
      : html`<details><summary>${counted(rest.length, 'more kind')} of failure</summary><ol>${htmlLines(rest)}</ol></details>`;
  return html`<section class="wrong" id="wrong"><h2>What went wrong <a href="#verdict=fail,flaky,error">${red.length === 1 ? 'in the list' : `all ${String(red.length)} in the list`}</a></h2><ol>${htmlLines(items.slice(0, groupsMax))}</ol>${hidden}</section>`;
}

const othersMax = 200;

function wrongItem(
  group: CaseGroup,
  quotes: ReadonlyMap<string, string | undefined>,
  exchanges: ReadonlyMap<string, readonly ExchangeLine[]>,
): Markup {
  const {first: line} = group;
  const quote = accusedBy(line)
    .map(id => quotes.get(id))
    .find(text => text !== undefined);
  const free = freeText(line);
  const reading = free === undefined ? '' : html`<span class="reading">${free}</span>`;
  return html`<li class="${line.verdict}"><a href="#case=${linkText(line.id)}">${cutText(line.title, 300)}</a>${othersPart(group)}
${quote === undefined ? '' : htmlQuote(quote)}${sides(line, calledBy(line, exchanges))}${reading}</li>`;
}

function othersPart(group: CaseGroup): HtmlPart {
  const {others} = group;
  if (others.length === 0) return '';
  const links = others.slice(0, othersMax).map(({id}) => html`<li><a href="#case=${linkText(id)}">${id}</a></li>`);
  const more =
    others.length > othersMax ? html`<li>${String(others.length - othersMax)} more are in the list of cases</li>` : '';
  return html`<details><summary>the same in ${othersText(group)}</summary><ul>${links}${more}</ul></details>`;
}

function sides(line: CaseLine, called: string | undefined): HtmlPart {
  const sides = sidesOf(line);
  if (sides === undefined) return line.detail === undefined ? '' : html`<span>${cutText(line.detail, 400)}</span>`;
  const {path, message, wanted, got} = sides;
  const place = html`${called === undefined ? '' : html`<code>${called}</code> `}<code>${cutText(path, 200)}</code>`;
  return message === undefined
    ? html`<span>${place} expected <code>${wanted}</code>, got <code>${got}</code></span>`
    : html`<span>${place} ${message}</span>`;
}
