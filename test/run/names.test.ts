// Shows that a renamed fork is not called red for names that only the dialect guessed, and that doctor and the run say which name to write.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {main as doctor} from '../../runner/commands/doctor.ts';
import {main as run} from '../../runner/commands/run.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, type Script} from '../support/raw-server.ts';

const reference = liveReference();
let url = '';

/** A fork in front of the reference: its hooks have the type "forge", and its bot is called forge-bot. */
beforeAll(async () => {
  const through = passThrough(reference().url);
  const json = (status: number, body: unknown): Script =>
    reply(status, {headers: ['Content-Type: application/json'], body: JSON.stringify(body)});
  const hooks: Script = (socket, request) => {
    const text = String(request.body);
    const isRefused = request.method === 'POST' && !text.includes('"type":"forge"');
    // Both names have five letters, so that the length of the body stays true.
    const body = Buffer.from(text.replace('"type":"forge"', '"type":"gitea"'));
    return isRefused ? json(422, {message: 'Invalid hook type'})(socket, request) : through(socket, {...request, body});
  };
  const users: Script = (socket, request) => {
    const {username} = JSON.parse(String(request.body)) as {readonly username: string};
    const taken = /^forge-bot$/i.test(username);
    if (taken) return json(422, {message: 'the name is reserved'})(socket, request);
    return (/^gitea-actions$/i.test(username) ? json(201, {id: 7, login: username}) : through)(socket, request);
  };
  const server = await rawServer({
    routes: {
      'GET /api/v1/version': json(200, {version: '1.1.0'}),
      'GET /swagger.v1.json': json(200, {swagger: '2.0', info: {title: 'Forge API', version: '1'}, paths: {}}),
      'POST /api/v1/*/hooks': hooks,
      'POST /api/v1/admin/users': users,
    },
    fallback: through,
  });
  ({url} = server);
});

const cases = ['hosting/webhooks/of-a-user', 'hosting/users/the-name-of-the-bot-is-reserved'];
const selected = cases.flatMap(id => ['--id', id]);

async function judged(args: readonly string[]) {
  const output = join(temporaryFolder(), 'out');
  return inProcess(run, [...selected, ...args, '--output', output], {env: {...reference().env, NO_COLOR: '1'}});
}

test('a refused name is an error too where what its answer lacks is missed', {timeout: 120_000}, async () => {
  const output = join(temporaryFolder(), 'out');
  const hooks = ['--id', 'properties/hooks/hooks-hear-what-is-theirs', '--property-runs', '1'];
  const {stdout} = await inProcess(
    run,
    [...hooks, '--contexts', 'plain', ...targetArgs(url, reference().admin.user), '--output', output],
    {env: {...reference().env, NO_COLOR: '1'}},
  );
  expect(stdout).toContain('0 pass · 0 fail · 0 warn · 0 flaky · 0 skip · 1 error');
});

test('a refused name is an error that says what to write, and nothing is red', {timeout: 120_000}, async () => {
  const {stdout} = await judged(targetArgs(url, reference().admin.user));
  expect(stdout).toContain('0 pass · 0 fail · 0 warn · 0 flaky · 0 skip · 2 error');
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    'the dialect\'s hookType "gitea" is refused, and "forge" is accepted: write into the target file values: {hookType: forge}',
  );
  expect(text).toContain('the dialect\'s botName "gitea-actions" is not reserved here, and "forge-bot" is reserved');
});

test('with one line in the target file both are green', {timeout: 120_000}, async () => {
  const file = join(temporaryFolder(), 'forge.yaml');
  const {user} = reference().admin;
  writeFileSync(
    file,
    `target: forge\nurl: ${url}\nadmin: {user: ${user}, passwordEnv: TOUCHSTONE_PASSWORD}\nvalues: {hookType: forge, botName: forge-bot}\n`,
  );
  const {stdout} = await judged(['--target-file', file]);
  expect(stdout).toContain('2 pass · 0 fail');
});

test('doctor tries the names and says which the fork has instead', {timeout: 120_000}, async () => {
  const output = join(temporaryFolder(), 'out');
  const args = [...targetArgs(url, reference().admin.user), '--output', output];
  const {exitCode, stdout} = await inProcess(doctor, args, {env: {...reference().env, NO_COLOR: '1'}});
  expect(exitCode).toBe(6);
  expect(stdout).toContain(
    'unknown server of the Gitea family (it says "Forge API", version "1.1.0"); names are guessed',
  );
  expect(stdout).toContain('write into the target file values: {hookType: forge}');
  expect(stdout).toContain('write into the target file values: {botName: forge-bot}');
  // One line for both: written apart, they would be the same key twice.
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('as one line, values: {botName: forge-bot, hookType: forge};');
  expect(stdout).toContain('they arrive here');
  expect(stdout).not.toContain('blocked by');
});
