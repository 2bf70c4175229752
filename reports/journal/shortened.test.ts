// Holds what of a long value is kept in the journal.
import {expect, test} from 'vitest';
import {shortened} from './shortened.ts';

test('a value of everyday length stays as it is', () => {
  const value = {Details: {Cert: 'ab'.repeat(2_048), IpAndPorts: [{Ip: 1}, {}]}, Hmac: '', Type: 3};
  expect(shortened(value)).toEqual(value);
});

test('a text of megabytes is cut, and its length and hash are kept', () => {
  const {Hmac} = shortened({Hmac: 'ab'.repeat(500_000)}) as {readonly Hmac: string};
  expect(Hmac).toMatch(/^(?:ab){256}… \(1000000 characters, sha256 [\da-f]{64}\)$/);
});

test('of a long list the first items are kept', () => {
  const {list} = shortened({list: Array.from({length: 70_000}, (_, Ip) => ({Ip}))}) as {
    readonly list: readonly unknown[];
  };
  expect(list).toHaveLength(65);
  expect(list.at(0)).toEqual({Ip: 0});
  expect(list.at(-1)).toBe('… (69936 more items)');
});
