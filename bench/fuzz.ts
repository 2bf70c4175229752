// Measures decoders under test and live peers at full speed: what `touchstone fuzz`, wire cases and datagrams reach, each beside a loop that only
// writes and counts. Everything runs from dist/, as it is shipped.
import {spawn, spawnSync, type StdioOptions} from 'node:child_process';
import {createSocket} from 'node:dgram';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import type {Duplex, Readable, Writable} from 'node:stream';
import {pathToFileURL} from 'node:url';
import type * as draw from '../runner/execute/fuzz/draw-input.ts';
import type {FuzzInput, FuzzWay} from '../model/decoder-search.ts';
import type * as peerModel from '../model/peer.ts';
import type * as readInput from '../runner/overlay/read-input.ts';
import type * as generate from '../runner/overlay/generate.ts';
import type * as strictReader from '../runner/overlay/strict-reader.ts';
import type * as judge from '../runner/overlay/judge-input.ts';
import type * as testee from '../runner/targets/testee/open-testee.ts';
import type * as live from '../runner/targets/live/open-live-peer.ts';
import type * as batch from '../runner/targets/testee/batch.ts';
import type * as envelope from '../runner/targets/testee/envelope.ts';
import type * as bounds from '../model/bounds.ts';
import {keepRows, median, printTable, root} from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 10);
/** As many as a search has in flight, and asked anew as soon as so many are answered. */
const inFlightMax = 2_048;
const refill = 128;
const datagramsInFlight = 32;
const ping = Uint8Array.of(0x10, 0x07);

const compiled = (path: string): string => pathToFileURL(join(root, 'dist/runner', path)).href;
const {generateInput} = (await import(compiled('overlay/generate.js'))) as typeof generate;
const {readStrictly} = (await import(compiled('overlay/strict-reader.js'))) as typeof strictReader;
const {drawInput} = (await import(compiled('execute/fuzz/draw-input.js'))) as typeof draw;
const {questionOf} = (await import(compiled('overlay/read-input.js'))) as typeof readInput;
const {overlayMessages} = (await import(compiled('../model/peer.js'))) as typeof peerModel;
const {judgeInput} = (await import(compiled('overlay/judge-input.js'))) as typeof judge;
const {openTestee} = (await import(compiled('targets/testee/open-testee.js'))) as typeof testee;
const {openLive} = (await import(compiled('targets/live/open-live-peer.js'))) as typeof live;
const {Batch} = (await import(compiled('targets/testee/batch.js'))) as typeof batch;
const {writeRequest} = (await import(compiled('targets/testee/envelope.js'))) as typeof envelope;
const {defaultBounds} = (await import(compiled('../model/bounds.js'))) as typeof bounds;

const reference = [process.execPath, join(root, 'dist/reference-server/overlay/main.js')] as const;
const module = join(root, 'fixtures/testees/protobufjs.mjs');
const host = [process.execPath, join(root, 'dist/runner/targets/testee/module-host.js'), module] as const;

// Drawn, written as frames and kept before any clock starts: the bare loops only write them. Inputs nested deep end some decoders; here nobody is tested.
const inputs = Array.from({length: 60_000}, (_, index) => generateInput(1, index)).filter(
  ({bytes}) => bytes.length < 1_000,
);
/** The frames of what a search asks a decoder: bytes, changes of what an earlier search kept, and the other ways that it offers. */
function framesOf(otherWays: readonly FuzzWay[], kept: readonly FuzzInput[]): readonly Uint8Array[] {
  const batch = new Batch();
  return Array.from({length: 60_000}, (_, index) => {
    const {input} = drawInput({seed: 1, messages: overlayMessages, otherWays, kept}, index);
    writeRequest(batch, index + 1, questionOf(input));
    return batch.take();
  });
}

