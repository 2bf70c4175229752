// Whole properties against a decoder of a few lines: how many runs count, how a failed one is repeated, how it is replayed.
import {defined} from '../../../base/json/defined.ts';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {TesteePort} from '../../../model/peer.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import {property, type PropertyDefinition, type PropertyWorld} from '../../../model/property.ts';
import {aRun, type RunChanges} from '../../../test/support/run-context.ts';
import type {RunContext} from '../attempt/run-context.ts';
import {repeatProperty, runProperty} from './run-property.ts';

const never = new AbortController().signal;

const testee: TesteePort = {
  description: {
    protocol: 1,
    name: 'test',
    version: '1',
    messages: [],
    forms: ['binary'],
    encodes: false,
    keepsUnknownFields: false,
    isDeclared: true,
  },
  ask: () => Promise.resolve({kind: 'value', value: {}}),
  put: () => undefined,
  askFresh: () => Promise.resolve({kind: 'value', value: {}}),
  askedBefore: () => [],
  fresh: () => testee,
  close: () => Promise.resolve(),
};

const aContext = ({ports = {}, ...changes}: RunChanges = {}): Promise<RunContext> =>
  aRun({...changes, ports: {testee, ...ports}});

function planned<Input>(
  definition: Pick<
    PropertyDefinition<Input>,
    'input' | 'check' | 'replayInput' | 'probe' | 'listen' | 'needs' | 'isToldWhole'
  >,
): PlannedProperty {
  const facts = {id: 'law', title: 'a law', proves: [], area: 'overlay-codec', runs: 20, floor: 10} as const;
  return {
    kind: 'property',
    id: 'properties/test/law',
    file: 'test.ts',
    definition: property<Input>({...facts, ...definition}),
  };
}

const finding = {path: 'value', message: 'it is too large'};
const heard = async (world: PropertyWorld): Promise<void> => {
  await world.decode('OverlayPing', new Uint8Array());
};

/** Adds to a sum that may not pass 10; can be carried out while `mayRun` says so. */
class Add {
  readonly amount: number;
  readonly mayRun: boolean;
  constructor(amount: number, mayRun: boolean) {
    this.amount = amount;
    this.mayRun = mayRun;
  }
  check(): boolean {
    return this.mayRun;
  }
  run(model: {sum: number}, world: PropertyWorld): Promise<void> {
    model.sum += this.amount;
    world.law(model.sum <= 10, finding);
    return Promise.resolve();
  }
  toString(): string {
    return `add(${String(this.amount)})`;
  }
}

const adding = (mayRun: boolean, replay: {readonly replayPath?: string} = {}) =>
  fc.tuple(
    fc.commands([fc.integer({min: 1, max: 9}).map(amount => new Add(amount, mayRun || amount > 4))], {
      maxCommands: 20,
      size: 'max',
      ...replay,
    }),
    fc.constant('the last one'),
  );

const aLawOfCommands = (meet: (word: string) => void) =>
  planned({
    input: adding(false),
    replayInput: replayPath => adding(false, {replayPath}),
    check: async (world, [commands, word]) => {
      meet(word);
      await heard(world);
      await fc.asyncModelRun(() => ({model: {sum: 0}, real: world}), commands);
    },
  });

describe('how many runs count', () => {
  test('a law that holds passes, and deep runs are done and told', async () => {
    const law = planned({input: fc.nat(), check: async (world, n) => (await heard(world), world.law(n >= 0, finding))});
    const attempt = await runProperty(await aContext({policy: {propertyRuns: 500}}), law, never);
    expect(attempt).toMatchObject({verdict: 'pass', property: {asked: 500, done: 500, floor: 10}});
  });

  test('with commands whose check never holds nothing was judged, and that is an error', async () => {
    const law = planned({
      input: fc.commands([fc.constant({check: () => false, run: () => Promise.resolve(), toString: () => 'never'})]),
      check: async (world, commands) => {
        await heard(world);
        await fc.asyncModelRun(() => ({model: {}, real: world}), commands);
      },
    });
    const attempt = await runProperty(await aContext(), law, never);
    expect(attempt).toMatchObject({
      verdict: 'error',
      cause: 'below-floor',
      detail: 'only 0 of 20 runs were done, and fewer than 10 show nothing, 20 judged nothing',
    });
  });

  test('inputs that its precondition turns away do not count', async () => {
    const law = planned({
      input: fc.nat(),
      check: async world => {
        await heard(world);
        fc.pre(false);
      },
    });
    const attempt = await runProperty(await aContext(), law, never);
    expect(attempt).toMatchObject({verdict: 'error', cause: 'below-floor'});
    expect(attempt.detail).toContain('inputs were turned away by its own precondition');
  });

  test('a slow target is left in peace, and the report says how many runs that were', async () => {
    let nowMs = 0;
    const clock = {
      monotonicMs: () => nowMs,
      now: () => new Date(0),
      wait: () => Promise.resolve(),
      alarm: () => () => undefined,
    };
    const law = planned({
      input: fc.nat(),
      check: async world => {
        await heard(world);
        nowMs += 1_500;
        world.law(true, finding);
      },
    });
    const attempt = await runProperty(await aContext({ports: {clock}}), law, never);
    expect(attempt).toMatchObject({verdict: 'pass', property: {asked: 20, done: 14, cut: 'stopped after 20 s'}});
    expect(attempt.notes).toEqual(['14 of 20 runs were done: stopped after 20 s']);
  });
});

