// Plays a certification: a key, a certificate, its verification, what is refused, and who must not get one.
import {singleQuoted} from '../../base/text/shell-word.ts';
import {cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {once} from '../../base/calls/once.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {startReference} from '../../runner/targets/reference/start-reference.ts';
import {refusedArguments} from '../../runner/commands/certify/certificate-options.ts';
import type {Certificate} from '../../reports/certificate/certificate.ts';
import {whyLapsed} from '../../runner/commands/certify/lapsed.ts';
import {main as certify} from '../../runner/commands/certify.ts';
import {main as matrix} from '../../runner/commands/matrix.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';
import {isLong} from '../support/length.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const words = [
  '--implementation',
  'a peer',
  '--implementation-version',
  '7',
  '--contact',
  'ada@example.org',
  '--issuer',
  'the laboratory',
];

let live = '';
let stop: () => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  const started = await startReference({role: 'live-peer', faults: [], settings: [], isTracingRules: false});
  if (started.kind === 'cannot-start') throw new Error(started.detail);
  live = started.url;
  stop = () => started.stop();
});
afterAll(() => stop());

describe('a live peer that does everything', () => {
  const cwd = temporaryFolder();
  const certified = once(async () => {
    const made = await touchstone(['keygen', 'lab.pem'], {cwd});
    const run = await touchstone(
      [
        'certify',
        '--live-peer',
        live,
        '--profile',
        'overlay-live',
        ...words,
        '--key',
        'lab.pem',
        '--observed-by',
        'an inspector',
        '--commit',
        '0a1b2c3',
        '--configuration',
        'as delivered',
        '--valid',
        '30d',
        '--output',
        'out',
      ],
      {cwd, budgetMs: 110_000},
    );
    return {made, run};
  });
  const verify = (...args: readonly string[]) =>
    touchstone(['verify', 'out/certificate.json', '--results', 'out/results.jsonl', ...args], {cwd});

  test('gets a signed certificate that says what it stands for', async () => {
    const {made, run} = await certified();
    expect(made).toMatchObject({exitCode: 0, stderr: ''});
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('of           a peer 7 (ada@example.org)');
    expect(run.stdout).toMatch(/profile {6}overlay-live: 8 of the \d+ statements of the record, shown by \d+ cases/);
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(run.stdout).toMatch(new RegExp(`issued by {4}the laboratory, .*, valid until ${day}T`));
    expect(run.stdout).toContain('standing     The issuer says that an inspector observed the run\n');
    expect(run.stdout).toContain('commit       0a1b2c3\nconfigured   as delivered\n');
    expect(run.stdout).toMatch(/signature {4}Ed25519, key [0-9a-f]{64}/);
  });

  test('the certificate verifies offline, and says what that does not prove', async () => {
    await certified();
    const {exitCode, stdout} = await verify('--trusted-keys', 'lab.pem.pub');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^INTACT; not evidence that the target behaved so\.$/m);
    expect(stdout).toContain('The person who ran the tests wrote it');
  });

  test('a journal that is joined twice is refused, and nothing is left behind', async () => {
    await certified();
    const journal = 'out/results.jsonl';
    const {exitCode, stderr} = await touchstone(
      ['certify', '--profile', 'overlay-live', ...words, '--join', journal, journal, '--output', 'twice'],
      {cwd},
    );
    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/no certificate of the profile overlay-live\n {2}the run \S+ is given more than once/);
    expect(existsSync(join(cwd, 'twice'))).toBe(false);
  });

  test('a sample holds again on a target that is given anew, and never on one that the file names', async () => {
    await certified();
    const keys = ['--trusted-keys', 'lab.pem.pub'];
    expect(await verify(...keys, '--rerun', '20%')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('nothing to test') as string,
    });
    const again = await verify(...keys, '--rerun', '20%', '--live-peer', live);
    const [, held, tried, of] =
      /RERUN {2}(\d+) of (\d+) cases held again, drawn here and now from (\d+)/.exec(again.stdout) ?? [];
    expect([Number(held), Number(tried)]).toEqual([Math.ceil(Number(of) / 5), Math.ceil(Number(of) / 5)]);
    expect(Number(of)).toBeGreaterThan(100);
    expect(again.exitCode).toBe(0);
    // The folder of the sample holds a green journal now, and a run that does not begin leaves it there.
    const notBegun = await verify(...keys, '--rerun', '20%', '--reference', '--fault', 'no-such-fault');
    expect([notBegun.exitCode, notBegun.stdout]).toEqual([
      2,
      expect.stringContaining('RERUN  no case was tried again\n'),
    ]);
    expect(notBegun.stdout).not.toContain('held again');
  });

  test('another byte in the journal, another key, no key: each is told', async () => {
    await certified();
    const journal = readFileSync(join(cwd, 'out/results.jsonl'), 'utf8');
    writeFileSync(join(cwd, 'edited.jsonl'), journal.replace('"verdict":"pass"', '"verdict":"warn"'));
    const edited = await touchstone(
      ['verify', 'out/certificate.json', '--results', 'edited.jsonl', '--trusted-keys', 'lab.pem.pub'],
      {cwd},
    );
    expect(edited).toMatchObject({
      exitCode: 1,
      stdout:
        'NOT INTACT\n  edited.jsonl is not the journal that the certificate is about, or a byte of it was changed\n',
    });
    await touchstone(['keygen', 'other.pem'], {cwd});
    expect(await verify('--trusted-keys', 'other.pem.pub')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('not a trusted one') as string,
    });
    expect(await verify()).toMatchObject({
      exitCode: 6,
      stdout: expect.stringContaining('give --trusted-keys FILE') as string,
    });
    expect(await verify('--trusted-keys', 'lab.pem')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('it holds a private key') as string,
    });
  });

  test('one that was revoked or has expired is intact and does not count', async () => {
    const {run} = await certified();
    const keys = ['--trusted-keys', 'lab.pem.pub'];
    const identifier = /identifier {3}([0-9a-f]{64})/.exec(run.stdout)?.[1] ?? '';
    writeFileSync(
      join(cwd, 'revoked.yaml'),
      `revoked:\n  - {certificate: ${identifier}, since: 2030-01-01, reason: other code ran}\n`,
    );
    const revoked = await verify(...keys, '--revoked', 'revoked.yaml');
    expect(revoked.stdout).toContain('INTACT');
    expect([revoked.exitCode, revoked.stdout.split('\n').slice(-3).join('\n')]).toEqual([
      1,
      'NOT VALID\n  it was revoked on 2030-01-01: other code ran\n',
    ]);
    // Whoever cannot check the rest learns it all the same.
    const undecided = await verify('--revoked', 'revoked.yaml');
    expect([undecided.exitCode, undecided.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^UNDECIDED\n {2}it is signed[^]*\nNOT VALID\n {2}it was revoked on 2030-01-01: other code ran\n$/,
      ),
    ]);
    writeFileSync(join(cwd, 'mistyped.yaml'), 'revoked:\n  - {certificate: abc, since: 2030-01-01, reason: x}\n');
    const mistyped = await verify(...keys, '--revoked', 'mistyped.yaml');
    expect([mistyped.exitCode, mistyped.stderr]).toEqual([
      2,
      expect.stringContaining('"abc" is not an identifier of a certificate') as string,
    ]);
    const certificate = JSON.parse(
      Buffer.from(
        (JSON.parse(readFileSync(join(cwd, 'out/certificate.json'), 'utf8')) as {readonly payload: string}).payload,
        'base64',
      ).toString(),
    ) as Certificate;
    const lapsedAfter = (days: number): number => {
      const now = new Date(Date.parse(certificate.predicate.issuer.issuedAt) + days * 86_400_000);
      return whyLapsed(certificate, [], () => now).length;
    };
    expect([lapsedAfter(29), lapsedAfter(31)]).toEqual([0, 1]);
  });

  test('a matrix shows it with its state, and a badge that leads to it', async () => {
    await certified();
    const shown = async (site: string, ...more: readonly string[]) => {
      const at = (path: string): string => join(cwd, path);
      const {exitCode, stderr} = await inProcess(matrix, [
        `A node=${at('out')}`,
        '--certificates',
        at('out/certificate.json'),
        ...more,
        '--to',
        `html:${at(site)}`,
      ]);
      const read = (path: string): string => (exitCode === 0 ? readFileSync(join(cwd, site, path), 'utf8') : '');
      return {exitCode, stderr, page: read('implementations/a-node.html'), badge: read('badges/a-node.svg')};
    };
    const keys = ['--trusted-keys', join(cwd, 'lab.pem.pub')];
    const valid = await shown('valid', ...keys);
    expect(valid.badge).toContain('certified: overlay-live');
    expect(valid.page).toMatch(
      /<span class="pill h">valid<\/span>.*observed by an inspector.*signed with a trusted key/,
    );
    const [, file = ''] = /href="\.\.\/(certificates\/[^"]+)"/.exec(valid.page) ?? [];
    expect(readFileSync(join(cwd, 'valid', file))).toEqual(readFileSync(join(cwd, 'out/certificate.json')));
    const revoked = await shown('revoked', ...keys, '--revoked', join(cwd, 'revoked.yaml'));
    expect(revoked.badge).toContain('overlay-live: revoked');
    expect(revoked.page).toMatch(/<span class="pill f">revoked<\/span>.*it was revoked on 2030-01-01: other code ran/);
    const unsigned = await shown('unsigned');
    expect(unsigned.badge).not.toContain('certified');
    expect(unsigned.page).toContain('not recomputed: it is signed, but no trusted keys were given');
    expect(await shown('other', '--trusted-keys', join(cwd, 'other.pem.pub'))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('it is not intact: it is signed with key') as string,
    });
  });

  test('neither a key nor a certificate is ever replaced, and only its owner reads the key', async () => {
    await certified();
    const before = readFileSync(join(cwd, 'lab.pem'), 'utf8');
    expect(statSync(join(cwd, 'lab.pem')).mode & 0o777).toBe(0o600);
    expect(await touchstone(['keygen', 'lab.pem'], {cwd})).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('lab.pem is there already') as string,
    });
    expect(readFileSync(join(cwd, 'lab.pem'), 'utf8')).toBe(before);
    const again = await touchstone(
      ['certify', '--live-peer', live, '--profile', 'overlay-live', ...words, '--output', 'out'],
      {cwd},
    );
    expect(again).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('out/certificate.json is there already') as string,
    });
  });

  test('no certificate is made of the journal that an earlier run left', async () => {
    await certified();
    cpSync(join(cwd, 'out'), join(cwd, 'left'), {recursive: true});
    rmSync(join(cwd, 'left/certificate.json'));
    writeFileSync(
      join(cwd, 'errata.yaml'),
      'withdrawn:\n  - {case: overlay/live/*, since: 2030-01-01, reason: nothing can be said of live peers}\n',
    );
    const refused = await touchstone(
      [
        'certify',
        '--live-peer',
        live,
        '--profile',
        'overlay-live',
        ...words,
        '--errata',
        'errata.yaml',
        '--output',
        'left',
      ],
      {cwd},
    );
    expect([refused.exitCode, refused.stdout]).toEqual([6, '']);
    expect(refused.stderr).toContain('a case that is skipped proves nothing\n');
    expect(existsSync(join(cwd, 'left/certificate.json'))).toBe(false);
  });

  test('journals of variants join into one certificate', async () => {
    await certified();
    const joined = await touchstone(
      ['certify', '--profile', 'overlay-live', ...words, '--join', 'out/results.jsonl', '--output', 'joined'],
      {cwd},
    );
    expect(joined.exitCode).toBe(0);
    expect(joined.stdout).toContain(
      'standing     Self-declared: only the issuer observed the run; the journals were given, so they are only as trustworthy as the person who made them\n',
    );
    const verified = await touchstone(['verify', 'joined/certificate.json', '--results', 'out/results.jsonl'], {cwd});
    expect(verified.stdout).toContain('INTACT');
    expect(verified.stdout).toContain('signature    none: anybody could have written this');
  });
});

