// Shows that `coverage --fail-unproven` says which statements a journal leaves unproven; that the whole self-test leaves none is shown in test/package.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

interface Coverage {
  readonly missing: readonly string[];
  readonly counts: {readonly [state: string]: number};
}

test('a journal in which a statement is not proven costs exit code 1', {timeout: 60_000}, async () => {
  const cwd = temporaryFolder();
  await touchstone(['run', '--reference', '--quiet', 'suites/hosting/api-document.yaml'], {cwd});
  const journal = join('touchstone-results', 'results.jsonl');
  const {exitCode, stdout} = await touchstone(['coverage', journal, '--format', 'json', '--fail-unproven'], {cwd});
  const {missing, counts} = JSON.parse(stdout) as Coverage;
  expect(exitCode).toBe(1);
  expect(missing).toContain('LABEL-SCOPE');
  expect(missing).not.toContain('OAUTH2-OPTIONS');
  expect(counts).toMatchObject({proven: 2, unproven: 130, unobservable: 2});
});
