import {expect, test} from 'vitest';
import type {Problem} from '../../../model/problem.ts';
import {positionsIn} from '../../../base/yaml/position-of.ts';
import {readArrangements} from './read-arrangements.ts';
import {readData} from '../../../base/yaml/read-data.ts';
import {readDialects} from '../contract/read-dialect.ts';
import {readRequirements} from '../contract/read-requirements.ts';
import {renderProblem} from '../../../base/yaml/render-problem.ts';
import {testKnown} from '../../../test/support/read-our-suites.ts';

const known = testKnown();
const {arrangements: _arrangements, ...knownToArrangements} = known;

const heads = (problems: readonly Problem[]): readonly string[] =>
  problems.map(problem => renderProblem(problem, {color: false}).split('\n', 1)[0] ?? '');

const arrangement = (name: string, more = ''): string => `
arrangement: ${name}
title: something
steps: [{as: alice, call: repoList, capture: {id: /0/id}}]
outputs: {id: "\${id}"}
${more}`;

test('arrangements start from each other in any order of files', () => {
  const files = [
    {
      file: 'b.yaml',
      text: arrangement(
        'b',
        'given: {first: {arrange: a}}\ncleanup: {as: alice, call: repoList, query: {page: "${first.id}"}}',
      ),
    },
    {file: 'a.yaml', text: arrangement('a')},
  ];
  const {arrangements, problems} = readArrangements({files, known: knownToArrangements});
  expect(problems).toEqual([]);
  expect(arrangements.get('b')?.given).toEqual([{name: 'first', arrange: 'a', inputs: {}, pointer: '/given/first'}]);
});

test('every problem of arrangements is told', () => {
  const files = [
    {
      file: 'a.yaml',
      text: arrangement(
        'a',
        'given: {b: {arrange: b}}\nneeds: [hooks]\ninputs: {run: {type: string, about: x}, n: {type: integer, default: "1", about: x}}',
      ),
    },
    {
      file: 'b.yaml',
      text: arrangement('b', 'cleanup: {as: alice, call: repoLisst}\nfind: {as: "${own}", call: repoList}'),
    },
  ];
  expect(heads(readArrangements({files, known: knownToArrangements}).problems)).toEqual([
    'a.yaml:7:9  unknown capability "hooks"  the capabilities are: repositories, webhooks',
    'a.yaml:8:10  the name "run" is taken: it stands for something in every case  choose another name',
    'a.yaml:8:69  the default of "n" is not of type integer  write a value of type integer, or change the type',
    'b.yaml:6:28  unknown operation "repoLisst"  did you mean "repoList"?',
    'b.yaml:7:12  unknown name "own" in "${own}"  the names here are: run, case, actors, dialect, now, vars, existing, client, random, id',
  ]);
});

test('YA-13 arrangements that start from each other in a circle are refused', () => {
  const files = [
    {file: 'a.yaml', text: arrangement('a', 'given: {other: {arrange: b}}')},
    {file: 'b.yaml', text: arrangement('b', 'given: {other: {arrange: a}}')},
  ];
  expect(heads(readArrangements({files, known: knownToArrangements}).problems)).toEqual([
    'a.yaml  arrangements start from each other: a → b → a  take one of the "given" away',
    'b.yaml  arrangements start from each other: b → a → b  take one of the "given" away',
  ]);
});

test('a dialect is read', () => {
  const text =
    'dialect: gitea\ntitle: Gitea\noperations: {repoList: {path: /x, usualStatus: 200, rename: {a: b}}}\nscopes: {all: [all]}\nabsent: [repoCreate]\n';
  expect(readDialects([{text, file: 'd.yaml'}], {operations: known.operations})).toEqual({
    dialects: [
      {
        name: 'gitea',
        title: 'Gitea',
        operations: {repoList: {path: '/x', usualStatus: 200, rename: {a: 'b'}}},
        headers: {},
        scopes: {all: ['all']},
        values: {scopes: {all: ['all']}},
        absent: ['repoCreate'],
      },
    ],
    problems: [],
  });
});

test('a dialect may not rename what the record shows', () => {
  const text =
    'dialect: gitea\ntitle: Gitea\noperations: {issueGetLabels: {path: /x}, repoLst: {}}\nabsent: [repoCreat]\n';
  expect(heads(readDialects([{text, file: 'd.yaml'}], {operations: known.operations}).problems)).toEqual([
    'd.yaml:3:14  the record shows method and path of "issueGetLabels"  take "method" and "path" away; a dialect renames only what the record does not show',
    'd.yaml:3:51  unknown operation "repoLst"  did you mean "repoList"?',
    'd.yaml:4:10  unknown operation "repoCreat"  did you mean "repoCreate"?',
  ]);
});

test('requirements are read, and every problem of them is told', () => {
  const good = '- {id: A-B, area: hosting, level: must, observe: api, quote: "x"}\n';
  expect(readRequirements({text: good, file: 'r.yaml'}).requirements).toEqual([
    {id: 'A-B', area: 'hosting', level: 'must', observe: 'api', contested: false, quote: 'x'},
  ]);
  expect(heads(readRequirements({text: good + good.replace('must', 'may'), file: 'r.yaml'}).problems)).toEqual([
    'r.yaml:2:8  the requirement id "A-B" appears twice  give each row an id of its own',
    'r.yaml:2:35  unknown level "may"  the words here are: must, should',
  ]);
});

test.each([
  ['0o17', 15],
  ['no', 'no'],
  ['2020-01-01', '2020-01-01'],
  ['1_000', '1_000'],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['0xffffffffffffffff', 18446744073709551615n],
  ['1e3', 1000],
  ['~', null],
])('the scalar %s is read as YAML 1.2 core has it', (text, value) => {
  expect(readData({text: `a: ${text}`, file: 'a.yaml'}).content).toEqual({a: value});
});

test('a byte order mark is no part of the text', () => {
  expect(readData({text: '\uFEFFa: 1\r\nb: 2', file: 'a.yaml'})).toEqual({content: {a: 1, b: 2}, problems: []});
});

test('twenty thousand keys in one mapping are read in time', () => {
  const text = Array.from({length: 20_000}, (_, index) => `k${String(index)}: 1`).join('\n');
  const startMs = performance.now();
  expect(readData({text, file: 'a.yaml'}).problems).toEqual([]);
  expect(performance.now() - startMs).toBeLessThan(5_000);
});

test.each([
  ['/a/1/b', {line: 3, column: 5, sourceLine: '  - b: 1'}],
  ['/a/1/c/d', {line: 3, column: 5, sourceLine: '  - b: 1'}],
  ['/x', {line: 1, column: 1, sourceLine: 'a:'}],
])('the position of %s is found, or that of its nearest ancestor', (pointer, position) => {
  expect(positionsIn({text: 'a:\n  - 1\n  - b: 1\n', file: 'a.yaml'})(pointer)).toEqual({file: 'a.yaml', ...position});
});

test('color adds nothing but color', () => {
  const problem: Problem = {file: 'a.yaml', line: 1, column: 2, sourceLine: 'ab', message: 'm', fix: 'f'};
  const colored = renderProblem(problem, {color: true});
  expect(colored).toContain('\u001b[');
  // eslint-disable-next-line no-control-regex
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(renderProblem(problem, {color: false}));
});
