// Tests how settings become the words of a command line.
import {expect, test} from 'vitest';
import {argvOf} from './argv-of.ts';

test.each([
  [{}, []],
  [{target: 'http://127.0.0.1:3000'}, ['--target=http://127.0.0.1:3000']],
  [{requireAll: true, allowDestructive: false, seed: 7}, ['--require-all', '--seed=7']],
  [{id: ['a/*', 'b/*'], baseline: undefined}, ['--id=a/*', '--id=b/*']],
  [{adminPassword: '--not-a-flag'}, ['--admin-password=--not-a-flag']],
  [{reference: true, places: ['-x.yaml', './suites']}, ['--reference', '--', '-x.yaml', './suites']],
])('%j becomes %j', (settings, words) => {
  expect(argvOf(settings)).toEqual(words);
});
