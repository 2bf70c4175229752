// Pins the strict reader at the corners that tables cannot name: offsets, reasons, preferences, totality, and its laws.
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {jsonText, type JsonObject} from '../../model/json.ts';
import {overlayMessages, type OverlayMessage} from '../../model/peer.ts';
import {generateInput} from './generate.ts';
import {bytesFromHex, hexOf, joinBytes} from '../../base/text/hex.ts';
import {readValueOf, readValuesOf, sentenceOf} from './reading.ts';
import {readStrictly} from './strict-reader.ts';
import {normalizeValue} from './value-text.ts';

test.each([
  ['OverlayMeta', '', 'accept'],
  ['OverlayMeta', '0a0105', 'accept; a known field number with another wire type is an unknown field'],
  ['OverlayMeta', '80', 'reject at byte 0: the input ends inside a tag'],
  ['OverlayMeta', '0880', 'reject at byte 1: the input ends inside a varint'],
  ['OverlayMeta', '080112', 'reject at byte 3: the input ends inside a length'],
  ['OverlayMeta', '120501', 'reject at byte 1: the input ends before the payload that was announced'],
  [
    'OverlayMeta',
    '1202120408011002',
    'reject at byte 3: a value inside a nested message would be complete only with bytes of the message around it',
  ],
  ['OverlayMeta', '120208ff', 'reject at byte 3: the input ends inside a varint'],
  [
    'OverlayMeta',
    '120208ff01',
    'reject at byte 3: a value inside a nested message would be complete only with bytes of the message around it',
  ],
  ['OverlayPing', '10ffffffffffffffffffff01', 'reject at byte 1: a varint has more than ten bytes'],
  ['OverlayPing', '100500', 'reject at byte 2: field number 0 is not allowed'],
  ['OverlayPing', '0e', 'reject at byte 0: wire types 6 and 7 do not exist'],
  ['OverlayPing', '0c', 'reject at byte 0: a group ends that never began'],
  ['OverlayPing', '4b54', 'reject at byte 1: a group ends with another number than it began with'],
  ['OverlayPing', '10054b', 'reject at byte 2: a group is still open where its message ends'],
  ['OverlayMeta', '128980808010', 'reject at byte 1: a length is larger than what is left, even cut to 32 bits'],
  [
    'OverlayMeta',
    '88808080808080800001',
    'reject at byte 0: a tag has nine or more bytes; five are enough for every tag',
  ],
  ['OverlayMeta', '888080801001', 'reject at byte 0: a tag is larger than 32 bits'],
  ['OverlayMeta', '880001', 'left open at byte 0: a tag is written longer than it must be'],
  [
    'OverlayPing',
    '1080808080808080808002',
    'left open at byte 1: the tenth byte of a varint carries bits above the 64th',
  ],
] as const)('%s %s: %s', (message, hex, sentence) => {
  expect(sentenceOf(readStrictly(message, bytesOf(hex)))).toBe(sentence);
});

const top = 2n ** 63n;

test.each<[string, OverlayMessage, string, readonly object[]]>([
  ['an uneven one sets bit 63 for everybody', 'OverlayPing', '1085808080808080808003', [{Time: `${top + 5n}`}]],
  ['of an even one', 'OverlayPing', '1085808080808080808002', [{Time: '5'}, {Time: `${top + 5n}`}]],
  [
    'of the largest even one',
    'OverlayPing',
    '10ffffffffffffffffff7e',
    [{Time: `${top - 1n}`}, {Time: `${2n * top - 1n}`}],
  ],
  [
    'of two fields in one message',
    'OverlayHandshakeDetails',
    '20818080808080808080042882808080808080808040',
    [
      {Cookie: '1', Time: '2'},
      {Cookie: `${top + 1n}`, Time: `${top + 2n}`},
    ],
  ],
  [
    'of a nested message',
    'OverlayHandshake',
    '0a0b2081808080808080808002',
    [{Details: {Cookie: '1'}}, {Details: {Cookie: `${top + 1n}`}}],
  ],
  ['a uint32 keeps its low 32 bits', 'OverlayMetaDetails', '1885808080808080808002', [{counter: 5}]],
  ['an enum too', 'OverlayMeta', '08ffffffffffffffffff02', [{Type: -1}]],
  ['a length too', 'OverlayMeta', '12828080808080808080020805', [{Details: {VpnIp: 5}}]],
  ['an unknown field has no value', 'OverlayPing', 'd029808080808080808080021005', [{Time: '5'}]],
  ['the last of a field counts', 'OverlayPing', '10858080808080808080021007', [{Time: '7'}]],
  ['an over-long tag changes nothing', 'OverlayPing', '90008580808080808080807e', [{Time: '5'}, {Time: `${top + 5n}`}]],
  ['one of ten bytes is refused', 'OverlayPing', '9080808080808080800205', []],
])('a tenth byte above 1, %s: %s %s', (_, message, hex, values) => {
  const read = readValuesOf(readStrictly(message, bytesOf(hex)));
  expect(read.map(({value}) => value)).toEqual(values.map(value => normalizeValue(message, value as JsonObject)));
});

test('a tenth byte of 0 or 1 leaves nothing open', () => {
  expect(readStrictly('OverlayPing', bytesOf('1085808080808080808000'))).toMatchObject({
    kind: 'accept',
    value: {Time: '5'},
  });
  expect(readStrictly('OverlayPing', bytesOf('1085808080808080808001'))).toMatchObject({
    kind: 'accept',
    value: {Time: `${top + 5n}`},
  });
});