const aLawThatWarns = (probe?: true) =>
  planned({
    ...defined({probe}),
    needs: ['encode'],
    input: fc.integer({min: 0, max: 1_000}),
    check: async (world, n) => {
      const reply = await world.decode('OverlayPing', new Uint8Array());
      const written = {reply, tree: {answer: n <= 10 ? 'value' : 'reject'}};
      world.law(n <= 10, finding, {usual: probe === undefined, written});
      await heard(world);
    },
  });

describe('what is only usual', () => {
  test('warns, is shrunk, and its story ends where it broke', async () => {
    const attempt = await runProperty(await aContext(), aLawThatWarns(), never);
    expect(attempt).toMatchObject({verdict: 'warn', findings: [{basis: 'usual'}]});
    expect(attempt.property).toMatchObject({counterexample: '11', done: 20, story: ['decode OverlayPing -']});
  });

  test('is replayed as it was shrunk', async () => {
    const law = aLawThatWarns();
    const first = await runProperty(await aContext(), law, never);
    const {seed, path} = first.property ?? {seed: 0};
    const replays = new Map([[law.id, {seed, path: path ?? ''}]]);
    const again = await runProperty(await aContext({policy: {seed: 99, replays}}), law, never);
    expect(again).toMatchObject({verdict: 'warn', property: {counterexample: '11'}});
  });

  test('is told of the first run where nothing is repeated', async () => {
    const attempt = await runProperty(await aContext({policy: {isRepeatingRed: false}}), aLawThatWarns(), never);
    expect(attempt.verdict).toBe('warn');
    expect(attempt.property).not.toHaveProperty('counterexample');
  });

  test('is all that a probe can find', async () => {
    const attempt = await runProperty(await aContext(), aLawThatWarns(true), never);
    expect(attempt).toMatchObject({verdict: 'warn', findings: [{basis: 'usual'}]});
  });

  test('is promoted with what the property needs', async () => {
    const attempt = await runProperty(await aContext(), aLawThatWarns(), never);
    expect(attempt.property?.example).toMatchObject({needs: ['encode'], steps: [{usual: {answer: 'reject'}}]});
  });
});

test('a property that listens is skipped where no webhook can arrive', async () => {
  const law = planned({listen: ['inbox'], input: fc.nat(), check: () => Promise.reject(new Error('it ran'))});
  expect(await runProperty(await aContext(), law, never)).toMatchObject({
    verdict: 'skip',
    cause: 'no-webhook-route',
    detail: 'the run has no webhook receiver',
  });
});

