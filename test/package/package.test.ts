// Shows that the package is whole and holds nothing else: it is packed, installed into an empty folder, and used there as strangers use it.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, test, type TestContext} from 'vitest';
import {isLong} from '../support/length.ts';
import {
  lend,
  packAndInstall,
  programOf,
  remove,
  runProgram,
  writeExamples,
  type Ended,
  type Packed,
} from '../support/packed.ts';

const manifest = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')) as {
  readonly scripts: {readonly [name: string]: string};
  readonly exports: {readonly [name: string]: string | {readonly types: string; readonly default: string}};
  readonly bin: {readonly [name: string]: string};
};

/** Everything that a user of the package needs. */
const needed = [
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^dist\/bundled\/(?:[\w-]+\/)*[\w-]+\.js$/,
  /^dist\/bundled\/LICENCES\.txt$/,
  /^dist\/(?:base|model|runner|reports|reference-server|suites)\/.*\.js$/,
  /^dist\/cache\/[a-z]+-[0-9a-f]+\.json$/,
  /^dist\/(?:runner\/library|model|model\/contexts|model\/peers)\/[a-z-]+\.d\.ts$/,
  /^dist\/reports\/journal\/[a-z-]+\.d\.ts$/,
  /^docs\/[^/]+\.(?:md|jsonl|png)$/,
  /^fixtures\/(?:arrangements|dialects|overlay|targets|testees)\//,
  /^fixtures\/(?:servers|nodes)\/[\w.-]+\.yaml$/,
  /^docs\/notes-api\/[a-z]+\.(?:txt|hurl|yaml|mjs)$/,
  /^fixtures\/record\.md$/,
  /^fixtures\/(?:frames|rights)\.yaml$/,
  /^fixtures\/known\/(?:servers|decoders|nodes)\.json$/,
  /^proto\/[a-z.]+\.(?:proto|yaml)$/,
  /^suites\/(?:hosting\/|mesh\/|overlay\/)?[a-z0-9-]+\.yaml$/,
  /^suites\/suite\.schema\.json$/,
];

let packed: Packed;
let outside = '';

beforeAll(async () => {
  packed = await packAndInstall({isInstalled: isLong});
  outside = join(packed.folder, 'outside');
  mkdirSync(outside);
  writeExamples(outside);
}, 240_000);

afterAll(() => {
  remove(packed);
});

/** The folder that npm installed into; without a registry there is none, and the test says so. */
function installedFor(context: TestContext): string {
  if (packed.installed === undefined)
    return context.skip('no registry can be reached, and npm has not kept every dependency');
  return packed.installed;
}

function touchstone(installed: string, args: readonly string[], cwd = installed): Promise<Ended> {
  const program = join(installed, 'node_modules/touchstone', manifest.bin['touchstone'] ?? '');
  return runProgram(process.execPath, [program, ...args], {cwd, env: {TOUCHSTONE_CACHE_DIR: join(packed.folder, 'c')}});
}

interface Listed {
  readonly id: string;
  readonly proves: readonly string[];
}

/** The first case of each suite, and the first of each statement: an example, where there is one. */
function ofEverything(list: string): readonly string[] {
  const lines = list.trimEnd().split('\n');
  const all = lines.map(line => JSON.parse(line) as Listed);
  const isProperty = ({id}: Listed): boolean => id.startsWith('properties/');
  const examplesFirst = [...all.filter(one => !isProperty(one)), ...all.filter(isProperty)];
  const seen = new Set<string>();
  const chosen = examplesFirst.filter(({id, proves}) => {
    const suite = id.split('/').slice(0, 2).join('/');
    const isWanted = [suite, ...proves].some(one => !seen.has(one));
    if (isWanted) for (const one of [suite, ...proves]) seen.add(one);
    return isWanted;
  });
  return chosen.map(({id}) => id);
}

