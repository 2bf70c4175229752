// Stories of properties that failed become cases, as whole programs: red against the same faults, green without them.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as promote} from '../../runner/commands/promote.ts';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {inProcess, type Said} from '../support/in-process.ts';
import {completeResults} from '../support/run-results.ts';

/** Each with the fault that breaks it; none of the faults is in the way of another property. */
const promoted = {
  'bytes/packages-come-back': 'package-text-only',
  'creating-repositories/older-paths-do-the-same': 'deprecated-path-at-caller',
  'merges/merges-follow-the-model': 'merge-force-needs-reviews',
  'own-things/reserved-names-are-refused': 'bot-name-free-on-rename',
  'own-things/secrets-are-shown-once': 'oauth2-camel-case',
  'paging/public-organizations-are-listed': 'private-organization-listed',
  'permissions/rights-grow': 'site-admin-only-reads',
  'session-cookies/cookies-read-nothing': 'session-cookie-on-api-reads',
  'tokens/scopes-are-normalized': 'scope-duplicates-stored',
  'visibility/limited-organizations-do-not-exist': 'limited-organization-403',
} as const;

/** What can be no case, the fault that shows it, and what is said. */
const refused = {
  'commit-statuses/statuses-belong-to-complete-ids': {
    fault: 'status-found-by-prefix',
    why: 'it hangs on two commits whose ids begin alike, and new ids are drawn each time',
  },
  'paging/every-address-is-listed': {
    fault: 'admin-emails-primary-only',
    why: 'it is about all pages together: which of them should show it hangs on what else the target holds, and a step of a case judges one',
  },
  'reactions/reactions-at-once-are-one': {
    fault: 'reaction-stored-twice',
    why: 'it makes requests at the same time, and a case makes one after the other',
  },
} as const;

const faults = [...Object.values(promoted), ...Object.values(refused).map(({fault}) => fault)].flatMap(name => [
  '--fault',
  name,
]);

// A merge that a fault refuses is asked for again for as long as the target may lag, at each step of shrinking.
const faulty = ['--reference', ...faults, '--lag', '1s'];

const folder = temporaryFolder();
const inFolder = (...args: readonly string[]): Promise<Finished> => touchstone(args, {cwd: folder, budgetMs: 120_000});

// In this process: the words are the same, and a dozen processes take long.
const written = (...args: readonly string[]): Promise<Said> =>
  inProcess(promote, [...args, '--from', join(folder, 'touchstone-results')]);

const verdictsIn = (output: string): {readonly [id: string]: string} =>
  Object.fromEntries([...completeResults(join(folder, output)).cases.values()].map(({id, verdict}) => [id, verdict]));

test(
  'a story of each becomes a case that says the same, or there is a sentence why not',
  {timeout: 400_000},
  async () => {
    const probe = 'properties/lost-access/threads-stay-without-access';
    const ids = [...Object.keys(promoted), ...Object.keys(refused)].map(name => `properties/${name}`);
    const run = await inFolder('run', ...faulty, ...[...ids, probe].flatMap(id => ['--id', id]), '--seed', '5');
    expect(run.exitCode).toBe(1);
    const found = verdictsIn('touchstone-results');
    expect(Object.keys(found).toSorted()).toEqual(ids.toSorted());
    expect(new Set(Object.values(found))).toEqual(new Set(['fail']));

    const texts: string[] = [];
    for (const [index, name] of Object.keys(promoted).entries()) {
      const {exitCode, stdout, stderr} = await written(`properties/${name}`, '--suite', `mine/${name}`);
      expect([name, exitCode, stderr]).toEqual([name, 0, expect.stringContaining('save it as a .yaml file')]);
      writeFileSync(join(folder, `${String(index)}.yaml`), stdout);
      texts.push(`${String(index)}.yaml`);
    }
    for (const [name, {why}] of Object.entries(refused)) {
      const {exitCode, stdout, stderr} = await written(`properties/${name}`);
      expect([name, exitCode, stdout, stderr]).toEqual([name, 6, '', `promotable: false\n  ${why}\n`]);
    }

    const probed = await written(probe);
    expect([probed.exitCode, probed.stderr]).toEqual([
      6,
      'promotable: false\n  it is a probe: the run told what the target does, nothing failed, and no story was kept\n',
    ]);

    const check = await inFolder('check', ...texts);
    // A law that is for several statements says of each check which it is for, and so does its case.
    expect([check.exitCode, check.stderr]).toEqual([0, '']);
    const several = readFileSync(
      join(folder, `${String(Object.keys(promoted).indexOf('own-things/secrets-are-shown-once'))}.yaml`),
      'utf8',
    );
    for (const id of ['OAUTH2-SECRET', 'OAUTH2-SNAKE']) expect(several).toContain(`proves: ${id}`);
    const healthy = await inFolder('run', '--reference', ...texts, '--output', 'healthy');
    expect(healthy.exitCode).toBe(0);
    await inFolder('run', ...faulty, ...texts, '--output', 'faulty');
    const cases = Object.keys(promoted).map(name => [name, `mine/${name}/${name.replace(/^.*\//, '')}`] as const);
    const [green, red] = [verdictsIn('healthy'), verdictsIn('faulty')];
    for (const [name, id] of cases) expect([name, green[id], red[id]]).toEqual([name, 'pass', 'fail']);
  },
);
