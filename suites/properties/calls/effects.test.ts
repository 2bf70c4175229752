// What changed between two readings, and what of it known servers do otherwise.
import {type PropertyWorld, reference, type WorldReply} from '../../../model/property.ts';
import {expect, test} from 'vitest';
import type {Json} from '../../../model/json.ts';
import {effectOf, expectEffect, type UsualEffect} from './effects.ts';
import {namesOf} from './reply-shapes.ts';

const names = namesOf([['alice', 'alice-x7f3k2m9']]);

function reply(body: Json, {status = 200, total}: {status?: number; total?: number} = {}): WorldReply {
  return {
    status,
    body,
    bytes: new Uint8Array(),
    header: name => (name === 'X-Total-Count' && total !== undefined ? String(total) : undefined),
    at: pointer => reference(null, pointer),
  };
}

function seen(before: Json, after: Json): Parameters<typeof effectOf>[0] {
  return {read: 'read', before: reply(before), after: reply(after)};
}

test('numbers and lists change by a difference, texts to what they are then, and times are left out', () => {
  const before = {id: 4, count: 2, title: 'old', labels: [], user: {login: 'bob'}, updated_at: '2026-01-01T00:00:00Z'};
  const after = {
    id: 4,
    count: 3,
    title: 'of alice-x7f3k2m9',
    labels: [{id: 1}],
    user: {login: 'carol'},
    updated_at: '2026-01-02T00:00:00Z',
  };
  expect(effectOf(seen(before, after), names)).toEqual({
    status: 200,
    changed: {'/count': 1, '/title': 'of {alice}', '/labels': 1, '/user/login': 'carol'},
  });
});

test('a list shows how many more it has and what the new one is like, unless it is one page of a longer list', () => {
  const [before, after] = [[{id: 1}], [{id: 1}, {id: 2, name: 'new'}]];
  expect(effectOf(seen(before, after), names)).toEqual({
    status: 200,
    more: 1,
    added: {id: {$kind: 'number'}, name: 'new'},
  });
  expect(effectOf(seen(null, before), names)).toMatchObject({more: 1});
  const longer = {read: 'read', before: reply(before), after: reply(before, {total: 31})};
  expect(effectOf(longer, names)).toEqual({status: 200});
});

const place = {read: 'read', params: [], status: 200} as const;
const titled: UsualEffect = {...place, changed: {'/title': 'new'}};
const grown: UsualEffect = {...place, more: 1, added: {name: 'new'}};

test.each<[string, UsualEffect, Json, Json, string]>([
  ['what changes as usual', titled, {title: 'old', left: 1}, {title: 'new', left: 1}, ''],
  ['an edit that is not kept', titled, {title: 'old'}, {title: 'old'}, 'the same /title as before'],
  ['an edit to something else', titled, {title: 'old'}, {title: 'odd'}, '/title changed to odd (known servers: new)'],
  ['an edit to what is there', titled, {title: 'new'}, {title: 'new'}, ''],
  ['another field that changes', titled, {title: 'old', left: 1}, {title: 'new', left: 2}, 'another /left'],
  ['one that may change', {...titled, open: ['/left']}, {title: 'old', left: 1}, {title: 'new', left: 2}, ''],
  ['a list that grows as usual', grown, [], [{id: 2, name: 'new'}], ''],
  ['a list that stays', grown, [{id: 1}], [{id: 1}], 'lists as many as before (known servers: 1 more)'],
  ['a new item of another name', grown, [], [{id: 2, name: 'odd'}], '/name is odd (known servers: new)'],
])('%s', (_, usual, before, after, message) => {
  const told: string[] = [];
  const law: PropertyWorld['law'] = (holds, finding, options) => {
    if (!holds) told.push(options?.usual === true ? finding.message : `stated: ${finding.message}`);
  };
  expectEffect({law} as PropertyWorld, 'write', {seen: seen(before, after), usual, names});
  expect(told).toHaveLength(message === '' ? 0 : 1);
  expect(told.join()).toContain(message);
});

test('another status afterwards is told', () => {
  const told: string[] = [];
  const law: PropertyWorld['law'] = (holds, {message}) => {
    if (!holds) told.push(message);
  };
  const gone = {read: 'read', before: reply({id: 1}), after: reply({id: 1})};
  expectEffect({law} as PropertyWorld, 'write', {seen: gone, usual: {...place, status: 404}, names});
  expect(told).toEqual(['after write, read is answered with 200 (known servers: 404)']);
});
