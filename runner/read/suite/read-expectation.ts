// Reads `expect:` and `usual:`: what a step must observe.
import {isJsonList, isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Expectation} from '../../../model/suite.ts';
import {checkMatchers} from '../validate/check-matchers.ts';
import {checkCssSelector, checkSelector} from '../validate/check-path.ts';
import {checkHex} from '../validate/check-hex.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asList,
  asMapping,
  asRecord,
  entriesOf,
  entryOf,
  note,
  noteType,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {writtenValues, type Row} from '../validate/rows.ts';
import {hexOfFile, withFiles} from '../validate/data-files.ts';
import {asDurationMs} from '../../../base/yaml/duration.ts';
import type {StepContext} from '../validate/step-context.ts';
import {expectationKeys, observableKeys, possibleAnswers, type StepKind} from '../validate/suite-keys.ts';

/** Reads the expectations of a step of some kind: one, or a list of them. */
export function readExpectations(
  place: Place | undefined,
  name: 'expect' | 'usual',
  kind: StepKind,
  context: StepContext,
): readonly Expectation[] {
  if (place === undefined) return [];
  if (!Array.isArray(place.value)) return [readExpectation(place, name, kind, context) ?? []].flat();
  const items = asList(place, `"${name}"`) ?? [];
  if (items.length === 0)
    note(place, `"${name}" is empty, so it expects nothing`, 'say what is expected, or take it away', 'key');
  return items.flatMap(item => readExpectation(item, name, kind, context) ?? []);
}

function readExpectation(
  written: Place,
  name: 'expect' | 'usual',
  kind: StepKind,
  context: StepContext,
): Expectation | undefined {
  const hints = {fix: fixOf(written), foreign: otherWords};
  if (asRecord(written, `"${name}"`, expectationKeys, hints) === undefined) return undefined;
  const place = withFiles(written, context.files, context.known.dataMatchers);
  const record = isJsonObject(place.value) ? place.value : jsonObject([]);
  if (Object.keys(record).every(key => key === 'proves' || key === 'because'))
    return note(place, `"${name}" is empty, so it expects nothing`, 'say what is expected, or take it away', 'key');
  checkObservable(place, kind);
  checkProves(entryOf(place, 'proves'), context);
  checkTrees(place, context);
  checkStatus(entryOf(place, 'status'), context.rows);
  checkAnswer(entryOf(place, 'answer'), kind, context);
  checkCount(entryOf(place, 'count'), context);
  checkTextOrMatcher(entryOf(place, 'text'), '"text"');
  checkTextOrMatcher(entryOf(place, 'bytes'), '"bytes"');
  checkHex(entryOf(place, 'bytes'), '"bytes"', context.rows);
  const time = entryOf(place, 'time');
  if (time !== undefined) asDurationMs(time, '"time"');
  const {file: _, ...rest} = record;
  return {...expectationOf(place.pointer, rest), ...bytesOfFile(place, context)};
}

/** How other tools call what a reply must be. */
const otherWords = {
  json: 'write body: {…}, or at: {/name: value} for one value',
  jsonpath: 'write at: {"$[*].name": value}',
  jsonPath: 'write at: {"$[*].name": value}',
  code: 'write status: 200',
  statusCode: 'write status: 200',
  status_code: 'write status: 200',
  duration: 'write time: 500ms',
  matches: 'write text: {$regex: …}, or such a matcher below "body"',
  contains: 'write text: {$contains: …}, or such a matcher below "body"',
};

function fixOf({value}: Place): string {
  return typeof value === 'number' ? `write {status: ${String(value)}}` : 'write e.g. {status: 200, body: {name: x}}';
}

/** A reply that has the bytes of a file is judged like one whose bytes are written. */
function bytesOfFile(place: Place, {files}: StepContext): Pick<Expectation, 'bytes'> {
  const file = entryOf(place, 'file');
  if (file === undefined) return {};
  if (entryOf(place, 'bytes') !== undefined)
    note(file, 'both "file" and "bytes" say what the bytes of the reply are', 'keep one of the two', 'key');
  const read = hexOfFile(file, files);
  return read === undefined ? {} : {bytes: read.hex};
}

/** Checks the trees of an expectation, and what `at` and `headers` select. */
export function checkTrees(place: Place, {known, rows}: StepContext): void {
  const {matchers, dataMatchers, patternMatchers, matcherProblem} = known;
  const matching = {matchers, dataMatchers, patternMatchers, rows, matcherProblem};
  for (const [key, entry] of entriesOf(place)) {
    // The keys of these select something; what is expected of it stands below each.
    const trees = selecting.has(key) ? entriesOf(entry).map(([, below]) => below) : [entry];
    for (const tree of trees) checkMatchers(tree, matching);
  }
  checkNamed(entryOf(place, 'headers'), '"headers"');
  for (const kind of ['html', 'xml'] as const) checkSelectors(entryOf(place, kind), `"${kind}"`);
  const at = entryOf(place, 'at');
  checkNamed(at, '"at"');
  if (at !== undefined) for (const [selector, entry] of entriesOf(at)) checkSelector(entry, selector);
}

