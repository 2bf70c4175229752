// What failed is replayed and promoted as whole programs: red on the fault, green without it, from journal to case and back.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {completeResults} from '../support/run-results.ts';

const labels = 'properties/labels/exclusive-labels-follow-the-model';
const branches = 'properties/branch-protection/rule-in-force-follows-the-model';
const writes = 'properties/anonymous-writes/most-writes-need-credentials';
const example = 'hosting/labels/scope-is-text-before-last-slash[nested-scopes]';
const faults = ['label-scope-first-slash', 'glob-star-crosses-slash', 'writes-open-to-all'].flatMap(name => [
  '--fault',
  name,
]);

const folder = temporaryFolder();
// One after the other, in one process that has loaded the program: each of several at once would load it anew.
const inFolder = (...args: readonly string[]): Promise<Finished> => touchstone(args, {cwd: folder});

/** Gives `FIXED id` and so on, one per case. */
const outcomes = ({stdout}: Finished): readonly string[] =>
  stdout
    .split('\n')
    .filter(line => /^[A-Z]/.test(line))
    .map(line => line.replace('  ', ' '))
    .toSorted();

test(
  'what a fault makes fail still fails with it, is fixed without it, and becomes a case that says the same',
  {timeout: 180_000},
  async () => {
    const ids = [labels, branches, writes, example].flatMap(id => ['--id', id]);
    const first = await inFolder('run', '--reference', ...faults, ...ids, '--seed', '5');
    expect(first.exitCode).toBe(1);
    expect(first.stdout).toContain(`npx --no-install touchstone replay ${branches} --reference --fault`);
    expect(first.stdout).toMatch(
      /given a repository \(auto_init: true\)\n +2\. create branch .*\n +3\. protect .*\n +4\. read branch .*\n +→ \/protected: expected false, got true/,
    );
    const {cases} = completeResults(join(folder, 'touchstone-results'));
    expect(cases.get(branches)?.property).toMatchObject({promotable: true});
    expect(cases.get(writes)?.property).toMatchObject({promotable: false});

    const still = await inFolder('replay', '--reference', ...faults);
    const fixed = await inFolder('replay', '--reference', '--from', 'touchstone-results/results.jsonl');
    const lone = await inFolder('promote', writes);
    const yaml = [await inFolder('promote', labels), await inFolder('promote', branches, '--suite', 'mine/branches')];
    const all = [branches, example, labels, writes].toSorted();
    expect([still.exitCode, outcomes(still)]).toEqual([1, all.map(id => `STILL FAILS ${id}`).toSorted()]);
    expect(still.stdout).toContain('    → step 4: /protected: expected false, got true');
    expect([fixed.exitCode, outcomes(fixed)]).toEqual([0, all.map(id => `FIXED ${id}`).toSorted()]);
    expect([lone.exitCode, lone.stdout]).toEqual([6, '']);
    expect(lone.stderr).toContain(
      'promotable: false\n  it counts over many writes, none of which breaks anything alone, and a step of a case judges one reply\n',
    );

    writeFileSync(join(folder, 'labels.yaml'), yaml[0]!.stdout);
    writeFileSync(join(folder, 'branches.yaml'), yaml[1]!.stdout);
    const files = ['labels.yaml', 'branches.yaml'];
    const check = await inFolder('check', ...files);
    const healthy = await inFolder('run', '--reference', ...files, '--output', 'healthy');
    const faulty = await inFolder('run', '--reference', ...faults, ...files, '--output', 'faulty');
    expect([check.exitCode, check.stdout]).toEqual([0, '2 cases in 2 suites, nothing is wrong\n']);
    expect([healthy.exitCode, healthy.stdout]).toEqual([0, expect.stringContaining('2 pass · 0 fail · 0 warn')]);
    expect(faulty.exitCode).toBe(1);
    const verdicts = [...completeResults(join(folder, 'faulty')).cases.values()].map(
      ({id, verdict}) => `${id} ${verdict}`,
    );
    expect(verdicts.toSorted()).toEqual([
      'mine/branches/rule-in-force-follows-the-model fail',
      'promoted/labels/exclusive-labels-follow-the-model fail',
    ]);

    const others = readFileSync(join(folder, 'faulty/results.jsonl'), 'utf8').replace(
      /"suites":\{"digest":"\w+/,
      '"suites":{"digest":"0123456789ab',
    );
    writeFileSync(join(folder, 'others.jsonl'), others);
    const unknown = await inFolder('replay', 'properties/lables/exclusive-labels-follow-the-model', '--reference');
    const foreign = await inFolder('replay', '--from', 'others.jsonl', '--reference');
    const passed = await inFolder('replay', '--from', 'healthy', '--reference');
    const gone = await inFolder('replay', branches, '--target', 'http://127.0.0.1:9', '--admin-token', 'x');
    const suites = ['--suite', 'labels.yaml', '--suite', 'branches.yaml'];
    const mine = await inFolder('replay', '--from', 'faulty', '--reference', ...suites);
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining(`did you mean "${labels}"?`)]);
    expect(foreign.exitCode).toBe(6);
    expect(foreign.stderr).toContain('note: the journal was made with other suites');
    expect(foreign.stdout).toContain('name its suite file with --suite FILE');
    expect([passed.exitCode, passed.stderr]).toEqual([
      6,
      expect.stringContaining('nothing failed in healthy/results.jsonl'),
    ]);
    expect(gone.exitCode).toBe(5);
    expect([mine.exitCode, outcomes(mine)]).toEqual([
      0,
      [
        'FIXED mine/branches/rule-in-force-follows-the-model',
        'FIXED promoted/labels/exclusive-labels-follow-the-model',
      ],
    ]);
  },
);
