// Shows that a red line tells a stranger everything: claim, quote, place, both sides, and a curl line that repeats it without a secret.
import {execFile, execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, type RawRequest} from '../support/raw-server.ts';
import {completeResults} from '../support/run-results.ts';

const faulty = liveReference(['protection-created-200']);

test.concurrent.each<[fault: string, red: string, tells: readonly RegExp[]]>([
  [
    'label-scope-first-slash',
    'hosting/labels/scope-is-text-before-last-slash[nested-scopes]',
    [
      /\n {2}adding exclusive a\/c\/x to an issue that has exclusive a\/b\/x leaves/,
      /“The scope is the part before the last `\/`/,
      /suites\/hosting\/labels\.yaml:(\d+):(\d+)\n\s+\1 \| .*\{proves: .*\n\s+\| +\^\n/,
      /\$\[\*\]\.name of step 2:\n.*; missing "a\/b\/x"\n\s+expected {2}\["a\/b\/x","a\/c\/x"\]\n\s+actual {4}\["a\/c\/x"\]\n/,
    ],
  ],
  [
    'protection-created-200',
    'hosting/branch-protection/create-answers-201[branch]',
    [
      /\n {2}creating a branch protection for a branch answers 201\n/,
      /HTTP status "created"/,
      /suites\/hosting\/branch-protection\.yaml:(\d+):(\d+)\n\s+\1 \| .*\{proves: ERR-BRANCH-201, status: 201\}\n\s+\| +\^\n/,
      /status of step 1:\n\s+expected {2}201\n\s+actual {4}200\n/,
      /> POST http:\/\/127\.0\.0\.1:\d+\/api\/v1\/repos\/\S+\/branch_protections\n\s+> \{"rule_name"/,
      /< 200 {2}application\/json/,
    ],
  ],
  [
    'reaction-again-201',
    'hosting/reactions/repeating-a-reaction-to-an-issue-answers-200',
    [
      /“\| Creating a reaction that already exists \| 200 \(not an error\) \|” ERR-REACTION-200/,
      /suites\/hosting\/reactions\.yaml:(\d+):(\d+)\n\s+\1 \| .*\{proves: ERR-REACTION-200, status: 200\}\n\s+\| +\^\n/,
      /status of step 2:\n\s+expected {2}200\n\s+actual {4}201\n/,
    ],
  ],
])('%s is told in full', async (fault, red, tells) => {
  const cwd = temporaryFolder();
  const {exitCode, stdout} = await touchstone(
    ['run', '--reference', '--fault', fault, '--id', red, '--output', 'out'],
    {cwd},
  );
  expect(exitCode).toBe(1);
  expect(completeResults(join(cwd, 'out')).cases.get(red)).toMatchObject({verdict: 'fail', attempts: 2});
  expect(stdout).toContain('REFERENCE SELF-TEST');
  expect(stdout).toMatch(/^FAIL {2}hosting\//m);
  for (const part of tells) expect(stdout).toMatch(part);
  expect(stdout).toMatch(
    /To reproduce \(create the data first; the run removed it\):\n\s+curl -sS .*"\$TOUCHSTONE_TOKEN_(?:ALICE|BOB)".* http:\/\/127\.0\.0\.1:\d+\/api\/v1\//,
  );
});

test.skipIf(!hasCurl())('the curl line repeats what was judged, when its variable is filled', async () => {
  // What the run made must still be there when the line is tried, so nothing is deleted.
  const server = await rawServer({routes: {'DELETE *': reply(204)}, fallback: passThrough(faulty().url)});
  atEnd(() => server.close());
  const cwd = temporaryFolder();
  const {exitCode, stdout} = await touchstone(
    ['run', '--id', 'hosting/branch-protection/create-answers-201*', ...targetArgs(server.url), '--output', 'out'],
    {env: faulty().env, cwd},
  );
  expect(exitCode).toBe(1);
  const line = /^\s+(curl -sS .*)$/m.exec(stdout)?.[1] ?? '';
  const path = new URL(/ (http\S+)$/.exec(line)?.[1] ?? '').pathname;
  const judged = server.requests.findLast(request => request.method === 'POST' && request.path === path);
  const before = server.requests.length;
  const env = {PATH: process.env['PATH'], TOUCHSTONE_TOKEN_ALICE: tokenOf(judged)};
  const said = (await promisify(execFile)('bash', ['-c', line], {env, cwd})).stdout;
  // The rule exists by now, so its name is taken; any answer but that would mean that another request was sent.
  expect(said).toMatch(/^HTTP\/1\.1 (200|403|409|422) /);
  const [repeated] = server.requests.slice(before);
  expect(repeated).toMatchObject({method: 'POST', path, body: judged?.body});
  expect(headerOf(repeated, 'content-type')).toBe(headerOf(judged, 'content-type'));
  expect(tokenOf(repeated)).toBe(tokenOf(judged));
});

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
}

function headerOf(request: RawRequest | undefined, name: string): string {
  const found = new RegExp(`^${name}: *(.*?)\\r$`, 'im').exec(request?.head ?? '')?.[1];
  if (found === undefined) throw new Error(`there is no ${name} in ${request?.head ?? 'no request'}`);
  return found;
}

function tokenOf(request: RawRequest | undefined): string {
  return headerOf(request, 'authorization').replace(/^token /, '');
}