describe('the tarball', () => {
  test('holds nothing that nobody needs', () => {
    expect(packed.files.filter(file => !needed.some(pattern => pattern.test(file)))).toEqual([]);
    expect(packed.files.filter(file => /\.test\.|\/testing[^/]*$|\.map$/.test(file))).toEqual([]);
  });

  test('holds every kind of thing that is needed', () => {
    expect(needed.filter(pattern => !packed.files.some(file => pattern.test(file)))).toEqual([]);
  });

  test('holds what package.json promises', () => {
    const promised = [...Object.values(manifest.exports), ...Object.values(manifest.bin)].flatMap(one =>
      typeof one === 'string' ? [one] : [one.types, one.default],
    );
    expect(promised.filter(path => !packed.files.includes(path.replace(/^\.\//, '')))).toEqual([]);
  });
});

test('npm scripts use no feature of a shell', () => {
  expect(Object.values(manifest.scripts).filter(script => !/^[A-Za-z0-9 ./:_-]+$/.test(script))).toEqual([]);
});

// npm makes the command executable when it first links the clone, and never again.
test.runIf(isLong)(
  'npx finds the command of a clone after a second build (in npm run test:long)',
  async () => {
    const started = {cwd: packed.clone, env: {npm_config_cache: packed.folder}};
    const npx = () => runProgram('npx', ['--no-install', 'touchstone', '--version'], started);
    expect(await npx()).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/)});
    expect((await runProgram('npm', ['run', 'prepare'], started)).exitCode).toBe(0);
    expect(await npx()).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/)});
  },
  240_000,
);

describe.runIf(isLong)('installed into an empty folder (in npm run test:long)', () => {
  // The two commands of README run every case from a clone; what may lack here is a file, or a statement's way to be judged.
  test('cases of every suite and of every statement that can be proven pass on the reference, with no other files', async context => {
    const installed = installedFor(context);
    const chosen = ofEverything(
      (await touchstone(installed, ['list', '--format', 'json', '--contexts', 'plain'])).stdout,
    );
    expect(chosen.length).toBeGreaterThan(200);
    const {exitCode, stdout, stderr} = await touchstone(installed, [
      'run',
      '--reference',
      '--property-time',
      '1ms',
      '--contexts',
      'plain',
      ...chosen.flatMap(id => ['--id', id]),
    ]);
    expect(stderr).toContain(`${String(chosen.length)} cases`);
    expect(stdout).toMatch(/All \d\d\d judged cases passed/);
    expect(exitCode).toBe(0);
    expect(existsSync(join(installed, 'touchstone-results/report.html'))).toBe(true);
    const journal = 'touchstone-results/results.jsonl';
    const lines = readFileSync(join(installed, journal), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({contractNotes: []});
    const covered = await touchstone(installed, ['coverage', journal, '--format', 'json', '--fail-unproven']);
    const {missing, statements} = JSON.parse(covered.stdout) as Coverage;
    expect(missing).toEqual([]);
    expect(statements.filter(({state}) => state !== 'proven')).toMatchObject([
      {id: 'OIDC-FORMAT', state: 'unobservable', observe: 'none'},
      {id: 'ACTIONS-EXPERIMENTAL', state: 'unobservable', observe: 'none'},
    ]);
    expect(statements.length).toBe(134);
    expect(covered.exitCode).toBe(0);
  }, 180_000);

  // Node 20 gave an empty module to a decoder that imports what our own host of modules had loaded: no test from source shows that.
  test('a decoder that is a module on protobufjs is asked', async context => {
    const installed = installedFor(context);
    const peer = 'module:node_modules/touchstone/fixtures/testees/protobufjs.mjs';
    const {exitCode, stdout} = await touchstone(installed, ['run', '--peer', peer, '--id', 'overlay/messages/*']);
    expect(stdout).toMatch(/^\d+ pass · 0 fail/m);
    expect(exitCode).toBe(0);
  }, 60_000);

  test('a folder of suites outside of it runs with everything of its own', async context => {
    const installed = installedFor(context);
    const {exitCode, stdout, stderr} = await touchstone(installed, ['run', './my-suites', '--reference'], outside);
    expect(stderr).toContain('2 cases');
    expect(stdout).toMatch(/All 2 judged cases \(\d with contexts\) passed/);
    expect(stdout).toMatch(/^\d pass · 0 fail/m);
    expect(exitCode).toBe(0);
  }, 60_000);

  test('such a folder turns red with a fault, cites its own statement, and its journal tells that later', async context => {
    const installed = installedFor(context);
    const args = ['run', 'my-suites', '--reference', '--fault', 'label-color-two-shapes', '--seed', '5'];
    const {exitCode, stdout} = await touchstone(installed, args, outside);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('FAIL  my-suites/properties/colors/every-colour-comes-back-small');
    expect(stdout).toContain('Your own requirements say:');
    expect(stdout).toContain('expected 6 hex digits in small letters, got "#');
    const later = await touchstone(installed, ['report'], outside);
    expect(later.stdout).toContain('“Colours are six hex digits in small letters.” ACME-COLOR-FORM');
  }, 60_000);

  test('explain and coverage know its statements', async context => {
    const installed = installedFor(context);
    const own = ['--suites', 'my-suites'];
    const explained = await touchstone(installed, ['explain', 'ACME-COLOR-FORM', ...own], outside);
    expect(explained.stdout).toContain('my-suites/properties/colors/every-colour-comes-back-small');
    const covered = await touchstone(installed, ['coverage', ...own], outside);
    expect(covered.stdout).toMatch(/ACME-COLOR-FORM\n\s+acme-colors\/colours-come-back-small/);
  }, 60_000);

  test('a program runs it and reads its journal', async context => {
    const installed = installedFor(context);
    writeExamples(installed);
    const {stdout, stderr} = await runProgram(process.execPath, ['gate.mjs'], {cwd: installed});
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d\d cases, 0 failed, exit code 0\ncomplete\n$/);
  }, 60_000);

  test('vitest shows each case as a test', async context => {
    const installed = installedFor(context);
    writeExamples(installed);
    lend('vitest', installed);
    const green = readFileSync(join(installed, 'conformance.test.mjs'), 'utf8');
    const faulty = green
      .replace('reference: true,', "reference: true, fault: ['label-color-two-shapes'],")
      .replace('vitest-results', 'faulty-results');
    writeFileSync(join(installed, 'faulty.test.mjs'), faulty);
    const report = join(installed, 'vitest.json');
    const args = ['run', '--reporter=json', `--outputFile=${report}`];
    await runProgram(process.execPath, [programOf('vitest/vitest.mjs'), ...args], {cwd: installed});
    const [whole, red] = testsIn(report);
    expect(whole.map(({status}) => status)).not.toContain('failed');
    expect(whole.filter(({status}) => status === 'passed').length).toBeGreaterThan(3);
    expect(whole.at(-1)?.title).toBe('the run finished and left nothing behind');
    const failed = red.filter(({status}) => status === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed[0]?.failureMessages[0]).toContain('LABEL-COLOR');
  }, 120_000);

  test('its types stand alone under the strictest settings', async context => {
    const installed = installedFor(context);
    writeFileSync(join(installed, 'use.mts'), usesEverything);
    const strict = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const modern = ['--module', 'nodenext', '--target', 'es2023', '--types', ''];
    const {exitCode, stdout} = await runProgram(
      process.execPath,
      [programOf('typescript/bin/tsc'), ...strict, ...modern, 'use.mts'],
      {cwd: installed},
    );
    expect(stdout).toBe('');
    expect(exitCode).toBe(0);
  }, 60_000);
});

