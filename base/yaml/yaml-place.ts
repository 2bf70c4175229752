// One value in a file that is being read, and the ways to ask what it is; every answer "no" leaves a note.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import {quoted} from '../text/quoted.ts';
import {pointerTo} from '../json/json-pointer.ts';
import {nearestName, suggestName} from '../text/nearest-name.ts';
import type {Side, Source} from './source.ts';

/** A value and where it stands. */
export interface Place {
  readonly source: Source;
  readonly pointer: string;
  readonly value: Json;
}

/** What one mapping may hold: key → what it means and what its value looks like (JSON Schema), for the reader and for editors alike. */
export interface KeyTable {
  readonly [key: string]: {readonly about: string; readonly schema: JsonObject; readonly required?: true};
}

/** Gives the root of a file, or undefined when its text is no usable YAML. */
export function rootOf(source: Source): Place | undefined {
  return source.value === undefined ? undefined : {source, pointer: '', value: source.value};
}

/** Notes a problem at a place. */
export function note(place: Place, message: string, fix: string, side: Side = 'value'): undefined {
  place.source.notes.push({message, fix, at: {pointer: place.pointer, side}});
  return undefined;
}

/** Gives the entry of a mapping, or undefined when it has none. */
export function entryOf({source, pointer, value}: Place, key: string): Place | undefined {
  const entry = isJsonObject(value) ? value[key] : undefined;
  return entry === undefined ? undefined : {source, pointer: pointerTo(pointer, key), value: entry};
}

/** Gives all entries of a mapping; none when it is something else. */
export function entriesOf({source, pointer, value}: Place): readonly (readonly [key: string, place: Place])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, entry]) => [key, {source, pointer: pointerTo(pointer, key), value: entry}]);
}

/** Gives all items of a list; none when it is something else. */
export function itemsOf({source, pointer, value}: Place): readonly Place[] {
  if (!isJsonList(value)) return [];
  return value.map((item: Json, index) => ({source, pointer: pointerTo(pointer, index), value: item}));
}

/** Reads a mapping whose keys are known; notes each unknown and each missing one. `what` is e.g. `a case`. */
export function asRecord(place: Place, what: string, keys: KeyTable, hints: RecordHints = {}): JsonObject | undefined {
  const record = asMapping(place, what, hints.fix);
  if (record === undefined) return undefined;
  const names = Object.keys(keys);
  const unknown = Object.keys(record).filter(key => !Object.hasOwn(keys, key));
  for (const key of unknown) noteUnknownKey(place, key, what, names, hints.foreign);
  // What was misspelled is not missing too.
  const meant = new Set(unknown.map(key => nearestName(key, names)));
  for (const [key, {required}] of Object.entries(keys)) {
    if (required === true && !(key in record) && !meant.has(key))
      note(place, `${what} has no "${key}"`, `add "${key}:"`, 'key');
  }
  return record;
}

/** What helps somebody who wrote a mapping otherwise. */
export interface RecordHints {
  /** What to write instead of a value that is no mapping. */
  readonly fix?: string;
  /** Keys that belong elsewhere, or to other tools, and what to write instead. */
  readonly foreign?: {readonly [key: string]: string};
}

export function noteUnknownKey(
  place: Place,
  key: string,
  what: string,
  keys: readonly string[],
  foreign: RecordHints['foreign'] = {},
): undefined {
  const at = entryOf(place, key) ?? place;
  const fix = Object.hasOwn(foreign, key) ? foreign[key] : undefined;
  return note(at, `unknown key "${key}" in ${what}`, fix ?? suggestName(key, keys, 'keys'), 'key');
}

/** Reads a mapping of any keys. */
export function asMapping(
  place: Place,
  what: string,
  fix = 'write "key: value" lines below it',
): JsonObject | undefined {
  if (isJsonObject(place.value)) return place.value;
  return noteType(place, what, 'a mapping', fix);
}

