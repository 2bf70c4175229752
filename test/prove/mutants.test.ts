// Tries a handful of mutants of the overlay peer through the command line, and chosen ones of the hosting server with the cases of labels.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Machine} from '../../model/machine.ts';
import type {DescribedMutant, MutantOutcome, MutantResult, MutantRow} from '../../reports/mutants/mutant-result.ts';
import {loadCatalog} from '../../runner/commands/load/catalog.ts';
import {gatherRunnables} from '../../runner/commands/load/gather-runnables.ts';
import {loadTargetFile} from '../../runner/commands/load/load-target-file.ts';
import {describeMutants} from '../../runner/commands/prove/mutants/described.ts';
import {runHealthy} from '../../runner/commands/prove/mutants/healthy-runs.ts';
import {proveMutants, type MutantRun} from '../../runner/commands/prove/mutants/prove-mutants.ts';
import {reachOf} from '../../runner/commands/prove/mutants/reach.ts';
import {tryAll} from '../../runner/commands/prove/mutants/try-all.ts';
import {main as check} from '../../runner/commands/check.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {inProcess, packageRoot, type Said} from '../support/in-process.ts';
import {isLong} from '../support/length.ts';

// Some fifteen seconds on two quiet cores, and as long again where nobody has built the mutants of these sources yet.
const budgetMs = 280_000;

interface Kept {
  readonly result: MutantResult;
}

function kept(folder: string): MutantResult {
  return (JSON.parse(readFileSync(join(folder, 'mutants-part.json'), 'utf8')) as Kept).result;
}

