import {expect, test} from 'vitest';
import {noise} from './git-laws.ts';
import {gitObject} from './git-objects.ts';
import {readPack, writePack} from './git-packs.ts';

const long = gitObject('blob', noise(200_000, 'long'));
const changed = gitObject('blob', Buffer.concat([long.bytes.subarray(0, 131_072), Buffer.from('changed')]));
const turned = gitObject('blob', Buffer.concat([Buffer.from('a'), long.bytes.subarray(1)]));

test('a pack gives back its objects, whole or as changes of others', () => {
  const empty = gitObject('blob', '');
  const pack = writePack([
    empty,
    long,
    {object: changed, base: long, by: 'offset'},
    {object: turned, base: changed, by: 'name'},
  ]);
  const read = readPack(pack);
  expect([...read.keys()]).toEqual([empty, long, changed, turned].map(({oid}) => oid));
  expect(read.get(turned.oid)?.bytes.equals(turned.bytes)).toBe(true);
});

test('a pack may build on what its reader has, and on nothing else', () => {
  const pack = writePack([{object: changed, base: long, by: 'name'}]);
  expect([...readPack(pack, new Map([[long.oid, long]])).keys()]).toEqual([changed.oid]);
  expect(() => readPack(pack)).toThrow('1 objects of the pack build on objects that are not there');
});

test('a damaged pack is none', () => {
  const pack = writePack([long]);
  const flipped = Buffer.from(pack);
  flipped[100] = (flipped[100] ?? 0) ^ 1;
  expect(() => readPack(flipped)).toThrow('the pack does not end with the SHA-1 of its bytes');
  expect(() => readPack(pack.subarray(0, 60))).toThrow('the pack does not end with the SHA-1 of its bytes');
  expect(() => readPack(Buffer.from('no pack'))).toThrow('what was sent is no pack');
});

test('ids of objects are those of git', () => {
  expect(gitObject('blob', 'one\n').oid).toBe('5626abf0f72e58d7a153368ba57db4c673c0e171');
});
