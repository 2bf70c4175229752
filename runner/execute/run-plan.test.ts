// A run ends when the target is gone: only what the target itself answers counts as a sign of life.
import {expect, test} from 'vitest';
import {defaultBounds} from '../../model/bounds.ts';
import type {HttpObservation, HttpPort} from '../../model/http.ts';
import type {IdentityPort} from '../../model/identity.ts';
import type {Plan} from '../../model/plan.ts';
import type {Step} from '../../model/suite.ts';
import {aRun} from '../../test/support/run-context.ts';
import {runPlan} from './run-plan.ts';

const never = new AbortController().signal;

const targetUrl = 'http://target.test';
const providerUrl = 'http://provider.test';

function reply(status: number, headers: readonly (readonly [string, string])[] = []): HttpObservation {
  return {
    kind: 'reply',
    status,
    headers,
    body: new Uint8Array(),
    wireBytes: 20,
    isCloseDelimited: false,
    elapsedMs: 1,
    notes: [],
  };
}

const noReply: HttpObservation = {
  kind: 'no-reply',
  cause: 'connect-refused',
  detail: 'nothing listens there',
  mayHaveBeenApplied: false,
  firstBytes: new Uint8Array(),
  elapsedMs: 1,
};

const port = (exchange: HttpPort['exchange']): HttpPort => ({exchange, close: () => Promise.resolve()});

const signsIn: Step = {
  kind: 'openid',
  pointer: '/cases/0/steps/0',
  capture: {},
  expect: [],
  usual: [],
  path: '/sign-in',
  user: 'carol',
  groups: [],
};

const reads: Step = {
  kind: 'request',
  pointer: '/cases/1/steps/0',
  capture: {},
  expect: [],
  usual: [],
  as: 'anonymous',
  method: 'GET',
  path: '/anything',
  query: {},
  headers: {},
};

function planOf(cases: readonly (readonly [id: string, step: Step])[]): Plan {
  return {
    cases: cases.map(([id, step]) => ({
      runnable: {
        kind: 'example',
        id,
        definition: {
          id,
          title: id,
          proves: [],
          file: 'test.yaml',
          pointer: '/cases/0',
          lines: {first: 1, last: 1},
          probe: false,
          area: 'hosting',
          listen: [],
          given: [],
          steps: [step],
          needs: [],
          exclusive: [],
          destructive: false,
          tags: [],
        },
      },
    })),
    filtered: 0,
    seed: 1,
    requests: 0,
    objects: 0,
  };
}

const readings = (count: number): readonly (readonly [string, Step])[] =>
  Array.from({length: count}, (_, index) => [`reads-${String(index)}`, reads] as const);

/** A promise that is kept when it is told so. */
function later(): {readonly promise: Promise<void>; readonly resolve: () => void} {
  let resolve = (): void => undefined;
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return {promise, resolve};
}

test('an answer of our own identity provider is no sign of life of a target that is gone', async () => {
  const [atProvider, nineAreSilent, signedIn] = [later(), later(), later()];
  const target = port(async ({path}) => {
    if (path === '/sign-in') return reply(303, [['location', providerUrl]]);
    await atProvider.promise;
    return noReply;
  });
  const provider = port(async () => {
    atProvider.resolve();
    await nineAreSilent.promise;
    return reply(200);
  });
  const identity = {issuer: providerUrl, admit: () => ''} as unknown as IdentityPort;
  const run = await aRun({
    ports: {hosting: {whose: 'target', url: targetUrl, http: target}, identity: {provider: identity, http: provider}},
    policy: {bounds: {...defaultBounds, jobs: 2}},
  });
  let finished = 0;
  const end = await runPlan(
    run,
    planOf([['signs-in', signsIn], ...readings(18)]),
    {
      started: () => undefined,
      red: () => undefined,
      finished: async ({planned}) => {
        if (planned.runnable.id === 'signs-in') return signedIn.resolve();
        finished += 1;
        // The first one ends after the target answered the sign-in; nine more are silent since. Then the provider answers.
        if (finished < 10) return;
        nineAreSilent.resolve();
        await signedIn.promise;
      },
    },
    {stop: never, interrupt: never},
  );
  expect(end.gone).toMatch(/^the target gave no whole reply in 10 cases in a row/);
  expect(end.notRun).toHaveLength(8);
});

