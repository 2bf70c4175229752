// A few faults of the node, each of another part of it, are noticed by the cases of its statement; the whole list is for `prove --mesh`.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

/** Every case that notices the fault. Three of them are named, whichever are done first. */
const faults = {
  'mesh-lets-in-expired': [
    'mesh/handshake/refused-certificates[expired]',
    'mesh/handshake/refused-certificates[just-expired]',
    'mesh/handshake/refused-certificates[expired-a-moment-ago]',
    'mesh/handshake/refused-certificates-of-a-known-host[expired]',
    'mesh/handshake/what-is-refused-sets-no-mark[expired]',
    'mesh/host/refused-answers[expired]',
    'mesh/unharmed/refused-handshakes-change-nothing[expired]',
  ],
  'mesh-eleven-addresses-are-kept': ['mesh/lighthouse/ten-addresses-are-kept'],
  'mesh-dies-of-index-1': ['mesh/robustness/survives-in-the-clear[indexes]'],
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
    for (const [name, witnesses] of Object.entries(faults)) {
      const noticed = matrix.rows.find(({fault}) => fault.name === name)?.noticed ?? [];
      const own = noticed.filter(one => witnesses.includes(one.case));
      expect(own.length).toBeGreaterThanOrEqual(Math.min(3, witnesses.length));
    }
    expect(stdout).toMatch(/^3 faults, 3 noticed\n/);
    expect(exitCode).toBe(0);
  },
  2 * budgetMs,
);
