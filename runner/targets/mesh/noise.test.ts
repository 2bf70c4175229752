// What seals packets: tampering of any kind is refused, and headers and counters are what they are said to be.
import {expect, test} from 'vitest';
import {ciphers, seal, unseal} from './noise.ts';
import {headerOf, newTunnel} from './tunnel.ts';
import {readHeader, writeHeader} from './packet.ts';

const key = Buffer.alloc(32, 9);
const data = Buffer.from('00112233', 'hex');
const text = Buffer.from('a message');

test.each(ciphers)('%s: what was sealed is opened with the same key, counter and data, and with no others', cipher => {
  const sealed = seal(cipher, {key, counter: 258n, data, text});
  expect(sealed).toHaveLength(text.length + 16);
  expect(unseal(cipher, {key, counter: 258n, data, sealed})?.toString()).toBe('a message');
  const wrong = [
    {key: Buffer.alloc(32, 8), counter: 258n, data, sealed},
    {key, counter: 259n, data, sealed},
    {key, counter: 258n, data: Buffer.from('00112234', 'hex'), sealed},
    {key, counter: 258n, data, sealed: sealed.subarray(1)},
    {key, counter: 258n, data, sealed: sealed.subarray(0, 15)},
  ];
  for (const one of wrong) expect(unseal(cipher, one)).toBeUndefined();
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const spoiled = Buffer.from(sealed);
    spoiled[bit >> 3] = (spoiled[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(unseal(cipher, {key, counter: 258n, data, sealed: spoiled})).toBeUndefined();
  }
});

test.each([
  [{}, {index: 7, counter: 3n}, '13000000000000070000000000000003'],
  [{type: 'test', subtype: 1}, {index: 0xffff_ffff, counter: 2n ** 64n - 1n}, '14010000ffffffffffffffffffffffff'],
  [{type: 15, version: 2, reserved: 0x1234, index: 1}, {index: 9, counter: 0n}, '2f001234000000010000000000000000'],
] as const)('headers are written and read again', (changes, own, hex) => {
  const header = headerOf(changes, own);
  expect(writeHeader(header).toString('hex')).toBe(hex);
  expect(readHeader(Buffer.from(hex, 'hex'))).toEqual(header);
});

test('a tunnel counts from 3, and each damage leaves a packet that does not open', () => {
  const keys = {first: key, second: key};
  const tunnel = newTunnel('aes', {own: 1, remote: 2, keys});
  const counters = [{}, {}, {ahead: 5}, {}, {counter: 4}, {}].map(
    changes => readHeader(tunnel.write(text, changes))?.counter,
  );
  expect(counters).toEqual([3n, 4n, 10n, 11n, 4n, 12n]);
  for (const damage of ['tag', 'text', 'header', 'cut', 'unsealed', 'key'] as const) {
    const packet = tunnel.write(text, {damage});
    const header = readHeader(packet);
    expect(header === undefined ? undefined : tunnel.open(header, packet)).toBeUndefined();
  }
  const good = tunnel.write(text, {});
  const header = readHeader(good);
  expect(header === undefined ? undefined : tunnel.open(header, good)?.toString()).toBe('a message');
});
