// Shows which dialect a version means, and that a flag always wins.
import {expect, test} from 'vitest';
import type {Dialect} from '../../../model/operation.ts';
import {dialectFor} from './dialect-for.ts';

const dialects = new Map(
  ['reference', 'gitea', 'gitea-1.19', 'gitea-1.22', 'forgejo'].map((name): [string, Dialect] => [
    name,
    {name, title: name, operations: {}, headers: {}, scopes: {}, values: {}, absent: []},
  ]),
);

test.each([
  ['1.26.0+touchstone-reference', 'reference'],
  ['1.19.4', 'gitea-1.19'],
  ['1.18.5+dev-3-gabc', 'gitea-1.19'],
  ['v1.19.0-rc1', 'gitea-1.19'],
  ['1.20.0', 'gitea-1.22'],
  ['1.22.6', 'gitea-1.22'],
  ['1.23.0', 'gitea'],
  ['1.26.0+dev-12-gabc', 'gitea'],
  ['1.119.0', 'gitea'],
  ['11.0.1+gitea-1.22.0', 'forgejo'],
  ['1.19.3-0+gitea-1.19.3', 'gitea-1.19'],
  ['2.0.0', 'gitea'],
  ['something else', 'gitea'],
  [undefined, 'gitea'],
])('the version %s speaks %s', (version, name) => {
  expect(dialectFor(undefined, version, false, dialects)).toMatchObject({kind: 'chosen', dialect: {name}});
});

test('a flag wins over the version, and the embedded reference speaks its own', () => {
  expect(dialectFor('forgejo', '1.19.4', false, dialects)).toMatchObject({dialect: {name: 'forgejo'}});
  expect(dialectFor(undefined, '1.26.0', true, dialects)).toMatchObject({dialect: {name: 'reference'}});
});

test('a dialect that is not there is told with those that are', () => {
  expect(dialectFor('gitlab', undefined, false, dialects)).toEqual({
    kind: 'refused',
    why: 'there is no dialect "gitlab"',
    fix: 'choose one of reference, gitea, gitea-1.19, gitea-1.22, forgejo',
  });
});
