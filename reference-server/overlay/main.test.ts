// Runs the real reference peer as a child process and speaks to it over pipes, TCP, a Unix socket and UDP.
import {type ChildProcess, spawn} from 'node:child_process';
import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {parse, type Type} from 'protobufjs';
import {readFileSync} from 'node:fs';
import {afterEach, expect, test} from 'vitest';
import {frameReader, writeFrame} from './frames.ts';
import {makeOverlayRules} from './rules/overlay-rules.ts';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {schemaFile} from './schema-file.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [...newestProgram('reference-server/overlay/main'), ...args], {
    env: {...process.env, ...env},
  });
  children.push(child);
  return child;
}

async function run(args: string[], input = ''): Promise<{code: number | null; out: string; err: string}> {
  const child = start(args);
  let out = '';
  let err = '';
  child.stdout.on('data', chunk => (out += String(chunk)));
  child.stderr.on('data', chunk => (err += String(chunk)));
  child.stdin.on('error', () => {}).end(input);
  await once(child, 'close');
  return {code: child.exitCode, out, err};
}

async function listen(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = start(args, env);
  const [line] = (await once(createInterface({input: child.stdout}), 'line')) as [string];
  const {ready, url} = JSON.parse(line) as {ready: boolean; url: string};
  expect(ready).toBe(true);
  return {child, url, port: Number(/:(\d+)(?:\?.*)?$/.exec(url)?.[1])};
}

// The test's own envelope is protobufjs on the contract's file, so that the peer's hand-written one is checked by a stranger.
const proto = parse(readFileSync(new URL('../../proto/testee.proto', import.meta.url), 'utf8'), {keepCase: true}).root;
const Request: Type = proto.lookupType('touchstone.testee.Request');
const Response: Type = proto.lookupType('touchstone.testee.Response');
const ask = (request: Record<string, unknown>): Buffer =>
  writeFrame(Request.encode(Request.fromObject(request)).finish(), 'u32le');
const read = (frame: Buffer): unknown => Response.toObject(Response.decode(frame), {longs: String, bytes: Buffer});

/** Collects frames until there are as many as asked for. */
function frames(stream: NodeJS.ReadableStream, count: number, framing: 'u32le' | 'u32be' | 'varint' = 'u32le') {
  const reader = frameReader(framing);
  const seen: Buffer[] = [];
  return new Promise<Buffer[]>(resolve => {
    stream.on('data', (chunk: Buffer) => {
      seen.push(...reader(chunk));
      if (seen.length >= count) resolve(seen);
    });
  });
}

const questions = [
  {id: '18446744073709551615', describe: {protocol: 1}},
  {id: '2', decode: {message: 'OverlayMeta', binary: Buffer.from('080212020807', 'hex')}},
  {id: '3', decode: {message: 'OverlayMeta', binary: Buffer.from('0001', 'hex')}},
  {id: '4', decode: {message: 'OverlayMeta', json: Buffer.from('{"Type":"PathCheck"}')}},
  {id: '5', encode: {message: 'OverlayPing', value: '{"Type":1,"Time":"300"}'}},
  {id: '6', encode: {message: 'OverlayPing', value: '{"Type":1,"Time":"300"}', form: 'JSON'}},
  {id: '7', decode: {message: 'Nonsense', binary: Buffer.from('')}},
  {id: '8', encode: {message: 'IpAndPort', value: '{"Ip":-1}'}},
  {id: '9', decode: {message: 'OverlayMeta', binary: Buffer.from('')}},
];