const codec = (peer: string, ...more: readonly string[]): readonly string[] => [
  'certify',
  '--peer',
  `exec:node ${peer}`,
  '--profile',
  'overlay-codec',
  ...words,
  ...more,
];

test('what would make a certificate worth less is refused, each with one sentence', async () => {
  const {exitCode, stderr} = await touchstone([
    ...codec('none.mjs'),
    '--seed',
    '1',
    '--insecure',
    '--id=overlay/*',
    '--baseline',
    'b',
  ]);
  expect(exitCode).toBe(2);
  expect(stderr.split('\n').filter(line => line !== '')).toEqual([
    'touchstone certify: certify takes no --seed: a known seed makes the test predictable, so each certification draws its own and writes it in the certificate',
    'touchstone certify: certify takes no --insecure: who answers has to be known; give --ca-file for a certificate of your own',
    'touchstone certify: certify takes no --id: a certificate stands for every case of its profile; touchstone run takes filters',
    'touchstone certify: certify takes no --baseline: a known failure is a failure; touchstone run takes a baseline',
  ]);
});

test.each([
  '--tags',
  '--requirement',
  '--grep',
  '--repeat',
  '--fault',
  '--shard',
  '--variants',
  '--property-runs',
  '--edition',
  '--bail',
])('certify takes no %s', flag => {
  expect(refusedArguments(['--profile', 'x', flag])).toEqual([expect.stringMatching(`^certify takes no ${flag}: .+`)]);
});

