/** Says which keys a seed file may have and of which kind each value is, and checks a value against it. */
import {flawOfPath} from '../git/path-names.ts';
import {readInstant} from '../rules/instant.ts';

export type Path = readonly (string | number)[];

export interface ShapeProblem {
  readonly path: Path;
  readonly text: string;
}

type Shape =
  | {readonly kind: 'scalar'; readonly wants: string; readonly accepts: (value: unknown) => boolean}
  | {readonly kind: 'list'; readonly of: Shape}
  | {readonly kind: 'map'; readonly of: Shape; readonly flawOfKey?: (key: string) => string | undefined}
  | {
      readonly kind: 'object';
      readonly required: Readonly<Record<string, Shape>>;
      readonly optional: Readonly<Record<string, Shape>>;
    };

const text = scalar('a text', value => typeof value === 'string');
const name = scalar('a text that is not empty', value => typeof value === 'string' && value.trim() !== '');
const flag = scalar('true or false', value => typeof value === 'boolean');
const instant = scalar(
  'a date-time such as 2020-01-31T12:00:00Z',
  value => typeof value === 'string' && readInstant(value) !== undefined,
);
const secret = scalar('40 hexadecimal digits', value => typeof value === 'string' && /^[0-9a-f]{40}$/.test(value));
const visibility = oneOf('public', 'limited', 'private');
const permission = oneOf('read', 'write', 'admin');

const token = object({name, token: secret}, {scopes: list(name), older_than_scopes: flag});
const team = object({name}, {permission, members: list(name), repositories: list(name), all_repositories: flag});

export const seedShape: Shape = object(
  {},
  {
    users: list(
      object(
        {name, password: name},
        {
          email: name,
          full_name: text,
          visibility,
          created_at: instant,
          admin: flag,
          restricted: flag,
          tokens: list(token),
        },
      ),
    ),
    organizations: list(
      object({name, owner: name}, {full_name: text, description: text, visibility, teams: list(team)}),
    ),
    repositories: list(
      object(
        {owner: name, name},
        {
          description: text,
          default_branch: name,
          private: flag,
          template: flag,
          files: mapOf(text, flawOfFile),
          collaborators: mapOf(permission),
          labels: list(object({name}, {color: text, exclusive: flag})),
          issues: list(object({title: name}, {body: text})),
        },
      ),
    ),
  },
);

/** Lists every place where a value does not have a shape. */
export function checkShape(shape: Shape, value: unknown, path: Path = []): readonly ShapeProblem[] {
  const wrong = (wants: string): readonly ShapeProblem[] => [{path, text: `${placeOf(path)} must be ${wants}`}];
  switch (shape.kind) {
    case 'scalar':
      return shape.accepts(value) ? [] : wrong(shape.wants);
    case 'list':
      if (!Array.isArray(value)) return wrong('a list');
      return value.flatMap((item, at) => checkShape(shape.of, item, [...path, at]));
    case 'map':
      if (!isRecord(value)) return wrong('a table of keys and values');
      return Object.entries(value).flatMap(([key, item]) => checkItem(shape, {key, item}, path));
    case 'object':
      if (!isRecord(value)) return wrong('a table of keys and values');
      return checkKeys(shape, value, path);
  }
}

function checkItem(
  {of, flawOfKey}: Shape & {kind: 'map'},
  {key, item}: {key: string; item: unknown},
  path: Path,
): readonly ShapeProblem[] {
  const flaw = flawOfKey?.(key);
  const problems = checkShape(of, item, [...path, key]);
  return flaw === undefined ? problems : [{path: [...path, key], text: `${placeOf(path)}: ${flaw}`}, ...problems];
}

function checkKeys(
  {required, optional}: Shape & {kind: 'object'},
  value: Readonly<Record<string, unknown>>,
  path: Path,
): readonly ShapeProblem[] {
  const known = {...required, ...optional};
  const missing = Object.keys(required)
    .filter(key => !Object.hasOwn(value, key))
    .map(key => ({path, text: `${placeOf(path)} has no ${key}, which it needs`}));
  const present = Object.entries(value).flatMap(([key, item]) => {
    const shape = Object.hasOwn(known, key) ? known[key] : undefined;
    if (shape !== undefined) return checkShape(shape, item, [...path, key]);
    // What is no name of a key is not quoted: a wrong path may lead to a key or a password.
    const name = /^\w{1,40}$/.test(key) ? key : 'of this name';
    return [
      {
        path: [...path, key],
        text: `${placeOf(path)} has no key ${name}; known keys are ${Object.keys(known).join(', ')}`,
      },
    ];
  });
  return [...missing, ...present];
}

function placeOf(path: Path): string {
  if (path.length === 0) return 'the seed file';
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');
}

function scalar(wants: string, accepts: (value: unknown) => boolean): Shape {
  return {kind: 'scalar', wants, accepts};
}

function oneOf(...words: readonly string[]): Shape {
  const wants = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return scalar(wants, value => typeof value === 'string' && words.includes(value));
}

function list(of: Shape): Shape {
  return {kind: 'list', of};
}

function mapOf(of: Shape, flawOfKey?: (key: string) => string | undefined): Shape {
  return flawOfKey === undefined ? {kind: 'map', of} : {kind: 'map', of, flawOfKey};
}

function flawOfFile(path: string): string | undefined {
  const flaw = flawOfPath(path);
  return flaw === undefined ? undefined : `${JSON.stringify(path)} is not a path for a file: ${flaw}; rename it`;
}

function object(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>>): Shape {
  return {kind: 'object', required, optional};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
