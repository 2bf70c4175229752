// What the commands around a run make of an API that is not the record's: doctor, init, replay, and the commands that a red run names.
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main as doctor} from '../../runner/commands/doctor.ts';
import {main as explain} from '../../runner/commands/explain.ts';
import {main as init} from '../../runner/commands/init.ts';
import {main as replay} from '../../runner/commands/replay.ts';
import {main as run} from '../../runner/commands/run.ts';
import {inProcess} from '../support/in-process.ts';
import {folderWith, notesEnvironment, startNotesApi, type NotesApi} from '../support/notes-api.ts';

let api: NotesApi;
let folder = '';
beforeAll(async () => {
  api = await startNotesApi();
  folder = mkdtempSync(join(tmpdir(), 'touchstone-any-api-'));
});
afterAll(() => {
  api.close();
  rmSync(folder, {recursive: true});
});

const env = {...notesEnvironment, CI: undefined};
const signIn = `auth:
  alice: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}
  bob:
    fetch:
      - request: POST /token
        form: {grant_type: client_credentials, client_id: bob, client_secret: {env: TOUCHSTONE_SECRET_BOB}}
        capture: {token: /access_token}
    bearer: \${token}
`;

test('doctor says that the server answers and who signs in, and nothing of the record', async () => {
  const made = folderWith({'target.yaml': `target: notes\nurl: ${api.url}\n${signIn}`});
  const {stdout, exitCode} = await inProcess(doctor, ['--target-file', join(made.folder, 'target.yaml')], {env});
  made.remove();
  expect(stdout).toContain('GET / gave 200, text/html');
  expect(stdout).toContain('alice signs in with a bearer token, which was not tried');
  expect(stdout).toContain('bob signs in with a bearer token, which 1 request fetched');
  expect(stdout).not.toMatch(/Gitea|dialect|statement|skipped/);
  expect(exitCode).toBe(0);
});

test('explain says how a case of one’s own is run, and nothing of the record or its reference', async () => {
  const made = folderWith({
    'cases/a.yaml': 'cases:\n  - id: up\n    steps: [{request: GET /, as: anonymous, expect: {status: 200}}]\n',
  });
  const {stdout, exitCode} = await inProcess(explain, ['a/up', '--suites', join(made.folder, 'cases')], {env});
  made.remove();
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`run ${join(made.folder, 'cases/a.yaml')}:2 --target-file FILE`);
  expect(stdout).not.toMatch(/record|reference|statements/);
});

test('init --any-api writes a file for suites of one’s own, and doctor takes it', async () => {
  const output = join(folder, 'touchstone.yaml');
  const refused = await inProcess(init, ['--target', api.url, '--output', output], {env});
  expect(refused.exitCode).toBe(5);
  expect(refused.stderr).toContain('--any-api writes the file for that');
  const written = await inProcess(init, ['--target', api.url, '--any-api', '--output', output], {env});
  expect(written.stderr).toContain('GET / gave 200, text/html');
  expect(written.stdout).toContain('run FOLDER --target-file');
  const text = readFileSync(output, 'utf8');
  expect(text).toContain('\nauth: {}\n');
  expect(text).not.toContain('/api/v1');
  const {stdout, exitCode} = await inProcess(doctor, ['--target-file', output], {env});
  expect(stdout).toContain('no actor signs in');
  expect(exitCode).toBe(0);
});

const red = `
vars: {title: x, key: {env: TOUCHSTONE_KEY}}
cases:
  - id: named
    steps:
      - {request: "GET /notes?q=\${vars.title}&key=\${vars.key}", expect: {headers: {x-total-count: "99"}}}
`;

test('replay takes the values that a run was given, and asks by name for the secret ones, which no file holds', async () => {
  const made = folderWith({'target.yaml': `target: notes\nurl: ${api.url}\n${signIn}`, 'cases/a.yaml': red});
  const output = join(made.folder, 'results');
  const common = ['--target-file', join(made.folder, 'target.yaml')];
  const given = ['--var', 'title=milk', '--var', 'key=hush-hush-0123'];
  const ran = await inProcess(run, [join(made.folder, 'cases'), ...common, ...given, '--output', output], {env});
  expect(ran.exitCode).toBe(1);
  const left = ['results.jsonl', 'report.html', 'report.md', 'junit.xml'].map(name =>
    readFileSync(join(output, name), 'utf8'),
  );
  for (const text of [ran.stdout, ran.stderr, ...left]) expect(text).not.toContain('hush-hush');
  expect(ran.stdout).toContain('explain a/named --suites');

  const again = ['--from', output, '--suite', join(made.folder, 'cases'), ...common];
  const asked = await inProcess(replay, again, {env});
  expect(asked.exitCode).toBe(2);
  expect(asked.stderr).toContain('the run was given --var key, a secret that no journal holds');
  const replayed = await inProcess(replay, [...again, '--var', 'key=hush-hush-0123'], {env});
  made.remove();
  expect(replayed.stdout).toContain('STILL FAILS');
  expect(replayed.exitCode).toBe(1);
});
