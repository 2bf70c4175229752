// Holds that each operation of the contract is called by a case or a law with success, or listed with the reason why none does.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import type {Call} from './properties/calls/call.ts';
import * as git from './properties/calls/git.ts';
import * as issues from './properties/calls/issues.ts';
import * as organizations from './properties/calls/organizations.ts';
import * as people from './properties/calls/people.ts';
import * as pulls from './properties/calls/pulls.ts';
import * as repositories from './properties/calls/repositories.ts';

const here = new URL('.', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, here), 'utf8');

interface PathItem {
  readonly [method: string]: {readonly operationId?: string} | undefined;
}
const contract = parse(read('../proto/hosting.openapi.yaml')) as {readonly paths: Readonly<Record<string, PathItem>>};
const operations = Object.values(contract.paths).flatMap(item =>
  Object.values(item).flatMap(operation => operation?.operationId ?? []),
);

const lists = [git, issues, organizations, people, pulls, repositories].flatMap(
  file => Object.values(file) as readonly (readonly Call[])[],
);
const calls = lists.flat();

/** The operations that the steps of all cases and arrangements call. */
const ofSteps = ['hosting', '../fixtures/arrangements'].flatMap(folder =>
  readdirSync(new URL(`${folder}/`, here)).flatMap(name => callsIn(parse(read(`${folder}/${name}`), {merge: true}))),
);

function callsIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'call' in node && typeof node.call === 'string' ? [node.call] : [];
  return [...own, ...Object.values(node).flatMap(callsIn)];
}

const laws = readdirSync(new URL('properties/', here), {recursive: true})
  .map(String)
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => read(`properties/${name}`))
  .join('\n');
const ofLaws = operations.filter(id => laws.includes(`'${id}'`));

const listed = parse(read('not-reached.yaml')) as Readonly<Record<string, string>> | null;
const reached = new Set([...ofSteps, ...ofLaws]);

test('each operation of the contract is reached, or listed with a reason', () => {
  expect(operations.length).toBeGreaterThan(250);
  const missing = operations.filter(id => !reached.has(id) && !Object.hasOwn(listed ?? {}, id));
  expect(missing, 'call it in a case or in suites/properties/calls, or list it in suites/not-reached.yaml').toEqual([]);
});

test('what is listed as not reached exists, is not reached, and has a reason', () => {
  const entries = Object.entries(listed ?? {});
  expect(entries.filter(([id]) => !operations.includes(id) || reached.has(id)).map(([id]) => id)).toEqual([]);
  expect(entries.filter(([, reason]) => !/^[A-Z].{20,}\.$/.test(reason)).map(([id]) => id)).toEqual([]);
});

test('each operation is tried with the scopes of a token, or is listed with the reason', () => {
  const tried = new Set(calls.map(({operation}) => operation));
  const left = parse(read('without-scopes.yaml')) as Readonly<Record<string, string>>;
  const missing = operations.filter(id => !tried.has(id) && !Object.hasOwn(left, id));
  expect(missing, 'add it to suites/properties/calls, or list it in suites/without-scopes.yaml').toEqual([]);
  expect(Object.keys(left).filter(id => tried.has(id) || !operations.includes(id))).toEqual([]);
});

test('an operation is called once in the lists', () => {
  const names = calls.map(({operation}) => operation);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
