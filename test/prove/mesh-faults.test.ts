// A few faults of the node, each of another part of it, are noticed by the cases of its statement; the whole list is for `prove --mesh`.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

/** Three of the cases that notice a fault are named, whichever are done first: what all of them are about. */
const faults = {
  'mesh-lets-in-expired': /expired/,
  'mesh-eleven-addresses-are-kept': /addresses/,
  // A node that is dead is noticed anywhere.
  'mesh-dies-of-index-1': /^mesh/,
};

interface Matrix {
  readonly rows: readonly {
    readonly fault: {readonly name: string};
    readonly noticed: readonly {readonly case: string}[];
  }[];
}

const budgetMs = 100_000;

test(
  'faults of three parts of the node are noticed',
  async () => {
    const cwd = temporaryFolder();
    const names = Object.keys(faults).flatMap(name => ['--fault', name]);
    const {exitCode, stdout} = await touchstone(['prove', '--mesh', ...names, '--jobs', '3', '--output', 'out'], {
      cwd,
      budgetMs,
    });
    const matrix = JSON.parse(readFileSync(join(cwd, 'out/kill-matrix-part.json'), 'utf8')) as Matrix;
    for (const [name, witness] of Object.entries(faults)) {
      const noticed = matrix.rows.find(({fault}) => fault.name === name)?.noticed ?? [];
      expect(noticed.map(one => one.case)).toContainEqual(expect.stringMatching(witness));
    }
    expect(stdout).toMatch(/^3 faults, 3 noticed\n/);
    expect(exitCode).toBe(0);
  },
  2 * budgetMs,
);
