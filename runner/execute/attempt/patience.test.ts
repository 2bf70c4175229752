// Late and missing webhooks under a clock of their own: how long shrinking waits, and that nothing is called red for being late.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Attempt} from '../../../model/outcome.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import {property} from '../../../model/property.ts';
import type {Delivery, WebhookPort} from '../../../model/webhook.ts';
import {aRun} from '../../../test/support/run-context.ts';
import type {RunContext} from './run-context.ts';
import {repeatProperty, runProperty} from '../property/run-property.ts';

const never = new AbortController().signal;

/** A server that delivers after a while, the clock by which that is measured, and all waits that found nothing. */
function aWorld() {
  let nowMs = 1_000;
  const inbox: Delivery[] = [];
  const underWay: {readonly atMs: number}[] = [];
  const waitedMs: number[] = [];
  const advance = (ms: number): void => {
    nowMs += ms;
    for (const {atMs} of underWay.splice(0)) {
      if (atMs > nowMs) underWay.push({atMs});
      else inbox.push({...payload, arrivedMs: atMs});
    }
  };
  const webhooks: WebhookPort = {
    open: () => {
      inbox.length = 0;
      underWay.length = 0;
      return Promise.resolve({
        kind: 'open',
        inbox: {
          url: 'http://inbox',
          secret: 's',
          deliveries: () => inbox,
          dropped: () => 0,
          next: ms => {
            const nextMs = Math.min(...underWay.map(({atMs}) => atMs - nowMs));
            if (nextMs > ms) waitedMs.push(ms);
            advance(Math.min(ms, nextMs));
            return Promise.resolve();
          },
          close: () => undefined,
        },
      });
    },
    listen: () => Promise.resolve(undefined),
    describe: () => 'a test',
    strays: () => 0,
    close: () => Promise.resolve(),
  };
  return {
    webhooks,
    clock: {
      monotonicMs: () => nowMs,
      now: () => new Date(0),
      alarm: () => () => undefined,
      wait: (ms: number) => {
        advance(ms);
        return Promise.resolve();
      },
    },
    deliverAfter: (ms: number) => underWay.push({atMs: nowMs + ms}),
    waitedMs,
  };
}

const payload = {method: 'POST', path: '/', headers: [], body: Buffer.from('{}'), isCut: false};

type World = ReturnType<typeof aWorld>;

function aContext({webhooks, clock}: World, slowestMs: number): Promise<RunContext> {
  return aRun({
    ports: {webhooks, clock},
    learnt: {slowest: {delivery: slowestMs}, webhookRoute: Promise.resolve({kind: 'open', afterMs: slowestMs})},
  });
}

/** A law by which something is delivered for each number; the server brings it so late, or never. */
function aLaw(world: World, lateMs: (n: number) => number | undefined, usual = false): PlannedProperty {
  return {
    kind: 'property',
    id: 'properties/test/law',
    file: 'test.ts',
    definition: property<number>({
      id: 'law',
      title: 'a law',
      proves: [],
      area: 'hosting',
      listen: ['inbox'],
      runs: 20,
      floor: 10,
      input: fc.integer({min: 0, max: 1_000}),
      check: async (given, n) => {
        const ms = lateMs(n);
        if (ms !== undefined) world.deliverAfter(ms);
        const asked = {count: {$gte: 1}};
        await given.deliveries('inbox', {...(usual ? {usual: asked} : {expect: asked}), say: `${String(n)} is heard`});
      },
    }),
  };
}

/** Runs the law, and once more when it is red; gives how it ended, the story that is told, and the waits that found nothing. */
async function judged(lateMs: (n: number) => number | undefined, {slowestMs = 20, usual = false} = {}) {
  const world = aWorld();
  const law = aLaw(world, lateMs, usual);
  const run = await aContext(world, slowestMs);
  const first = await runProperty(run, law, never);
  const told: Attempt = first.verdict === 'fail' ? await repeatProperty(run, law, never, first) : first;
  return {
    first: first.verdict,
    told: told.verdict,
    counterexample: told.property?.counterexample,
    story: told.property?.story,
    waitedMs: world.waitedMs,
    run,
    law,
    facts: told.property,
  };
}

