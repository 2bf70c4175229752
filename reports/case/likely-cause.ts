// Joins failures of different cases that probably have one cause in the target, so that a reader meets each cause once.
import type {CaseLine, ExchangeLine, JournalFinding} from '../../model/journal.ts';
import {isJsonList, isJsonObject, jsonText, type Json} from '../../model/json.ts';
import {cutText} from '../../base/text/visible-text.ts';
import {acceptedLine, hasWords} from './accepted-text.ts';
import {accusedBy} from './accused.ts';
import {groupAcrossCases, groupRows, type CaseGroup} from './alike.ts';
import {statedFirst, tellingExchange} from './details.ts';
import {freeText} from './plain-story.ts';

/** Exchanges by case, as a journal has them. */
type Exchanges = ReadonlyMap<string, readonly ExchangeLine[]>;

/** Gives failures of one likely cause as a group, in the order in which their first cases come. */
export function groupByCause(lines: readonly CaseLine[], exchanges: Exchanges): readonly CaseGroup[] {
  return groupAcrossCases(groupRows(lines), line => causeKey(line, exchanges));
}

/** Gives the same groups in the order in which they are shown: failures before what could not be judged, most cases first. */
export function likelyCauses(lines: readonly CaseLine[], exchanges: Exchanges): readonly CaseGroup[] {
  return mostTellingFirst(
    groupByCause(
      lines.toSorted((a, b) => weightOf(a) - weightOf(b)),
      exchanges,
    ),
  );
}

/** What was called, as a reader names it: the operation of the hosting API, or the question to a decoder. */
export function calledBy(line: CaseLine, exchanges: Exchanges): string | undefined {
  const told = tellingExchange(line, exchanges.get(line.id) ?? []);
  if (told?.exchange.kind === 'testee') return `${told.exchange.question} ${told.exchange.message}`;
  return told?.operation;
}

/** Both sides of the first finding, at the place where they differ: `/Hmac expected "0000", got "00"`. */
export interface Sides {
  readonly path: string;
  /** Instead of both sides, where they would say less. */
  readonly message?: string;
  readonly wanted: string;
  readonly got: string;
}

/** Gives the sides of the finding that says most, or nothing where a case has none. */
export function sidesOf({findings}: Pick<CaseLine, 'findings'>): Sides | undefined {
  const [finding] = statedFirst(findings);
  if (finding === undefined) return undefined;
  const {path, expected, actual, message} = placed(finding);
  const sides = {
    path,
    wanted: expected === undefined ? '' : cutText(acceptedLine(expected), sideMax),
    got: actual === undefined ? 'nothing' : cutText(jsonText(actual), sideMax),
  };
  const isPlain = message === `expected ${jsonText(expected ?? null)}, got ${jsonText(actual ?? null)}`;
  return expected !== undefined && (hasWords(expected) || isPlain) ? sides : {...sides, message: cutText(message, 400)};
}

const sideMax = 160;

/** Says it in one line: `repoGetPullRequest /merged: expected true, got false`. */
export function causeText(line: CaseLine, exchanges: Exchanges): string {
  const sides = sidesOf(line);
  if (sides === undefined) return cutText(line.detail ?? line.cause ?? line.title, 400);
  const {path, message, wanted, got} = sides;
  const place = [calledBy(line, exchanges), path].filter(text => text !== undefined && text !== '').join(' ');
  return `${place === '' ? '' : `${place}: `}${message ?? `expected ${wanted}, got ${got}`}`;
}

