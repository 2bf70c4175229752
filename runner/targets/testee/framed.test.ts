import {expect, test} from 'vitest';
import {Batch} from './batch.ts';
import type {Arrival, ArrivalReader} from './form.ts';
import {framedForm} from './framed.ts';

/** Everything that arrives with a chunk, when nothing is taken where it lies. */
function arrivalsOf(reader: ArrivalReader, chunk: Buffer): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  reader.take(chunk, {
    takePlain: () => false,
    take: arrival => {
      arrivals.push(arrival);
      return arrival.kind !== 'broken';
    },
  });
  return arrivals;
}

const reject = Buffer.from('0d00000009010000000000000022026e6f', 'hex');
const answer = {kind: 'answer', id: 1, answer: {kind: 'reject', text: Buffer.from('no')}};

test('two frames in one chunk are two answers', () => {
  expect(arrivalsOf(framedForm(100).reader(), Buffer.concat([reject, reject]))).toEqual([answer, answer]);
});

test('a frame that arrives byte by byte is one answer', () => {
  const reader = framedForm(100).reader();
  expect([...reject].flatMap(byte => arrivalsOf(reader, Buffer.from([byte])))).toEqual([answer]);
});

test('what is not whole yet is held', () => {
  const reader = framedForm(100).reader();
  arrivalsOf(reader, Buffer.concat([reject, reject.subarray(0, 6)]));
  expect(Buffer.from(reader.held()).toString('hex')).toBe('0d0000000901');
});

test.each([
  ['ffffffff0912', 'frame-too-large', 'announced a frame of 4,294,967,295 bytes; frames above 100 bytes are refused'],
  ['68656c6c6f0a', 'noise', String.raw`wrote text where a frame was due: "hello\n"`],
  ['00000000', 'bad-answer', 'sent a frame that cannot be read: the Response carries no id: ""'],
  ['0100000007', 'bad-answer', 'sent a frame that cannot be read: the frame is not a Response message: 07 (hex)'],
  [
    '09000000090100000000000000',
    'bad-answer',
    'sent a frame that cannot be read: the Response carries no answer that can be read: 090100000000000000 (hex)',
  ],
])('the bytes %s are %s', (hex, cause, detail) => {
  expect(arrivalsOf(framedForm(100).reader(), Buffer.from(hex, 'hex'))).toEqual([{kind: 'broken', cause, detail}]);
});

test('a question above the bound is not sent', () => {
  const question = {kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes: Buffer.alloc(101)} as const;
  const batch = new Batch();
  expect(framedForm(100).question(batch, 1, question)).toEqual({
    kind: 'unsupported',
    text: 'The question does not fit into a frame of 100 bytes.',
  });
  expect(batch.length).toBe(0);
});

test.each([
  [
    {kind: 'decode', message: 'IpAndPort', form: 'binary', bytes: Uint8Array.of(8, 1)},
    '1a0f0a094970416e64506f727412020801',
  ],
  [{kind: 'decode', message: 'IpAndPort', form: 'binary', bytes: new Uint8Array()}, '1a0d0a094970416e64506f72741200'],
  [
    {kind: 'decode', message: 'IpAndPort', form: 'json', bytes: Buffer.from('{}')},
    '1a0f0a094970416e64506f72741a027b7d',
  ],
  [{kind: 'encode', message: 'IpAndPort', form: 'binary', value: {}}, '220f0a094970416e64506f727412027b7d'],
  [{kind: 'encode', message: 'IpAndPort', form: 'json', value: {}}, '22110a094970416e64506f727412027b7d1801'],
  [
    {kind: 'decode', message: 'IpAndPort', form: 'binary', bytes: new Uint8Array(300)},
    `1aba020a094970416e64506f727412ac02${'00'.repeat(300)}`,
  ],
] as const)('the question %j is the field %s behind its id', (question, hex) => {
  const batch = new Batch();
  batch.add(Uint8Array.of(0xff));
  expect(framedForm(1_000).question(batch, 0x0102_0304_0506, question)).toBeUndefined();
  const head = Buffer.alloc(4);
  head.writeUInt32LE(9 + hex.length / 2);
  expect(batch.take().toString('hex')).toBe(`ff${head.toString('hex')}090605040302010000${hex}`);
  expect(batch.length).toBe(0);
});

test.each([
  ['id first', '09010000000000000022026e6f'],
  ['id last', '22026e6f090100000000000000'],
  ['a field that we do not know', '09010000000000000022026e6f780522026e6f'],
  ['a length with more bytes than it needs', '0901000000000000002282006e6f'],
])('a response with %s is read', (_, hex) => {
  const frame = Buffer.from(hex, 'hex');
  expect(arrivalsOf(framedForm(100).reader(), Buffer.concat([Buffer.from([frame.length, 0, 0, 0]), frame]))).toEqual([
    answer,
  ]);
});

test.each([
  ['0d00000009010000000000000022026e6f', [1, 0, 'reject', 'no']],
  ['0d0000000901000000020000001a027b7d', [1, 2, 'value', '{}']],
  ['0d00000009010000000000000032020801', [1, 0, 'encoded', '\u0008\u0001']],
])('the response %s can be taken where it lies', (hex, expected) => {
  const chunk = Buffer.concat([reject, Buffer.from(hex, 'hex'), reject.subarray(0, 9)]);
  const plain: unknown[] = [];
  framedForm(100)
    .reader()
    .take(chunk, {
      takePlain: (low, high, kind, bytes, from, to) => {
        plain.push([low, high, kind, Buffer.from(bytes.subarray(from, to)).toString()]);
        return true;
      },
      take: () => false,
    });
  expect(plain).toEqual([[1, 0, 'reject', 'no'], expected]);
});

test.each([
  ['id last', '22026e6f090100000000000000'],
  ['a length with more bytes than it needs', '0901000000000000002282006e6f'],
  ['a field behind it', '09010000000000000022016e7805'],
  ['an answer of a kind that needs a closer look', '0901000000000000002a026e6f'],
  ['a length past its end', '09010000000000000022036e6f'],
])('a response with %s is not offered where it lies, or as what it is', (_, hex) => {
  const frame = Buffer.from(hex, 'hex');
  const plain: string[] = [];
  framedForm(100)
    .reader()
    .take(Buffer.concat([Buffer.from([frame.length, 0, 0, 0]), frame, reject]), {
      takePlain: (_low, _high, kind, bytes, from, to) => {
        plain.push(`${kind} ${Buffer.from(bytes.subarray(from, to)).toString()}`);
        return true;
      },
      take: () => false,
    });
  expect(plain.filter(text => text !== 'reject no')).toEqual([]);
});

test('a batch grows and keeps what was in it', () => {
  const batch = new Batch();
  for (let part = 0; part < 100; part += 1) batch.add(new Uint8Array(10_000).fill(part));
  const taken = batch.take();
  expect([taken.length, taken[0], taken[10_000], taken.at(-1)]).toEqual([1_000_000, 0, 1, 99]);
});
