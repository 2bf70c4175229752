import {expect, test} from 'vitest';
import {pktLine, readPktLines, sideBandOf} from './pkt-lines.ts';

const flush = Buffer.from('0000');
const band = (channel: number, text: string): Buffer => pktLine(String.fromCharCode(channel) + text);
const read = (...parts: readonly Buffer[]): Buffer => sideBandOf(readPktLines(Buffer.concat(parts)).lines);

test('a line has 65520 bytes at most, its length with them', () => {
  expect(readPktLines(pktLine('x'.repeat(65_516))).lines).toHaveLength(1);
  expect(() => readPktLines(pktLine('x'.repeat(65_517)))).toThrow('a line has 65521 bytes, and 65520 is the most');
  expect(() => readPktLines(pktLine('x'.repeat(65_531)))).toThrow('a line has 65535 bytes, and 65520 is the most');
});

test.each(['0001', '0002', '0003', '000g', '-004', '0x05', '0005', '00'])('%s begins no line', text => {
  expect(() => readPktLines(Buffer.from(text))).toThrow('byte 0 begins no line of git');
});

test('a side band is what stands on channel 1 before the end of its section', () => {
  expect(read(band(1, 'PA'), band(2, 'counting'), band(1, 'CK'), flush, band(2, 'bye')).toString()).toBe('PACK');
});

test.each([
  ['a line of channel 0', [band(0, 'a'), flush], 'a line of the side band has channel 0'],
  ['a line of channel 4', [band(4, 'a'), flush], 'a line of the side band has channel 4'],
  ['an empty line', [Buffer.from('0004'), flush], 'a line of the side band has no channel'],
  ['a line of channel 3', [band(1, 'a'), band(3, 'out of memory\n'), flush], 'the server gives up: out of memory'],
  ['no end', [band(1, 'a')], 'nothing ends what is sent on the side band'],
] as const)('a side band with %s is broken', (_, parts, why) => {
  expect(() => read(...parts)).toThrow(why);
});
