// Says once what a JSON value must look like: as a check that names the first wrong place, and as JSON Schema 2020-12.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';

/** One description of values. */
export interface Shape {
  /** Names what is wrong first, e.g. `/counts/pass is not a whole number`; `at` is the JSON Pointer of the value. */
  readonly check: (value: Json, at: string) => string | undefined;
  readonly schema: JsonObject;
}

/** Any text. */
export const text: Shape = one('a text', {type: 'string'}, value => typeof value === 'string');

/** `true` or `false`. */
export const flag: Shape = one('true or false', {type: 'boolean'}, value => typeof value === 'boolean');

/** A number of milliseconds or the like, not negative. */
export const amount: Shape = one(
  'a number from 0',
  {type: 'number', minimum: 0},
  value => typeof value === 'number' && value >= 0 && Number.isFinite(value),
);

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A time of a day that the calendar has, in UTC: reports calculate with it. */
export const moment: Shape = one(
  'a time such as 2026-01-02T03:04:05.678Z',
  {type: 'string', pattern: momentPattern.source},
  value => typeof value === 'string' && momentPattern.test(value) && Number.isFinite(Date.parse(value)),
);

/** A whole number, not negative, with which can be counted: what is past 2^53 is read as a bigint, and no run has so much of anything. */
export const count: Shape = one(
  'a whole number from 0',
  {type: 'integer', minimum: 0},
  value => Number.isInteger(value) && Number(value) >= 0,
);

/** Anything. */
export const anything: Shape = one('anything', {}, () => true);

/** Any object. */
export const anyObject: Shape = one('an object', {type: 'object'}, isJsonObject);

/** Exactly one of these texts. */
export function oneOf(...options: readonly string[]): Shape {
  const schema = options.length === 1 ? {const: options[0] ?? ''} : {enum: options};
  return one(`one of ${options.join(', ')}`, schema, value => typeof value === 'string' && options.includes(value));
}

/** A text of a form. */
export function textLike(pattern: RegExp, what: string): Shape {
  return one(
    what,
    {type: 'string', pattern: pattern.source},
    value => typeof value === 'string' && pattern.test(value),
  );
}

/** A list whose items all have one shape. */
export function list(item: Shape): Shape {
  return {
    schema: {type: 'array', items: item.schema},
    check: (value, at) =>
      isJsonList(value) ? first(value.map((one, n) => () => item.check(one, `${at}/${n}`))) : `${at} is not a list`,
  };
}

/** A list of exactly these items. */
export function tuple(...items: readonly Shape[]): Shape {
  return {
    schema: {type: 'array', prefixItems: items.map(({schema}) => schema), items: false, minItems: items.length},
    check: (value, at) =>
      isJsonList(value) && value.length === items.length
        ? first(items.map((item, n) => () => item.check(value[n] as Json, `${at}/${n}`)))
        : `${at} is not a list of ${items.length}`,
  };
}

/** An object whose values all have one shape. */
export function mapOf(item: Shape): Shape {
  return {
    schema: {type: 'object', additionalProperties: item.schema},
    check: (value, at) =>
      isJsonObject(value)
        ? first(
            Object.entries(value).map(
              ([key, one]) =>
                () =>
                  item.check(one, `${at}/${key}`),
            ),
          )
        : `${at} is not an object`,
  };
}

/** An object with these members; a name that ends in `?` may be absent; other members are refused. */
export function object(members: {readonly [name: string]: Shape}): Shape {
  const fields = Object.entries(members).map(([name, shape]) => ({
    name: name.replace(/\?$/, ''),
    isOptional: name.endsWith('?'),
    shape,
  }));
  const names = new Set(fields.map(({name}) => name));
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({name, shape}) => [name, shape.schema])),
      required: fields.filter(({isOptional}) => !isOptional).map(({name}) => name),
      additionalProperties: false,
    },
    check: (value, at) => {
      if (!isJsonObject(value)) return `${at === '' ? 'the line' : at} is not an object`;
      const stranger = Object.keys(value).find(key => !names.has(key));
      if (stranger !== undefined) return `${at}/${stranger} is not known`;
      return first(fields.map(field => () => checkMember(field, value[field.name], at)));
    },
  };
}

/** One of several objects, told apart by the text under `key`. */
export function variants(key: string, options: {readonly [name: string]: Shape}): Shape {
  return {
    schema: {oneOf: Object.values(options).map(({schema}) => schema)},
    check: (value, at) => {
      const name = isJsonObject(value) ? value[key] : undefined;
      const option = typeof name === 'string' && Object.hasOwn(options, name) ? options[name] : undefined;
      return option === undefined
        ? `${at}/${key} is not one of ${Object.keys(options).join(', ')}`
        : option.check(value, at);
    },
  };
}

function checkMember(
  field: {readonly name: string; readonly isOptional: boolean; readonly shape: Shape},
  value: Json | undefined,
  at: string,
): string | undefined {
  if (value !== undefined) return field.shape.check(value, `${at}/${field.name}`);
  return field.isOptional ? undefined : `${at}/${field.name} is missing`;
}

function one(what: string, schema: JsonObject, holds: (value: Json) => boolean): Shape {
  return {schema, check: (value, at) => (holds(value) ? undefined : `${at} is not ${what}`)};
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}
