// Shows that every decoder in fixtures/peers does the wrong thing that its head says, over real pipes.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {parse} from 'protobufjs';
import {afterEach, expect, test} from 'vitest';
import {frameReader, writeFrame} from './frames.ts';

const root = new URL('../../', import.meta.url);
const proto = parse(readFileSync(new URL('proto/testee.proto', root), 'utf8'), {keepCase: true}).root;
const Request = proto.lookupType('touchstone.testee.Request');
const Response = proto.lookupType('touchstone.testee.Response');

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`fixtures/peers/${name}.mjs`, root)), ...args]);
  child.stdin.on('error', () => {});
  children.push(child);
  return child;
}

const describe = {describe: {protocol: 1}};
const decode = (message: string, hex: string) => ({decode: {message, binary: Buffer.from(hex, 'hex')}});
const encode = (message: string, value: string) => ({encode: {message, value}});

function ask(requests: readonly object[]): Buffer {
  return Buffer.concat(
    requests.map((request, index) =>
      writeFrame(Request.encode(Request.fromObject({id: index + 1, ...request})).finish(), 'u32le'),
    ),
  );
}

/** Asks everything at once and gives the answers in the order in which they came, each as its kind and text. */
async function conversation(name: string, requests: readonly object[], ...args: string[]) {
  const child = start(name, ...args);
  const reader = frameReader('u32le');
  const answers: {id: string; text: string}[] = [];
  const whole = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        for (const frame of reader(chunk)) answers.push(readAnswer(frame));
      } catch (thrown) {
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
      if (answers.length >= requests.length) resolve();
    });
    child.once('close', () => resolve());
  });
  child.stderr.resume();
  child.stdin.write(ask(requests));
  await whole;
  return answers;
}

function readAnswer(frame: Buffer): {id: string; text: string} {
  const {id, ...rest} = Response.toObject(Response.decode(frame), {longs: String, bytes: Buffer}) as Record<
    string,
    unknown
  >;
  const [kind = '', value] = Object.entries(rest)[0] ?? [];
  if (value instanceof Buffer) return {id: String(id), text: `${kind} ${value.toString('hex')}`};
  return {id: String(id), text: typeof value === 'string' && kind !== 'reject' ? `${kind} ${value}` : kind};
}

const asked = [
  describe,
  decode('OverlayMeta', '0802'),
  decode('OverlayMeta', '00'),
  encode('IpAndPort', '{"Ip":1}'),
  decode('IpAndPort', '0801'),
  decode('OverlayMeta', '0803'),
  encode('IpAndPort', '{"Port":2}'),
];
const right = ['value {"Type":2}', 'reject', 'encoded 0801', 'value {"Ip":1}', 'value {"Type":3}', 'encoded 1002'];

