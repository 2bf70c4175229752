import {describe, expect, it} from 'vitest';
import type {Json} from '../../../model/json.ts';
import {differencesInAnyOrder, differencesOf, inCommon, Painter, type Picture} from './picture.ts';

const hash = '0123456789abcdef0123456789abcdef01234567';
const other = 'fedcba9876543210fedcba9876543210fedcba98';

function painted(value: Json, where = '0'): Picture {
  return new Painter(
    new Map([
      ['alice', 'alice-x1y2'],
      ['repo', 'repo-x1y2'],
    ]),
  ).paint(value, where);
}

describe('a picture of a reply', () => {
  it('has no names, ids, times of today or addresses of the server', () => {
    expect(
      painted({
        id: 17,
        repo_id: 4,
        login: 'alice-x1y2',
        url: 'http://127.0.0.1:3000/alice-x1y2/repo-x1y2/issues/17',
        created: '2026-11-27T08:00:00Z',
        due: '2031-05-06T23:59:59+02:00',
        never: '0001-01-01T00:00:00Z',
        comments: 2,
        last_login: '2026-11-27T08:00:00Z',
      }),
    ).toEqual({
      id: {$kind: 'positive'},
      repo_id: {$kind: 'positive'},
      login: '{alice}',
      url: '{server}/{alice}/{repo}/issues/#',
      created: '{time}',
      due: '2031-05-06T21:59:59.000Z',
      never: '{no time}',
      comments: 2,
    });
  });

  it('keeps the id of a ghost, the size of a file, and which hash is which', () => {
    const painter = new Painter(new Map());
    expect(painter.paint({user: {id: -1}, size: 3, sha: hash}, '0')).toEqual({
      user: {id: -1},
      size: 3,
      sha: '{hash of 0/sha}',
    });
    expect(painter.paint([hash, other, `at ${hash}`], '1')).toEqual([
      '{hash of 0/sha}',
      '{hash of 1/1}',
      'at {hash of 0/sha}',
    ]);
    expect(painter.paint({clone_url: 'http://h/x.git', size: 3}, '2')).toEqual({clone_url: '{server}/x.git'});
  });
});

it('a copy has seen the same, and what it sees is news to the one that it is of', () => {
  const painter = new Painter(new Map());
  painter.paint(hash, '0');
  const copy = painter.copy();
  expect(copy.paint([hash, other], '1')).toEqual(['{hash of 0}', '{hash of 1/1}']);
  expect(painter.paint([hash, other], '2')).toEqual(['{hash of 0}', '{hash of 2/1}']);
});

describe('addresses of people', () => {
  const mails = new Painter(
    new Map([
      ['alice', 'alice-x1y2'],
      ['alice-mail', 'q9w8e7@example.org'],
    ]),
  );

  it.each([
    ['q9w8e7@example.org', '{alice-mail}'],
    ['alice-x1y2@noreply.localhost', '{hidden mail of alice}'],
    ['21+alice-x1y2@noreply.example.com', '{hidden mail of alice}'],
    ['Alice <21+alice-x1y2@noreply.git.example.com>', 'Alice <{hidden mail of alice}>'],
    ['someone@noreply.example.com', 'someone@noreply.example.com'],
  ])('%s is drawn as %s', (mail, drawn) => {
    expect(mails.paint({email: mail}, '0')).toEqual({email: drawn});
  });

  it('may be hidden by a site where others show them, and not the other way', () => {
    expect(differencesOf('{alice-mail}', '{hidden mail of alice}')).toEqual([]);
    expect(differencesOf('{alice-mail}', '{hidden mail of bob}')).toHaveLength(1);
    expect(differencesOf('{hidden mail of alice}', '{alice-mail}')).toHaveLength(1);
  });
});

describe('the branch that a site begins with', () => {
  it('is told as the usual one where a default branch is shown, and nowhere else', () => {
    const painter = new Painter(new Map());
    painter.beginWith('trunk');
    expect(painter.paint([{default_branch: 'trunk', name: 'trunk'}, {default_branch: 'side'}], '0')).toEqual([
      {default_branch: 'main', name: 'trunk'},
      {default_branch: 'side'},
    ]);
  });
});

