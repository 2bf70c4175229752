// The reference decoder answers the same in frames, in lines, over TCP and Unix sockets, and as a module.
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import type {TesteePort} from '../../../model/peer.ts';
import {readReadyLine, startProcess, type RunningProcess} from '../process/child.ts';
import {newestProgram} from '../process/newest-program.ts';
import {openTestee} from './open-testee.ts';

const packageRoot = resolve(import.meta.dirname, '../../..');
const main = newestProgram('reference-server/overlay/main');
const openPorts: TesteePort[] = [];
const servers: RunningProcess[] = [];

afterEach(async () => {
  await Promise.all(openPorts.splice(0).map(port => port.close()));
  await Promise.all(servers.splice(0).map(server => server.stop()));
});

async function open(address: string): Promise<TesteePort> {
  const start = await openTestee(address, {bounds: {...defaultBounds, connectTimeoutMs: 10_000}, packageRoot});
  if (start.kind !== 'started') throw new Error(start.detail);
  openPorts.push(start.port);
  return start.port;
}

/** Starts the reference as a listening decoder and gives its address. */
async function listen(url: string): Promise<string> {
  const args = [...main, '--testee', '--listen', url];
  const start = await startProcess({command: process.execPath, args, cwd: packageRoot});
  if (start.kind !== 'started') throw new Error(start.detail);
  servers.push(start.process);
  const ready = await readReadyLine(start.process, 30_000);
  if (ready.kind !== 'line') throw new Error(ready.detail);
  return (JSON.parse(ready.line) as {readonly url: string}).url;
}

const exec = `exec:${[process.execPath, ...main].map(word => `'${word}'`).join(' ')} --testee`;
const address: {readonly [form: string]: () => Promise<string>} = {
  'in frames': async () => exec,
  'in lines': async () => `line:${exec} --line`,
  'in lines, without being told': async () => `${exec} --line`,
  'over tcp': () => listen('tcp://127.0.0.1:0'),
  'over unix': () => listen(`unix:${join(mkdtempSync(join(tmpdir(), 'touchstone-')), 's')}`),
  'as a module': async () => `module:${join(packageRoot, 'fixtures/testees/protobufjs.mjs')}`,
  'as a program of a dozen lines': async () =>
    `line:exec:'${process.execPath}' '${join(packageRoot, 'fixtures/testees/protobufjs-line.mjs')}'`,
};

const value = {
  InitiatorIndex: 7,
  Time: '18446744073709551615',
  Cert: '00ff',
};

test.each(Object.keys(address))('values survive encode and decode %s, many at a time', async form => {
  const port = await open((await address[form]?.()) ?? '');
  const bytes = Buffer.from('0a0200ff100728ffffffffffffffffff01', 'hex');
  const asked = Array.from({length: 300}, () =>
    port.ask({kind: 'decode', message: 'OverlayHandshakeDetails', form: 'binary', bytes}),
  );
  for (const answer of await Promise.all(asked)) expect(answer).toEqual({kind: 'value', value});
  const encoded = await port.ask({kind: 'encode', message: 'OverlayHandshakeDetails', form: 'binary', value});
  expect(encoded).toEqual({kind: 'encoded', bytes: Uint8Array.from(bytes)});
  const cut = {
    kind: 'decode',
    message: 'OverlayHandshakeDetails',
    form: 'binary',
    bytes: bytes.subarray(0, 5),
  } as const;
  expect(await port.ask(cut)).toMatchObject({kind: 'reject'});
  expect(await port.askFresh(cut)).toMatchObject({kind: 'reject'});
  expect(await port.ask({...cut, message: 'NoSuchMessage'})).not.toMatchObject({kind: 'value'});
});

test.each(['in lines', 'over tcp', 'over unix'])(
  'values of 2^20 bytes and lists of 2^14 addresses come whole %s',
  async form => {
    const port = await open((await address[form]?.()) ?? '');
    const cert = Buffer.concat([Buffer.alloc(2 ** 20, 0xab), Buffer.of(0xcd)]);
    const bytes = Buffer.concat([Buffer.from('0a818040', 'hex'), cert, Buffer.from('1001', 'hex')]);
    const long = await port.ask({kind: 'decode', message: 'OverlayHandshakeDetails', form: 'binary', bytes});
    const read = long.kind === 'value' ? (long.value as {readonly [name: string]: unknown}) : {};
    expect(read['Cert'] === cert.toString('hex')).toBe(true);
    expect(read['InitiatorIndex']).toBe(1);
    const list = Buffer.from('1204080a100b'.repeat(2 ** 14) + '1807', 'hex');
    const many = await port.ask({kind: 'decode', message: 'OverlayMetaDetails', form: 'binary', bytes: list});
    expect(many).toMatchObject({kind: 'value', value: {IpAndPorts: {length: 2 ** 14}, counter: 7}});
  },
);

