// Shows that a decoder that declines what it has declared to do fails, whether it gives a name or not; in the line form it can declare nothing.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {packageRoot} from '../support/in-process.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {completeResults} from '../support/run-results.ts';

const encode = ['--id', 'overlay/encode/*'];

test('a framed decoder without a name that declines what it declared fails', async () => {
  const peer = `exec:node ${packageRoot}/fixtures/peers/declines-without-a-name.mjs`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, ...encode]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('but it declared at the start that it does');
  expect(stdout).toMatch(/^\d+ pass · [1-9]\d* fail · .* · 0 skip /m);
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder in the line form that cannot encode is skipped there', async () => {
  const cwd = temporaryFolder({'lines.mjs': declinesEverything});
  const {stdout} = await touchstone(['run', '--peer', 'line:exec:node lines.mjs', ...encode], {cwd});
  expect(stdout).toMatch(/^0 pass · 0 fail · .* · [1-9]\d* skip /m);
}, 60_000);

test('a decoder in the line form is asked for no JSON, and the reason is not put in its mouth', async () => {
  const cwd = temporaryFolder({'lines.mjs': declinesEverything});
  const args = ['--peer', 'line:exec:node lines.mjs', '--id', 'overlay/json/reads[u32-max]', '--output', 'out'];
  await touchstone(['run', ...args], {cwd});
  expect([...completeResults(join(cwd, 'out')).cases.values()]).toMatchObject([
    {
      verdict: 'skip',
      cause: 'capability-absent',
      detail: 'json: the line form carries no JSON messages; the framed form does',
    },
  ]);
}, 60_000);

const declinesEverything = `import {createInterface} from 'node:readline';
for await (const line of createInterface(process.stdin)) {
  console.log(line.startsWith('touchstone') ? 'touchstone 1' : line.split(' ')[0] + ' unsupported');
}
`;