const replies = [
  {
    id: '18446744073709551615',
    description: {
      protocol: 1,
      name: 'touchstone reference overlay peer',
      version: '1',
      messages: [
        'OverlayMeta',
        'OverlayMetaDetails',
        'IpAndPort',
        'OverlayPing',
        'OverlayHandshake',
        'OverlayHandshakeDetails',
      ],
      forms: [0, 1],
      encodes: true,
      keeps_unknown_fields: true,
      schema_package: 'overlay',
      schema_syntax: 'proto3',
      schema_file: schemaFile(makeOverlayRules()),
    },
  },
  {id: '2', value: '{"Type":2,"Details":{"VpnIp":7}}'},
  {id: '3', reject: 'field number 0 does not exist'},
  {id: '4', value: '{"Type":8}'},
  {id: '5', encoded: Buffer.from('080110ac02', 'hex')},
  {id: '6', encoded: Buffer.from('{"Type":"Reply","Time":"300"}')},
  {id: '7', unsupported: expect.stringContaining('There is no message "Nonsense"') as unknown},
  {id: '8', reject: 'Ip cannot hold -1'},
  {id: '9', value: '{}'},
];

test('a framed conversation over pipes ends with stdin', async () => {
  const child = start(['--testee']);
  const seen = frames(child.stdout, questions.length);
  child.stdin.end(Buffer.concat(questions.map(ask)));
  expect((await seen).map(read)).toEqual(replies);
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
});

test('20,000 requests in flight, cut at odd places, are all answered', async () => {
  const child = start(['--testee']);
  const seen = frames(child.stdout, 20_000);
  const one = {decode: {message: 'OverlayMeta', binary: Buffer.from('080212020807', 'hex')}};
  const bytes = Buffer.concat(Array.from({length: 20_000}, (_, index) => ask({id: index + 1, ...one})));
  for (let at = 0; at < bytes.length; at += 7777) child.stdin.write(bytes.subarray(at, at + 7777));
  child.stdin.end();
  const ids = (await seen).map(frame => (read(frame) as {id: string}).id);
  expect(new Set(ids).size).toBe(20_000);
});

test('the line form', async () => {
  const input = [
    'touchstone 1',
    '7 decode OverlayMeta 08021200',
    '8 decode OverlayMeta -',
    '9 decode OverlayMeta 00',
    '10 encode OverlayMeta {"Type": 2, "Details": {}}',
    '11 encode OverlayMeta {}',
    '12 decode Nonsense -',
    '13 dance OverlayMeta -',
  ];
  const {out, err, code} = await run(['--testee', '--line'], `${input.join('\n')}\n`);
  expect(out.split('\n')).toEqual([
    'touchstone 1',
    '7 value {"Type":2,"Details":{}}',
    '8 value {}',
    '9 reject field number 0 does not exist',
    '10 bytes 08021200',
    '11 bytes -',
    '12 unsupported',
    '13 unsupported',
    '',
  ]);
  expect({err, code}).toEqual({err: '', code: 0});
});

test.each([
  [
    ['--testee', '--line'],
    'GET / HTTP/1.1\n',
    1,
    'The first line must be "touchstone 1", but it was "GET / HTTP/1.1".',
  ],
  [['--testee'], '\xff\xff\xff\x7f', 1, 'A frame of '],
  [
    ['--testee', '--fault', 'u32signed'],
    '',
    2,
    'There is no fault "u32signed", did you mean "u32-signed"?; see --list-faults.',
  ],
  [['--nonsense'], '', 2, '"--nonsense" is no option of this peer; see --help.'],
  [[], '', 2, 'Say either --testee or --live URL; see --help.'],
  [
    ['--live', 'http://x'],
    '',
    2,
    'Cannot listen at "http://x": write tcp://HOST:PORT, udp://HOST:PORT or unix:PATH; port 0 takes a free one.',
  ],
  [
    ['--live', 'tcp://127.0.0.1:0?frame=u16'],
    '',
    2,
    '"tcp://127.0.0.1:0?frame=u16" asks for frame=u16; use u32le, u32be, varint.',
  ],
])('%j with %j says what is wrong', async (args, input, code, sentence) => {
  const result = await run(args, input);
  expect(result.code).toBe(code);
  expect(result.out).toBe('');
  expect(result.err).toContain(`reference overlay peer: ${sentence}`);
});

test('--help says how to start it', async () => {
  const {out, code} = await run(['--help']);
  expect(code).toBe(0);
  expect(out).toContain('--live URL');
});