/** What a search of some seconds keeps. */
function keptBySearch(peer: string): readonly FuzzInput[] {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    search(peer, folder, 5);
    return overlayMessages.flatMap(message => {
      const path = join(folder, 'corpus', message);
      return readdirSync(path).map(name => ({message, way: 'binary' as const, bytes: readFileSync(join(path, name))}));
    });
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const execPeer = `exec:'${reference.join("' '")}' --testee`;
const modulePeer = `module:${module}`;
const frames = {
  exec: framesOf(['json', 'encode', 'encode-json'], keptBySearch(execPeer)),
  module: framesOf(['encode'], keptBySearch(modulePeer)),
};
const measured: readonly (readonly [name: string, isBare: boolean, run: () => Promise<number>])[] = [
  ['exec: bare loop', true, () => bareLoop([...reference, '--testee'], false, frames.exec)],
  ['exec: touchstone fuzz', false, () => fuzz(execPeer)],
  ['exec: wire cases, asked and judged', false, () => wireCases(execPeer)],
  ['module: bare loop', true, () => bareLoop(host, true, frames.module)],
  ['module: touchstone fuzz', false, () => fuzz(modulePeer)],
  ['module: wire cases, asked and judged', false, () => wireCases(modulePeer)],
  ['udp: bare loop', true, bareDatagrams],
  ['udp: pings, asked and judged', false, liveDatagrams],
  ['model alone, inputs drawn and read on one core', true, modelAlone],
];

const rates = new Map(measured.map(([name]) => [name, [] as number[]]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, , run] of measured) rates.get(name)?.push(await run());
let bare = 0;
printTable(
  `medians of ${String(rounds)} rounds of ${String(seconds)} s, in turn; ${String(inFlightMax)} in flight`,
  ['', 'per second', 'of the bare loop'],
  measured.map(([name, isBare]) => {
    const rate = median(rates.get(name) ?? []);
    if (isBare) bare = rate;
    return [
      name,
      Math.round(rate).toLocaleString('en-US'),
      isBare ? '' : `${String(Math.round((rate / bare) * 100))} %`,
    ];
  }),
);
let bareRate = 0;
keepRows(
  measured.flatMap(([name, isBare]) => {
    const rate = median(rates.get(name) ?? []);
    if (isBare) bareRate = rate;
    const goal = name.endsWith('touchstone fuzz') ? {goal: 0.85} : {};
    return isBare ? [] : [{what: `${name}, to the bare loop`, ratio: rate / bareRate, ...goal, isRate: true}];
  }),
);

/** Writes frames that were made before and counts the frames that come back: nothing is drawn, read or judged. */
async function bareLoop(
  [command = '', ...args]: readonly string[],
  isOnExtraPipe: boolean,
  written: readonly Uint8Array[],
): Promise<number> {
  const stdio: StdioOptions = isOnExtraPipe ? ['ignore', 'ignore', 'inherit', 'pipe'] : ['pipe', 'pipe', 'inherit'];
  const child = spawn(command, args, {cwd: root, stdio});
  const output = child.stdio[isOnExtraPipe ? 3 : 1] as Readable;
  const input = (isOnExtraPipe ? (child.stdio[3] as Duplex) : child.stdin) as Writable;
  let sent = 0;
  let received = 0;
  let held: Buffer = Buffer.alloc(0);
  const clock = rateOf();
  const write = (): void => {
    const parts: Uint8Array[] = [];
    for (; sent - received < inFlightMax; sent += 1) parts.push(written[sent % written.length]!);
    if (parts.length > 0) input.write(Buffer.concat(parts));
  };
  const rate = await new Promise<number>(resolve => {
    output.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let at = 0;
      for (; held.length - at >= 4 && held.length - at - 4 >= held.readUInt32LE(at); received += 1)
        at += 4 + held.readUInt32LE(at);
      held = held.subarray(at);
      const measuredRate = clock(received);
      if (measuredRate !== undefined) resolve(measuredRate);
      else if (sent - received <= inFlightMax - refill) write();
    });
    // Killed with questions in its pipe, it leaves a reset behind; until then any error is one.
    for (const stream of [input, output])
      stream.on('error', error => {
        if (!child.killed) throw error;
      });
    write();
  });
  child.kill('SIGKILL');
  return rate;
}

/** Starts to count when so many are there that everything is warm, and gives the rate when the time is over. */
function rateOf(): (count: number) => number | undefined {
  const warmUp = 4_000;
  let startedMs = 0;
  let startedAt = 0;
  return count => {
    if (count < warmUp) return undefined;
    if (startedMs === 0) {
      startedMs = performance.now();
      startedAt = count;
    }
    const elapsedMs = performance.now() - startedMs;
    return elapsedMs >= seconds * 1_000 ? ((count - startedAt) / elapsedMs) * 1_000 : undefined;
  };
}