describe('a law that does not hold', () => {
  test('is shrunk, told, and fails again when it is repeated with all parts of its input', async () => {
    const words: string[] = [];
    const law = aLawOfCommands(word => words.push(word));
    const run = await aContext();
    const first = await runProperty(run, law, never);
    expect(first).toMatchObject({verdict: 'fail', property: {story: ['decode OverlayPing -'], promotable: false}});
    const second = await repeatProperty(run, law, never, first);
    expect(second.verdict).toBe('fail');
    expect(new Set(words)).toEqual(new Set(['the last one']));
  });

  test.each([
    ['the time for it has passed', 'over', 'stopped after 60 s'],
    ['somebody interrupts', 'interrupt', 'the run was interrupted'],
    ['a smaller run cannot be judged', 'break', 'a run could not be judged (harness)'],
  ])('tells that shrinking ended early when %s', async (_when, what, shrinkingCut) => {
    let nowMs = 0;
    let reds = 0;
    const interrupt = new AbortController();
    const clock = {
      monotonicMs: () => nowMs,
      now: () => new Date(0),
      wait: () => Promise.resolve(),
      alarm: () => () => undefined,
    };
    const law = planned({
      input: fc.nat(1_000),
      check: async (world, n) => {
        await heard(world);
        if (n >= 500 && what === 'over') nowMs += 61_000;
        if (n >= 500 && what === 'interrupt') interrupt.abort('interrupted');
        if (n >= 500 && what === 'break' && (reds += 1) === 2) world.known('no.such.name');
        world.law(n < 500, finding);
      },
    });
    const run = await aContext({ports: {clock}});
    const first = await runProperty(run, law, interrupt.signal);
    expect(first).toMatchObject({verdict: 'fail', property: {shrinkingCut}});
    expect((await repeatProperty(run, law, never, first)).property).toMatchObject({shrinkingCut});
    const whole = await runProperty(
      await aContext(),
      aLawOfCommands(() => undefined),
      never,
    );
    expect(whole.property).not.toHaveProperty('shrinkingCut');
  });

  test('is no case where the property says why, and one where all that it takes is written', async () => {
    const broken = (options: Parameters<PropertyWorld['law']>[2]) =>
      planned({
        input: fc.constant(1),
        check: async world => {
          await heard(world);
          world.law(false, finding, options);
        },
      });
    const counted = await runProperty(await aContext(), broken({unwritable: 'it counts over many'}), never);
    expect(counted.property).toMatchObject({promotable: false, notPromotable: 'it counts over many'});
    const law = planned({
      input: fc.constant(1),
      check: async world => {
        const [one, other] = [
          await world.decode('OverlayPing', new Uint8Array()),
          await world.decode('OverlayPing', new Uint8Array([0])),
        ];
        world.law(false, finding, {written: [{reply: one}, {reply: other, tree: {answer: 'reject'}}]});
        await heard(world);
      },
    });
    const written = await runProperty(await aContext(), law, never);
    expect(written.findings).toMatchObject([{step: 1}]);
    expect(written.property?.example).toMatchObject({
      steps: [{decode: {hex: ''}}, {decode: {hex: '00'}, expect: {answer: 'reject'}}],
    });
  });

  test.each([
    [false, 'value', 'a law is broken, and the tree that is written for it holds, so that a case would pass'],
    [true, 'reject', 'a law holds, and the tree that is written for it does not (answer: '],
  ])('is an error of the property where its tree says something else (%s, %s)', async (holds, answer, why) => {
    const law = planned({
      input: fc.constant(1),
      check: async world => {
        const reply = await world.decode('OverlayPing', new Uint8Array());
        world.law(holds, finding, {written: {reply, tree: {answer}}});
      },
    });
    const attempt = await runProperty(await aContext(), law, never);
    expect(attempt).toMatchObject({verdict: 'error', cause: 'harness'});
    expect(attempt.detail).toContain(`a property contradicts itself: ${why}`);
    expect(attempt.detail).toContain('the law says: it is too large');
  });

  test('is an error of the property where what it needs as a success is none', async () => {
    const rejecting = {...testee, ask: () => Promise.resolve({kind: 'reject', text: ''} as const)};
    const law = planned({
      input: fc.constant(1),
      check: async world => {
        const reply = await world.decode('OverlayPing', new Uint8Array());
        world.law(false, finding, {written: [{reply}, {reply, tree: {answer: 'value'}}]});
      },
    });
    const attempt = await runProperty(await aContext({ports: {testee: rejecting}}), law, never);
    expect(attempt).toMatchObject({verdict: 'error', cause: 'harness'});
    expect(attempt.detail).toContain('a reply that must succeed did not');
  });

  test('is replayed with exactly the commands that failed, once', async () => {
    let runs = 0;
    const law = aLawOfCommands(() => (runs += 1));
    const first = await runProperty(await aContext(), law, never);
    const {seed, path, replayPath, counterexample} = first.property ?? {seed: 0};
    expect([path, replayPath]).not.toContain(undefined);
    runs = 0;
    const replays = new Map([[law.id, {seed, path: path ?? '', replayPath: replayPath ?? ''}]]);
    const again = await runProperty(await aContext({policy: {seed: 99, replays}}), law, never);
    const words = (text = ''): string => text.replace(/ \/\*.*/, '');
    expect([runs, again.verdict, words(again.property?.counterexample)]).toEqual([1, 'fail', words(counterexample)]);
  });

  test('whose path leads nowhere cannot be replayed', async () => {
    const law = planned({input: fc.constant(1), check: heard});
    const replays = new Map([[law.id, {seed: 1, path: '0:7'}]]);
    expect(await runProperty(await aContext({policy: {replays}}), law, never)).toMatchObject({
      verdict: 'error',
      cause: 'harness',
      detail:
        'the path 0:7 leads to no input of this property: it was drawn in another way then; run the property again',
    });
  });

  test('is announced once, when its shrinking begins', async () => {
    const shrunk: string[] = [];
    const law = aLawOfCommands(() => undefined);
    const run = await aContext({ports: {shrinks: id => shrunk.push(id)}});
    await runProperty(run, law, never);
    expect(shrunk).toEqual(['properties/test/law']);
    await runProperty({...run, policy: {...run.policy, isRepeatingRed: false}}, law, never);
    expect(shrunk).toHaveLength(1);
  });

  test('that holds now is one green run', async () => {
    let limit = 10;
    let runs = 0;
    const law = planned({
      input: fc.nat(1_000),
      check: async (world, n) => {
        runs += 1;
        await heard(world);
        world.law(n <= limit, finding);
      },
    });
    const first = await runProperty(await aContext(), law, never);
    const {seed, path, counterexample} = first.property ?? {seed: 0};
    expect([first.verdict, counterexample]).toEqual(['fail', '11']);
    [limit, runs] = [1_000, 0];
    const again = await runProperty(
      await aContext({policy: {replays: new Map([[law.id, {seed, path: path ?? ''}]])}}),
      law,
      never,
    );
    expect([runs, again.verdict, again.property?.counterexample]).toEqual([1, 'pass', '11']);
  });
});

