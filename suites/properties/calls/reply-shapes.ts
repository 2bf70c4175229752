// What replies of one kind have in common: their form, with the values that are always the same and without names, numbers and times.
import {cutText} from '../../../base/text/cut-text.ts';
import {isJsonList, isJsonObject, type Json} from '../../../model/json.ts';
import {wordOf} from '../common/things.ts';

/** Any value of this kind; `any` is not judged, and `none` is no value at all: the items of a list that is always empty. */
export interface Kind {
  readonly $kind: 'any' | 'flag' | 'number' | 'text' | 'none';
}

/** A list whose items all have this shape; it may be empty. */
export interface ListShape {
  readonly $each: Shape;
}

/** A value, a text with placeholders such as `{repo}`, a kind, or what the keys of an object hold; further keys are fine. */
export type Shape = string | number | boolean | null | Kind | ListShape | {readonly [key: string]: Shape};

const none: Kind = {$kind: 'none'};

/** Names that texts of a reply may hold, and what stands for each; the longest is looked for first. */
export type Names = readonly (readonly [name: string, placeholder: string])[];

const nameLengthMin = 4;

/** Gives the names in the order that they are looked for; of equal ones the first counts. */
export function namesOf(all: Iterable<readonly [placeholder: string, name: Json]>): Names {
  const names = new Map<string, string>();
  for (const [placeholder, name] of all)
    if (typeof name === 'string' && name.length >= nameLengthMin && !names.has(name)) names.set(name, placeholder);
  return [...names].toSorted(([one], [other]) => other.length - one.length);
}

/** A text without what is its own: known names, hashes, times, numbers, and the address of the server. */
export function masked(text: string, names: Names): string {
  const named = names.reduce((left, [name, placeholder]) => left.replaceAll(name, `{${placeholder}}`), text);
  return (
    named
      .replaceAll(/\b[0-9a-f]{40,64}\b/g, '{hash}')
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '{uuid}')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, '{time}')
      // What arrangements call things by: ten letters and digits.
      .replaceAll(/\b(?=[a-z]*\d)[a-z][a-z\d]{9}\b/g, '{made}')
      .replaceAll(/\d+/g, '#')
      .replace(/^https?:\/\/[^/]+(?:\/[^/]+)*?(?=\/api\/v#|\/\{|\/?$)/, '{server}')
  );
}

/** Gives the shape of one value. */
export function shapeOf(value: Json, names: Names): Shape {
  if (typeof value === 'string') return masked(value, names);
  // What is counted, or numbered, is another number the next time.
  if (typeof value === 'bigint' || (typeof value === 'number' && value !== 0)) return {$kind: 'number'};
  if (isJsonList(value)) return {$each: value.map(item => shapeOf(item, names)).reduce(joined, none)};
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one, names)]));
}

/** Gives what two shapes have in common. */
export function joined(one: Shape, other: Shape): Shape {
  if (isKind(one, 'none')) return other;
  if (isKind(other, 'none') || one === other) return one;
  if (isEach(one) && isEach(other)) return {$each: joined(one.$each, other.$each)};
  if (isObject(one) && isObject(other)) {
    const common = Object.keys(one).filter(key => Object.hasOwn(other, key));
    return Object.fromEntries(common.map(key => [key, joined(one[key] ?? null, other[key] ?? null)]));
  }
  const [first, second] = [kindOf(one), kindOf(other)];
  return {$kind: first === second ? first : 'any'};
}

/** The same without values: what things of other people are like, and how many there are, is nobody's business. */
export function kindsOf(shape: Shape): Shape {
  if (isEach(shape)) return {$each: isKind(shape.$each, 'none') ? {$kind: 'any'} : kindsOf(shape.$each)};
  if (!isObject(shape)) return {$kind: kindOf(shape)};
  return Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, kindsOf(one)]));
}

type Plain = string | number | boolean | null;

function isPlain(shape: Shape): shape is Plain {
  return typeof shape !== 'object' || shape === null;
}

