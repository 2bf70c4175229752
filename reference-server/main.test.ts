import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {expect, test} from 'vitest';
import {newestProgram} from '../runner/targets/process/newest-program.ts';

function start(args: readonly string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, [...newestProgram('reference-server/main'), ...args], {env: {...process.env, ...env}});
}

async function finished(args: readonly string[]): Promise<{code: unknown; out: string; err: string}> {
  const child = start(args);
  const text = {out: '', err: ''};
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const [code] = (await once(child, 'close')) as unknown[];
  return {code, ...text};
}

test('prints one JSON line when it is ready, answers, and ends when its parent is gone', async () => {
  const child = start(['--trace-rules', '--fault', 'oauth2-created-200'], {
    REFERENCE_PARENT_PIPE: '1',
    REFERENCE_ADMIN_USER: 'chief',
    REFERENCE_ADMIN_PASSWORD: 'a-secret',
  });
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [line] = (await once(createInterface(child.stdout), 'line')) as string[];
  const ready = JSON.parse(line ?? '') as {ready: boolean; url: string; name: string; version: string};
  expect(ready).toMatchObject({
    ready: true,
    name: 'touchstone reference server',
    version: '1.26.0+touchstone-reference',
  });
  const reply = await fetch(`${ready.url}/api/v1/user/applications/oauth2`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('chief:a-secret').toString('base64')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({name: 'a', redirect_uris: ['http://127.0.0.1/']}),
  });
  expect(reply.status).toBe(200);
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(told).toContain('FAULT oauth2-created-200: Creating an OAuth2 application answers 200 instead of 201.');
  expect(told).not.toContain('a-secret');
});

test('ends on SIGTERM', async () => {
  const child = start([]);
  await once(createInterface(child.stdout), 'line');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('lists its faults as JSON', async () => {
  const {out} = await finished(['--list-faults']);
  const faults = JSON.parse(out) as Record<string, unknown>[];
  expect(faults.length).toBeGreaterThan(20);
  expect(faults.find(({name}) => name === 'oauth2-created-200')).toEqual({
    name: 'oauth2-created-200',
    requirement: 'ERR-OAUTH2-201',
    basis: 'stated',
    says: 'Creating an OAuth2 application answers 200 instead of 201.',
    rules: ['oauth2CreatedStatus'],
    carries: ['ERR-OAUTH2-201'],
    digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
});

test.each([
  [['--port', 'x'], '--port x  a port is a number from 0 to 65535; 0 takes a free one\n'],
  [
    ['--ini', 'no-such.ini'],
    "--ini no-such.ini  cannot be read: ENOENT: no such file or directory, open 'no-such.ini'\n",
  ],
  [
    ['--seed-file', 'no-such.yaml'],
    "--seed-file no-such.yaml  cannot be read: ENOENT: no such file or directory, open 'no-such.yaml'\n",
  ],
  [
    ['--set', 'actions.ENABLED=perhaps'],
    '--set actions.ENABLED=perhaps  actions.ENABLED is "perhaps" but must be true or false\n',
  ],
])('%j ends with 2 and one message', async (args, message) => {
  expect(await finished(args)).toEqual({code: 2, out: '', err: message});
});

test('an unknown fault and an unknown flag end with 2', async () => {
  const [fault, flag] = await Promise.all([finished(['--fault', 'none']), finished(['--nope'])]);
  expect([fault.code, flag.code]).toEqual([2, 2]);
  expect(fault.err).toMatch(/^--fault none {2}there is no such fault; --list-faults lists the \d+ there are\n$/);
  expect(flag.err).toContain("Unknown option '--nope'");
});
