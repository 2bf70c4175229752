// Shows that a decoder that ends, hangs up or swallows a question never passes, however orderly it does so: run, fuzz and certify are red, and replay
// does not call it fixed; and that decoders which end when their input ends get no false alarm.
import {spawn} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {packageRoot} from '../support/in-process.ts';
import {someOf} from '../support/length.ts';

const peers = join(packageRoot, 'fixtures/peers');
const command = (...args: readonly string[]): Promise<Finished> => touchstone(args, {budgetMs: 110_000});
const basics = ['--id', 'overlay/basics/*', '--reply-timeout', '1s'];
/** Few cases, as each death costs several processes. */
const some = ['--id', 'overlay/basics/reads[full-*', '--reply-timeout', '1s'];

/** Decoders that end after so many questions. */
const wrong = (after: number): readonly (readonly [name: string, peer: string, says: RegExp])[] => [
  ['exits with 0', `exec:node ${peers}/ends-after.mjs ${String(after)} 0`, /ended with exit code 0/],
  ['exits between questions', `exec:node ${peers}/ends-after.mjs ${String(after)} between`, /ended with exit code 0/],
  ['closes stdout', `exec:node ${peers}/ends-after.mjs ${String(after)} stdout`, /closed its stdout and ran on/],
  ['swallows one', `exec:node ${peers}/swallows-one.mjs ${String(after)}`, /gave no answer within 1000 ms/],
  ['exits in a module', `module:${peers}/exits-in-decode.mjs`, /ended with exit code 0/],
  ['forgets in a module', `module:${peers}/forgets-in-decode.mjs`, /gave no answer within 1000 ms/],
];

test.each(someOf(wrong(3), 3))(
  'run is red: a decoder that %s',
  async (_name, peer, says) => {
    const {exitCode, stdout} = await command('run', '--peer', peer, ...some, '--output', temporaryFolder());
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^FLAKY overlay\/basics\//m);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(says);
  },
  60_000,
);

test('run is red: a decoder that ends once it was asked nothing for a second', async () => {
  const asked = ['--id', 'properties/overlay-wire/answers-after-a-pause', '--output', temporaryFolder()];
  const of = (idleMs: number): string[] => [
    '--peer',
    `exec:node ${peers}/ends-when-idle.mjs ${String(idleMs)}`,
    ...asked,
  ];
  const {exitCode, stdout} = await command('run', ...of(1_000));
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('The decoder ended with exit code 0, while nothing was asked');
  expect(exitCode).toBe(1);
  expect((await command('run', ...of(30_000))).exitCode).toBe(0);
}, 60_000);

// Few questions, so that there is little to shrink; how a process ended matters to `run`, and not to a search.
const searched = ['exits with 0', 'swallows one'];
test.each(
  someOf(
    wrong(5).filter(([name]) => searched.includes(name)),
    2,
  ),
)(
  'fuzz finds it, and replay does not call it fixed: a decoder that %s',
  async (_name, peer, says) => {
    const output = temporaryFolder();
    const how = ['--runs', '25', '--max-findings', '1', '--seed', '7'];
    const words = [...how, '--reply-timeout', '1s', '--output', output];
    const fuzzed = await command('fuzz', '--peer', peer, ...words);
    expect(fuzzed.exitCode).toBe(1);
    expect(fuzzed.stdout).toMatch(says);
    const findings = readdirSync(join(output, 'findings')).filter(name => /^(crash|hang).*\.json$/.test(name));
    expect(findings).not.toEqual([]);
    const files = findings.map(name => join(output, 'findings', name));
    expect(readFileSync(files[0] ?? '', 'utf8')).toContain('"after": [');
    const replayed = await command('replay', ...files, '--peer', peer, '--reply-timeout', '1s');
    expect(replayed.stdout).not.toContain('FIXED');
    expect(replayed.stdout).toContain('STILL FAILS');
    expect(replayed.exitCode).toBe(1);
    const sound = `exec:node ${peers}/ends-after.mjs 100000`;
    const fixed = await command('replay', ...files, '--peer', sound);
    expect(fixed.stdout).toContain('FIXED');
    expect(fixed.exitCode).toBe(0);
  },
  180_000,
);

const sockets = [
  ['tcp', () => []],
  ['unix', () => [join(temporaryFolder(), 's')]],
] as const;
test.each(someOf(sockets, 2))(
  'a decoder that hangs up in the middle of a question is red: %s',
  async (scheme, args) => {
    const address = await hangsUp(args());
    expect(address).toMatch(new RegExp(`^${scheme}:`));
    const ran = await command('run', '--peer', address, ...some, '--output', temporaryFolder());
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout.replaceAll(/\s+/g, ' ')).toMatch(/closed the connection instead of answering/);
    const words = ['--runs', '20', '--max-findings', '1', '--output', temporaryFolder()];
    const fuzzed = await command('fuzz', '--peer', address, ...words);
    expect(fuzzed.exitCode).toBe(1);
    expect(fuzzed.stdout).toMatch(/crashes, after earlier inputs/);
  },
  120_000,
);

/** Starts the peer and gives its address. */
async function hangsUp(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(peers, 'hangs-up.mjs'), ...args], {stdio: ['ignore', 'pipe', 'inherit']});
  atEnd(() => {
    child.kill();
  });
  const lines = createInterface(child.stdout);
  return new Promise(resolve => lines.once('line', resolve));
}