test('a certificate names its subject, or there is none', async () => {
  const {exitCode, stderr} = await touchstone(['certify', '--live-peer', live, '--profile', 'overlay-live']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('give --implementation');
  expect(stderr).toContain('give --contact');
  expect(stderr).toContain('give --issuer');
});

test('another kind of target than the profile is about is refused before the first case', async () => {
  const {exitCode, stderr} = await touchstone(['certify', '--live-peer', live, '--profile', 'hosting-core', ...words]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('the profile hosting-core is about another kind of target: give --target URL');
});

test('a statement of the profile cannot be declared absent', async () => {
  const {exitCode, stderr} = await touchstone(codec(join(root, 'fixtures/peers/cat.mjs'), '--without', 'encode'));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('a statement of the profile overlay-codec cannot be declared absent\n');
  expect(stderr).toMatch(/ {2}OV-[A-Z-]+(?:, OV-[A-Z-]+){4} and 3 more: encode: declared with --without\n/);
});

test('our reference gets no certificate under another name', async () => {
  const {command, args} = machineOf({root, version: 'test'}).referencePeer([]);
  const peer = `exec:${[command, ...args].map(singleQuoted).join(' ')}`;
  const {exitCode, stderr} = await touchstone(['certify', '--peer', peer, '--profile', 'overlay-codec', ...words]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    'the target says that it is the reference server of touchstone, and --implementation says "a peer"',
  );
});

test('our reference is noticed also when it calls itself something else', async () => {
  const {command, args} = machineOf({root, version: 'test'}).referencePeer([]);
  const [own, other] = ['touchstone reference overlay peer', 'a decoder made in our laboratory.'];
  const cwd = temporaryFolder({
    'renamed.mjs': `import {spawn} from 'node:child_process';
const child = spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, {stdio: ['pipe', 'pipe', 'inherit']});
process.stdin.pipe(child.stdin);
child.stdout.on('data', bytes => process.stdout.write(Buffer.from(bytes.toString('latin1').replaceAll('${own}', '${other}'), 'latin1')));
child.on('exit', code => process.exit(code ?? 1));
`,
  });
  const {exitCode, stderr} = await touchstone(codec('renamed.mjs', '--output', 'out'), {cwd});
  expect(stderr).toContain("the target answers with the texts and the order of headers of touchstone's own reference");
  expect([exitCode, existsSync(join(cwd, 'out/certificate.json'))]).toEqual([2, false]);
});

test.runIf(isLong)(
  'a decoder that knows the published inputs and nothing else passes a run and gets no certificate (in npm run test:long)',
  async () => {
    const cwd = temporaryFolder();
    const peer = join(root, 'fixtures/peers/passes-only-for-touchstone.mjs');
    const run = await touchstone(
      ['run', '--peer', `exec:node ${peer}`, '--id', 'overlay/basics/*', '--output', 'run'],
      {
        cwd,
      },
    );
    expect(run.exitCode).toBe(0);
    // Without the properties, which draw all of their inputs: the examples alone must see through it.
    const certified = await inProcess(certify, codec(peer, '--output', join(cwd, 'out')).slice(1), {
      loadProperties: () => Promise.resolve([]),
    });
    expect(certified.exitCode).toBe(1);
    expect(certified.stderr).toContain('no certificate of the profile overlay-codec\n');
    expect(certified.stderr).toMatch(/verdict fail: overlay\/basics\/reads\[[\w-]+~drawn\]/);
    expect(existsSync(join(cwd, 'out/certificate.json'))).toBe(false);
  },
  130_000,
);