describe('what pictures have in common', () => {
  it.each([
    [1, 1, 1],
    [1, 2, {$kind: 'positive'}],
    [1, 0, {$kind: 'number'}],
    [{$kind: 'number'}, 3, {$kind: 'number'}],
    ['a', 'b', {$kind: 'words'}],
    ['a', '', {$kind: 'text'}],
    [{$kind: 'text'}, 'b', {$kind: 'text'}],
    ['a', 1, {$kind: 'any'}],
    [null, [], []],
    [true, null, {$kind: 'any'}],
    [{a: 1, b: 2}, {a: 1, c: 3}, {a: 1}],
    [{a: 1, b: null}, {a: 1}, {a: 1, b: null}],
    [{a: 1}, {a: 1, b: null}, {a: 1, b: null}],
    [null, 'x', {$kind: 'any'}],
    [['a', 'b'], ['a'], {$kind: 'list'}],
    [
      ['a', 'b'],
      ['a', 'c'],
      ['a', {$kind: 'words'}],
    ],
    [
      [
        {name: 'a', n: 1},
        {name: 'b', n: 2},
      ],
      [
        {name: 'b', n: 2},
        {name: 'a', n: 3},
      ],
      {
        $bag: 'name',
        items: [
          {name: 'a', n: {$kind: 'positive'}},
          {name: 'b', n: 2},
        ],
      },
    ],
  ] as readonly (readonly [Picture, Picture, Picture])[])('of %j and %j it is %j', (one, another, common) => {
    expect(inCommon(one, another)).toEqual(common);
  });

  it('a list in another order stays one, whatever comes after it', () => {
    const [first, second] = [
      [{name: 'a'}, {name: 'b'}],
      [{name: 'b'}, {name: 'a'}],
    ];
    const bag = inCommon(first, second);
    expect(inCommon(bag, first)).toEqual(bag);
    expect(inCommon(first, bag)).toEqual(bag);
    expect(inCommon(bag, [{name: 'a'}])).toEqual({$kind: 'list'});
  });
});

describe('differences', () => {
  it.each([
    [1, 2, ['', '1', '2']],
    [{$kind: 'number'}, 'x', ['', 'a number', 'x']],
    [{$kind: 'positive'}, 0, ['', 'a number above 0', '0']],
    [{$kind: 'words'}, '', ['', 'a text that is not empty', 'an empty text']],
    [{a: {b: true}}, {a: {b: false}}, ['/a/b', 'true', 'false']],
    [{a: ''}, {a: 'x'}, ['/a', 'an empty text', 'x']],
    [{a: 1}, {b: 1}, ['/a', '1', 'nothing']],
    [{a: null}, {a: 1}, ['/a', 'nothing', '1']],
    [['a'], ['a', 'b'], ['', 'a list of 1', 'a list of 2']],
    [[{name: 'a'}], [], ['', 'a list of 1 (a)', 'an empty list']],
    [[{body: ''}], [], ['', 'a list of 1', 'an empty list']],
    [[{name: 'a'}], {}, ['', 'a list', '{}']],
    [{token: 'abc'}, {token: 'abd'}, ['/token', 'a string', 'a string']],
    [{$bag: 'name', items: [{name: 'a', n: 1}]}, [{name: 'a', n: 2}], ['/0/n', '1', '2']],
    [{$bag: 'name', items: [{name: 'a'}]}, [{name: 'b'}], ['/0', 'an object', 'nothing']],
    [{a: '{time 1}'}, {a: '{time 2}'}, ['/a', '{time 1}', '{time 2}']],
    [{a: '{time 1}'}, {a: '{no time}'}, ['/a', '{time 1}', '{no time}']],
  ] as readonly (readonly [Picture, Picture, readonly string[]])[])(
    'between %j and %j are told',
    (wanted, got, [pointer, due, is]) => {
      expect(differencesOf(wanted, got)).toEqual([{pointer, wanted: due, got: is}]);
    },
  );

  it.each([
    [[], null],
    [{a: []}, {}],
    [{a: null}, {}],
    [{a: null}, {a: []}],
    [{$kind: 'any'}, null],
    [{$kind: 'number'}, 0],
    [{$kind: 'number'}, 1],
    [{$kind: 'text'}, 'x'],
    [{$kind: 'words'}, 'x'],
    [{$kind: 'positive'}, {$kind: 'positive'}],
    [{$kind: 'list'}, ['a']],
    [{a: 1}, {a: 1, b: 2}],
    [{a: '{time 1}'}, {a: '{time}'}],
    [{$bag: 'name', items: [{name: 'a'}, {name: 'b'}]}, [{name: 'b'}, {name: 'a'}]],
  ] as readonly (readonly [Picture, Picture])[])('there are none between %j and %j', (wanted, got) => {
    expect(differencesOf(wanted, got)).toEqual([]);
  });
});

describe('times in a picture', () => {
  it('are told apart by the period that they are in, to the end of its last second', () => {
    const painter = new Painter(new Map());
    expect(painter.paint('2026-11-27T12:00:00Z', '0')).toBe('{time}');
    painter.endPeriod(Date.parse('2026-11-27T12:00:05Z'));
    painter.endPeriod(Date.parse('2026-11-27T12:00:09Z'));
    const times = ['12:00:00Z', '12:00:05.999Z', '14:00:06+02:00', '12:00:09Z', '12:00:10Z'];
    expect(times.map(time => painter.paint(`2026-11-27T${time}`, '0'))).toEqual([
      '{time 0}',
      '{time 0}',
      '{time 1}',
      '{time 1}',
      '{time 2}',
    ]);
    expect(painter.paint('2041-01-01T00:00:00Z', '0')).toBe('2041-01-01T00:00:00.000Z');
  });
});