test('what a decoder did once and never again cannot be replayed, and is not called fixed', async () => {
  const cwd = temporaryFolder();
  const peer = `exec:node ${peers}/crashes-once.mjs ${join(cwd, 'died')}`;
  const words = ['--runs', '60', '--seed', '7', '--output', 'found'];
  const fuzzed = await touchstone(['fuzz', '--peer', peer, ...words], {cwd});
  expect(fuzzed.stdout).toContain('crashes, but not again on the same input');
  const file = 'found/findings/crashes-but-not-again-on-the-same-input.json';
  const replayed = await touchstone(['replay', file, '--peer', peer], {cwd});
  expect(replayed.stdout).toContain('CANNOT REPLAY');
  expect(replayed.stdout).toContain('npx --no-install touchstone fuzz --seed 7');
  expect(replayed.exitCode).toBe(6);
}, 120_000);

test('what the search had no time to ask again is not called fixed', async () => {
  const cwd = temporaryFolder();
  const finding = {type: 'finding', schema: 1, kind: 'crashes on an unknown field', basis: 'protocol', causes: []};
  const rest = {message: 'OverlayPing', hex: '0801', expected: '', got: '', decoder: '', seed: 7, examined: false};
  writeFileSync(join(cwd, 'finding.json'), JSON.stringify({...finding, ...rest}));
  const {exitCode, stdout} = await command('replay', join(cwd, 'finding.json'), '--reference');
  expect(stdout).toContain('CANNOT REPLAY');
  expect(exitCode).toBe(6);
}, 60_000);

const who = ['--implementation', 'a peer', '--implementation-version', '7', '--contact', 'a@example.org'];
const certifying = ['certify', '--profile', 'overlay-codec', ...who, '--issuer', 'a laboratory'];
const exitsOnce = (cwd: string, count: string): readonly string[] => [
  '--peer',
  `exec:node ${peers}/crashes-once.mjs ${join(cwd, 'ended')} 0 ${count}`,
];

// A whole certification asks thousands of times as much, and is judged by its journal as well.
test('certify refuses a decoder that exits with 0 a single time, in the middle of the cases', async () => {
  const cwd = temporaryFolder();
  const {exitCode, stdout} = await touchstone(['run', ...exitsOnce(cwd, '20'), ...basics, '--output', 'ran'], {cwd});
  expect(exitCode).toBe(1);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/crash: The decoder ended with exit code 0/);
  // Whichever case the end fell into: what is seen once and not again is kept by nobody.
  expect(stdout.replaceAll(/\s+/g, ' ')).not.toContain('keeps something');
  expect(stdout).toMatch(/^FLAKY /m);
  const refused = await touchstone([...certifying, '--join', 'ran/results.jsonl', '--output', 'out'], {cwd});
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('1 case of the profile has the verdict flaky: overlay/basics/');
  expect(existsSync(join(cwd, 'out/certificate.json'))).toBe(false);
}, 120_000);

test('certify refuses a decoder that exits with 0 a single time, before the first case', async () => {
  const cwd = temporaryFolder();
  const {exitCode, stderr} = await touchstone([...certifying, ...exitsOnce(cwd, '1'), '--output', 'out'], {cwd});
  expect(stderr).toContain(
    'touchstone certify: the decoder was asked to read the bytes 0a as OverlayMeta: The decoder ended with exit code 0',
  );
  expect(exitCode).toBe(1);
});

test.each([
  ['a good one of this folder', `exec:node ${peers}/ends-after.mjs 100000`],
  ['one that answers out of order', `exec:node ${peers}/answers-out-of-order.mjs`],
  ['a module', `module:${packageRoot}/fixtures/testees/protobufjs.mjs`],
  ['one in the line form', `line:exec:node ${packageRoot}/fixtures/testees/protobufjs-line.mjs`],
])(
  'a decoder that ends with its input gets no false alarm: %s',
  async (_name, peer) => {
    const ran = await command('run', '--peer', peer, ...basics, '--output', temporaryFolder());
    expect(ran.stdout).toMatch(/41 pass · 0 fail · 0 warn · 0 flaky/);
    expect(ran.exitCode).toBe(0);
    // Each process of a module that is followed is read and counted first, which shows nothing about its end.
    const words = ['--runs', '500', '--no-coverage', '--output', temporaryFolder()];
    const fuzzed = await command('fuzz', '--peer', peer, ...words);
    expect(fuzzed.stdout).not.toMatch(/crashes|hangs/);
  },
  120_000,
);

// Lists of up to 131,073 items take as long as everything else together; none of the wrong ones is asked for them.
test('the decoder that the wrong ones are made of is right in every overlay case but those of long lists', async () => {
  const allButLists = '^overlay/(?:[^l]|l[^o]|long/.*(?:sizes|many|refuses))';
  const words = ['--grep', allButLists, '--output', join(temporaryFolder(), 'out')];
  const {exitCode, stdout} = await command('run', '--peer', `exec:node ${peers}/ends-after.mjs 100000`, ...words);
  expect(stdout).toMatch(/^ *\d{3,4} pass · 0 fail · 0 warn · 0 flaky/m);
  expect(exitCode).toBe(0);
}, 60_000);