const selecting: ReadonlySet<string> = new Set(['at', 'headers', 'html', 'xml']);

function checkSelectors(place: Place | undefined, what: string): void {
  checkNamed(place, what);
  for (const [selector, at] of place === undefined ? [] : entriesOf(place)) checkCssSelector(at, selector, 'key');
}

export function expectationOf(pointer: string, record: JsonObject): Expectation {
  return {
    pointer,
    ...Object.fromEntries(Object.entries(record).filter(([key]) => Object.hasOwn(expectationKeys, key))),
  };
}

function checkProves(place: Place | undefined, {proves, rows}: StepContext): void {
  if (place === undefined) return;
  for (const written of writtenValues(place, rows)) {
    const id = textOf(written, '"proves"');
    if (id !== undefined && !proves.includes(id))
      note(written, `the case does not prove "${id}"`, suggestName(id, proves, 'statements of the case'));
  }
}

function checkObservable(place: Place, kind: StepKind): void {
  for (const [key, entry] of entriesOf(place)) {
    const isKnown = Object.hasOwn(expectationKeys, key);
    if (
      !isKnown ||
      key === 'proves' ||
      key === 'because' ||
      observableKeys[kind].some(observable => observable === key)
    )
      continue;
    note(
      entry,
      `"${key}" cannot be observed in a "${kind}" step`,
      `expect one of: ${observableKeys[kind].join(', ')}`,
      'key',
    );
  }
}

/** Checks a status: a number, a class or a matcher. */
export function checkStatus(place: Place | undefined, rows: readonly Row[]): void {
  if (place === undefined) return;
  for (const status of writtenValues(place, rows)) {
    if (isMatcher(status.value)) continue;
    const isClass = typeof status.value === 'string' && /^[1-5]xx$/.test(status.value);
    if (isClass || isStatus(status.value)) continue;
    if (typeof status.value === 'number' || typeof status.value === 'bigint') {
      note(status, `the status ${String(status.value)} is out of range`, 'write a number from 100 to 599');
    } else noteType(status, '"status"', 'a number, a class such as 2xx or a matcher', statusFix(status.value));
  }
}

function isMatcher(value: Json): boolean {
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  return keys.length > 0 && keys.every(key => key.startsWith('$'));
}

function statusFix(value: Json): string {
  if (typeof value === 'string' && isStatus(Number(value))) return `write ${value}, without quotes`;
  if (typeof value === 'string' && /^[1-5]xx$/i.test(value)) return `write ${value.toLowerCase()}`;
  if (isJsonList(value) && value.every(isStatus)) return `write {$in: [${value.map(String).join(', ')}]}`;
  return 'write e.g. 201, 2xx or {$in: [200, 204]}';
}

function isStatus(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;
}

function checkAnswer(place: Place | undefined, kind: StepKind, {rows}: StepContext): void {
  const answers = possibleAnswers[kind];
  if (place === undefined || answers.length === 0) return;
  for (const answer of writtenValues(place, rows)) {
    if (isJsonObject(answer.value)) continue;
    if (typeof answer.value !== 'string')
      noteType(answer, '"answer"', 'a text or a matcher', `write one of: ${answers.join(', ')}`);
    else if (!answers.includes(answer.value))
      note(
        answer,
        `a "${kind}" step cannot be answered with "${answer.value}"`,
        suggestName(answer.value, answers, 'answers'),
      );
  }
}

function checkCount(place: Place | undefined, {rows}: StepContext): void {
  if (place === undefined) return;
  for (const count of writtenValues(place, rows)) {
    if (
      isJsonObject(count.value) ||
      (typeof count.value === 'number' && Number.isInteger(count.value) && count.value >= 0)
    )
      continue;
    noteType(count, '"count"', 'a whole number or a matcher', 'write e.g. 1 or {$gte: 1}');
  }
}

function checkNamed(place: Place | undefined, what: string): void {
  if (place === undefined || asMapping(place, what) === undefined) return;
  if (entriesOf(place).length === 0)
    note(place, `${what} is empty, so it expects nothing`, 'say what is expected, or take it away', 'key');
}

function checkTextOrMatcher(place: Place | undefined, what: string): void {
  if (place === undefined || typeof place.value === 'string' || isJsonObject(place.value)) return;
  noteType(place, what, 'a text or a matcher', 'write it in quotes');
}
