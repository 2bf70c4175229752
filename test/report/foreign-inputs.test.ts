// Spoiled journals, certificates, baselines, target files, replies and frames: each is read or refused, and nothing throws or hangs.
import {expect, test} from 'vitest';
import {Random} from '../../base/random/seeded-numbers.ts';
import {foreignInputs, spoiled} from '../support/foreign-inputs.ts';

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
