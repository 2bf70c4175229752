// Shows how dialects extend one another, what a file may leave out, and what is said of each mistake.
import {expect, test} from 'vitest';
import type {Operation} from '../../../model/operation.ts';
import {withOwnValues} from './merge-dialect.ts';
import {readDialects} from './read-dialect.ts';

const operation = (id: string): [string, Operation] => [
  id,
  {id, method: 'GET', path: `/${id}`, isPathStated: false, parameters: [], responses: {}},
];
const operations = new Map(['listThings', 'makeThing', 'setNote'].map(operation));

const base = `dialect: base
title: Base
headers: {total-count: x-total-count}
scopes: {all: [all], read: ["read:x"]}
values: {hookType: base, botName: base-bot, hookEvents: {all: [a], issues: [i]}}
operations: {makeThing: {method: PUT}}
absent: [setNote]
recognise: [{version: "1.*"}]
fallback: {family: Base, version: "1"}
`;

function read(...texts: readonly string[]) {
  return readDialects(
    texts.map((text, index) => ({file: `${String(index)}.yaml`, text})),
    {operations},
  );
}

function told(...texts: readonly string[]): readonly string[] {
  return read(...texts).problems.map(
    ({file, line, column, message, fix}) => `${file}:${String(line)}:${String(column)}  ${message}  ${fix}`,
  );
}

test('a file that extends another says only what differs, in any order of files', () => {
  const child = `dialect: child
title: Child
extends: base
scopes: {read: ["r:x"]}
values: {hookType: child, hookEvents: {issues: [issue]}}
absent: [listThings]
present: [setNote]
`;
  const {dialects, problems} = read(child, base);
  expect(problems).toEqual([]);
  expect(dialects[0]).toEqual({
    name: 'child',
    title: 'Child',
    headers: {'total-count': 'x-total-count'},
    scopes: {all: ['all'], read: ['r:x']},
    values: {
      hookType: 'child',
      botName: 'base-bot',
      botNameCapitalised: 'Base-Bot',
      hookEvents: {all: ['a'], issues: ['issue']},
      scopes: {all: ['all'], read: ['r:x']},
    },
    operations: {makeThing: {method: 'PUT', rename: {}}},
    absent: ['listThings'],
  });
});

test('values of a target file are laid over a dialect, scopes too', () => {
  const [dialect] = read(base).dialects;
  const over = {botName: 'forge.bot', scopes: {read: ['only']}, hookEvents: {all: ['b']}};
  expect(withOwnValues(dialect as NonNullable<typeof dialect>, over, 'd1')).toMatchObject({
    own: 'd1',
    scopes: {all: ['all'], read: ['only']},
    values: {
      botName: 'forge.bot',
      botNameCapitalised: 'Forge.Bot',
      hookEvents: {all: ['b'], issues: ['i']},
      scopes: {all: ['all'], read: ['only']},
    },
  });
});

test.each([
  [
    'an unknown parent',
    ['dialect: a\ntitle: A\nextends: bas\n', base],
    '0.yaml:3:10  there is no dialect "bas"  did you mean "base"?',
  ],
  [
    'a circle',
    ['dialect: a\ntitle: A\nextends: b\n', 'dialect: b\ntitle: B\nextends: a\n'],
    '1.yaml:3:10  this dialect extends itself: a → b → a  let one of them extend nothing',
  ],
  [
    'a value of another kind',
    [`dialect: a\ntitle: A\nextends: base\nvalues: {hookEvents: {all: push}}\n`, base],
    '0.yaml:4:28  "all" must be a list, not a text  write it like [a]',
  ],
  [
    'capitals in the wrong place',
    [`dialect: a\ntitle: A\nextends: base\nvalues: {hooktype: x}\n`, base],
    '0.yaml:4:10  unknown value "hooktype"  did you mean "hookType"?',
  ],
  [
    'a version that is a number',
    ['dialect: a\ntitle: A\nrecognise: [{version: "*", from: newest}]\n'],
    '0.yaml:3:34  "from" is "newest", which is not a version number  write it in quotes, e.g. "1.20"',
  ],
  [
    'a rule without a version',
    ['dialect: a\ntitle: A\nrecognise: [{title: x}]\n'],
    '0.yaml:3:13  a way to recognise a server has no "version"  add "version:"',
  ],
  [
    'an operation that is not there',
    [`dialect: a\ntitle: A\npresent: [setNot]\n`],
    '0.yaml:3:11  unknown operation "setNot"  did you mean "setNote"?',
  ],
])('%s', (_what, texts, problem) => expect(told(...texts)).toContain(problem));
