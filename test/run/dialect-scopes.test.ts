// Shows that in every dialect a token that a case calls wrong, or a reader, lacks the scope that the right one has.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

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

const dialects = readdirSync(new URL('fixtures/dialects/', root)).filter(name => name.endsWith('.yaml'));

test.each(dialects)('%s', name => {
  const {scopes} = parse(readFileSync(new URL(`fixtures/dialects/${name}`, root), 'utf8')) as {
    readonly scopes: {readonly [purpose: string]: readonly string[]};
  };
  expect(pairs.length).toBeGreaterThan(3);
  const wrong = pairs.filter(
    ({weak, strong}) => scopes[strong] === undefined || scopes[weak]?.some(scope => scopes[strong]?.includes(scope)),
  );
  expect(wrong).toEqual([]);
});