test('faults are listed as JSON and switched on by name', async () => {
  const {out} = await run(['--list-faults']);
  const first = (JSON.parse(out) as Record<string, string>[])[0];
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['basis', 'digest', 'name', 'requirement', 'rule', 'says']);
  const lines = 'touchstone 1\n1 decode IpAndPort 08ffffffff0f\n';
  const faulty = await run(['--testee', '--line', '--fault', 'u32-signed', '--fault', 'port-16-bit'], lines);
  expect(faulty.out).toBe('touchstone 1\n1 value {"Ip":-1}\n');
});

test('a framed conversation over TCP, two at once, and an end by SIGTERM', async () => {
  const {child, port} = await listen(['--testee', '--listen', 'tcp://127.0.0.1:0']);
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const seen = sockets.map(socket => frames(socket, questions.length));
  for (const socket of sockets) socket.write(Buffer.concat(questions.map(ask)));
  for (const one of seen) expect((await one).map(read)).toEqual(replies);
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  expect(child.exitCode).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test('a framed conversation over a Unix socket that ends with its parent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overlay-'));
  const path = join(folder, 'peer');
  const {child, url} = await listen(['--testee', '--listen', `unix:${path}`], {REFERENCE_PARENT_PIPE: '1'});
  expect(url).toBe(`unix:${path}`);
  const socket = connect(path);
  const seen = frames(socket, questions.length);
  socket.write(Buffer.concat(questions.map(ask)));
  expect((await seen).map(read)).toEqual(replies);
  const closed = once(child, 'close');
  child.stdin.end();
  await closed;
  expect(child.exitCode).toBe(0);
  socket.destroy();
  rmSync(folder, {recursive: true});
});

test('a live peer answers datagrams and survives a bad one', async () => {
  const {port} = await listen(['--live', 'udp://127.0.0.1:0']);
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const exchange = async (hex: string): Promise<string> => {
    socket.send(Buffer.from(hex, 'hex'), port, '127.0.0.1');
    const [answer] = (await once(socket, 'message')) as [Buffer];
    return answer.toString('hex');
  };
  socket.send(Buffer.from('ffff', 'hex'), port, '127.0.0.1');
  expect(await exchange('10ac02')).toBe('080110ac02');
  const own = Buffer.from([8, ...varint(0x7f000001), 16, ...varint(socket.address().port)]).toString('hex');
  const whoami = await exchange('0806');
  expect(whoami).toContain(`12${(own.length / 2).toString(16).padStart(2, '0')}${own}`);
  expect(whoami.startsWith('0807')).toBe(true);
  // Learn that host 1 is at Ip 9, then ask for it with counter 3.
  socket.send(Buffer.from('08031206080112020809', 'hex'), port, '127.0.0.1');
  expect(await exchange('0801120408011803')).toBe('080212080801120208091803');
  socket.close();
});

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

test.each(['u32be', 'u32le', 'varint'] as const)('a live peer over TCP in %s frames', async framing => {
  const {port} = await listen(['--live', `tcp://127.0.0.1:0?frame=${framing}`]);
  const socket: Socket = connect(port, '127.0.0.1');
  const seen = frames(socket, 3, framing);
  const sent = ['10ac02', '08081203d00901', '0a06100720052809'].map(hex =>
    writeFrame(Buffer.from(hex, 'hex'), framing),
  );
  socket.write(Buffer.concat(sent));
  const [ping, check, handshake] = (await seen).map(frame => frame.toString('hex'));
  expect(ping).toBe('080110ac02');
  expect(check).toBe('08091203d00901');
  expect(handshake).toContain('1007180120052809');
  socket.destroy();
});

test('with ?as= an empty message is a ping at Time 0', async () => {
  const {port, url} = await listen(['--live', 'udp://127.0.0.1:0?as=OverlayPing']);
  // The address that a client takes: how this peer reads is no part of it.
  expect(url).toBe(`udp://127.0.0.1:${port}`);
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.send(Buffer.alloc(0), port, '127.0.0.1');
  const [answer] = (await once(socket, 'message')) as [Buffer];
  expect(answer.toString('hex')).toBe('0801');
  socket.close();
});