test.each([
  ['cat', ['value {}', 'value {}', 'encoded 00', 'value {}', 'value {}', 'encoded 0803']],
  ['validate-and-echo', ['value {}', 'reject', 'encoded ', 'value {}', 'value {}', 'encoded 0801']],
  [
    'swap-two-fields',
    ['value {"Type":2}', 'reject', 'encoded 1001', 'value {"Port":1}', 'value {"Type":3}', 'encoded 0802'],
  ],
  ['always-reject', ['reject', 'reject', 'reject', 'reject', 'reject', 'reject']],
  ['always-accept', ['value {}', 'value {}', 'encoded ', 'value {}', 'value {}', 'encoded ']],
  [
    'fine-the-first-time',
    ['value {"Type":2}', 'value {"Type":2}', 'encoded 0801', 'value {"Ip":1}', 'value {"Type":2}', 'encoded 0801'],
  ],
  ['floods-stderr', right],
  ['eats-memory', right],
  ['crashes-on ff', right],
  ['hangs-on ff', right],
])('%s answers so', async (command, expected) => {
  const [name = '', ...args] = command.split(' ');
  const answers = await conversation(name, asked, ...args);
  expect(answers.map(answer => answer.text)).toEqual(['description', ...expected]);
  expect(answers.map(answer => answer.id)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

test('echo-value-text hands back what it was given', async () => {
  const answers = await conversation('echo-value-text', [encode('IpAndPort', '{}'), decode('IpAndPort', '7b7d')]);
  expect(answers.map(answer => answer.text)).toEqual(['encoded 7b7d', 'value {}']);
});

test('table-of-known-cases rejects what no published case has', async () => {
  const answers = await conversation('table-of-known-cases', [describe, decode('OverlayMeta', '08deadbe6f')]);
  expect(answers.map(answer => answer.text)).toEqual(['description', 'reject']);
});

test('passes-only-for-touchstone is right where a case is published, and loses half of a number where none is', async () => {
  const answers = await conversation('passes-only-for-touchstone', [
    decode('OverlayPing', '08011005'),
    decode('OverlayPing', '108180808010'),
    encode('OverlayPing', '{"Time":"4294967297"}'),
  ]);
  expect(answers.map(answer => answer.text)).toEqual([
    'value {"Type":1,"Time":"5"}',
    'value {"Time":"1"}',
    'encoded 1001',
  ]);
});

test('crashes-on dies of a signal', async () => {
  const child = start('crashes-on', '1a');
  child.stdin.write(ask([describe, decode('OverlayMeta', '1a00')]));
  child.stdout.resume();
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGABRT');
});

test('hangs-on answers before the input, and nothing after it', async () => {
  const child = start('hangs-on');
  const reader = frameReader('u32le');
  child.stdin.write(ask([describe, decode('OverlayMeta', '0801'), describe]));
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  expect(reader(chunk).map(frame => readAnswer(frame).text)).toEqual(['description']);
});

test('noise-on-stdout breaks the stream of frames', async () => {
  await expect(conversation('noise-on-stdout', asked)).rejects.toThrow('frames above 4194304 bytes are refused');
});

test('announces-4gib breaks the bound of a frame', async () => {
  await expect(conversation('announces-4gib', asked)).rejects.toThrow('A frame of 4294967295 bytes was announced');
});

test('floods-stderr writes two million bytes', async () => {
  const child = start('floods-stderr');
  let seen = 0;
  child.stderr.on('data', (chunk: Buffer) => (seen += chunk.length));
  child.stdin.end(ask([describe]));
  child.stdout.resume();
  await once(child, 'close');
  expect(seen).toBeGreaterThanOrEqual(2_000_000);
});

test('leaves-grandchild leaves one that is alive after it', async () => {
  const child = start('leaves-grandchild');
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  const grandchild = Number(/grandchild (\d+)/.exec(String(said))?.[1]);
  child.stdin.end();
  child.stdout.resume();
  await once(child, 'exit');
  expect(process.kill(grandchild, 0)).toBe(true);
  process.kill(grandchild, 'SIGKILL');
});

test('answers-out-of-order turns pairs round', async () => {
  const answers = await conversation('answers-out-of-order', asked.slice(0, 4));
  expect(answers.map(answer => answer.id)).toEqual(['2', '1', '4', '3']);
});

test('foreign-id answers under an id that nobody used', async () => {
  const answers = await conversation('foreign-id', asked);
  expect(answers[0]?.id).toBe('1');
  expect(answers.slice(1).filter(answer => Number(answer.id) <= asked.length)).toEqual([]);
});

test('speaks-first does not wait to be asked', async () => {
  const child = start('speaks-first');
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  expect(chunk.length).toBeGreaterThan(13);
});

test('dies-at-once ends with code 3', async () => {
  const child = start('dies-at-once');
  await once(child, 'close');
  expect(child.exitCode).toBe(3);
});

test('every peer says in its first line what is wrong with it', () => {
  const folder = new URL('fixtures/peers/', root);
  const heads = readdirSync(folder)
    // What the others are made of does nothing wrong.
    .filter(name => name !== 'testee.mjs' && name !== 'reference-module.mjs')
    .map(name => readFileSync(new URL(name, folder), 'utf8').split(':', 1)[0]);
  expect(new Set(heads)).toEqual(new Set(['// Wrong', '// Allowed, and easily got wrong by a harness']));
});
