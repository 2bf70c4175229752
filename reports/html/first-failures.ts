// The first thing that a reader of a red report wants: what went wrong, claim by claim, with both sides, before any number.
import type {CaseLine, ExchangeLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {counted} from '../../base/text/counted.ts';
import {acceptedLine, hasWords} from '../case/accepted-text.ts';
import {accusedBy} from '../case/accused.ts';
import {exchangesByCase, tellingExchange} from '../case/details.ts';
import {groupAcrossCases, groupRows, othersText, type CaseGroup} from '../case/alike.ts';
import {freeText} from '../case/plain-story.ts';
import {html, htmlLines, htmlQuote, linkText, type HtmlPart, type Markup} from '../../base/text/html-text.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import type {StatementRow} from '../run/requirement-verdicts.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** So many can be taken in at a glance; the rest is one click away. */
const groupsMax = 8;
const sideMax = 160;

/** Renders the first cases that went wrong, failures before what could not be judged; nothing when all is well. */
export function htmlWrong(journal: Journal, statements: readonly StatementRow[]): HtmlPart {
  const cases = orderedCases(journal);
  const red = cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky' || verdict === 'error');
  const wrong = red.toSorted((a, b) => weightOf(a) - weightOf(b));
  if (wrong.length === 0) return '';
  const quotes = new Map(statements.map(({id, requirement}) => [id, requirement?.quote]));
  const exchanges = exchangesByCase(journal);
  const groups = mostTellingFirst(
    groupAcrossCases(groupRows(wrong), line => operationOf(tellingExchange(line, exchanges.get(line.id) ?? []))),
  );
  const items = groups.map(group => wrongItem(group, quotes));
  const rest = items.slice(groupsMax);
  const hidden =
    rest.length === 0
      ? ''
      : html`<details><summary>${counted(rest.length, 'more kind')} of failure</summary><ol>${htmlLines(rest)}</ol></details>`;
  return html`<section class="wrong" id="wrong"><h2>What went wrong <a href="#verdict=fail,flaky,error">${wrong.length === 1 ? 'in the list' : `all ${String(wrong.length)} in the list`}</a></h2><ol>${htmlLines(items.slice(0, groupsMax))}</ol>${hidden}</section>`;
}

/** Failures before what could not be judged, and what does not fail the run last. */
function weightOf(line: CaseLine): number {
  return (line.verdict === 'error' ? 1 : 0) + (freeText(line) === undefined ? 0 : 2);
}

/**
 * Puts the group with the most cases first, and the first of each statement before a second of any: one fault of a target makes
 * several groups, most of the same statement, so different faults come before more of one.
 */
function mostTellingFirst(groups: readonly CaseGroup[]): readonly CaseGroup[] {
  const seen = new Set<string>();
  const sized = groups.toSorted((a, b) => weightOf(a.first) - weightOf(b.first) || b.others.length - a.others.length);
  return sized
    .map(group => {
      const [statement = group.first.id] = accusedBy(group.first);
      const isRepeat = seen.has(statement);
      seen.add(statement);
      return {group, isRepeat};
    })
    .toSorted((a, b) => weightOf(a.group.first) - weightOf(b.group.first) || Number(a.isRepeat) - Number(b.isRepeat))
    .map(({group}) => group);
}

/** The operation of the hosting API, or the question to a decoder. */
function operationOf(line: ExchangeLine | undefined): string | undefined {
  if (line?.exchange.kind === 'testee') return `${line.exchange.question} ${line.exchange.message}`;
  return line?.operation;
}

const othersMax = 200;

function wrongItem(group: CaseGroup, quotes: ReadonlyMap<string, string | undefined>): Markup {
  const {first: line} = group;
  const quote = accusedBy(line)
    .map(id => quotes.get(id))
    .find(text => text !== undefined);
  const free = freeText(line);
  const reading = free === undefined ? '' : html`<span class="reading">${free}</span>`;
  return html`<li class="${line.verdict}"><a href="#case=${linkText(line.id)}">${cutText(line.title, 300)}</a>${othersPart(group)}
${quote === undefined ? '' : htmlQuote(quote)}${sides(line)}${reading}</li>`;
}

function othersPart(group: CaseGroup): HtmlPart {
  const {others} = group;
  if (others.length === 0) return '';
  const links = others.slice(0, othersMax).map(({id}) => html`<li><a href="#case=${linkText(id)}">${id}</a></li>`);
  const more =
    others.length > othersMax ? html`<li>${String(others.length - othersMax)} more are in the list of cases</li>` : '';
  return html`<details><summary>the same in ${othersText(group)}</summary><ul>${links}${more}</ul></details>`;
}

function sides({findings, detail}: CaseLine): HtmlPart {
  const finding = findings.find(({basis}) => basis === 'stated') ?? findings[0];
  if (finding === undefined) return detail === undefined ? '' : html`<span>${cutText(detail, 400)}</span>`;
  const {path, message, expected, actual} = finding;
  const place = html`<code>${cutText(path, 200)}</code>`;
  const isPlain = message === `expected ${jsonText(expected ?? null)}, got ${jsonText(actual ?? null)}`;
  if (expected === undefined || !(hasWords(expected) || isPlain))
    return html`<span>${place} ${cutText(message, 400)}</span>`;
  const wanted = cutText(acceptedLine(expected), sideMax);
  return html`<span>${place} expected <code>${wanted}</code>, got <code>${actual === undefined ? 'nothing' : side(actual)}</code></span>`;
}

function side(value: Json): string {
  return cutText(jsonText(value), sideMax);
}
