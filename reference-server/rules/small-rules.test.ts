import {describe, expect, test} from 'vitest';
import {instantText, readInstant} from './instant.ts';
import {makeRules} from './make-rules.ts';

const rules = makeRules();

describe('a page of a list', () => {
  const base = {configuredSize: 30, largestSize: 50};
  test.each([
    [
      {page: undefined, limit: undefined},
      {page: 1, from: 0, size: 30},
    ],
    [
      {page: 2, limit: 10},
      {page: 2, from: 10, size: 10},
    ],
    [
      {page: 0, limit: 0},
      {page: 1, from: 0, size: 30},
    ],
    [
      {page: -1, limit: 1000},
      {page: 1, from: 0, size: 50},
    ],
  ])('%j is %j', (asked, window) => expect(rules.pageWindow({...base, ...asked})).toEqual(window));

  test.each([
    [1, 3, 'next,last'],
    [2, 3, 'next,last,first,prev'],
    [3, 3, 'first,prev'],
    [1, 1, ''],
  ])('page %i of %i links to %s', (page, pages, expected) => {
    const link =
      rules.linkHeader({page, from: (page - 1) * 10, size: 10}, pages * 10, number => `u?page=${number}`)['Link'] ?? '';
    expect([...link.matchAll(/rel="(\w+)"/g)].map(([, name]) => name).join(',')).toBe(expected);
  });
});

describe('an instant', () => {
  test.each([
    ['2001-02-03T04:05:06Z', '2001-02-03T04:05:06Z'],
    ['2001-02-03T04:05:06.789+02:00', '2001-02-03T02:05:06Z'],
    ['2000-02-29T00:00:00-01:30', '2000-02-29T01:30:00Z'],
  ])('%s is read as %s', (text, shown) => expect(instantText(readInstant(text) ?? Number.NaN)).toBe(shown));

  test.each(['', 'yesterday', '2001-02-30T00:00:00Z', '2001-02-03', '2001-02-03T25:00:00Z', '1/2/2003'])(
    '%s is none',
    text => expect(readInstant(text)).toBeUndefined(),
  );
});

describe('access to a repository', () => {
  const facts = {
    isSignedIn: true,
    isSiteAdmin: false,
    isRestricted: false,
    isOwner: false,
    isPrivate: false,
    maySeeOwner: true,
    granted: 'none' as const,
  };
  test.each([
    [{}, 'read'],
    [{isPrivate: true}, 'none'],
    [{isRestricted: true}, 'none'],
    [{maySeeOwner: false}, 'none'],
    [{isPrivate: true, granted: 'write' as const}, 'write'],
    [{isRestricted: true, granted: 'read' as const}, 'read'],
    [{isPrivate: true, isSiteAdmin: true}, 'owner'],
    [{isPrivate: true, isOwner: true}, 'owner'],
  ])('with %j is %s', (changed, access) => expect(rules.accessTo({...facts, ...changed})).toBe(access));
});

describe('an organization', () => {
  const nobody = {isSignedIn: false, isSiteAdmin: false, isRestricted: false, belongs: false};
  const somebody = {...nobody, isSignedIn: true};
  test.each([
    ['public', nobody, true],
    ['limited', nobody, false],
    ['private', nobody, false],
    ['limited', somebody, true],
    ['private', somebody, false],
    ['public', {...somebody, isRestricted: true}, false],
    ['private', {...somebody, isRestricted: true, belongs: true}, true],
    ['private', {...somebody, isSiteAdmin: true}, true],
  ] as const)('of visibility %s for %j is seen: %s', (visibility, viewer, seen) =>
    expect(rules.maySeeOrganization(visibility, viewer)).toBe(seen),
  );
});

test.each(['gitea-actions', 'Gitea-Actions', 'admin', 'some.keys'])('the name %s is reserved', name =>
  expect(rules.isReservedName(name, 'create')).toBe(true),
);
test('an ordinary name is not reserved', () => expect(rules.isReservedName('alice', 'rename')).toBe(false));

test('the option that forbids forking beyond the limit allows by default', () => {
  expect([undefined, true, false].map(configured => rules.mayForkBeyondLimit(configured))).toEqual([true, true, false]);
});
