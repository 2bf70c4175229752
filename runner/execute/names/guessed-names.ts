// Lists the names of a dialect that a request may be refused for, and finds those that a request carries.
import {isJsonObject, type Json, type JsonObject, jsonText} from '../../../model/json.ts';
import type {HttpRequest} from '../../../model/http.ts';
import type {Dialect} from '../../../model/operation.ts';
import {readJson} from '../../check/read-json.ts';

/** A name as a dialect has it: its path in `values`, such as `hookType` or `scopes.issueRead`, and what is sent. */
export interface GuessedName {
  readonly path: string;
  readonly value: Json;
}

/** Values that are read or visited and never sent as a name, so that no request is refused for them. */
const neverSent: ReadonlySet<string> = new Set([
  'tokenPage',
  'apiDocument',
  'openidPath',
  'hookOpened',
  'hookClosed',
  'hookReopened',
  'closingWord',
  'botNameCapitalised',
]);

/** Lists all names of a dialect that requests carry. */
export function namesOf({values}: Dialect): readonly GuessedName[] {
  return Object.entries(values)
    .filter(([key]) => !neverSent.has(key))
    .flatMap(([key, value]) => leavesOf(key, value));
}

function leavesOf(path: string, value: Json): readonly GuessedName[] {
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, below]) => leavesOf(`${path}.${key}`, below));
  return [{path, value}];
}

/** Finds the names that a request carries, in its body or its query; the longest list first, as a list holds names of others. */
export function namesIn(request: HttpRequest, dialect: Dialect): readonly GuessedName[] {
  const said = saidIn(request);
  const isSaid = (value: Json): boolean =>
    Array.isArray(value) ? value.length > 0 && value.every(isSaid) : said.has(lower(value));
  return namesOf(dialect)
    .filter(({value}) => isSaid(value))
    .toSorted((a, b) => sizeOf(b.value) - sizeOf(a.value));
}

function sizeOf(value: Json): number {
  return Array.isArray(value) ? value.length : 1;
}

// Some names are sent in another letter case on purpose.
function lower(value: Json): string {
  return typeof value === 'string' ? value.toLowerCase() : jsonText(value);
}

function saidIn({path, body}: HttpRequest): ReadonlySet<string> {
  const said = new Set<string>();
  const collect = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) collect(item as Json);
    else if (isJsonObject(value)) for (const item of Object.values(value)) collect(item);
    else said.add(lower(value));
  };
  for (const value of new URLSearchParams(path.split('?')[1] ?? '').values()) said.add(value.toLowerCase());
  const reading = body === undefined ? undefined : readJson(body, {depthMax: 50});
  if (reading?.kind === 'json') collect(reading.value);
  return said;
}

/** Puts another value in the place of one name. */
export function withName(dialect: Dialect, path: string, value: Json): Dialect {
  const keys = path.split('.');
  const [, purpose] = keys[0] === 'scopes' ? keys : [];
  return {
    ...dialect,
    values: replaced(dialect.values, keys, value),
    ...(purpose === undefined || !Array.isArray(value)
      ? {}
      : {scopes: {...dialect.scopes, [purpose]: value.map(item => String(item))}}),
  };
}

function replaced(values: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  const below = values[key];
  return {...values, [key]: rest.length === 0 ? value : replaced(isJsonObject(below) ? below : {}, rest, value)};
}

/** Writes a name as the target file says it: `{hookType: forge}`. */
export function writtenName(path: string, value: string): string {
  return path.split('.').reduceRight((inner, key) => `{${key}: ${inner}}`, value);
}
