// Shows that order and company do not matter: two runs with orders of their own, at once, on one server, are both green and leave nothing.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';
import {completeResults, verdictsOf} from '../support/run-results.ts';
import {isLong} from '../support/length.ts';

const reference = liveReference();

test.runIf(isLong)(
  'RN-08 two shuffled runs at once on one server are green (in npm run test:long)',
  {timeout: 120_000},
  async () => {
    const runs = await Promise.all(
      ['1', '2'].map(async seed => {
        const cwd = temporaryFolder();
        const finished = await touchstone(
          [
            'run',
            ...reference().args,
            '--id',
            'hosting/*',
            '--shard',
            '1/3',
            '--seed',
            seed,
            '--jobs',
            '4',
            '--output',
            'out',
          ],
          {env: reference().env, cwd, budgetMs: 110_000},
        );
        return {finished, results: completeResults(join(cwd, 'out'))};
      }),
    );
    for (const {finished, results} of runs) {
      const red = Object.entries(verdictsOf(results)).filter(([, verdict]) => !/^(pass|skip)/.test(verdict));
      expect(red).toEqual([]);
      expect(results.journal.footer.leftovers).toEqual([]);
      expect(finished.exitCode).toBe(0);
      expect(results.journal.footer.counts.pass).toBeGreaterThan(80);
    }
    const orders = runs.map(({results}) => [...results.cases.keys()].filter(id => id.startsWith('hosting/')).join(' '));
    expect(new Set(orders).size).toBe(2);
    expect(await reference().accounts()).toEqual([]);
  },
);