/** Two failures with the same key have probably one cause: the same field of the same kind of thing differs in the same way. */
function causeKey(line: CaseLine, exchanges: Exchanges): string | undefined {
  const [finding] = statedFirst(line.findings);
  const {verdict, cause, detail} = line;
  if (finding === undefined) return detail === undefined ? undefined : JSON.stringify([verdict, cause, detail]);
  const called = calledBy(line, exchanges);
  if (called === undefined) return undefined;
  const {path, expected, actual, message} = placed(finding);
  const field = /[^/[\].$*\d'"]+(?=[/[\].$*\d'"]*$)/.exec(path)?.[0];
  // A status, a header or a whole answer is of one operation; a field is of all that give it.
  if (field === undefined || !isPath(path))
    return JSON.stringify([verdict, cause, called, path.replace(/\d+/g, '#'), patternOf(message)]);
  const [question, named] = called.split(' ');
  const thing = named === undefined ? thingOf(called) : question;
  const way = named === undefined ? wayOf(expected, actual) : '';
  return JSON.stringify([verdict, cause, thing, field, way]);
}

/** What an operation is about: `comment` of issueGetComments and of repoGetPullReviewComments. */
function thingOf(operation: string): string {
  return (/[A-Z][a-z]*$/.exec(operation)?.[0] ?? operation).toLowerCase().replace(/s$/, '');
}

/** JSON Pointers and JSONPaths are places in a value; `status` and `value` are not. */
function isPath(path: string): boolean {
  return /^[/$]/.test(path);
}

/** In which way two sides differ, whatever their values. */
function wayOf(expected: Json | undefined, actual: Json | undefined): string {
  if (actual === undefined) return 'absent';
  if (isJsonList(actual)) {
    const isSameLength = isJsonList(expected) && expected.length === actual.length;
    const at = isSameLength ? actual.findIndex((item, n) => jsonText(item) !== jsonText(expected[n] ?? null)) : -1;
    return at === -1 || !isSameLength ? 'items' : wayOf(expected[at], actual[at]);
  }
  if (typeof actual === 'boolean' || actual === null || expected === null) return jsonText([expected ?? null, actual]);
  return typeof actual;
}

/** A finding at the innermost place where its two sides differ. */
function placed({path, expected, actual, message}: JournalFinding): {
  readonly path: string;
  readonly expected?: Json;
  readonly actual?: Json;
  readonly message: string;
} {
  let place = '';
  const sides: [Json | undefined, Json | undefined] = [expected, actual];
  // A property compares whole values, at a place that is no path; an example names the place itself.
  for (let depth = 0; depth < depthMax && !isPath(path); depth += 1) {
    const key = differingKey(...sides);
    if (key === undefined) break;
    sides[0] = (sides[0] as {readonly [key: string]: Json})[key];
    sides[1] = (sides[1] as {readonly [key: string]: Json})[key];
    place += `/${key}`;
  }
  if (place === '')
    return {path, message, ...(expected === undefined ? {} : {expected}), ...(actual === undefined ? {} : {actual})};
  const [wanted, got] = sides;
  return {
    path: place,
    message: `expected ${jsonText(wanted ?? null)}, got ${got === undefined ? 'nothing' : jsonText(got)}`,
    ...(wanted === undefined ? {} : {expected: wanted}),
    ...(got === undefined ? {} : {actual: got}),
  };
}

const depthMax = 20;

/** The one key at which two objects, or two lists of one length, differ first; a default that a decoder leaves out is no difference. */
function differingKey(expected: Json | undefined, actual: Json | undefined): string | undefined {
  const isPair =
    (isJsonObject(expected) && isJsonObject(actual) && !hasWords(expected)) ||
    (isJsonList(expected) && isJsonList(actual) && expected.length === actual.length && !hasWords([...expected]));
  if (!isPair) return undefined;
  const [wanted, got] = [expected, actual] as unknown as readonly {readonly [key: string]: Json}[];
  const differs = (key: string) => jsonText(wanted?.[key] ?? null) !== jsonText(got?.[key] ?? null);
  return Object.keys(wanted ?? {}).find(key => differs(key) && !(got?.[key] === undefined && isDefault(wanted?.[key])));
}

function isDefault(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === 0 ||
    value === '' ||
    value === '0' ||
    value === false ||
    (isJsonList(value) && value.length === 0)
  );
}

/** A message without the texts in it: labels of other names that are wrong in the same way are alike. */
function patternOf(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"').replaceAll(/"…"(?:, "…")+/g, '"…"');
}

/** Failures before what could not be judged, and what does not fail the run last. */
function weightOf(line: CaseLine): number {
  return (line.verdict === 'error' ? 1 : 0) + (freeText(line) === undefined ? 0 : 2);
}

/**
 * Puts the group with the most cases first, and the first of each statement before a second of any: one fault of a target makes
 * several groups, most of the same statement, so different faults come before more of one. A group with a tenth of all cases is
 * no second.
 */
function mostTellingFirst(groups: readonly CaseGroup[]): readonly CaseGroup[] {
  const seen = new Set<string>();
  const all = groups.reduce((sum, {others}) => sum + 1 + others.length, 0);
  return groups
    .toSorted((a, b) => weightOf(a.first) - weightOf(b.first) || b.others.length - a.others.length)
    .map(group => {
      const [statement = group.first.id] = accusedBy(group.first);
      const isRepeat = seen.has(statement) && group.others.length + 1 < Math.max(largeMin, all / 10);
      seen.add(statement);
      return {group, isRepeat};
    })
    .toSorted((a, b) => weightOf(a.group.first) - weightOf(b.group.first) || Number(a.isRepeat) - Number(b.isRepeat))
    .map(({group}) => group);
}

/** From so many cases on, a group is a cause of its own. */
const largeMin = 10;
