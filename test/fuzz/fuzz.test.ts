// `touchstone fuzz`, `replay` and `promote` as whole programs: exit codes, files, interruption, resumption, bad decoders.
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, describe, expect, test} from 'vitest';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {touchstone as run} from '../support/command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-fuzz-'));
afterAll(() => {
  rmSync(scratch, {recursive: true, force: true});
});

let folders = 0;
const newFolder = (): string => join(scratch, String((folders += 1)));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...newestProgram('runner/main'), ...args], {
    cwd: root,
    env: {...process.env, CI: '1'},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function touchstone(args: readonly string[]): Promise<Run> {
  const {exitCode, stdout, stderr} = await run(args, {cwd: root, env: {CI: '1'}, budgetMs: 110_000});
  return {code: exitCode, out: stdout, err: stderr};
}

async function ended(child: ChildProcess): Promise<Run> {
  let out = '';
  let err = '';
  child.stdout?.on('data', chunk => (out += String(chunk)));
  child.stderr?.on('data', chunk => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return {code, out, err};
}

const peer = (name: string): string => `exec:node fixtures/peers/${name}.mjs`;

describe('a search', {timeout: 120_000}, () => {
  test('of the healthy reference ends with 0 and leaves a corpus, a state and a summary', async () => {
    const output = newFolder();
    const run = await touchstone(['fuzz', '--reference', '--runs', '3000', '--seed', '1', '--output', output]);
    expect(run.err).toContain('seed 1');
    expect(run.code).toBe(0);
    const kept = readdirSync(join(output, 'corpus/OverlayPing'));
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.every(name => /^[0-9a-f]{40}$/.test(name))).toBe(true);
    expect(JSON.parse(readFileSync(join(output, 'fuzz.json'), 'utf8'))).toMatchObject({
      exitCode: 0,
      inputs: 3000,
      seed: 1,
      findings: 0,
    });
    expect(existsSync(join(output, 'findings'))).toBe(false);
  });

  test('finds a fault, saves it without host or path, and replay, promote and the baseline take it from there', async () => {
    const output = newFolder();
    const faulty = ['--reference', '--fault', 'msg-replaced'];
    const found = await touchstone(['fuzz', ...faulty, '--max-findings', '1', '--seed', '1', '--output', output]);
    expect(found.code).toBe(1);
    expect(found.out).toContain('FINDINGS: the protocol demands another answer');
    const findings = join(output, 'findings');
    const [json = ''] = readdirSync(findings).filter(name => name.endsWith('.json'));
    const text = readFileSync(join(findings, json), 'utf8');
    const finding = JSON.parse(text) as {readonly hex: string; readonly message: string};
    expect(readFileSync(join(findings, json.replace('.json', '.bin'))).toString('hex')).toBe(finding.hex);
    expect(text).not.toContain(root);
    const file = join(findings, json);
    const fixed = await touchstone(['replay', file, '--reference']);
    expect([fixed.code, fixed.out.slice(0, 5)]).toEqual([0, 'FIXED']);
    const still = await touchstone(['replay', file, ...faulty]);
    expect([still.code, still.out.slice(0, 11)]).toEqual([1, 'STILL FAILS']);
    const none = await touchstone(['replay', file]);
    expect([none.code, none.err]).toEqual([
      2,
      'touchstone replay: give either --peer ADDRESS or --reference: a finding names no decoder to start\n',
    ]);
    const promoted = await touchstone(['promote', file, '--as', 'python']);
    expect(promoted.out).toContain(`bytes.fromhex("${finding.hex}")`);
    const baseline = join(output, 'known.yaml');
    writeFileSync(baseline, 'known:\n  - kind: "reads another *"\n    reason: try-out\n');
    const known = await touchstone([
      'fuzz',
      ...faulty,
      '--baseline',
      baseline,
      '--runs',
      '1500',
      '--seed',
      '1',
      '--output',
      newFolder(),
    ]);
    expect(known.out).toContain('KNOWN: listed in the baseline');
    expect(known.code).toBe(0);
  });

  // To a search, noise is like each other answer that breaks a session, and to die at once like all that keeps a decoder from starting.
  test.each([
    ['cat', 1],
    ['always-reject', 1],
    ['swap-two-fields', 1],
    ['table-of-known-cases', 1],
    ['fine-the-first-time', 1],
    ['crashes-on', 1],
    ['noise-on-stdout', 1],
    ['dies-at-once', 5],
  ])('of the bad decoder %s ends with %i', async (name, code) => {
    const run = await touchstone([
      'fuzz',
      '--peer',
      peer(name),
      '--max-findings',
      '1',
      '--runs',
      '20000',
      '--output',
      newFolder(),
    ]);
    expect(run.code).toBe(code);
  });

  test('asks for JSON and for written values where they are offered, and replay and promote follow', async () => {
    const output = newFolder();
    const faulty = ['--reference', '--fault', 'json-urlsafe-rejected', '--fault', 'enc-empty-submessage-dropped'];
    const run = await touchstone(['fuzz', ...faulty, '--max-findings', '2', '--seed', '1', '--output', output]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('OverlayMeta, a value to write as');
    expect(run.out).toContain(', JSON to decode');
    const findings = join(output, 'findings');
    const files = readdirSync(findings).filter(name => name.endsWith('.json'));
    const json = files.find(name => name.startsWith('refuses-')) ?? '';
    const written = files.find(name => name.startsWith('writes-')) ?? '';
    const text = readFileSync(join(findings, json.replace('.json', '.bin')), 'utf8');
    expect(JSON.parse(readFileSync(join(findings, json), 'utf8'))).toMatchObject({
      way: 'json',
      text,
      kind: 'refuses base64 of the URL alphabet',
    });
    const both = [join(findings, json), join(findings, written)];
    expect((await touchstone(['replay', ...both, '--reference'])).code).toBe(0);
    expect((await touchstone(['replay', ...both, ...faulty])).out.match(/STILL FAILS/g)).toHaveLength(2);
    const row = await touchstone(['promote', join(findings, json)]);
    expect(row.out).toContain(`jsonInput: ${JSON.stringify(text)}`);
    const test = await touchstone(['promote', join(findings, written), '--as', 'go']);
    expect([test.code, test.err]).toEqual([
      2,
      `touchstone promote: ${join(findings, written)}: the finding is about a value that was written wrongly, which no wire case holds: --as hex shows it, touchstone replay repeats it\n`,
    ]);
  });

  test('compares several decoders and groups where they differ', async () => {
    const peers = ['--reference', '--peer', 'module:fixtures/testees/protobufjs.mjs', '--peer', peer('always-reject')];
    // What the module reaches is shown elsewhere; counting it takes most of the time.
    const words = ['--runs', '600', '--seed', '1', '--no-coverage', '--output', newFolder()];
    const run = await touchstone(['fuzz', ...peers, ...words]);
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/WHERE THE DECODERS DIFFER: \d+ groups of inputs/);
    expect(run.out).toMatch(
      /^ {2}\[1\] touchstone reference overlay peer 1 +0 % +0 % +- +[0-9<.]+ % +[1-9][0-9.]* %$/m,
    );
    expect(run.out).toMatch(
      /^ {4}touchstone reference overlay peer 1, protobufjs [^\n]*: the value \{.*\}\n {4}[^\n]*: a refusal$/m,
    );
  });

  test('that is quiet names what it found, and says the last line', async () => {
    const run = await touchstone([
      'fuzz',
      '--peer',
      peer('always-reject'),
      '--runs',
      '200',
      '-q',
      '--output',
      newFolder(),
    ]);
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/^(?:found .+ {2}\([\d,]+ times?.*\)\n)+[^\n]+ · seed \d+\n$/);
    expect(run.out).toContain('found refuses an input without bytes');
  });

  test('of a decoder that hangs names the hang and goes on', async () => {
    const run = await touchstone([
      'fuzz',
      '--peer',
      peer('hangs-on'),
      '--reply-timeout',
      '300ms',
      '--max-findings',
      '1',
      '--time',
      '60s',
      '--output',
      newFolder(),
    ]);
    expect(run.out).toContain('hangs on');
    expect(run.code).toBe(1);
  });

  test('that is interrupted ends with 130 and keeps everything; after a kill it is resumed with the same seed', async () => {
    const output = newFolder();
    const child = start(['fuzz', '--reference', '--time', '60s', '--seed', '5', '--output', output]);
    await keepsMore(output);
    child.kill('SIGINT');
    const run = await ended(child);
    expect(run.code).toBe(130);
    const {next} = JSON.parse(readFileSync(join(output, 'fuzz-state.json'), 'utf8')) as {readonly next: number};
    expect(next).toBeGreaterThan(0);
    const before = keptIn(output);
    const killed = start(['fuzz', '--reference', '--time', '60s', '--resume', '--output', output]);
    await keepsMore(output, before);
    killed.kill('SIGKILL');
    await ended(killed);
    const resumed = await touchstone(['fuzz', '--reference', '--runs', '100', '--resume', '--output', output]);
    expect(resumed.err).toMatch(/seed 5, [1-9][\d,]* inputs? in the corpus.*resumed after/);
    expect(resumed.code).toBe(0);
  });

  test('leaves a journal and reports like those of a run, of which parts are merged and findings explained', async () => {
    const parts = [newFolder(), newFolder()];
    for (const [at, output] of parts.entries()) {
      const words = ['--seed', '3', '--shard', `${String(at + 1)}/2`, '--runs', '2000', '--output', output];
      const run = await touchstone(['fuzz', '--reference', '--fault', 'varint-max-5', ...words]);
      expect([run.code, existsSync(join(output, 'report.html'))]).toEqual([1, true]);
    }
    const merged = newFolder();
    const whole = await touchstone(['merge', ...parts, '--output', merged, '--reporter', 'html,sarif']);
    expect([whole.code, whole.out]).toEqual([1, expect.stringMatching(/replay \S+findings\/\S+\.json --reference/)]);
    const page = readFileSync(join(merged, 'report.html'), 'utf8');
    expect(page).toContain('<th>decoder</th>');
    expect(readFileSync(join(parts[0]!, 'report.html'), 'utf8')).toContain('class="curve"');
    expect(readFileSync(join(merged, 'fuzz-baseline.yaml'), 'utf8')).toContain('  - kind: "refuses ');
    const [, id = ''] = /^FAIL +(fuzz\/\S+)/m.exec(whole.out) ?? [];
    const explained = await touchstone(['explain', id, '--journal', merged]);
    expect([explained.code, explained.out]).toEqual([0, expect.stringContaining('To see it again: ')]);
    const others = await touchstone(['explain', 'fuzz/other-inputs', '--journal', merged]);
    expect([others.code, others.out]).toEqual([0, expect.not.stringContaining('To see it again')]);
    const again = ['replay', '--from', merged, '--reference'];
    const [fixed, fails] = [await touchstone(again), await touchstone([...again, '--fault', 'varint-max-5'])];
    expect([fixed.code, fixed.out, fails.code, fails.out]).toEqual([
      0,
      expect.stringMatching(/^FIXED /),
      1,
      expect.stringMatching(/^STILL FAILS /),
    ]);
    const compared = await touchstone(['compare', parts[0]!, parts[1]!]);
    expect(compared.out).toContain('No regression; 1 still failing, 1 unchanged.');
  });

  test('asks a corpus alone, minimizes it, names raw inputs predictably, and replay takes them', async () => {
    const corpus = newFolder();
    const other = newFolder();
    for (const [folder, name, hex] of [
      [corpus, 'long', '1007100710071007'],
      [corpus, 'bad', '10'],
      [other, 'short', '1007'],
      [other, 'group', '1b1c'],
    ] as const) {
      mkdirSync(join(folder, 'OverlayPing'), {recursive: true});
      writeFileSync(join(folder, 'OverlayPing', name), Buffer.from(hex, 'hex'));
    }
    const asked = ['fuzz', '--peer', peer('always-reject'), '--corpus', corpus, '--output', newFolder()];
    const prefix = join(newFolder(), 'x-');
    const regression = await touchstone([...asked, '--runs', '0', '--artifact-prefix', prefix]);
    expect([regression.code, regression.out]).toEqual([1, expect.stringContaining(' 2 inputs ')]);
    const [artifact = ''] = readdirSync(dirname(prefix));
    expect(artifact).toMatch(/^x-finding-[0-9a-f]{40}$/);
    const replay = ['replay', join(dirname(prefix), artifact), '--message', 'OverlayPing'];
    const [right, wrong] = [
      await touchstone([...replay, '--reference']),
      await touchstone([...replay, '--peer', peer('always-reject')]),
    ];
    expect([right.code, right.out.slice(0, 5), wrong.code, wrong.out.slice(0, 5)]).toEqual([0, 'RIGHT', 1, 'FAILS']);
    const nameless = await touchstone(['replay', join(dirname(prefix), artifact), '--reference']);
    expect([nameless.code, nameless.err]).toEqual([2, expect.stringContaining('it is a raw input, and nothing says')]);
    const gone = await touchstone(['replay', `crash-${'0'.repeat(40)}`, '--reference']);
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('there is no such file')]);
    const nowhere = join(newFolder(), 'none');
    const empty = await touchstone([
      'fuzz',
      '--reference',
      '--corpus',
      nowhere,
      '--runs',
      '0',
      '--output',
      newFolder(),
    ]);
    expect([empty.code, empty.err, existsSync(nowhere)]).toEqual([
      2,
      `touchstone fuzz: --corpus ${nowhere}: there is no such folder\n`,
      false,
    ]);
    const healthy = ['fuzz', '--reference', '--corpus', corpus, '--output', newFolder()];
    const merged = await touchstone([...healthy, '--merge', other, '--minimize-corpus']);
    expect([merged.code, merged.err]).toEqual([
      0,
      expect.stringContaining('3 of 4 inputs show 3 behaviours; 1 file removed'),
    ]);
    const left = readdirSync(join(corpus, 'OverlayPing')).map(name =>
      readFileSync(join(corpus, 'OverlayPing', name), 'hex'),
    );
    expect(left.toSorted()).toEqual(['10', '1007', '1b1c']);
  });

  test('reads a corpus of others, whatever its files are called', async () => {
    const corpus = newFolder();
    mkdirSync(join(corpus, 'IpAndPort'), {recursive: true});
    writeFileSync(join(corpus, 'IpAndPort/mine'), Buffer.from('1080808080f800', 'hex'));
    const output = newFolder();
    const run = await touchstone([
      'fuzz',
      '--peer',
      peer('always-reject'),
      '--corpus',
      corpus,
      '--runs',
      '1',
      '--output',
      output,
    ]);
    expect(run.err).toContain('1 input in the corpus');
    expect(run.code).toBe(1);
    expect(readFileSync(join(corpus, 'IpAndPort/mine')).toString('hex')).toBe('1080808080f800');
  });
});

