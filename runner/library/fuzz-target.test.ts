import {expect, test} from 'vitest';
import {readStrictly} from '../overlay/strict-reader.ts';
import {readValueOf} from '../overlay/reading.ts';
import {fuzzTarget} from './fuzz-target.ts';

const rightly = (message: Parameters<typeof readStrictly>[0], bytes: Uint8Array): unknown => {
  const read = readValueOf(readStrictly(message, bytes));
  if (read === undefined) throw new Error('malformed');
  return read.value;
};

test('a right decoder passes, and one that is wrong throws what was expected and given', () => {
  expect(() => fuzzTarget(rightly, 'OverlayPing')(Uint8Array.of(0x10, 7))).not.toThrow();
  expect(() => fuzzTarget(rightly, 'OverlayPing')(Uint8Array.of(0x10))).not.toThrow();
  expect(() => fuzzTarget(() => ({Time: 8n}), 'OverlayPing')(Uint8Array.of(0x10, 7))).toThrow(
    /^OverlayPing: .*Time[^]*bytes {5}1007[^]*expected[^]*"7"[^]*got[^]*"8"/,
  );
  expect(() => fuzzTarget(() => ({}), 'OverlayPing')(Uint8Array.of(0x10))).toThrow('reject');
  expect(() => fuzzTarget(rightly, 'Ping')).toThrow('there is no message Ping');
});