test('an answer of the target is one', async () => {
  let asked = 0;
  const target = port(() => Promise.resolve((asked += 1) % 9 === 0 ? reply(200) : noReply));
  const run = await aRun({
    ports: {hosting: {whose: 'target', url: targetUrl, http: target}},
    policy: {bounds: {...defaultBounds, jobs: 1}},
  });
  const end = await runPlan(
    run,
    planOf(readings(30)),
    {started: () => undefined, red: () => undefined, finished: () => Promise.resolve()},
    {stop: never, interrupt: never},
  );
  expect(end).toEqual({notRun: []});
});

/** A server that answers one request at a time within the timeout; of several at once, all but the first are late. */
async function runOnSlow(jobs: number, slowMs: number, count: number) {
  let open = 0;
  const target = port(async () => {
    open += 1;
    const isLate = open > 1;
    await Promise.resolve();
    open -= 1;
    if (isLate)
      return {...noReply, cause: 'timeout-headers', detail: 'no reply came within 10000 ms', elapsedMs: 10_000};
    return {...(reply(200) as Extract<HttpObservation, {kind: 'reply'}>), elapsedMs: slowMs};
  });
  const run = await aRun({
    ports: {hosting: {whose: 'target', url: targetUrl, http: target}},
    policy: {bounds: {...defaultBounds, jobs}},
  });
  const verdicts: string[] = [];
  const running = new Set<string>();
  let putOff = 0;
  await runPlan(
    run,
    planOf(readings(count)),
    {
      started: id => running.add(id),
      putOff: id => {
        running.delete(id);
        putOff += 1;
      },
      red: () => undefined,
      finished: async ({attempts}) => {
        verdicts.push(attempts.at(-1)?.verdict ?? 'none');
        await Promise.resolve();
      },
    },
    {stop: never, interrupt: never},
  );
  // What waits to run again is not called running.
  expect([putOff > 0, running.size]).toEqual([true, count]);
  return verdicts;
}

test('cases whose requests timed out among others run again alone before they are errors', async () => {
  const verdicts = await runOnSlow(4, 10, 8);
  expect(verdicts).toEqual(Array.from({length: 8}, () => 'pass'));
});

test('a server that is late with one case at a time is an error, and is not asked again', async () => {
  let asked = 0;
  const target = port(async () => {
    asked += 1;
    await Promise.resolve();
    return {...noReply, cause: 'timeout-headers', detail: 'no reply came within 10000 ms', elapsedMs: 10_000};
  });
  const run = await aRun({
    ports: {hosting: {whose: 'target', url: targetUrl, http: target}},
    policy: {bounds: {...defaultBounds, jobs: 1}},
  });
  const causes: (string | undefined)[] = [];
  await runPlan(
    run,
    planOf(readings(2)),
    {
      started: () => undefined,
      red: () => undefined,
      finished: async ({attempts}) => {
        causes.push(attempts.at(-1)?.cause);
        await Promise.resolve();
      },
    },
    {stop: never, interrupt: never},
  );
  expect(causes).toEqual(['timeout-headers', 'timeout-headers']);
  expect(asked).toBe(2);
});

test('replies that take half of the timeout halve the cases at a time', async () => {
  const many = 40;
  const open = {now: 0, mostLater: 0, asked: 0};
  const target = port(async () => {
    open.asked += 1;
    open.now += 1;
    // The first eight are under way together; what comes after them is asked by fewer.
    if (open.asked > 20) open.mostLater = Math.max(open.mostLater, open.now);
    await new Promise(resolve => setImmediate(resolve));
    open.now -= 1;
    return {...(reply(200) as Extract<HttpObservation, {kind: 'reply'}>), elapsedMs: 6_000};
  });
  const run = await aRun({
    ports: {hosting: {whose: 'target', url: targetUrl, http: target}},
    policy: {bounds: {...defaultBounds, jobs: 8}},
  });
  let finished = 0;
  await runPlan(
    run,
    planOf(readings(many)),
    {
      started: () => undefined,
      red: () => undefined,
      finished: async () => {
        finished += 1;
        await Promise.resolve();
      },
    },
    {stop: never, interrupt: never},
  );
  expect(finished).toBe(many);
  expect(open.mostLater).toBe(1);
});
