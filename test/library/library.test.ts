// Runs suites from a program: what comes back when all is well, when nothing can run, and when the program wants it to end.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {listCases, run} from '../../runner/library/touchstone.ts';
import {temporaryFolder} from '../support/command-line.ts';

const one = 'hosting/labels/colour-has-one-form[lower-case]';

test('a run gives its journal, and one that is refused later gives none', async () => {
  const output = join(temporaryFolder(), 'results');
  const heard: string[] = [];
  const first = await run(
    {reference: true, id: [one], contexts: 'plain', output, seed: 7},
    {
      onTalk: text => {
        heard.push(text);
      },
    },
  );
  expect(first.exitCode).toBe(0);
  expect(first.journal?.cases.map(({id, verdict}) => [id, verdict])).toEqual([[one, 'pass']]);
  expect(first.journal?.header.seed).toBe(7);
  expect(first.printed).toContain('The one judged case passed.');
  expect(heard.join('')).toBe(first.talk);

  const second = await run({target: 'ftp://127.0.0.1', output});
  expect(second).toMatchObject({exitCode: 2, printed: ''});
  expect(second.journal).toBeUndefined();
  expect(second.talk).toContain('the target address begins with ftp://');
}, 60_000);

test('a password comes by a variable that only this run has', async () => {
  const output = temporaryFolder();
  const settings = {
    target: 'http://127.0.0.1:9',
    adminUser: 'root',
    adminPasswordEnv: 'TOUCHSTONE_LIBRARY_TEST',
    output,
  };
  const missing = await run(settings);
  expect(missing.talk).toContain('TOUCHSTONE_LIBRARY_TEST');
  const given = await run(settings, {env: {TOUCHSTONE_LIBRARY_TEST: 'secret-1'}});
  expect(given.exitCode).toBe(5);
  expect(given.talk).not.toContain('secret-1');
}, 60_000);

test('a program can end it', async () => {
  const end = new AbortController();
  const {exitCode, journal} = await run(
    {reference: true, id: ['hosting/*'], output: temporaryFolder()},
    {
      signal: end.signal,
      onTalk: text => {
        if (text.includes(' requests, about ')) end.abort();
      },
    },
  );
  expect(exitCode).toBe(130);
  expect(journal?.kind === 'complete' && journal.footer.isInterrupted).toBe(true);
}, 60_000);

test('a list of cases tells problems of suites by throwing them', async () => {
  const cases = await listCases({id: [one], contexts: 'plain'});
  expect(cases).toEqual([expect.objectContaining({id: one, proves: ['LABEL-COLOR']})]);
  const folder = temporaryFolder({'a.yaml': 'suite: a\ntitle: a\n'});
  await expect(listCases({places: [folder]})).rejects.toThrow('a.yaml');
});
