// Measures fuzzing through a pipe: inputs per second of `touchstone fuzz`, beside a bare loop that only writes and reads the same frames.
import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {generateInput} from '../runner/overlay/generate.ts';
import {readStrictly} from '../runner/overlay/strict-reader.ts';
import {requestFrame} from '../runner/targets/testee-envelope.ts';
import {root} from './measure.ts';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 5);
const decoder = [process.execPath, '--import', 'tsx', 'reference-server/overlay/main.ts', '--testee'];
const framesDrawn = 100_000;
const inFlightMax = 256;

const rates: {bare: number[]; touchstone: number[]} = {bare: [], touchstone: []};
const frames = Array.from({length: framesDrawn}, (_, index) => {
  const {message, bytes} = generateInput(1, index);
  return requestFrame(BigInt(index + 1), {kind: 'decode', message, form: 'binary', bytes});
});
for (let round = 0; round < rounds; round += 1) {
  rates.bare.push(await bareLoop());
  rates.touchstone.push(fuzz());
}
const bare = median(rates.bare);
const touchstone = median(rates.touchstone);
const say = (what: string, rate: number): void =>
  void process.stdout.write(`${what.padEnd(48)} ${Math.round(rate).toLocaleString('en-US').padStart(9)}\n`);
say('exec: bare loop, inputs/s', bare);
say('exec: touchstone fuzz, inputs/s', touchstone);
process.stdout.write(
  `touchstone fuzz reaches ${Math.round((touchstone / bare) * 100)} % of the bare loop (goal: 70 %)\n`,
);
say('model alone (draw and read), inputs/s, one core', modelAlone());

/** Writes frames that were made before and counts the frames that come back: nothing is drawn, read or judged. */
async function bareLoop(): Promise<number> {
  const [command = '', ...args] = decoder;
  const child = spawn(command, args, {cwd: root, stdio: ['pipe', 'pipe', 'inherit']});
  let sent = 0;
  let received = 0;
  let held: Buffer = Buffer.alloc(0);
  let startedMs = performance.now();
  const warmUp = 2_000;
  const write = (): void => {
    const parts: Uint8Array[] = [];
    while (sent - received < inFlightMax) {
      parts.push(frames[sent % framesDrawn] as Uint8Array);
      sent += 1;
    }
    if (parts.length > 0) child.stdin.write(Buffer.concat(parts));
  };
  const rate = await new Promise<number>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      let at = 0;
      while (held.length - at >= 4 && held.length - at - 4 >= held.readUInt32LE(at)) {
        at += 4 + held.readUInt32LE(at);
        received += 1;
        if (received === warmUp) startedMs = performance.now();
      }
      held = held.subarray(at);
      const elapsedMs = performance.now() - startedMs;
      if (received > warmUp && elapsedMs >= seconds * 1_000) resolve(((received - warmUp) / elapsedMs) * 1_000);
      else write();
    });
    write();
  });
  child.kill('SIGKILL');
  return rate;
}

function fuzz(): number {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const args = ['--import', 'tsx', 'runner/main.ts', 'fuzz', '--peer', `exec:${decoder.join(' ')}`];
    const options = ['--time', `${String(seconds)}s`, '--seed', '1', '--quiet', '--output', folder];
    const {status} = spawnSync(process.execPath, [...args, ...options], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`touchstone fuzz ended with ${String(status)} on the reference decoder`);
    return (JSON.parse(readFileSync(join(folder, 'fuzz.json'), 'utf8')) as {inputsPerSecond: number}).inputsPerSecond;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

function modelAlone(): number {
  const startedMs = performance.now();
  let index = 0;
  for (; performance.now() - startedMs < 2_000; index += 1) {
    const {message, bytes} = generateInput(1, index);
    readStrictly(message, bytes);
  }
  return (index / (performance.now() - startedMs)) * 1_000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
