import {expect, test} from 'vitest';
import type {Json, JsonObject} from '../../model/json.ts';
import type {CaseDefinition, Step} from '../../model/suite.ts';
import {freshCase} from './fresh-words.ts';

function aCase(changed: Partial<CaseDefinition>): CaseDefinition {
  return {
    id: 'hosting/labels/one[row]',
    title: 'a claim',
    proves: [],
    file: 'a.yaml',
    pointer: '/cases/0',
    lines: {first: 1, last: 2},
    probe: false,
    area: 'hosting',
    listen: [],
    given: [],
    steps: [],
    needs: [],
    exclusive: [],
    destructive: false,
    tags: [],
    ...changed,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function rowOf(values: JsonObject, seed: number): JsonObject {
  const row = {id: 'row', values, file: 'a.yaml', pointer: '/cases/0/table/0'};
  return freshCase(aCase({row}), seed).row?.values ?? {};
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

test.each(seeds)('labels of one scope stay labels of one scope (seed %i)', seed => {
  const {has, add, left} = rowOf({has: 'a/b/x', add: 'a/b/y', left: ['a/b/y']}, seed);
  const scope = (name: Json | undefined): string => textOf(name).replace(/\/[^/]*$/, '');
  expect(scope(has)).toBe(scope(add));
  expect(has).not.toBe(add);
  expect(left).toEqual([add]);
  expect(textOf(has)).toMatch(/^[a-z]\/[a-z]\/[a-z]$/);
});

test.each(seeds)('a colour stays the same colour in every form (seed %i)', seed => {
  const forms = {long: '#00aabb', short: '#0ab', asked: '0AB', bare: '00aabb', blanks: ' #00aabb '};
  const {long, short, asked, bare, blanks} = rowOf(forms, seed);
  const twice = textOf(short).replace(/[0-9a-f]/g, digit => digit + digit);
  expect(twice).toBe(long);
  expect([`#${textOf(bare)}`, textOf(blanks).trim()]).toEqual([long, long]);
  expect(`#${textOf(asked).toLowerCase()}`).toBe(short);
  expect(long).toMatch(/^#[0-9a-f]{6}$/);
});

test('two seeds give other words', () => {
  const words = seeds.map(seed => rowOf({name: 'release/*', branch: 'release/one'}, seed)['branch']);
  expect(new Set(words).size).toBe(seeds.length);
  expect(words).not.toContain('release/one');
});

test.each(seeds)('a pattern still matches what it matched, and files stay in order (seed %i)', seed => {
  const {rule, inside, outside, bodies} = rowOf(
    {rule: 'fix-*-now', inside: 'fix-it-now', outside: 'fix-a/b-later', bodies: ['a.txt', 'b.txt', 'c.txt']},
    seed,
  );
  const [head = '', tail = ''] = textOf(rule).split('*');
  expect(textOf(inside).startsWith(head) && textOf(inside).endsWith(tail)).toBe(true);
  expect(textOf(outside).startsWith(head) && textOf(outside).endsWith(tail)).toBe(false);
  expect((bodies as readonly string[]).toSorted()).toEqual(bodies);
  expect(bodies).toEqual((bodies as readonly string[]).filter(name => /^[a-z]\.txt$/.test(name)));
});

test.each([
  ['who acts', {owner_as: 'bob', title: 'bob'}, {owner_as: 'bob', title: 'bob'}],
  ['a state', {state: 'closed', title: 'closed'}, {state: 'closed', title: 'closed'}],
  ['a time', {since: '2001-01-01T00:00:00Z'}, {since: '2001-01-01T00:00:00Z'}],
  ['the default branch', {branch: 'main'}, {branch: 'main'}],
])('%s stays', (_what, values, expected) => {
  expect(rowOf(values, 3)).toEqual(expected);
});

test('the text of a file changes in base64, in hex and wherever it is expected', () => {
  const steps = [
    {
      kind: 'call',
      as: 'alice',
      operation: 'x',
      params: {},
      query: {},
      headers: {},
      pointer: '',
      capture: {},
      body: {kind: 'json', value: {content: 'dG91Y2hzdG9uZQo='}},
      expect: [{pointer: '', body: {content: 'dG91Y2hzdG9uZQo='}}],
      usual: [],
    },
  ] satisfies readonly Step[];
  const [step] = freshCase(aCase({steps}), 5).steps;
  const {body, expect: expected} = step as (typeof steps)[0];
  expect(body.value.content).not.toBe('dG91Y2hzdG9uZQo=');
  expect(expected[0]?.body.content).toBe(body.value.content);
  expect(Buffer.from(body.value.content, 'base64').toString()).toMatch(/^[a-z]{10}\n$/);
});

test.each(seeds)('a compressed archive is left as it is, other bytes are not (seed %i)', seed => {
  const archive = `1f8b0800${'61'.repeat(40)}`;
  expect(rowOf({bytes: archive}, seed)).toEqual({bytes: archive});
  expect(rowOf({bytes: '6162'.repeat(40)}, seed)).not.toEqual({bytes: '6162'.repeat(40)});
});

test('names do not begin as ours do, and references stay', () => {
  const names = seeds.map(seed => rowOf({name: 'ts-${case.name}'}, seed)['name']);
  expect(names.filter(name => !textOf(name).endsWith('${case.name}') || textOf(name).startsWith('ts-'))).toEqual([]);
  expect(new Set(names).size).toBeGreaterThan(4);
});

test('a text in quotes in a JSONPath follows', () => {
  const steps = [
    {
      kind: 'call',
      as: 'alice',
      operation: 'x',
      params: {},
      query: {},
      headers: {},
      pointer: '',
      capture: {},
      body: {kind: 'json', value: {title: 'first'}},
      expect: [{pointer: '', proves: 'first', at: {'$[?@.title == "first"].id': 1}}],
      usual: [],
    },
  ] satisfies readonly Step[];
  const [step] = freshCase(aCase({steps}), 6).steps;
  const {body, expect: expected} = step as (typeof steps)[0];
  expect(Object.keys(expected[0]?.at ?? {})).toEqual([`$[?@.title == "${body.value.title}"].id`]);
  expect(expected[0]?.proves).toBe('first');
  expect(body.value.title).not.toBe('first');
});

test('an overlay case is left to the variants of its row', () => {
  const definition = aCase({area: 'overlay-codec', row: {id: 'r', values: {name: 'first'}, file: 'a', pointer: ''}});
  expect(freshCase(definition, 1)).toBe(definition);
});
