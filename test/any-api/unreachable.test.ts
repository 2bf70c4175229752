// Shows that a server of any API that cannot be reached is exit code 5, whoever says it first: a case, a set-up or doctor.
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {rawServer, reply} from '../support/raw-server.ts';

const env = {TOUCHSTONE_TOKEN_ALICE: 'token-of-alice-0123456789'};

function place(url: string): string {
  const cases = [1, 2, 3].map(
    n => `  - {id: c${String(n)}, title: t, steps: [{request: GET /${String(n)}, expect: {status: 200}}]}\n`,
  );
  return temporaryFolder({
    'target.yaml': `target: own\nurl: ${url}\nauth: {alice: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}}\n`,
    'cases.yaml': `cases:\n${cases.join('')}`,
    'setup.yaml': `setup: [{request: GET /x}]\ncases:\n${cases.join('')}`,
    'anonymous.yaml': `defaults: {as: anonymous}\ncases:\n${cases.join('')}`,
  });
}

const ofFile = ['--target-file', 'target.yaml', '--jobs', '1'];

test.each([
  ['cases', ['cases.yaml', ...ofFile]],
  ['a set-up', ['setup.yaml', ...ofFile]],
  ['cases in which nobody signs in', ['anonymous.yaml', '--target', 'http://127.0.0.1:1', '--jobs', '1']],
])('%s at a server that is down', async (_, words) => {
  const cwd = place('http://127.0.0.1:1');
  const {exitCode, stdout, stderr} = await touchstone(['run', ...words], {cwd, env});
  const why = 'cannot connect to http://127.0.0.1:1: nothing listens on 127.0.0.1:1 (ECONNREFUSED)';
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining(`${why}\n2 cases were not run\n`)]);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`TARGET UNREACHABLE ${why}. 2 of 3 cases did not run.`);
});

test('doctor says that no run can start', async () => {
  const cwd = place('http://127.0.0.1:1');
  const {exitCode, stdout} = await touchstone(['doctor', '--target-file', 'target.yaml'], {cwd, env});
  expect([exitCode, stdout]).toEqual([5, expect.stringContaining('no run can start: the target cannot be reached')]);
});

test('a server that goes away after its first reply is not unreachable: what was judged counts', async () => {
  const server = await rawServer({
    fallback: async (socket, request) => {
      await reply(200, {headers: ['Connection: close']})(socket, request);
      socket.end();
      await server.close();
    },
  });
  const {exitCode, stdout} = await touchstone(['run', 'cases.yaml', ...ofFile], {cwd: place(server.url), env});
  expect([exitCode, stdout]).toEqual([6, expect.stringContaining('1 pass')]);
});
