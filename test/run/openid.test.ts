// Shows signing in through the provider of a run on a server that knows of it from before, as a stranger's does.
import {join} from 'node:path';
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {freePort} from '../../runner/targets/process/start-command.ts';
import {startTouchstone, temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';
import {completeResults, verdictsOf} from '../support/run-results.ts';

const port = await freePort();
const secret = 'a-secret-that-server-and-run-know';
const map = {
  'touchstone-first': {'touchstone-openid': ['first']},
  'touchstone-second': {'touchstone-openid': ['second']},
  'touchstone-both': {'touchstone-openid': ['first'], 'touchstone-openid-2': ['first', 'second']},
};

const reference = liveReference(
  [],
  [
    'openid.PROVIDER_NAME=touchstone',
    `openid.ISSUER=http://127.0.0.1:${port}`,
    'openid.CLIENT_ID=touchstone',
    `openid.CLIENT_SECRET=${secret}`,
    `openid.GROUP_TEAM_MAP=${JSON.stringify(map)}`,
    'openid.GROUP_TEAM_MAP_REMOVAL=true',
  ],
);

function run(
  known: string,
  more: readonly string[] = [],
): {readonly cwd: string; readonly finished: Promise<Finished>} {
  const {url, admin, env} = reference();
  const cwd = temporaryFolder({
    'target.yaml': `target: stranger
url: ${url}
dialect: reference
admin: {user: ${admin.user}, passwordEnv: TOUCHSTONE_PASSWORD}
openid: {listen: "127.0.0.1:${port}", clientSecretEnv: TOUCHSTONE_KNOWN}
variants:
  openid: {url: "${url}"}
  openid-two-organizations: {url: "${url}"}
`,
  });
  const args = ['run', 'suites/hosting/openid.yaml', '--target-file', 'target.yaml', '--output', 'out', ...more];
  return {cwd, finished: touchstone(args, {cwd, env: {...env, TOUCHSTONE_KNOWN: known}})};
}

test('groups lead to teams, and nothing stays behind', {timeout: 60_000}, async () => {
  const {cwd, finished} = run(secret, ['--record', 'all']);
  expect(await finished).toMatchObject({exitCode: 0});
  const results = completeResults(join(cwd, 'out'));
  expect(new Set(Object.values(verdictsOf(results)))).toEqual(new Set(['pass']));
  expect(results.cases.size).toBe(7);
  expect(await reference().accounts()).toEqual([]);
  const journal = readFileSync(join(cwd, 'out/results.jsonl'), 'utf8');
  expect(journal).toContain('/user/oauth2/touchstone/callback');
  expect(journal).not.toContain(secret);
  expect(journal).not.toMatch(/(touchstone_ticket|i_like_gitea|code)=(?!\[redacted:)/);
});

test('a server that was given another secret is no verdict on it', {timeout: 60_000}, async () => {
  const {cwd, finished} = run('another-secret-than-the-server-has', ['--id', '*groups-lead-to-teams']);
  expect(await finished).toMatchObject({exitCode: 6});
  const {cases} = completeResults(join(cwd, 'out'));
  expect([...cases.values()]).toMatchObject([
    {
      verdict: 'error',
      cause: 'blocked',
      detail: expect.stringMatching(/^the target refused a user who signed in at its provider: answered 502/),
    },
  ]);
});

test('the provider can be offered by itself while a server is told of it', async () => {
  const running = startTouchstone(['openid']);
  await running.until(/client secret .*\n/);
  const [discovery = ''] = /http:\S+openid-configuration/.exec(running.said().stdout) ?? [];
  expect(await (await fetch(discovery)).json()).toMatchObject({issuer: new URL(discovery).origin});
  running.kill('SIGINT');
  expect(await running.finished).toMatchObject({exitCode: 0, stderr: ''});
});
