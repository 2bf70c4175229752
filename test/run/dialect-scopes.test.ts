// Shows that in every dialect a token that a case calls wrong, or a reader, lacks the scope that the right one has.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {readDialects} from '../../runner/read/contract/read-dialect.ts';
import {readOpenapi} from '../../runner/read/contract/read-openapi.ts';

const root = new URL('../../', import.meta.url);

interface Given {
  readonly [name: string]: {readonly arrange: string; readonly scopes?: unknown};
}

const {cases} = parse(readFileSync(new URL('suites/hosting/authentication.yaml', root), 'utf8')) as {
  readonly cases: readonly {readonly id: string; readonly given?: Given}[];
};

/** The purpose in `${dialect.values.scopes.PURPOSE}`. */
function purposeOf(given: Given | undefined, name: string): string | undefined {
  return /\.scopes\.(\w+)\}$/.exec(String(given?.[name]?.scopes))?.[1];
}

const pairs = cases.flatMap(({id, given}) => {
  const weak = purposeOf(given, 'wrong') ?? purposeOf(given, 'reader');
  const strong = purposeOf(given, 'right') ?? purposeOf(given, 'writer');
  return weak === undefined || strong === undefined ? [] : [{id, weak, strong}];
});

const source = (file: string): {readonly file: string; readonly text: string} => ({
  file,
  text: readFileSync(new URL(file, root), 'utf8'),
});
const {operations} = readOpenapi(source('proto/hosting.openapi.yaml'));
const {dialects} = readDialects(
  readdirSync(new URL('fixtures/dialects/', root)).map(name => source(`fixtures/dialects/${name}`)),
  {operations: new Map(operations.map(one => [one.id, one]))},
);

test.each(dialects.map(({name, scopes}) => ({name, scopes})))('$name', ({scopes}) => {
  expect(pairs.length).toBeGreaterThan(3);
  const wrong = pairs.filter(
    ({weak, strong}) => scopes[strong] === undefined || scopes[weak]?.some(scope => scopes[strong]?.includes(scope)),
  );
  expect(wrong).toEqual([]);
});