test.each([
  ['a written-out tag, then a length cut to 32 bits', '920080808080100a0101', 'wide-length', 'reject'],
  ['a written-out tag, then a length of six bytes', '88000112808080808000', 'long-length', 'either'],
])('of several open points the one with the strongest preference is told: %s', (_, hex, why, preferred) => {
  expect(readStrictly('OverlayMeta', bytesOf(hex))).toMatchObject({kind: 'open', why, preferred});
});

test.each([
  ['8f8000', 'in an over-long tag', 'protocol'],
  ['880001ff00', 'behind an over-long tag', 'defacto'],
])('a wire type that does not exist (%s, %s) is refused, basis %s', (hex, _, basis) => {
  expect(readStrictly('OverlayMeta', bytesOf(hex))).toMatchObject({
    kind: 'reject',
    basis,
    why: 'reserved-wire-type',
  });
});

test.each([
  ['field number 0', '00', 'protocol'],
  ['field number 0 behind a wrong wire type', '0a010500', 'protocol'],
  ['field number 0 behind an over-long tag', '88000100', 'defacto'],
  ['field number 0 behind a tag of nine bytes', '8880808080808080000100', 'defacto'],
])('%s: %s is refused, basis %s', (_, hex, basis) => {
  expect(readStrictly('OverlayMeta', bytesOf(hex))).toMatchObject({kind: 'reject', basis, why: 'field-number-zero'});
});

test('values are exact over the whole range', () => {
  const reading = readStrictly(
    'OverlayHandshakeDetails',
    bytesOf('10ffffffff0f20ffffffffffffffffff01288180808080808010'),
  );
  expect(reading).toMatchObject({
    kind: 'accept',
    value: {
      Cert: '',
      InitiatorIndex: 4_294_967_295,
      ResponderIndex: 0,
      Cookie: '18446744073709551615',
      Time: '9007199254740993',
    },
  });
});

test('half a million nested groups cost no stack', () => {
  const bytes = new Uint8Array(1_000_000).fill(0x4b, 0, 500_000).fill(0x4c, 500_000);
  expect(readStrictly('OverlayMeta', bytes)).toMatchObject({kind: 'open', why: 'deep', preferred: 'either'});
});

test('nothing of one reading shows in the next', () => {
  const first = readStrictly('OverlayPing', bytesOf('0801100a'));
  readStrictly('OverlayPing', bytesOf('1005'));
  expect(readValueOf(first)?.value).toEqual({Type: 1, Time: '10'});
  expect(readValueOf(readStrictly('OverlayPing', bytesOf('')))?.value).toEqual({Type: 0, Time: '0'});
});

const anyBytes = fc.tuple(fc.constantFrom(...overlayMessages), fc.uint8Array({maxLength: 60}));
const generated = fc.nat(2 ** 31 - 1).map(index => generateInput(1, index));

test('any bytes get a verdict, and reasons lie inside the input', () => {
  const told = fc.property(anyBytes, ([message, bytes]) => {
    const reading = readStrictly(message, bytes);
    return reading.kind === 'accept' || reading.offset <= bytes.length;
  });
  expect(fc.check(told, {numRuns: 2_000}).counterexample).toBeNull();
});

test('canonical bytes read as the same value and are canonical themselves', () => {
  const told = fc.property(generated, ({message, bytes}) => {
    const read = readValueOf(readStrictly(message, bytes));
    if (read === undefined) return true;
    const again = readValueOf(readStrictly(message, read.canonical));
    return (
      again !== undefined &&
      jsonText(again.value) === jsonText(read.value) &&
      hexOf(again.canonical) === hexOf(read.canonical)
    );
  });
  expect(fc.check(told, {numRuns: 2_000}).counterexample).toBeNull();
});

test('an input behind itself is one message whose list is twice as long', () => {
  const told = fc.property(generated, ({message, bytes}) => {
    const one = readStrictly(message, bytes);
    const two = readStrictly(message, joinBytes([bytes, bytes]));
    return (
      one.kind !== 'accept' || (two.kind === 'accept' && listLength(message, two) === 2 * listLength(message, one))
    );
  });
  expect(fc.check(told, {numRuns: 2_000}).counterexample).toBeNull();
});

test('an unknown field behind the input changes no value', () => {
  const told = fc.property(generated, ({message, bytes}) => {
    const one = readStrictly(message, bytes);
    const two = readStrictly(message, joinBytes([bytes, bytesOf('d02905')]));
    if (one.kind === 'reject') return true;
    return (
      one.kind === two.kind && jsonText(readValueOf(one)?.value ?? null) === jsonText(readValueOf(two)?.value ?? null)
    );
  });
  expect(fc.check(told, {numRuns: 2_000}).counterexample).toBeNull();
});

function listLength(message: OverlayMessage, reading: ReturnType<typeof readStrictly>): number {
  const list = readValueOf(reading)?.value['IpAndPorts'];
  return message === 'OverlayMetaDetails' && Array.isArray(list) ? list.length : 0;
}

function bytesOf(hex: string): Uint8Array {
  const bytes = bytesFromHex(hex);
  if (bytes === undefined) throw new Error(`no hex: ${hex}`);
  return bytes;
}
