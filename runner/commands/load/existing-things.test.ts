import {expect, test} from 'vitest';
import {existingThings, missingVariables} from './existing-things.ts';

const existing = {'old-token': {login: 'carol', token: {env: 'TOUCHSTONE_OLD'}, kept: {env: 1}}};

test('a variable stands for its value, which is a secret', () => {
  const secrets: (readonly [string, string])[] = [];
  const things = existingThings(existing, {env: {TOUCHSTONE_OLD: ' abc\n'}}, (value, name) =>
    secrets.push([value, name]),
  );
  expect(things).toEqual({'old-token': {login: 'carol', token: 'abc', kept: {env: 1}}});
  expect(secrets).toEqual([['abc', 'TOUCHSTONE_OLD']]);
});

test.each([
  [{}, ['TOUCHSTONE_OLD']],
  [{TOUCHSTONE_OLD: ' '}, ['TOUCHSTONE_OLD']],
  [{TOUCHSTONE_OLD: 'x'}, []],
])('with %j, missing are %j', (env, missing) => expect(missingVariables(existing, {env})).toEqual(missing));