const usesEverything = `
import {listCases, matcher, property, readJournal, run, type FinishedRun, type Journal} from 'touchstone';
const finished: FinishedRun = await run({target: 'http://127.0.0.1:1', seed: 1, replyTimeout: '1s'}, {env: {A: 'b'}});
const journal: Journal | undefined = finished.journal;
export const verdicts = journal?.cases.map(({verdict, findings}) => [verdict, findings[0]?.message]);
export const reading: 'complete' | 'incomplete' | 'refused' = readJournal('').kind;
export const titles: readonly string[] = (await listCases({id: ['*']})).map(({title}) => title);
export const even = matcher({keyword: '$x-even', doc: '', needs: '', schema: true, passes: {argument: null, actual: 2}, fails: {argument: null}, match: actual => typeof actual === 'number' || 'a number'});
// @ts-expect-error: a law needs an input
export const law = property({id: 'x'});
// @ts-expect-error: there is no such setting
await run({targett: ''});
`;

interface Coverage {
  readonly missing: readonly string[];
  readonly statements: readonly {readonly id: string; readonly state: string; readonly observe: string}[];
}

interface ReportedTest {
  readonly status: string;
  readonly title: string;
  readonly failureMessages: readonly string[];
}

/** The tests of the healthy file, and those of the faulty one. */
function testsIn(report: string): readonly [readonly ReportedTest[], readonly ReportedTest[]] {
  const {testResults} = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly {readonly name: string; readonly assertionResults: readonly ReportedTest[]}[];
  };
  const of = (name: string): readonly ReportedTest[] =>
    testResults.find(result => result.name.endsWith(name))?.assertionResults ?? [];
  return [of('conformance.test.mjs'), of('faulty.test.mjs')];
}
