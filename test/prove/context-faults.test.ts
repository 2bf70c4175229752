// Holds that the reference has two faults for each value of each context, and that the cases chosen for that value notice them and are narrowed to it.
import {expect, test} from 'vitest';
import {contextText, contextWith, otherValues} from '../../model/contexts/context.ts';
import {judgeMatrix} from '../../reports/coverage/kill-matrix.ts';
import {loadCatalog} from '../../runner/commands/load/catalog.ts';
import {gatherRunnables} from '../../runner/commands/load/gather-runnables.ts';
import {loadTargetFile} from '../../runner/commands/load/load-target-file.ts';
import {standings} from '../../runner/commands/prove/standing.ts';
import {proveSome} from '../../runner/commands/prove/two-ways.ts';
import {casesInContexts} from '../../runner/commands/run/cases-in-contexts.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {isLong} from '../support/length.ts';
import {packageRoot} from '../support/in-process.ts';

const machine = {...machineOf({root: packageRoot, version: 'test'}), talk: () => undefined};
const faults = (await machine.referenceFaults()).filter(({onlyIn}) => onlyIn !== undefined);

test('each value has two faults that show only there, of something stated', () => {
  const counts = Object.fromEntries(otherValues.map(one => [contextText(contextWith(one)), 0]));
  for (const {onlyIn, basis, name} of faults) {
    expect([name, basis]).toEqual([name, 'stated']);
    const value = onlyIn === undefined ? '' : contextText(contextWith(onlyIn));
    counts[value] = (counts[value] ?? 0) + 1;
  }
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map(value => [value, 2])));
});

// About 20 s of one core: the cases of one statement in the contexts of one value, against each fault. That no plain case notices them is left to a whole `prove`.
test.runIf(isLong)(
  'each is noticed by the cases that a run chooses for its value, and narrowing names that value (in npm run test:long)',
  async () => {
    const loaded = await loadTargetFile({reference: true}, machine);
    if (loaded.kind === 'unusable') throw new Error(loaded.why);
    const catalog = await loadCatalog(machine, {own: true, users: []});
    const plain = await gatherRunnables(catalog, machine, {withProperties: false});
    const inContexts = casesInContexts(plain, {}, {catalog, machine}).flatMap(one =>
      one.kind === 'example' && one.context !== undefined ? [one] : [],
    );
    const proof = await proveSome(
      {
        machine,
        catalog,
        target: loaded.options,
        runnables: [],
        inContexts,
        seed: 1,
        jobs: 2,
        kills: new Map(),
        isFull: false,
        standings: standings(inContexts, {machine, catalog}),
        last: undefined,
        stop: new AbortController().signal,
      },
      faults,
    );
    if (proof.kind !== 'proved') throw new Error(JSON.stringify(proof));
    const {rows, healthy} = proof;
    const {requirements} = catalog;
    const {problems, noticed} = judgeMatrix({rows, healthy, cases: [], requirements, isWhole: false});
    expect(problems).toEqual([]);
    expect(noticed).toBe(faults.length);
  },
  280_000,
);
