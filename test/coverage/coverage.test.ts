// Shows that every statement that can be proven is proven on the reference, and that `coverage --fail-unproven` says so when one is not.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

/** Runs the reference with these arguments and gives what coverage makes of its journal. */
async function coverageOf(args: readonly string[]) {
  const cwd = temporaryFolder();
  const run = await touchstone(['run', '--reference', '--quiet', ...args], {
    cwd,
    budgetMs: 170_000,
  });
  const journal = join('touchstone-results', 'results.jsonl');
  const covered = await touchstone(['coverage', journal, '--format', 'json', '--fail-unproven'], {cwd});
  return {ran: run.exitCode, exitCode: covered.exitCode, ...(JSON.parse(covered.stdout) as Coverage)};
}

interface Coverage {
  readonly missing: readonly string[];
  readonly counts: {readonly [state: string]: number};
  readonly statements: readonly {readonly id: string; readonly state: string; readonly observe: string}[];
}

test('the whole self-test proves every statement but those that nobody can see', {timeout: 190_000}, async () => {
  const {ran, exitCode, missing, statements} = await coverageOf([]);
  expect(missing).toEqual([]);
  expect(statements.filter(({state}) => state !== 'proven')).toMatchObject([
    {id: 'OIDC-FORMAT', state: 'unobservable', observe: 'none'},
    {id: 'ACTIONS-EXPERIMENTAL', state: 'unobservable', observe: 'none'},
  ]);
  expect(statements.length).toBe(134);
  expect([ran, exitCode]).toEqual([0, 0]);
});

test('a journal in which a statement is not proven costs exit code 1', {timeout: 60_000}, async () => {
  const {exitCode, missing, counts} = await coverageOf(['suites/hosting/api-document.yaml']);
  expect(exitCode).toBe(1);
  expect(missing).toContain('LABEL-SCOPE');
  expect(missing).not.toContain('OAUTH2-OPTIONS');
  expect(counts).toMatchObject({proven: 2, unproven: 130, unobservable: 2});
});
