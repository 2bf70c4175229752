// A run without a target, with ports that do nothing, for tests that need one with a few things changed.
import {defaultBounds} from '../../model/bounds.ts';
import {jsonObject} from '../../model/json.ts';
import {ownWords} from '../../model/redacted.ts';
import {prepareCheckers} from '../../runner/check/checkers.ts';
import {nothingLearnt, type RunContext, type RunWithVariants} from '../../runner/execute/attempt/run-context.ts';

/** What of a run is to be different. */
export type RunChanges = {readonly [part in keyof RunContext]?: Partial<RunContext[part]>};

/** Makes the run; its clock stands still and every name that it draws is new. */
export async function aRun(changes: RunChanges = {}): Promise<RunWithVariants> {
  let names = 0;
  return {
    ports: {
      clock: {
        monotonicMs: () => 0,
        now: () => new Date(0),
        wait: () => Promise.resolve(),
        alarm: () => () => undefined,
      },
      random: {seed: () => 1, name: () => `n${String((names += 1))}`},
      ledger: {intend: () => ({made: () => undefined, gone: () => undefined})},
      keepSecret: () => undefined,
      ...changes.ports,
    },
    contract: {
      operations: new Map(),
      dialect: {
        name: 'test',
        title: 'a test',
        operations: {},
        headers: {},
        values: jsonObject([]),
        scopes: {},
        absent: [],
      },
      arrangements: new Map(),
      checkers: {
        ...(await prepareCheckers([])),
        redaction: ownWords,
      },
      provenBy: new Map(),
      ...changes.contract,
    },
    policy: {
      bounds: defaultBounds,
      seed: 5,
      isRepeatingRed: true,
      propertyRuns: 0,
      abandon: new AbortController().signal,
      ...changes.policy,
    },
    people: {run: 'r1', actors: new Map(), existing: jsonObject([]), vars: jsonObject([]), ...changes.people},
    learnt: {...nothingLearnt(), ...changes.learnt},
    variants: new Map(),
  };
}
