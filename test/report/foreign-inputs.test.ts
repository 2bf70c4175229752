// Spoiled journals, certificates, baselines, target files, replies and frames: each is read or refused, and nothing throws or hangs.
import {expect, test} from 'vitest';
import {Random} from '../../base/random/seeded-numbers.ts';
import {foreignInputs, spoiled} from '../support/foreign-inputs.ts';
import {isLong} from '../support/length.ts';

/** Whole reports are made of a journal, and a connection for each HTTP reply. */
const counts: {readonly [name: string]: number} = {journal: 150, certificate: 150, 'HTTP reply': 60};

test.each(foreignInputs)('$name: no spoiled input is a crash', async ({name, seeds, read}) => {
  for (const seed of seeds) await read(seed, new Random(1));
  for (let index = 0; index < (counts[name] ?? 400); index += 1) {
    const random = new Random(index);
    const input = spoiled(seeds, random);
    const problem = await Promise.resolve()
      .then(() => read(input, random))
      .then(
        () => undefined,
        (error: unknown) => `seed ${String(index)}: ${String(error)}: ${Buffer.from(input).toString('hex')}`,
      );
    expect(problem).toBeUndefined();
  }
});

test.runIf(isLong)('YA-07 30,000 wrong keys are read in time that grows with them (in npm run test:long)', async () => {
  const text = Array.from({length: 30_000}, (_, index) => `k${String(index)}: 1`).join('\n');
  for (const name of ['baseline', 'target file']) {
    const before = process.cpuUsage();
    await foreignInputs.find(input => input.name === name)?.read(Buffer.from(text), new Random(1));
    const {user, system} = process.cpuUsage(before);
    // Where each key was looked for among all of them, it took 97 s on a busy machine.
    expect([name, (user + system) / 1e6]).toEqual([name, expect.toSatisfy((seconds: number) => seconds < 6)]);
  }
});
