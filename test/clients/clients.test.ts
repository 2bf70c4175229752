// Runs programs that drive the reference server with the SDKs of other languages.
import {execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {testServer} from '../../reference-server/testing.ts';
import type {TestServer} from '../../reference-server/testing.ts';

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'clients-'));
const downloadMs = 120_000;
const programMs = 300_000;

/** Whether a program is installed and what it needs can be downloaded. */
function canRun(program: string, args: readonly string[], cwd: string): boolean {
  try {
    execFileSync(program, args, {cwd, stdio: 'ignore', timeout: downloadMs});
    return true;
  } catch {
    return false;
  }
}

const packages = join(scratch, 'packages');
const hasGo = canRun('go', ['mod', 'download'], folder('go'));
const hasPython = canRun(
  'python3',
  ['-m', 'pip', 'install', '--quiet', '--target', packages, 'py-gitea==0.2.10'],
  scratch,
);

afterAll(() => rmSync(scratch, {recursive: true, force: true}));

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(async () => server.close());

/** Runs a program to its end, and gives all that it printed and how it ended. */
async function run(
  program: string,
  args: readonly string[],
  {cwd, env = {}, url}: {cwd: string; env?: Readonly<Record<string, string>>; url: string},
): Promise<{code: number | null; said: string}> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, url, 'a-password-for-tests'], {cwd, env: {...process.env, ...env}});
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => resolve({code, said}));
  });
}

test.skipIf(!hasGo)(
  'the SDK for Go gets files, merges, reads notifications and searches teams',
  async () => {
    // Compiled without optimizing, which takes half the time.
    const quickly = ['run', '-gcflags=all=-N -l', '-ldflags=-s -w', '.'];
    const {code, said} = await run('go', quickly, {cwd: folder('go'), env: {CGO_ENABLED: '0'}, url: server.url});
    expect([code, said]).toEqual([0, expect.stringContaining('all steps passed')]);
  },
  programMs,
);

test.skipIf(!hasPython)(
  'an SDK for Python makes users, organizations, repositories and issues, and removes them',
  async () => {
    const own = await testServer();
    const env = {PYTHONPATH: packages};
    const {code, said} = await run('python3', ['client.py'], {cwd: folder('python'), env, url: own.url});
    await own.close();
    expect([code, said]).toEqual([0, expect.stringContaining('all steps passed')]);
  },
  programMs,
);