/** Reads a list. */
export function asList(place: Place, what: string): readonly Place[] | undefined {
  if (isJsonList(place.value)) return itemsOf(place);
  const {value} = place;
  const isWord = (typeof value === 'string' && /^[\w.-]+$/.test(value)) || typeof value === 'number';
  if (isWord) return noteType(place, what, 'a list', `write it in brackets: [${String(value)}]`);
  const isScalar = typeof value === 'string' || typeof value === 'boolean';
  const fix = isScalar
    ? 'write it in brackets, e.g. [a, b]'
    : 'begin each of its entries with "- ", on a line of its own';
  return noteType(place, what, 'a list', fix);
}

/** Reads a file that is one list below one key; gives its items, none where it is something else. */
export function itemsBelow(root: Place, what: string, key: string): readonly Place[] {
  const keys: KeyTable = {[key]: {about: `All ${key}.`, schema: {type: 'array'}, required: true}};
  const list = asRecord(root, what, keys) === undefined ? undefined : entryOf(root, key);
  return list === undefined ? [] : (asList(list, `"${key}"`) ?? []);
}

/** Reads a text that is not empty. */
export function asText(place: Place, what: string): string | undefined {
  if (typeof place.value === 'string' && place.value.trim() !== '') return place.value;
  return noteType(place, what, 'a text', typeof place.value === 'object' ? 'write a text' : 'write it in quotes');
}

/** Reads a text, or a number that was meant as one, such as the number of an issue. */
export function asWord(place: Place, what: string): string | undefined {
  return typeof place.value === 'number' || typeof place.value === 'bigint' ? String(place.value) : asText(place, what);
}

/** Reads a day of the calendar, `YYYY-MM-DD`. */
export function asDay(place: Place, what: string): string | undefined {
  const text = asText(place, what);
  return text === undefined || isDay(text)
    ? text
    : note(place, `${what} is ${quoted(text)}`, 'write a day as YYYY-MM-DD');
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

export function asBoolean(place: Place, what: string): boolean | undefined {
  if (typeof place.value === 'boolean') return place.value;
  return noteType(place, what, 'true or false', 'write true or false, without quotes');
}

/** A place that holds a text. */
export type TextPlace = Place & {readonly value: string};

/** Reads a list of texts; a text alone is no list. */
export function asTexts(place: Place, what: string): readonly TextPlace[] {
  const items = asList(place, what) ?? [];
  return items.filter((item): item is TextPlace => asText(item, `each entry of ${what}`) !== undefined);
}

export function textOf(place: Place | undefined, what: string): string | undefined {
  return place === undefined ? undefined : asText(place, what);
}

export function noteType(place: Place, what: string, wanted: string, fix: string): undefined {
  return note(place, `${what} must be ${wanted}, not ${describeJson(place.value)}`, fix);
}

/** Names a value in a sentence, e.g. `a list` or `the number 5`. */
export function describeJson(value: Json): string {
  if (value === null) return 'nothing';
  if (isJsonList(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string')
    return value === '' ? 'an empty text' : `the text "${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'a mapping' : `the number ${String(value)}`;
}

/** Checks an id: lower-case words with dashes. Gives it in any case, so that reading goes on. */
export function asId(
  place: Place,
  what: string,
  pattern = idPattern,
  form = 'lower-case words with dashes, e.g. scope-is-text-before-last-slash',
): string | undefined {
  const id = asText(place, what);
  if (id !== undefined && (id.length > idLengthMax || !pattern.test(id))) {
    note(place, `${what} "${id.slice(0, idLengthMax)}" is not of the form of an id`, `write ${form}`);
  }
  return id;
}

const idPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const idLengthMax = 100;

/** Gives the entries of the mapping below a key, each with its place; none, and a problem, where it is no mapping. */
export function entriesBelow(place: Place, key: string): readonly (readonly [string, Place])[] {
  const at = entryOf(place, key);
  return at === undefined || asMapping(at, `"${key}"`) === undefined ? [] : entriesOf(at);
}