describe('bad input', {timeout: 60_000}, () => {
  const file = join(scratch, 'bad.yaml');
  const badDict = join(scratch, 'bad.dict');
  writeFileSync(badDict, 'a="b"\nmagic\n');
  test.each([
    [[], 'touchstone fuzz: nothing to test: give --peer ADDRESS, --live-peer nebula://HOST:PORT or --reference\n'],
    [
      ['--peer', 'decoder.py'],
      'touchstone fuzz: --peer "decoder.py" is not an address of a decoder: write exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH, with line: before it where the decoder speaks the line form\n',
    ],
    [
      ['--reference', '--dict', badDict, '--merge', join(scratch, 'none')],
      `touchstone fuzz: --dict ${badDict}: line 2: "magic" is not an entry: write name="value", with \\xAB for a byte\ntouchstone fuzz: --merge ${join(scratch, 'none')}: there is no such folder\n`,
    ],
    [
      ['--reference', '--resume', '--seed', '1'],
      'touchstone fuzz: --resume and --seed exclude each other: a resumed search keeps the seed that it began with\n',
    ],
    [
      ['--reference', '--baseline', file],
      `touchstone fuzz: --baseline ${file} cannot be used\n${file}:2:5  a "kind" must say more than "*"  npx --no-install touchstone fuzz prints the kinds that it finds\n  2 |   - kind: "*"\n    |     ^\n\n1 problem in 1 file\n`,
    ],
  ])('%j ends with 2 and says what to do', async (args, message) => {
    writeFileSync(file, 'known:\n  - kind: "*"\n');
    const run = await touchstone(['fuzz', ...args]);
    expect([run.code, run.err]).toEqual([2, message]);
  });

  test('a decoder that cannot be started ends with 5', async () => {
    const run = await touchstone(['fuzz', '--peer', 'exec:no-such-decoder', '--output', newFolder()]);
    expect([run.code, run.err]).toEqual([
      5,
      'touchstone fuzz: The command "no-such-decoder" was not found: check the path, or the PATH that it is looked up in.\n',
    ]);
  });
});

function keptIn(output: string): number {
  const corpus = join(output, 'corpus');
  return existsSync(corpus) ? readdirSync(corpus, {recursive: true}).length : 0;
}

/** Resolves when the search has kept more than there was. */
async function keepsMore(output: string, before = 0): Promise<void> {
  mkdirSync(output, {recursive: true});
  const changes = watch(output, {recursive: true});
  try {
    while (keptIn(output) <= before) await once(changes, 'change');
  } finally {
    changes.close();
  }
}
