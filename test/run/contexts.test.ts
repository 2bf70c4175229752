// A server that is wrong only where an organization owns the repository: the run says so, the case can be replayed there, and a baseline lists it.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {passThrough, rawServer, reply} from '../support/raw-server.ts';
import {completeResults} from '../support/run-results.ts';

const reference = liveReference();
const id = 'hosting/labels/exclusive-is-kept-by-other-edits';
const context = 'owner=organization,siblings=eleven,visibility=private';
const red = `${id}@${context}`;

test('a red case names the smallest difference from the plain context; replay and baselines know it by its context', async () => {
  const label = JSON.stringify({id: 1, name: 'x', color: '00aabb', exclusive: false});
  const server = await rawServer({
    // The names of organizations that a run makes begin so, those of its users do not.
    routes: {'GET /api/v1/repos/ts-*/labels/*': reply(200, {body: label})},
    fallback: passThrough(reference().url),
  });
  atEnd(() => server.close());
  const cwd = temporaryFolder();
  const run = (...words: readonly string[]): Promise<Finished> =>
    touchstone(['run', ...targetArgs(server.url), '--id', id, ...words], {env: reference().env, cwd});

  const plain = await run('--contexts', 'plain', '--output', 'plain');
  expect(plain.exitCode).toBe(0);

  const first = await run('--context', context, '--output', 'out');
  expect(first.exitCode).toBe(1);
  expect(first.stdout + first.stderr).toContain(
    'fails where an organization owns the repository; passes where a user does',
  );
  const {cases} = completeResults(join(cwd, 'out'));
  expect([...cases.values()]).toMatchObject([
    {
      id: red,
      verdict: 'fail',
      context: {owner: 'organization', siblings: 'eleven', visibility: 'private'},
      narrowed: {left: {owner: 'organization'}},
    },
  ]);

  const again = await touchstone(['replay', red, '--from', 'out', ...targetArgs(server.url)], {
    env: reference().env,
    cwd,
  });
  expect([again.exitCode, again.stdout]).toEqual([
    1,
    expect.stringMatching(/^STILL FAILS +\S+@owner=organization,siblings=eleven,visibility=private\n/),
  ]);
  expect(again.stdout).not.toContain('has changed');
  const healthy = await touchstone(['replay', red, '--from', 'out', ...targetArgs(reference().url)], {
    env: reference().env,
    cwd,
  });
  expect([healthy.exitCode, healthy.stdout]).toEqual([
    0,
    expect.stringMatching(/^FIXED +\S+@owner=organization,siblings=eleven,visibility=private\n/),
  ]);

  for (const listed of [red, id]) {
    const entry = {case: listed, finding: '*', reason: 'known'};
    writeFileSync(join(cwd, 'known.yaml'), JSON.stringify({baseline: 1, known: [entry]}));
    const known = await run('--context', context, '--baseline', 'known.yaml', '--output', 'known');
    expect([listed, known.exitCode, known.stderr]).toEqual([listed, 0, expect.anything()]);
  }
});

test.each([
  ['owner=galaxy', 'unknown value "owner=galaxy"; values of owner are user, organization'],
  ['colour=red', 'unknown dimension "colour"; dimensions are owner, visibility, actor'],
])('a context that there is not is refused: %s', async (text, why) => {
  const finished = await touchstone(['run', ...targetArgs(reference().url), '--id', id, '--context', text], {
    env: reference().env,
    cwd: temporaryFolder(),
  });
  expect([finished.exitCode, finished.stderr]).toEqual([2, expect.stringContaining(why)]);
});
