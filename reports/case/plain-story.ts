// Tells a case in plain text for build servers: one line that says what is wrong, and the whole story below it.
import type {CaseLine, JournalFinding} from '../../model/journal.ts';
import {jsonText} from '../../model/json.ts';
import type {CaseStory} from './details.ts';
import {redVerdicts} from '../words/verdict-words.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** Gives the line that says what is wrong: the first finding of something stated, else the first of all, else the detail, else the claim. */
export function caseMessage({detail, findings, title}: CaseLine): string {
  const first = findings.find(({basis}) => basis === 'stated') ?? findings[0];
  const text = first === undefined ? (detail ?? title) : `${first.path || 'the reply'}: ${first.message}`;
  return cutText(visibleText(text), 1_000);
}

const detailsMax = 64 * 1024;
const findingsMax = 20;

/** Gives the story: claim, quotes, findings, exchange, and how to repeat it. */
export function caseDetails({
  line,
  statements,
  touched,
  position,
  findings,
  exchange,
  repeat,
  requests,
  replay,
}: CaseStory): string {
  const free = freeText(line);
  const http = exchange?.exchange.kind === 'http' ? exchange.exchange : undefined;
  const lines = [
    line.title,
    ...(free === undefined ? [] : [free]),
    ...statements.map(({id, quote}) => `${id}: ${quote ?? '(unknown statement)'}`),
    ...touchedLines(touched),
    ...(position === undefined ? [] : [`${position.file}:${position.line}:${position.column}`]),
    ...(line.detail === undefined ? [] : [line.detail]),
    ...findings
      .slice(0, findingsMax)
      .flatMap(finding => [
        `${finding.path || 'the reply'}: ${finding.message}`,
        ...(finding.expected === undefined ? [] : [`  expected  ${cutText(jsonText(finding.expected), 2_000)}`]),
        ...(finding.actual === undefined ? [] : [`  actual    ${cutText(jsonText(finding.actual), 2_000)}`]),
      ]),
    ...(findings.length > findingsMax ? [`… ${findings.length - findingsMax} more findings`] : []),
    ...foldedStory(line.property?.story ?? []),
    ...(http === undefined
      ? []
      : [
          `${http.request.method} ${http.request.url}`,
          http.reply === undefined ? (http.noReply?.detail ?? '') : `status ${http.reply.status}`,
        ]),
    ...(requests.length > 1
      ? requests.map(told => `repeat${told.step === undefined ? '' : ` ${told.step + 1}`}: ${told.line}`)
      : repeat === undefined
        ? []
        : [`repeat: ${repeat}`]),
    ...(replay === undefined ? [] : [`replay: ${replay}`]),
  ];
  return cutText(lines.map(text => visibleText(text)).join('\n'), detailsMax);
}

/** Says which statements a failing case touches; nothing where it touches none. */
export function touchedLines(touched: readonly string[]): readonly string[] {
  return touched.length === 0 ? [] : [`touched, not known to be broken: ${touched.join(', ')}`];
}

/** Numbers the sentences of a story; of many things of one kind that are given one after the other, the first and the last are told. */
export function foldedStory(story: readonly string[]): readonly string[] {
  const folded = foldedSteps(story);
  return story.flatMap((sentence, n) => {
    if (!folded.has(n)) return [`${n + 1}. ${sentence}`];
    if (folded.has(n - 1)) return [];
    let count = 1;
    while (folded.has(n + count)) count += 1;
    return [`… ${count} more like it`];
  });
}

/** The sentences of a story that are not told, since those around them say the same. */
export function foldedSteps(story: readonly string[]): ReadonlySet<number> {
  const kindOf = (n: number): string | undefined => /^given another [^(]*/.exec(story[n] ?? '')?.[0].trimEnd();
  const folded = new Set<number>();
  for (let first = 0; first < story.length; first += 1) {
    let last = first;
    while (kindOf(first) !== undefined && kindOf(last + 1) === kindOf(first)) last += 1;
    if (last - first >= foldedMin) for (let n = first + 1; n < last; n += 1) folded.add(n);
    first = Math.max(first, last);
  }
  return folded;
}

/** So many alike in a row, but the first, are folded. */
const foldedMin = 3;

/** Says what a story ends with; where its last sentences only clean up, also which one it is about. */
export function findingSentence({path, message, step}: JournalFinding, sentences: number): string {
  const where = step === undefined || step >= sentences - 1 ? '' : `in step ${step + 1}: `;
  return `${where}${path === '' ? '' : `${path}: `}${message}`;
}

/** Says that a red case is expected to be red, e.g. `known failure: … (owner ada, issue #12, until 2031-01-01)`. */
export function knownText({reason, owner, issue, expires}: NonNullable<CaseLine['known']>): string {
  const facts = [
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...(issue === undefined ? [] : [`issue ${issue}`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ];
  return visibleText(`known failure: ${reason}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`);
}

/** Says why a red case costs nothing: a baseline lists it, or it is newer than the pinned edition; nothing when it does cost. */
export function freeText({known, newIn, verdict}: CaseLine): string | undefined {
  if (known !== undefined) return knownText(known);
  if (newIn === undefined || !redVerdicts.has(verdict)) return undefined;
  return visibleText(`new in edition ${newIn}, which is later than the pinned one`);
}

/** Gives the cause of a red or unjudged case as one word. */
export function caseCause({verdict, cause}: CaseLine): string {
  if (verdict === 'flaky') return 'flaky';
  return cause ?? (verdict === 'error' ? 'error' : 'expectation');
}
