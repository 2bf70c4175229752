import {expect, test} from 'vitest';
import type {Framing} from './peer-address.ts';
import {frameReader, writeFrame} from './frames.ts';

const framings: readonly Framing[] = ['u32be', 'u32le', 'varint'];

test.each(framings)('OV-02, OV-03 messages written as %s are read again, byte by byte and all at once', framing => {
  const messages = [Buffer.alloc(0), Buffer.from('0802', 'hex'), Buffer.alloc(300, 7)];
  const stream = Buffer.concat(messages.map(message => writeFrame(message, framing)));
  const expected = messages.map(message => ({kind: 'frame', bytes: Uint8Array.from(message)}));
  expect(frameReader(framing, 1_000).take(stream)).toEqual(expected);
  const reader = frameReader(framing, 1_000);
  expect([...stream].flatMap(byte => reader.take(Buffer.from([byte])))).toEqual(expected);
  expect(reader.held()).toBe(0);
});

test.each([
  [
    'u32be',
    '2e000000',
    'the peer announced a frame of 771,751,936 bytes; frames above 1,000 bytes are refused; with its bytes in the other order it would be 46: frame=u32le?',
  ],
  ['u32be', '000003e9', 'the peer announced a frame of 1,001 bytes; frames above 1,000 bytes are refused'],
  ['u32le', 'ffffffff', 'the peer announced a frame of 4,294,967,295 bytes; frames above 1,000 bytes are refused'],
  ['varint', 'e907', 'the peer announced a frame of 1,001 bytes; frames above 1,000 bytes are refused'],
  [
    'varint',
    'ffffffffff01',
    'the peer announced a frame of more than five bytes of length; frames above 1,000 bytes are refused',
  ],
] as const)('a head %s %s is refused', (framing, hex, detail) => {
  expect(frameReader(framing, 1_000).take(Buffer.from(hex, 'hex'))).toEqual([{kind: 'too-large', detail}]);
});
