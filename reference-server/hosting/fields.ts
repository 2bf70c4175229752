/** Reads the fields of a request body; each wrong one is answered with 422 and the name of the field. */
import {readInstant} from '../rules/instant.ts';
import {Refusal} from './refusal.ts';

/** Usual: how long texts may be, in Unicode code points; those of accounts and teams are the last three. */
export const longest = {repositoryDescription: 2048, fullName: 100, description: 255, location: 50} as const;

/** The fields of one JSON object. A field that is null counts as absent. Names match without regard to letter case. */
export interface Fields {
  readonly sent: Readonly<Record<string, unknown>>;
  /** A text, which may have a limit in Unicode code points. */
  readonly text: (name: string, most?: number) => string | undefined;
  readonly requiredText: (name: string) => string;
  readonly flag: (name: string) => boolean | undefined;
  readonly integer: (name: string) => number | undefined;
  readonly list: (name: string) => readonly unknown[] | undefined;
  readonly texts: (name: string) => readonly string[] | undefined;
  readonly integers: (name: string) => readonly number[] | undefined;
  /** Reads a point in time, in another way than as RFC 3339 where one is given. */
  readonly instant: (name: string, read?: (text: string) => number | undefined) => number | undefined;
  readonly object: (name: string) => Fields | undefined;
  readonly objects: (name: string) => readonly Fields[] | undefined;
}

/** Hears the name of each field that is read. */
type Note = (name: string) => void;

/** How a body is read: what hears the names that are read, and how a rule takes the fields that were sent. */
export interface BodyReading {
  readonly note?: Note;
  readonly taken?: (sent: Fields['sent']) => Fields['sent'];
}

const ignore: Note = () => undefined;
const asSent = (sent: Fields['sent']): Fields['sent'] => sent;

/** Reads a body that must be one JSON object, as a rule takes it; an empty body is an empty object. */
export function readFields(text: string, {note = ignore, taken = asSent}: BodyReading = {}): Fields {
  if (text.trim() === '') return fieldsOf({}, {note});
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    throw new Refusal(422, `The body is not JSON: ${problem instanceof Error ? problem.message : String(problem)}`);
  }
  if (!isObject(value)) throw new Refusal(422, 'The body must be a JSON object.');
  return fieldsOf(taken(value), {note});
}

/** Reads a form body: every value is text, `true` and whole numbers are taken as such. */
export function readFormFields(text: string, {note = ignore, taken = asSent}: BodyReading = {}): Fields {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    // The first of several counts.
    if (Object.hasOwn(sent, name)) continue;
    const isNumber = /^-?\d{1,15}$/.test(value);
    Object.defineProperty(sent, name, {
      value: isFlag(value) ? value === 'true' : isNumber ? Number(value) : value,
      enumerable: true,
    });
  }
  return fieldsOf(taken(sent), {numbersAreTexts: true, note});
}

function isFlag(value: string): boolean {
  return value === 'true' || value === 'false';
}

function fieldsOf(
  sent: Record<string, unknown>,
  {numbersAreTexts = false, note}: {numbersAreTexts?: boolean; note: Note},
): Fields {
  const inside = (name: string): {note: Note} => ({note: inner => note(`${name}.${inner}`)});
  const find = (name: string): unknown => {
    note(name);
    const key = Object.hasOwn(sent, name)
      ? name
      : Object.keys(sent).find(other => other.toLowerCase() === name.toLowerCase());
    const value = key === undefined ? undefined : sent[key];
    return value === null ? undefined : value;
  };
  const optional = <T>(name: string, wants: string, read: (value: unknown) => T | undefined): T | undefined => {
    const value = find(name);
    if (value === undefined) return undefined;
    const found = read(value);
    if (found === undefined) throw new Refusal(422, `[${name}]: must be ${wants}`);
    return found;
  };
  const asText = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value;
    return numbersAreTexts && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : undefined;
  };
  const text = (name: string, most = Infinity): string | undefined => {
    const found = optional(name, 'a string', asText);
    if (found !== undefined && Array.from(found).length > most)
      throw new Refusal(422, `[${name}]: must have at most ${most} characters`);
    return found;
  };
  const list = (name: string): readonly unknown[] | undefined =>
    optional(name, 'a list', value => (Array.isArray(value) ? (value as readonly unknown[]) : undefined));
  const each = <T>(name: string, wants: string, read: (value: unknown) => T | undefined): readonly T[] | undefined =>
    list(name)?.map(value => {
      const found = read(value);
      if (found === undefined) throw new Refusal(422, `[${name}]: must be ${wants}`);
      return found;
    });
  return {
    sent,
    text,
    requiredText: name => {
      const found = text(name);
      if (found === undefined || found.trim() === '') throw new Refusal(422, `[${name}]: Required`);
      return found;
    },
    flag: name => optional(name, 'true or false', value => asFlag(value, numbersAreTexts)),
    integer: name => optional(name, 'a whole number', asInteger),
    list,
    texts: name => each(name, 'a list of strings', asText),
    integers: name => each(name, 'a list of whole numbers', asInteger),
    instant: (name, read = readInstant) =>
      optional(name, 'a date-time such as 2026-01-31T12:00:00Z', value =>
        typeof value === 'string' ? read(value) : undefined,
      ),
    object: name => optional(name, 'an object', value => (isObject(value) ? fieldsOf(value, inside(name)) : undefined)),
    objects: name =>
      each(name, 'a list of objects', value => (isObject(value) ? fieldsOf(value, inside(name)) : undefined)),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Usual: a form says it as browsers and programs do, with `on` as with `1`. */
function asFlag(value: unknown, isForm: boolean): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return isForm ? flagsOfForms.get(String(value).toLowerCase()) : undefined;
}

const flagsOfForms: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', false],
]);

function asInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
