// Shows that each way to choose cases chooses what it says, that a seed repeats the order, and what skips and empty selections cost.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference} from '../support/live-reference.ts';
import {passThrough, rawServer, reply} from '../support/raw-server.ts';
import {completeResults, type RunResults} from '../support/run-results.ts';

const reference = liveReference();

async function run(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<{finished: Finished; results: RunResults & ReturnType<typeof completeResults>}> {
  const cwd = temporaryFolder(files);
  const finished = await touchstone(['run', ...reference().args, '--output', 'out', ...args], {
    env: reference().env,
    cwd,
  });
  return {finished, results: completeResults(join(cwd, 'out'))};
}

const idsOf = ({cases}: RunResults): readonly string[] => [...cases.keys()].toSorted();

const suite = 'suites/hosting/labels.yaml';
const lines = readFileSync(new URL(`../../${suite}`, import.meta.url), 'utf8').split('\n');
const lineOf = (text: string): number => lines.findIndex(line => line.includes(text)) + 1;
const all = 'hosting/labels/scope-is-text-before-last-slash';

test.concurrent('FILE:LINE of a row selects that row', async () => {
  const {finished, results} = await run([`${suite}:${lineOf('id: nested-scopes,')}`]);
  expect(finished.exitCode).toBe(0);
  expect(idsOf(results)).toEqual([`${all}[nested-scopes]`]);
});

test.concurrent('FILE:LINE of a case selects its rows, and no other case', async () => {
  const {results} = await run([`${suite}:${lineOf('title: adding exclusive ${row.add}')}`]);
  expect(idsOf(results).length).toBeGreaterThan(10);
  expect(idsOf(results).filter(id => !id.startsWith(`${all}[`))).toEqual([]);
});

test.concurrent('an id glob selects the ids that match', async () => {
  const {results} = await run(['--id', 'hosting/labels/exclusive-is-an-option*']);
  expect(idsOf(results)).toEqual([
    'hosting/labels/exclusive-is-an-option[exclusive]',
    'hosting/labels/exclusive-is-an-option[not-exclusive]',
  ]);
});

test.concurrent('a statement selects the cases that prove it; a place beside it narrows', async () => {
  const {results} = await run([suite, '--requirement', 'LABEL-COLOR']);
  expect(idsOf(results).length).toBeGreaterThan(1);
  for (const {requirements, suite: name} of results.cases.values()) {
    expect(requirements).toContain('LABEL-COLOR');
    expect(name).toBe('hosting/labels');
  }
});

const tagged = `suite: mine/tags
title: Tags
cases:
  - {id: quick, title: one, tags: [quick], steps: [{as: anonymous, call: getVersion, usual: {status: 200}}]}
  - {id: slow, title: two, tags: [slow], steps: [{as: anonymous, call: getVersion, usual: {status: 200}}]}
  - {id: bare, title: three, steps: [{as: anonymous, call: getVersion, usual: {status: 200}}]}
`;

test.concurrent('a tag selects the cases that carry it', async () => {
  const {finished, results} = await run(['my.yaml', '--tags', 'quick'], {'my.yaml': tagged});
  expect({exitCode: finished.exitCode, ids: idsOf(results)}).toEqual({exitCode: 0, ids: ['mine/tags/quick']});
});

test.concurrent('the same seed gives the same order, and another seed another one', async () => {
  const orderOf = async (seed: string): Promise<readonly string[]> => {
    const {results} = await run(['--id', `${all}*`, '--seed', seed, '--jobs', '1']);
    expect(results.journal.header.seed).toBe(Number(seed));
    return [...results.cases.keys()];
  };
  const [first, again, other] = [await orderOf('7'), await orderOf('7'), await orderOf('8')];
  expect(first.length).toBeGreaterThan(10);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(other.toSorted()).toEqual(first.toSorted());
});

test.concurrent('an empty selection is exit code 6, and nothing is sent for it', async () => {
  const server = await rawServer({fallback: reply(200, {body: '{}'})});
  atEnd(() => server.close());
  const {exitCode, stdout, stderr} = await touchstone(['run', '--target', server.url, '--id', 'hosting/lables/*']);
  expect({exitCode, stdout, connections: server.connections()}).toEqual({exitCode: 6, stdout: '', connections: 0});
  expect(stderr).toMatch(
    /^nothing was selected: \d+ cases are for this target, and none of them fits --id hosting\/lables\/\*\n {2}--id hosting\/lables\/\* fits no case; did you mean --id "hosting\/labels\/\*"\?\n {2}npx --no-install touchstone list shows the ids and tags that there are\n$/,
  );
});

// Cases that arrange a label, and cases that have nothing to do with labels.
const withoutLabels = ['--id', `${all}*`, '--id', 'hosting/versioning/*', '--without', 'labels'];

test.concurrent('a capability that is declared absent gives skips with their reason, and exit code 0', async () => {
  const {finished, results} = await run(withoutLabels);
  expect(finished.exitCode).toBe(0);
  for (const line of results.cases.values()) {
    const skipped = {verdict: 'skip', cause: 'capability-absent', detail: 'labels: declared with --without'};
    expect(line).toMatchObject(line.suite === 'hosting/labels' ? skipped : {verdict: 'pass'});
  }
  const {counts, skips} = results.journal.footer;
  expect(counts.skip).toBeGreaterThan(2);
  expect(skips).toEqual({'capability-absent': counts.skip});
  expect(finished.stdout).toContain(`${counts.skip} skip`);
});

test.concurrent('the same with --require-all is exit code 6', async () => {
  expect((await run([...withoutLabels, '--require-all'])).finished.exitCode).toBe(6);
});

test.concurrent('a run in which everything was skipped is not green', async () => {
  expect((await run(['--id', `${all}*`, '--without', 'labels'])).finished.exitCode).toBe(6);
});

test.concurrent('without credentials, what anonymous may try runs and the rest is skipped', async () => {
  const cwd = temporaryFolder({'my.yaml': tagged});
  const server = await rawServer({fallback: passThrough(reference().url)});
  atEnd(() => server.close());
  const {exitCode, stderr} = await touchstone(['run', 'my.yaml', suite, '--target', server.url, '--output', 'out'], {
    cwd,
  });
  expect({exitCode, stderr}).toMatchObject({exitCode: 0});
  expect(stderr).toContain('no credentials were given: only what anonymous may try runs');
  const {cases, journal} = completeResults(join(cwd, 'out'));
  for (const line of cases.values()) {
    const skipped = {verdict: 'skip', cause: 'needs-credentials'};
    expect(line).toMatchObject(line.suite === 'mine/tags' ? {verdict: 'pass'} : skipped);
  }
  expect(journal.footer.counts).toMatchObject({pass: 3, fail: 0, error: 0});
  expect(journal.footer.counts.skip).toBeGreaterThan(20);
  expect(server.requests.filter(({method}) => method !== 'GET')).toEqual([]);
});