/** Tries four mutants of the overlay peer with the cases of two suites, and stops when the text is told. */
async function tryFour(output: string, stopsAt?: RegExp): Promise<Said> {
  const stopper = new AbortController();
  const inContexts: MutantRun['inContexts'] = runnables =>
    runnables.filter(({id}) => /^overlay\/(?:basics|enums)\//.test(id));
  let stderr = '';
  const talk = (text: string): void => {
    stderr += text;
    if (stopsAt?.test(text) === true) stopper.abort();
  };
  const options = {mutants: 4, seed: 26, overlay: true, jobs: 1, output};
  const prove = async (_argv: readonly string[], machine: Machine): Promise<number> =>
    proveMutants(machine, options, {stop: stopper.signal, inContexts});
  return {...(await inProcess(prove, [], {talk})), stderr};
}

test.runIf(isLong)(
  'an interrupted measurement keeps what was tried, goes on with the rest, and gives its scores (in npm run test:long)',
  async () => {
    const output = join(temporaryFolder(), 'out');
    const first = await tryFour(output, /^2\/4 /);
    expect({exitCode: first.exitCode, stdout: first.stdout}).toEqual({exitCode: 130, stdout: ''});
    expect(first.stderr).toContain(
      'to go on with the others:\n  npx --no-install touchstone prove --mutants 4 --seed 26 --overlay',
    );
    const before = kept(output).rows;
    expect(before.length).toBeGreaterThanOrEqual(2);
    expect(before.length).toBeLessThan(4);

    const {exitCode, stdout, stderr} = await tryFour(output);
    expect(stderr).toContain(`${String(before.length)} mutants are known from before the interrupt\n`);
    expect(stdout).toMatch(/^4 of \d+ mutants of the overlay peer, seed 26, \d{4}-\d\d-\d\d\n/);
    expect(exitCode).toBe(0);
    const {rows, problems} = kept(output);
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(expect.arrayContaining([...before]));
    const noticed = rows.flatMap(({outcome}) => (outcome.kind === 'noticed' ? [outcome.case] : []));
    expect(noticed.length).toBeGreaterThan(0);
    for (const id of noticed) expect(id).toMatch(/^overlay\/(?:basics|enums)\//);
    // The switch of the build is no option of the decoder, also in a process of its own.
    expect(rows.some(({outcome}) => outcome.kind === 'broken')).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('--mutant=');
    for (const {mutant} of rows) expect(mutant.file).toMatch(/^reference-server\/overlay\//);
    // A measurement of some mutants is not taken for one of all.
    expect(existsSync(join(output, 'mutants.json'))).toBe(false);
  },
  budgetMs,
);

/** Mutants of the hosting server, and what the cases of labels make of them. */
const chosen: readonly (readonly [of: Partial<DescribedMutant>, isAtLoad: boolean, outcome: Partial<MutantOutcome>])[] =
  [
    // A rule that runs in each request, in the warm process. Which case is the fastest, and so its verdict, differs from machine to machine.
    [{function: 'labelRules.scopeOf', mutator: 'StringLiteral', before: "'/'"}, false, {kind: 'noticed'}],
    // A rule that is a value of its module, in a process of its own.
    [{function: 'labelRules.needsExclusiveOption', mutator: 'BooleanLiteral'}, true, {kind: 'noticed'}],
    // Every account has a password, and nobody can sign in by it any more: all that a run needs is refused.
    [{function: 'makeApp', mutator: 'BlockStatement'}, false, {kind: 'broken'}],
    // No case of labels reads a tree.
    [
      {file: 'reference-server/hosting/resources/git/trees.ts', mutator: 'BlockStatement'},
      false,
      {kind: 'not-reached'},
    ],
  ];

test(
  'mutants of the hosting server are tried by the cases that reach them, warm or in a process of their own',
  async () => {
    const machine = {...machineOf({root: packageRoot, version: 'test'}), talk: () => undefined};
    const start = await machine.buildMutants();
    if (start.kind === 'cannot-build') throw new Error(start.why);
    const loaded = await loadTargetFile({reference: true}, machine);
    if (loaded.kind === 'unusable') throw new Error(loaded.why);
    const catalog = await loadCatalog(machine, {own: true, users: []});
    const all = await gatherRunnables(catalog, machine, {withProperties: false});
    const runnables = all.filter(({id}) => id.startsWith('hosting/labels/'));
    const readSource = (file: string): string => readFileSync(join(packageRoot, file), 'utf8');
    const described = describeMutants(start.build.mutants, readSource);
    const mutants = chosen.map(([of]) => {
      const found = described.find(mutant =>
        Object.entries(of).every(([key, value]) => mutant[key as keyof DescribedMutant] === value),
      );
      if (found === undefined) throw new Error(`there is no mutant ${JSON.stringify(of)}`);
      return found;
    });
    const stop = new AbortController().signal;
    const shared = {machine, catalog, target: loaded.options, seed: 1, build: start.build, stop};
    const runs = await runHealthy({
      ...shared,
      runnables,
      watched: mutants.map(({id}) => id),
      needed: () => new Set(runnables.map(({id}) => id)),
    });
    if (runs.kind === 'refused') throw new Error(runs.why);
    expect(runs.healthy.red).toEqual([]);
    const rows = new Map<number, MutantRow>();
    await tryAll(mutants, {
      ...shared,
      jobs: 2,
      runnables: new Map(runnables.map(runnable => [runnable.id, runnable])),
      healthy: runs.healthy,
      reach: reachOf(mutants, {healthy: runs.healthy, runnables, readSource}),
      statements: () => [],
      keep: row => rows.set(row.mutant.id, row),
    });
    for (const [index, {id}] of mutants.entries()) {
      const [, isAtLoad, outcome] = chosen[index] ?? [];
      expect(rows.get(id)).toMatchObject({isAtLoad, outcome});
    }
  },
  budgetMs,
);

test.concurrent.each<[string, readonly string[], string]>([
  [
    'a choice of faults',
    ['--fault', 'label-*'],
    'touchstone prove: --mutants is about no fault; leave --fault, --mesh, --shard, --list, --full and --html out\n',
  ],
  [
    'a page of some mutants',
    ['--overlay', '--markdown', 'page.md'],
    'touchstone prove: --markdown page.md: the page is of all mutants; leave --hosting, --overlay, --changed and --mutants-in out\n',
  ],
])('%s costs exit code 2', async (_name, args, said) => {
  expect(await touchstone(['prove', '--mutants', '5', ...args])).toMatchObject({exitCode: 2, stdout: '', stderr: said});
});

test(
  'a folder without mutants is refused by name',
  async () => {
    const {exitCode, stderr} = await touchstone(['prove', '--mutants', '5', '--mutants-in', 'nowhere'], {budgetMs});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'touchstone prove: --mutants-in nowhere: no file or folder with mutants is there; the folders below reference-server/ are hosting, overlay, rules, serve, state\n',
    );
  },
  budgetMs,
);

test('a commit belongs to mutants alone', async () => {
  const {exitCode, stderr} = await touchstone(['prove', '--changed', 'HEAD']);
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr: 'touchstone prove: --changed HEAD: a commit belongs to --mutants\n',
  });
});

test.each([
  ['without an earlier result', [], '--changed: there is no whole result in out/mutants.json\n  name a commit'],
  ['since a commit that is none', ['no-such-commit'], '--changed no-such-commit: '],
])(
  'changes %s cannot be measured',
  async (_name, commit, why) => {
    const {exitCode, stderr} = await touchstone(
      ['prove', '--mutants', '5', '--changed', ...commit, '--output', 'out'],
      {
        budgetMs,
      },
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`touchstone prove: ${why}`);
  },
  budgetMs,
);

test('check finds an entry that fits no source any more', async () => {
  const real = machineOf({root: packageRoot, version: 'test'}).files;
  const text =
    '- {file: reference-server/rules/labels.ts, function: labelRules.gone, mutator: M, old: a, new: b, kind: equivalent, reason: r, confirmedBy: c}\n';
  const isEntries = (path: string): boolean => path.endsWith('/mutants/entries.yaml');
  const files: typeof real = {
    ...real,
    exists: path => isEntries(path) || real.exists(path),
    readText: (path, max) => (isEntries(path) ? {kind: 'text', text} : real.readText(path, max)),
  };
  expect(await inProcess(check, [], {files})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      'reference-server/mutants/entries.yaml  the entry for reference-server/rules/labels.ts, labelRules.gone: the file has no such function',
    ) as unknown,
  });
});
