// Shows what happens at the edges of a decoder's life: sizes above 65,535 bytes, a runner that is killed while a module loops, a search that is killed
// before it found anything, and decoders that take no part in a comparison.
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {overlayMessages} from '../../model/peer.ts';
import {startTouchstone, temporaryFolder, touchstone} from '../support/command-line.ts';
import {packageRoot} from '../support/in-process.ts';

/** A decoder that never comes back, and takes no processor time from the other tests meanwhile. */
const hangs = 'export function decode() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }';

const peers = `${packageRoot}/fixtures/peers`;

test('a decoder that cuts bytes at 65,535 is red', async () => {
  const peer = `module:${peers}/cuts-at-65535.mjs`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, '--id', 'overlay/long/reads-sizes[2p16*']);
  expect(stdout).toMatch(/^FAIL +overlay\/long\/reads-sizes\[2p16/m);
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder that loses the last byte above 256 KiB, and all but 1,000 addresses, is red in both', async () => {
  const peer = `module:${peers}/loses-the-last-byte.mjs`;
  const words = ['--id', 'overlay/long/reads-large-sizes[2p19]', '--id', 'overlay/long/reads-long-lists[2p10-plus-1]'];
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, ...words]);
  expect(stdout).toMatch(/^FAIL +overlay\/long\/reads-large-sizes\[/m);
  expect(stdout).toMatch(/^FAIL +overlay\/long\/reads-long-lists\[/m);
  expect(stdout).toMatch(/^ *0 pass · 2 fail/m);
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder that reads a fixed32 as a varint is red', async () => {
  const peer = `module:${peers}/reads-any-wire-type.mjs`;
  const {exitCode, stdout} = await touchstone([
    'run',
    '--peer',
    peer,
    '--id',
    'overlay/wrong-wire-types/usually-reads[wrongwt-vpnip-i32*',
  ]);
  expect(stdout).toMatch(/^FAIL +overlay\/wrong-wire-types\/usually-reads\[/m);
  expect(exitCode).toBe(1);
}, 60_000);

test('a writer that writes a field twice is red', async () => {
  const peer = `module:${peers}/writes-fields-twice.mjs`;
  const ids = ['--id', 'overlay/encode/basics[order-*', '--id', 'properties/overlay-roundtrip/ping-is-written'];
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, ...ids]);
  expect(stdout).toMatch(/^FAIL +overlay\/encode\/basics\[/m);
  expect(stdout).toMatch(/ [2-9]\d* fail · .* · 0 error/);
  expect(stdout).toContain('Type was written more than once');
  expect(exitCode).toBe(1);
}, 60_000);

test('after five equal hangs the rest of the cases is not run, and one line says why', async () => {
  const cwd = temporaryFolder({'loops.mjs': hangs});
  const words = [
    'run',
    '--peer',
    'module:loops.mjs',
    '--id',
    'overlay/basics/*',
    '--reply-timeout',
    '300ms',
    '--jobs',
    '1',
  ];
  const {exitCode, stdout, stderr} = await touchstone(words, {cwd});
  expect(stderr).toContain('5 cases in a row hung alike, the last of them overlay/');
  expect(stdout).toMatch(/ [1-9]\d* not run/);
  expect(exitCode).toBe(1);
}, 60_000);

test('five equal hangs that leave nothing to run are told by their cases alone', async () => {
  const cwd = temporaryFolder({'loops.mjs': hangs});
  const ids = ['2p8*', '2p14*'].flatMap(rows => ['--id', `overlay/long/skips-sizes-in-a-list[${rows}]`]);
  const words = ['run', '--peer', 'module:loops.mjs', ...ids, '--reply-timeout', '300ms', '--jobs', '1'];
  const {exitCode, stdout, stderr} = await touchstone(words, {cwd});
  expect(stdout).toMatch(/ 5 fail · .* · 0 not run/);
  expect(stderr + stdout).not.toMatch(/hung alike|cases were not run|went away/);
  expect(exitCode).toBe(1);
}, 60_000);

test.each([
  ['that loops', 'export function decode() { SAY; for (;;); }'],
  ['that loops while it is loaded', 'SAY; for (;;); export function decode() {}'],
])(
  'a module %s ends when the runner is killed',
  async (_which, source) => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'decoder.mjs');
    const pidFile = join(cwd, 'pid');
    const say = `writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))`;
    writeFileSync(file, `import {writeFileSync} from 'node:fs'; ${source.replace('SAY', say)}`);
    const running = startTouchstone(['run', '--peer', `module:${file}`, '--id', 'overlay/basics/*'], {cwd});
    const pid = await fileText(pidFile);
    running.kill('SIGKILL');
    await running.finished;
    await expect(gone(Number(pid))).resolves.toBeUndefined();
  },
  60_000,
);

test('a search that is killed before it found anything is resumed with its seed', async () => {
  const cwd = temporaryFolder();
  const words = ['fuzz', '--reference', '--time', '60s', '--seed', '5', '--output', 'found'];
  const running = startTouchstone(words, {cwd});
  await running.until(/seed 5/);
  while (!existsSync(join(cwd, 'found/corpus/OverlayPing'))) await turn();
  running.kill('SIGKILL');
  await running.finished;
  const resumed = await touchstone(['fuzz', '--reference', '--runs', '100', '--resume', '--output', 'found'], {cwd});
  expect(resumed.stderr).toMatch(/seed 5, [1-9]\d* inputs in the corpus.*resumed/);
  expect(resumed.exitCode).toBe(0);
}, 60_000);

test('what one of several decoders does not support is no difference between them', async () => {
  const declines = `exec:node ${peers}/declines-without-a-name.mjs`;
  const careful = `exec:node ${peers}/ends-after.mjs 10000000`;
  const {stdout} = await touchstone(['fuzz', '--peer', declines, '--peer', careful, '--runs', '500', '--seed', '1']);
  expect(stdout).not.toMatch(/^ {4}[^\n]*: unsupported$/m);
}, 60_000);

test('a raw input that nothing names a message for is refused by replay, with the option that names one', async () => {
  const cwd = temporaryFolder({'x.bin': 'abc'});
  const {exitCode, stderr} = await touchstone(['replay', 'x.bin', '--reference'], {cwd});
  expect(stderr).toBe(
    `touchstone replay: x.bin: it is a raw input, and nothing says of which message: give --message, one of ${overlayMessages.join(', ')}\n`,
  );
  expect(exitCode).toBe(2);
}, 60_000);

async function fileText(file: string): Promise<string> {
  const {readFileSync} = await import('node:fs');
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') return text;
    await turn();
  }
}

/** Resolves when there is no such process. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, 20);
  });
}