describe('what comes in an order of chance', () => {
  it('is the same in another order, and an item without a twin is told at its place', () => {
    const [one, two] = [{context: 'ci/a'}, {context: 'ci/b'}];
    expect(differencesInAnyOrder([one, two], [two, one])).toEqual([]);
    expect(differencesInAnyOrder([one, two], [two, {context: 'ci/c'}])).toMatchObject([{pointer: '/0/context'}]);
    expect(differencesInAnyOrder([one, one], [one, two])).toMatchObject([{pointer: '/0/context'}]);
    // What fits anything leaves the only one that fits to what nothing else fits.
    expect(differencesInAnyOrder([{context: {$kind: 'words'}}, two], [two, one])).toEqual([]);
    expect(differencesOf([one, two], [two, one])).not.toEqual([]);
  });

  it('is a list of plain words anywhere', () => {
    expect(differencesOf({units: ['repo.code', 'repo.issues']}, {units: ['repo.issues', 'repo.code']})).toEqual([]);
    expect(differencesOf({units: ['repo.code']}, {units: ['repo.issues']})).toMatchObject([{pointer: '/units/0'}]);
    expect(differencesOf({units: ['a', 'b']}, {units: ['a', 'c']})).toMatchObject([{pointer: '/units/1'}]);
    const some: Picture = {units: [{$kind: 'text'}, 'b']};
    expect(differencesOf(some, {units: ['b', 'a']})).toEqual([]);
    expect(differencesOf(some, {units: ['a', 'c']})).toMatchObject([{pointer: '/units/1'}]);
    const [carol, dave] = [{login: '{carol}'}, {login: '{dave}'}];
    expect(differencesOf({requested_reviewers: [carol, dave]}, {requested_reviewers: [dave, carol]})).toEqual([]);
    expect(differencesOf({requested_reviewers: [carol, dave]}, {requested_reviewers: [dave, dave]})).toHaveLength(1);
  });

  it('is a list of assignees, and the one beside it is the first of them', () => {
    const [bob, carol, dave] = [{login: '{bob}'}, {login: '{carol}'}, {login: '{dave}'}];
    const wanted: Picture = {assignee: bob, assignees: [bob, carol]};
    expect(differencesOf(wanted, {assignee: carol, assignees: [carol, bob]})).toEqual([]);
    expect(differencesOf(wanted, {assignee: carol, assignees: [bob, carol]})).toMatchObject([
      {pointer: '/assignee/login'},
    ]);
    expect(differencesOf(wanted, {assignee: dave, assignees: [dave, bob]})).toHaveLength(2);
    expect(differencesOf(wanted, {assignee: null, assignees: [carol, bob]})).toMatchObject([{pointer: '/assignee'}]);
  });
});

describe('a list of which servers tell nothing', () => {
  it('may be empty, and then has no first item beside it', () => {
    const wanted: Picture = {assignee: {$kind: 'object'}, assignees: {$kind: 'list'}};
    expect(differencesOf(wanted, {assignee: null, assignees: null})).toEqual([]);
    expect(differencesOf(wanted, {assignee: {login: 'a'}, assignees: [{login: 'a'}]})).toEqual([]);
    expect(differencesOf(wanted, {assignee: null, assignees: 'none'})).toHaveLength(1);
    const known: Picture = {assignee: {login: 'a'}, assignees: [{login: 'a'}]};
    expect(differencesOf(known, {assignee: null, assignees: null})).toHaveLength(2);
  });
});

describe('hashes and addresses', () => {
  it('a hash is called after the commit that has it, wherever it stands first', () => {
    const hash = 'a'.repeat(40);
    const commit = {commit: {tree: {sha: hash}}, sha: hash};
    expect(new Painter(new Map()).paint([commit], '7/reply')).toEqual([
      {commit: {tree: {sha: '{hash of 7/reply/0/sha}'}}, sha: '{hash of 7/reply/0/sha}'},
    ]);
  });

  it('an address is the same with percent signs that it may have, and another with those that it needs', () => {
    const painter = new Painter(new Map());
    const at = (path: string): Picture => painter.paint(`http://host/raw/${path}`, '0');
    expect(at('a%2Bb%26c')).toBe(at('a+b&c'));
    expect(at('a%23b')).not.toBe(at('a#b'));
  });
});

it('of a text that git made, hashes, dates and its own version are left out', () => {
  const painter = new Painter(new Map<string, Json>([['repo', 'repo-of-today']]));
  const text = `From ${hash} Mon Sep 17 00:00:00 2001\nDate: Sat, 28 Nov 2026 13:00:00 +0000\nindex 0123456..89abcde 100644\n-repo-of-today\n-- \n2.47.3\n`;
  expect(painter.paintLines(text, '0/text')).toEqual([
    'From {hash of something} Mon Sep 17 00:00:00 2001',
    'Date: {time}',
    'index {hashes} 100644',
    '-{repo}',
    '-- ',
    '{version of git}',
    '',
  ]);
});

it('a notice that was made in the background may be of the next period, and of no other', () => {
  const thread = (time: number) => ({unread: true, updated_at: `{time ${String(time)}}`});
  const issue = (time: number) => ({title: 'One', updated_at: `{time ${String(time)}}`});
  expect(differencesOf(thread(9), thread(10))).toEqual([]);
  expect(differencesOf(thread(9), thread(8))).toHaveLength(1);
  expect(differencesOf(thread(9), thread(11))).toHaveLength(1);
  expect(differencesOf(issue(9), issue(10))).toHaveLength(1);
});
