// A handful of the faults of the node, each of another part of it, is noticed by the cases of its statement; the whole list is for `prove --mesh`.
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

const faults = {
  'mesh-older-time-is-accepted': 'mesh/handshake/older-time-is-refused',
  'mesh-lets-in-expired': 'mesh/handshake/refused-certificates[expired]',
  'mesh-replay-is-accepted': 'mesh/tunnel/replay-is-refused',
  'mesh-eleven-addresses-are-kept': 'mesh/lighthouse/ten-addresses-are-kept',
  'mesh-punches-for-anybody': 'mesh/lighthouse/strangers-do-not-make-it-punch',
  'mesh-dies-of-index-1': 'mesh/robustness/survives-in-the-clear[indexes]',
};

const budgetMs = 100_000;

test(
  'faults of every part of the node are noticed',
  async () => {
    const cwd = temporaryFolder();
    const names = Object.keys(faults).flatMap(name => ['--fault', name]);
    const {exitCode, stdout} = await touchstone(['prove', '--mesh', ...names, '--jobs', '6', '--output', 'out'], {
      cwd,
      budgetMs,
    });
    for (const [name, witness] of Object.entries(faults))
      expect(stdout).toMatch(new RegExp(`noticed  ${name} .*${witness.replaceAll(/[[\]]/g, String.raw`\$&`)}`));
    expect(stdout).toMatch(/^6 faults, 6 noticed\n/);
    expect(exitCode).toBe(0);
  },
  2 * budgetMs,
);