/** Delivers nothing for 11 and more, and the rest late as soon as that was asked for, after so many runs. */
function lateAfterRun(runs: number) {
  let count = 0;
  let isLate = false;
  return (n: number): number | undefined => {
    count += 1;
    isLate ||= n >= 11 && count > runs;
    return missingFrom(11, isLate ? 9_000 : 20)(n);
  };
}

const missingFrom = (least: number, lateMs: number) => (n: number) => (n < least ? lateMs : undefined);

describe('a delivery that never comes', () => {
  test('is waited for to the end first and last, and shortly while the law is shrunk', async () => {
    const {told, counterexample, story, waitedMs} = await judged(missingFrom(11, 20));
    expect([told, counterexample, story]).toEqual(['fail', '11', ['11 is heard']]);
    expect([waitedMs.at(0), waitedMs.at(-1)]).toEqual([10_000, 10_000]);
    expect(new Set(waitedMs.slice(1, -1))).toEqual(new Set([300]));
  });

  test.each([
    ['several times as long as the slowest that came', 200, 1_000],
    ['and never longer than the target may lag', 4_000, 10_000],
  ])('is waited for %s', async (_what, slowestMs, expectedMs) => {
    const {waitedMs} = await judged(missingFrom(11, slowestMs), {slowestMs});
    expect(new Set(waitedMs.slice(1, -1))).toEqual(new Set([expectedMs]));
  });

  test('is waited for longer on a server that was late elsewhere', async () => {
    const {told, waitedMs} = await judged(missingFrom(11, 8_000), {slowestMs: 8_000});
    expect([told, waitedMs.at(0), waitedMs.at(-1)]).toEqual(['fail', 24_000, 24_000]);
  });

  test('and is only usual is confirmed with the whole lag before it is told', async () => {
    const {told, counterexample, waitedMs} = await judged(missingFrom(11, 20), {usual: true});
    expect([told, counterexample]).toEqual(['warn', '11']);
    expect(waitedMs.at(-1)).toBe(10_000);
  });
});

describe('a server that is later than it was', () => {
  test('and holds what it says is green', async () => {
    const {told, waitedMs} = await judged(() => 9_000);
    expect([told, waitedMs]).toEqual(['pass', []]);
  });

  test('is told with the story that was not shrunk, where the shorter one holds with the whole lag', async () => {
    const {told, counterexample, story, facts, run, law} = await judged(lateAfterRun(0));
    const number = Number(counterexample);
    expect([told, story]).toEqual(['fail', [`${String(number)} is heard`]]);
    expect(number).toBeGreaterThan(10);
    const replays = new Map([[law.id, {seed: facts?.seed ?? 0, path: facts?.path ?? ''}]]);
    const again = await runProperty({...run, policy: {...run.policy, replays}}, law, never);
    expect([again.verdict, again.property?.counterexample]).toEqual(['fail', counterexample]);
  });

  test('is not called to lack what is only usual by a wait that was too short', async () => {
    const {told, facts, waitedMs} = await judged(lateAfterRun(20), {usual: true});
    expect([told, new Set(waitedMs)]).toEqual(['warn', new Set([10_000, 300])]);
    expect(facts).not.toHaveProperty('counterexample');
  });
});

test('after one whole wait in which nothing came, the next one does not begin anew', async () => {
  const world = aWorld();
  const law = aLaw(world, () => undefined, true);
  const check = async (given: Parameters<typeof law.definition.check>[0]): Promise<void> => {
    for (const say of ['one', 'another'])
      await given.deliveries('inbox', {usual: {count: {$gte: 1}}, say: `${say} is heard`});
  };
  const plain = await aContext(world, 20);
  const run = {...plain, policy: {...plain.policy, propertyRuns: 1, isRepeatingRed: false}};
  const attempt = await runProperty(run, {...law, definition: {...law.definition, check}}, never);
  expect([attempt.verdict, attempt.findings.length, world.waitedMs]).toEqual(['warn', 2, [10_000]]);
});
