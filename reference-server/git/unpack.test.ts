import {createHash} from 'node:crypto';
import {deflateSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {makeGitStore} from './git-store.ts';
import type {GitPlace} from './git-store.ts';
import {keepPack} from './keep-pack.ts';
import {readObject} from './objects.ts';
import {packOf} from './pack.ts';

const blob = 3;
const byObject = 7;
const byPlace = 6;

function place(): GitPlace {
  return makeGitStore().open(1);
}

/** One entry of a pack; `size` is what it says, `link` what stands between that and its content. */
function entry(code: number, content: Uint8Array | string, {size, link = ''}: {size?: number; link?: string} = {}) {
  const bytes = Buffer.from(content as string);
  const said = size ?? bytes.length;
  const head = [(code << 4) | (said & 15)];
  for (let rest = Math.floor(said / 16); rest > 0; rest = Math.floor(rest / 128)) {
    head[head.length - 1] = (head.at(-1) ?? 0) | 128;
    head.push(rest & 127);
  }
  return Buffer.concat([Buffer.from(head), Buffer.from(link, 'hex'), deflateSync(bytes)]);
}

function pack(entries: readonly Uint8Array[], count = entries.length): Buffer {
  const head = Buffer.from('5041434b00000002', 'hex');
  const number = Buffer.alloc(4);
  number.writeUInt32BE(count);
  const body = Buffer.concat([head, number, ...entries]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function idOf(text: string): string {
  return createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
}

/** The outcome of a pack of which these texts are new. */
function kept(...texts: readonly string[]): object {
  const added = texts.map(text => idOf(text).replace(/^(..)/, 'objects/$1/'));
  return {kind: 'kept', added: added.toSorted()};
}

/** 05 08: from five bytes, to eight; 90 05: copy the first five; 03: and three of its own. */
const helloToHelloYou = Buffer.from('0508 9005 03 796f75'.replaceAll(' ', ''), 'hex');
const link = idOf('hello');

test('whole objects and deltas are stored, also a delta that stands before what it is laid over', async () => {
  const whole = entry(blob, 'hello');
  for (const entries of [
    [whole, entry(byObject, helloToHelloYou, {link})],
    [entry(byObject, helloToHelloYou, {link}), whole],
    [whole, entry(byPlace, helloToHelloYou, {link: whole.length.toString(16).padStart(2, '0')})],
  ]) {
    const here = place();
    expect(await keepPack(here, pack(entries))).toEqual(kept('hello', 'helloyou'));
    expect(readObject(here, idOf('helloyou'))?.content.toString()).toBe('helloyou');
  }
});

test('a thin pack is laid over what the repository has', async () => {
  const here = place();
  expect(await keepPack(here, pack([entry(blob, 'hello')]))).toEqual(kept('hello'));
  expect(await keepPack(here, pack([entry(byObject, helloToHelloYou, {link})]))).toEqual(kept('helloyou'));
  expect(readObject(here, idOf('helloyou'))?.content.toString()).toBe('helloyou');
});

test('what is packed unpacks to the same', async () => {
  const from = place();
  const texts = ['', 'x', 'x'.repeat(15), 'x'.repeat(16), 'x'.repeat(5000)];
  await keepPack(from, pack(texts.map(text => entry(blob, text))));
  const to = place();
  expect(await keepPack(to, packOf(from, texts.map(idOf)))).toEqual(kept(...texts));
  for (const text of texts) expect(readObject(to, idOf(text))?.content.toString()).toBe(text);
});

const many = 128 * 1024 * 1024;

test.each<[string, readonly Uint8Array[], number | undefined, string]>([
  ['more entries than it has', [], 1, 'the pack is damaged'],
  ['fewer entries than it has', [entry(blob, 'a')], 0, 'the pack is longer than it says'],
  ['more objects than are taken', [], 100_001, 'the pack has more than 100000 objects'],
  [
    'a size above what it is',
    [entry(blob, 'a', {size: 2})],
    undefined,
    'an object of the pack has another size than it says',
  ],
  ['a size below what it is', [entry(blob, 'abc', {size: 1})], undefined, 'the pack is damaged'],
  [
    'an object larger than all may be',
    [entry(blob, 'a', {size: many + 1})],
    undefined,
    `the pack unpacks to more than ${many} bytes`,
  ],
  ['an unknown type', [entry(5, 'a')], undefined, 'the pack has an object of an unknown type'],
  [
    'a delta of nothing',
    [entry(byObject, helloToHelloYou, {link})],
    undefined,
    'the pack has deltas of objects that are not here',
  ],
  [
    'a delta of itself',
    [entry(byPlace, helloToHelloYou, {link: '00'})],
    undefined,
    'the pack has deltas of objects that are not here',
  ],
])('a pack with %s is refused', async (_, entries, count, why) => {
  expect(await keepPack(place(), pack(entries, count))).toEqual({kind: 'damaged', why});
});

test.each(['0508', '0508 9009', '0408 9005 03 796f75', '0508 00', '0508 05 41', '05ffffffffff7f 9005'])(
  'the delta %s is refused',
  async text => {
    const delta = Buffer.from(text.replaceAll(' ', ''), 'hex');
    expect(await keepPack(place(), pack([entry(blob, 'hello'), entry(byObject, delta, {link})]))).toMatchObject({
      kind: 'damaged',
    });
  },
);