function isEach(shape: Shape): shape is ListShape {
  return !isPlain(shape) && '$each' in shape;
}

function isObject(shape: Shape): shape is {readonly [key: string]: Shape} {
  return !isPlain(shape) && !('$each' in shape) && !('$kind' in shape);
}

function isKind(shape: Shape, kind: Kind['$kind']): boolean {
  return !isPlain(shape) && '$kind' in shape && shape.$kind === kind;
}

function kindOf(shape: Shape | undefined): Kind['$kind'] {
  if (typeof shape === 'string') return 'text';
  if (typeof shape === 'number') return 'number';
  if (typeof shape === 'boolean') return 'flag';
  const isOfKind = typeof shape === 'object' && shape !== null && '$kind' in shape;
  return isOfKind ? (shape as Kind).$kind : 'any';
}

/** Where a value is not what a shape says, with both as people read them. */
export interface Misfit {
  readonly pointer: string;
  readonly wanted: string;
  readonly got: string;
}

/** Whoever was removed is shown as somebody with this id, and of their members nothing is agreed on. */
const ghostId = -1;

/** Lists of what an account has hold repositories of other cases too, and one without issues, or with those of another site, shows no tracker. */
function isNotNeeded(key: string, value: {readonly [key: string]: Json}): boolean {
  return key === 'internal_tracker' && (value['has_issues'] === false || value['external_tracker'] !== undefined);
}

/** Lists where a value does not fit. */
export function misfitsOf(shape: Shape, value: Json | undefined, names: Names, pointer = ''): readonly Misfit[] {
  const misfit = (wanted: string): readonly Misfit[] => [{pointer, wanted, got: shown(value, pointer)}];
  if (isPlain(shape)) {
    const told = typeof value === 'string' ? masked(value, names) : value;
    return told === shape || (typeof told === 'string' && isLike(shape, told))
      ? []
      : misfit(shape === '' ? 'an empty text' : wordOf(shape));
  }
  if (isEach(shape)) {
    // Some servers answer an empty list with null.
    if (value === null) return [];
    if (!isJsonList(value)) return misfit('a list');
    return value.flatMap((item, index) => misfitsOf(shape.$each, item, names, `${pointer}/${String(index)}`));
  }
  if (!isObject(shape)) {
    const {$kind: kind} = shape;
    return kind === 'any' || kind === kindOfValue(value) ? [] : misfit(kindWords[kind]);
  }
  if (value === undefined || !isJsonObject(value)) return misfit('an object');
  if (value['id'] === ghostId) return [];
  return Object.entries(shape)
    .filter(([key]) => !isNotNeeded(key, value))
    .flatMap(([key, one]) => misfitsOf(one, value[key], names, `${pointer}/${key}`));
}

// A name that was drawn may have no digit in it, and then looks like a word.
function isLike(shape: Plain, told: string): boolean {
  if (typeof shape !== 'string' || !shape.includes('{made}')) return false;
  const parts = shape.split('{made}').map(part => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(String.raw`(?:\{made\}|[a-z][a-z\d]{9})`)}$`).test(told);
}

/** Says one misfit. */
export function misfitWords({pointer, wanted, got}: Misfit): string {
  return `${pointer === '' ? 'the body' : pointer} is ${got} (known servers: ${wanted})`;
}

const kindWords = {
  any: 'anything',
  flag: 'true or false',
  number: 'a number',
  text: 'a text',
  none: 'nothing',
} as const;

function kindOfValue(value: Json | undefined): Kind['$kind'] | undefined {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : undefined;
}

const shownMax = 80;

/** Says a value; of what is secret only its kind. */
export function shown(value: Json | undefined, pointer: string): string {
  if (value === undefined) return 'nothing';
  if (value !== '' && /(?:secret|token|password|sha1|key)[^/]*$/i.test(pointer)) return `a ${typeof value}`;
  const text = value === '' ? 'an empty text' : wordOf(value);
  return cutText(text, shownMax);
}
