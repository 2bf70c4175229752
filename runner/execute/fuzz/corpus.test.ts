// The corpus on disk: one file per input, none twice, and never more of them than its bound.
import {expect, test} from 'vitest';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {fuzzPool} from './corpus.ts';

const bound = 4_096;

test('an input is added once, whatever it is met with', () => {
  const {folder, files} = folderOf([]);
  const pool = fuzzPool(folder, ['OverlayPing']);
  expect([pool.meet(1, inputOf(7)), pool.meet(2, inputOf(7)), pool.meet(2, inputOf(8))]).toEqual([true, true, false]);
  expect(files()).toBe(1);
  expect(pool.behaviours()).toBe(2);
});

test('what somebody else put into the folder under another name is not added again', () => {
  const {folder, files} = folderOf([inputOf(7).bytes]);
  const pool = fuzzPool(folder, ['OverlayPing']);
  expect(pool.brought).toEqual([inputOf(7)]);
  pool.meet(1, inputOf(7));
  expect(files()).toBe(1);
});

test.each([0, 1_000, bound, 5_000])('OV-20 a folder of %i files does not grow past the bound', before => {
  const {folder, files} = folderOf(Array.from({length: before}, (_, index) => inputOf(index).bytes));
  const pool = fuzzPool(folder, ['OverlayPing']);
  for (let index = 0; index < 6_000; index += 1) pool.meet(index, inputOf(10_000 + index));
  expect(files()).toBe(Math.max(before, bound));
  expect(pool.inputs).toHaveLength(bound);
});

test('large inputs and those of another way stay out of the folder', () => {
  const {folder, files} = folderOf([new Uint8Array(5_000)]);
  const pool = fuzzPool(folder, ['OverlayPing']);
  expect([pool.brought.length, pool.left]).toEqual([0, 1]);
  pool.meet(1, {...inputOf(1), bytes: new Uint8Array(5_000)});
  pool.meet(2, {...inputOf(1), way: 'json'});
  expect([files(), pool.inputs.length, pool.behaviours()]).toEqual([1, 0, 2]);
});

test('what stands in the folder under the name of no message is told', () => {
  const {folder} = folderOf([inputOf(7).bytes]);
  expect(fuzzPool(folder, ['OverlayMeta']).strangers).toEqual(['notes.txt']);
});

test('of a whole corpus every file is asked, the smallest first, and those that show nothing new are named', () => {
  const long = Uint8Array.of(1, 2, 3, 4);
  const {folder} = folderOf([long, ...Array.from({length: 5_000}, (_, index) => inputOf(index).bytes)]);
  const pool = fuzzPool(folder, ['OverlayPing'], {isWhole: true, merged: [folderOf([Uint8Array.of(9)]).folder]});
  expect([pool.brought.length, pool.brought[0]!.bytes.length, pool.brought.at(-1)!.bytes]).toEqual([5_002, 1, long]);
  for (const [at, input] of pool.brought.entries()) pool.meet(at === 5_001 ? 0 : at, input);
  expect([pool.inputs.length, pool.redundant().length]).toEqual([5_001, 1]);
});

function inputOf(index: number): FuzzInput {
  return {message: 'OverlayPing', way: 'binary', bytes: Uint8Array.of(index & 0xff, index >> 8, 1)};
}

/** A folder in memory whose files are called by their place. */
function folderOf(before: readonly Uint8Array[]): {readonly folder: RawFolder; readonly files: () => number} {
  const files = new Map(before.map((bytes, index) => [`OverlayPing/${String(index)}`, bytes]));
  const folder: RawFolder = {
    list: () => [...files].map(([name, bytes]) => ({name, bytes: bytes.length})),
    names: () => ['OverlayPing', 'notes.txt'],
    read: (name, bytesMax) => {
      const bytes = files.get(name);
      return bytes === undefined || bytes.length > bytesMax ? undefined : bytes;
    },
    write: () => undefined,
    add: (name, bytes) => {
      files.set(name, bytes);
    },
    remove: () => undefined,
    settled: () => Promise.resolve(),
  };
  return {folder, files: () => files.size};
}