test.each([
  ['call', 'there is no operation "repoGte"; did you mean "repoGet"?'],
  ['arrange', 'there is no arrangement "repo-sitory"; did you mean "repository"?'],
])('a name that is not there is told with the one that was probably meant (%s)', async (how, detail) => {
  const law = planned({
    input: fc.constant(1),
    check: async world => {
      await heard(world);
      await (how === 'call' ? world.call('repoGte', {}) : world.arrange('repo-sitory'));
    },
  });
  const run = await aContext({
    contract: {
      operations: new Map([['repoGet', {} as never]]),
      arrangements: new Map([['repository', {} as never]]),
    },
  });
  expect(await runProperty(run, law, never)).toMatchObject({verdict: 'error', cause: 'harness', detail});
});

describe('a law that is told whole', () => {
  const misses = (each: readonly (readonly string[])[]): PlannedProperty => {
    let run = 0;
    return planned({
      input: fc.constant('all of it'),
      isToldWhole: true,
      check: async world => {
        await heard(world);
        const missed = each[Math.min(run, each.length - 1)] ?? [];
        run += 1;
        for (const path of missed) world.law(false, {...finding, path}, {usual: true});
      },
    });
  };

  test('names all that is missed again, and nothing else', async () => {
    const attempt = await runProperty(
      await aContext(),
      misses([['a', 'b', 'c'], ...Array.from({length: 19}, (): readonly string[] => []), ['d', 'c', 'a']]),
      never,
    );
    expect(attempt.verdict).toBe('warn');
    expect(attempt.findings.map(({path}) => path)).toEqual(['c', 'a']);
  });

  test.each<[string, (run: number) => string]>([
    ['names of commits', run => `the commit is ${String(run).padStart(40, 'a')}`],
    ['ids', run => `two things have the id ${String(run)}`],
    ['times', run => `it is of 2026-11-30T08:00:0${String(run)}Z`],
    ['made names', run => `it is called ts-a${String(run)}b`],
  ])('tells what is missed again in other words: %s of that run', async (_, messageIn) => {
    let run = 0;
    const law = planned({
      input: fc.constant('all of it'),
      isToldWhole: true,
      check: async world => {
        await heard(world);
        run += 1;
        world.law(false, {path: 'a', message: messageIn(run)}, {usual: true});
      },
    });
    const attempt = await runProperty(await aContext(), law, never);
    expect(attempt.verdict).toBe('warn');
    expect(attempt.findings.map(({message}) => message)).toEqual([messageIn(run)]);
  });

  test('passes where nothing is missed again', async () => {
    const attempt = await runProperty(await aContext(), misses([['a'], ['b']]), never);
    expect(attempt).toMatchObject({verdict: 'pass', findings: []});
  });
});
