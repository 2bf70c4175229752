// Every fault of the reference decoder is found by fuzzing from an empty corpus, whether it shows in bytes, in JSON or in what is written; the
// healthy one is left alone.
import {expect, test} from 'vitest';
import {overlayFaults, type OverlayFault} from '../../reference-server/overlay/faults.ts';
import {liveFaults} from '../../reference-server/overlay/faults/live.ts';
import {schemaFaults} from '../../reference-server/overlay/faults/schema.ts';
import type {Request} from '../../reference-server/overlay/envelope.ts';
import {makeOverlayRules, type OverlayRules} from '../../reference-server/overlay/rules/overlay-rules.ts';
import {answerRequest} from '../../reference-server/overlay/testee.ts';
import {fuzz} from '../../runner/execute/fuzz/search-loop.ts';
import {fuzzClusters} from '../../runner/execute/fuzz/clusters.ts';
import {fuzzLedger} from '../../runner/execute/fuzz/difference-counts.ts';
import {fuzzPool} from '../../runner/execute/fuzz/corpus.ts';
import {ReachedCode} from '../../runner/execute/fuzz/reached-code.ts';
import {atLength, someOf} from '../support/length.ts';
import {noFolder} from '../support/raw-folder-double.ts';
import type {FuzzTally} from '../../model/decoder-search.ts';
import type {Json} from '../../model/json.ts';
import {overlayMessages, type TesteeAnswer, type TesteePort, type TesteeQuestion} from '../../model/peer.ts';
import {machineClock} from '../../runner/targets/host/clock.ts';

/** Faults that show to a live peer, in what a decoder says of itself, or when it is asked nothing for a while: a search asks all the time. */
const elsewhere = new Set([...[...liveFaults, ...schemaFaults].map(({name}) => name), 'ends-after-a-pause']);
const decoderFaults = overlayFaults.filter(({name}) => !elsewhere.has(name));

/** What no case has to notice. */
const informationNames = decoderFaults.filter(({basis}) => basis === 'information').map(({name}) => name);

/** Far fewer than 60 seconds of any decoder; the fewest that let all seeds of a try-out find everything were a tenth of it. */
const runsMax = 400_000;

test('the healthy reference gives no finding', {timeout: 120_000}, async () => {
  const runsMax = atLength({short: 15_000, long: 40_000});
  const {tallies, inputs} = await search(makeOverlayRules([]), {runsMax, until: () => false});
  expect(tallies.map(({finding}) => finding.kind)).toEqual([]);
  expect(inputs).toBe(runsMax);
});

// What changes bytes or text and no value is right, and must not be called a finding; each such fault says why.
const lawful = decoderFaults.filter(fault => fault.lawful !== undefined);
const wrong = decoderFaults.filter(fault => fault.lawful === undefined);

test('what only changes bytes or text is no fault of a statement', () => {
  expect(lawful.map(({name}) => name)).toEqual(expect.arrayContaining(informationNames));
  expect(lawful.filter(({basis}) => basis === 'protocol' || basis === 'defacto').map(({name}) => name)).toEqual([]);
});

test.each(someOf(lawful, 3))(
  'finds nothing against a decoder that $says: $lawful ($name)',
  {timeout: 120_000},
  async ({patch}) => {
    const {tallies} = await search(makeOverlayRules([patch]), {runsMax: 5_000, until: () => false});
    expect(tallies.map(({finding}) => finding.kind)).toEqual([]);
  },
);

test.each(someOf(wrong, 5))('finds a decoder that $says ($name)', {timeout: 120_000}, async ({patch, basis}) => {
  const rules = makeOverlayRules([patch]);
  const {tallies} = await search(rules, {runsMax, until: isNoticed(basis)});
  expect(tallies.some(isNoticed(basis))).toBe(true);
});

/** A fault of something that is only usual must be noticed by a note, never by a finding. */
function isNoticed(basis: OverlayFault['basis']): (tally: FuzzTally) => boolean {
  return ({finding}) => basis !== 'protocol' || finding.basis === 'protocol';
}

async function search(
  rules: OverlayRules,
  {runsMax, until}: {readonly runsMax: number; readonly until: (tally: FuzzTally) => boolean},
): Promise<{readonly tallies: readonly FuzzTally[]; readonly inputs: number}> {
  const stop = new AbortController();
  const ledger = fuzzLedger(() => false);
  const end = await fuzz({
    decoders: [{name: 'reference', ports: [portOf(rules)]}],
    seed: 3,
    messages: overlayMessages,
    otherWays: ['json', 'encode', 'encode-json'],
    pool: fuzzPool(noFolder, overlayMessages),
    reached: new ReachedCode(),
    ledger,
    clusters: fuzzClusters(['reference']),
    clock: machineClock(),
    first: 0,
    bounds: {runsMax, timeMs: Infinity, findingsMax: Infinity, replyTimeoutMs: 2_000},
    stop: stop.signal,
    tick: () => undefined,
    found: tally => {
      if (until(tally)) stop.abort();
    },
  });
  return {tallies: ledger.tallies(), inputs: end.standing.inputs};
}

/** The reference decoder without a process around it. */
function portOf(rules: OverlayRules): TesteePort {
  const ask = (question: TesteeQuestion): Promise<TesteeAnswer> => Promise.resolve(answerOf(rules, question));
  return {
    description: {
      protocol: 1,
      name: 'reference',
      version: '1',
      messages: [],
      forms: ['binary', 'json'],
      encodes: true,
      keepsUnknownFields: true,
      isDeclared: true,
    },
    ask,
    put: asked => {
      void Promise.resolve().then(() => asked.settle(answerOf(rules, asked.question)));
    },
    askFresh: ask,
    askedBefore: () => [],
    fresh: () => portOf(rules),
    close: () => Promise.resolve(),
  };
}

function answerOf(rules: OverlayRules, question: TesteeQuestion): TesteeAnswer {
  try {
    const answer = answerRequest(rules, requestOf(question));
    if (answer.kind === 'value') return {kind: 'value', value: JSON.parse(answer.text) as Json};
    if (answer.kind === 'encoded') return {kind: 'encoded', bytes: answer.bytes};
    return {kind: 'reject', text: answer.kind === 'reject' ? answer.text : answer.kind};
  } catch (error) {
    return {kind: 'broken', cause: 'crash', detail: String(error), stderrTail: ''};
  }
}

function requestOf(question: TesteeQuestion): Request {
  const {message, form} = question;
  if (question.kind === 'decode') return {kind: 'decode', id: 1n, message, form, input: question.bytes};
  return {kind: 'encode', id: 1n, message, form, value: JSON.stringify(question.value)};
}