test('the reference describes itself', async () => {
  expect((await open(exec)).description).toMatchObject({
    protocol: 1,
    name: 'touchstone reference overlay peer',
    forms: ['binary', 'json'],
    encodes: true,
    keepsUnknownFields: true,
  });
});

test('a line decoder describes nothing, so it stands for all messages in binary', async () => {
  const {description} = await open(`line:${exec} --line`);
  expect(description).toMatchObject({messages: [], forms: ['binary'], encodes: true, isDeclared: false});
  expect(description.name).toBeUndefined();
});

test('a listening decoder that is gone loses questions, and is not blamed for them', async () => {
  // A freed port may be another test's by then; nothing else takes this socket.
  const port = await open(await listen(`unix:${join(mkdtempSync(join(tmpdir(), 'touchstone-')), 's')}`));
  await servers.splice(0)[0]?.stop();
  const question = {kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes: new Uint8Array()} as const;
  // A question that is on its way when the connection closes cannot be told from one that ended it; the next one can.
  await port.ask(question);
  const answer = await port.ask(question);
  expect(answer).toMatchObject({kind: 'lost', detail: expect.stringContaining('there is no such socket')});
});

function moduleFile(name: string, text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'touchstone-')), name);
  writeFileSync(file, text);
  return `module:${file}`;
}

const question = {kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes: Uint8Array.of(1, 2)} as const;

test('a TypeScript module may promise its value, with bigint and bytes in it, and print what it likes', async () => {
  const port = await open(
    moduleFile(
      'decoder.ts',
      `export async function decode(message: string, bytes: Uint8Array): Promise<object> {
         console.log('noise'); console.error('noise');
         return {message, Time: 18446744073709551615n, Cert: bytes, List: [{Time: 1n}], Left: undefined};
       }
       export const decodeJson = (_: string, text: string) => ({text});
       export const describe = {name: 'mine', version: '3', messages: ['OverlayMeta'], keepsUnknownFields: true};`,
    ),
  );
  expect(port.description).toEqual({
    protocol: 1,
    name: 'mine',
    version: '3',
    messages: ['OverlayMeta'],
    forms: ['binary', 'json'],
    encodes: false,
    encodeForms: ['binary'],
    keepsUnknownFields: true,
    isDeclared: true,
  });
  const expected = {message: 'OverlayMeta', Time: '18446744073709551615', Cert: '0102', List: [{Time: '1'}]};
  expect(await port.ask(question)).toEqual({kind: 'value', value: expected});
  const json = await port.ask({...question, form: 'json', bytes: Buffer.from('{"Type":2}')});
  expect(json).toEqual({kind: 'value', value: {text: '{"Type":2}'}});
  expect(await port.ask({kind: 'encode', message: 'OverlayMeta', form: 'binary', value: {}})).toMatchObject({
    kind: 'unsupported',
  });
});

test('what a module gives may be a view of its input, or of a buffer that it fills again', async () => {
  const port = await open(
    moduleFile(
      'reuse.mjs',
      `const shared = new Uint8Array(2);
       export const decode = (_, bytes) => ({Cert: bytes.subarray(1)});
       export const encode = (_, {Type}) => { shared.fill(Type); return shared; };`,
    ),
  );
  const encodeOf = (Type: number) => ({kind: 'encode', message: 'OverlayMeta', form: 'binary', value: {Type}}) as const;
  const both = await Promise.all([port.ask(encodeOf(1)), port.ask(encodeOf(2)), port.ask(question)]);
  expect(both).toEqual([
    {kind: 'encoded', bytes: Uint8Array.of(1, 1)},
    {kind: 'encoded', bytes: Uint8Array.of(2, 2)},
    {kind: 'value', value: {Cert: '02'}},
  ]);
});

test.each([
  ['throws what is no error', `() => { throw 'no'; }`, {kind: 'reject', text: 'no'}],
  ['throws an error of its own', `() => { throw new Error('cut'); }`, {kind: 'reject', text: 'cut'}],
  [
    'throws an error of the language',
    `() => null.x`,
    {kind: 'reject', text: `threw TypeError: Cannot read properties of null (reading 'x')`},
  ],
  ['gives nothing', `() => undefined`, {kind: 'broken', cause: 'bad-answer'}],
  ['promises for ever', `() => new Promise(() => {})`, {kind: 'broken', cause: 'hang'}],
  ['loops', `() => { for (;;); }`, {kind: 'broken', cause: 'hang'}],
  [
    'ends the process',
    `() => process.exit(9)`,
    {kind: 'broken', cause: 'crash', detail: 'The decoder ended with exit code 9.'},
  ],
])('OV-18 a module that %s harms nobody else', async (_, decode, expected) => {
  const port = await open(moduleFile('decoder.mjs', `export const decode = ${decode};`));
  const timeoutMs = expected['cause' as keyof typeof expected] === 'hang' ? 500 : 30_000;
  expect(await port.ask(question, {timeoutMs})).toMatchObject(expected);
});