function fuzz(peer: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    search(peer, folder, seconds);
    const {inputsPerSecond} = JSON.parse(readFileSync(join(folder, 'fuzz.json'), 'utf8')) as {inputsPerSecond: number};
    return Promise.resolve(inputsPerSecond);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

function search(peer: string, folder: string, timeSeconds: number): void {
  const words = ['dist/runner/main.js', 'fuzz', '--peer', peer, '--time', `${String(timeSeconds)}s`];
  const {status} = spawnSync(process.execPath, [...words, '--seed', '1', '--quiet', '--output', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0 && status !== 1) throw new Error(`touchstone fuzz of ${peer} ended with ${String(status)}`);
}

/** Asks as a run asks its cases, each with a promise of its own, and judges each answer whole. */
async function wireCases(peer: string): Promise<number> {
  const start = await openTestee(peer, {bounds: defaultBounds, packageRoot: root});
  if (start.kind === 'cannot-start') throw new Error(start.detail);
  const {port} = start;
  const clock = rateOf();
  let asked = 0;
  let answered = 0;
  let rate: number | undefined;
  const work = async (): Promise<void> => {
    while (rate === undefined) {
      const {message, bytes} = inputs[(asked += 1) % inputs.length]!;
      const answer = await port.ask({kind: 'decode', message, form: 'binary', bytes});
      judgeInput({message, way: 'binary', bytes}, readStrictly(message, bytes), answer);
      rate ??= clock((answered += 1));
    }
  };
  await Promise.all(Array.from({length: inFlightMax}, work));
  await port.close();
  return rate ?? 0;
}

async function withLivePeer<Result>(use: (url: string) => Promise<Result>): Promise<Result> {
  const words = ['--live', 'udp://127.0.0.1:0?as=OverlayPing'];
  const child = spawn(reference[0], [reference[1], ...words], {stdio: ['pipe', 'pipe', 'inherit']});
  const line = await new Promise<string>(resolve => child.stdout.once('data', chunk => resolve(String(chunk))));
  try {
    const {url} = JSON.parse(line) as {readonly url: string};
    return await use(url);
  } finally {
    child.kill('SIGKILL');
  }
}

function bareDatagrams(): Promise<number> {
  return withLivePeer(url => {
    const socket = createSocket('udp4');
    const clock = rateOf();
    let received = 0;
    return new Promise<number>(resolve => {
      const send = (): void => socket.send(ping);
      socket.on('message', () => {
        const rate = clock((received += 1));
        if (rate === undefined) return send();
        socket.close();
        return resolve(rate);
      });
      socket.connect(Number(new URL(url).port), '127.0.0.1', () => {
        for (let count = 0; count < datagramsInFlight; count += 1) send();
      });
    });
  });
}

function liveDatagrams(): Promise<number> {
  return withLivePeer(async url => {
    const start = await openLive(url, defaultBounds);
    if (start.kind === 'cannot-start') throw new Error(start.detail);
    const clock = rateOf();
    let answered = 0;
    let rate: number | undefined;
    const work = async (): Promise<void> => {
      const conversation = await start.port.open();
      while (rate === undefined) {
        await conversation.send(ping);
        const arrival = await conversation.receive(5_000);
        if (arrival.kind !== 'frame') throw new Error(`the live peer gave ${arrival.kind}`);
        if (readStrictly('OverlayPing', arrival.bytes).kind !== 'accept') throw new Error('the live peer sent no ping');
        rate ??= clock((answered += 1));
      }
      await conversation.close();
    };
    await Promise.all(Array.from({length: datagramsInFlight}, work));
    await start.port.close();
    return rate ?? 0;
  });
}

function modelAlone(): Promise<number> {
  const startedMs = performance.now();
  let index = 0;
  while (performance.now() - startedMs < seconds * 1_000) {
    for (let count = 0; count < 1_000; count += 1) {
      const {message, bytes} = generateInput(1, index);
      readStrictly(message, bytes);
      index += 1;
    }
  }
  return Promise.resolve((index / (performance.now() - startedMs)) * 1_000);
}
