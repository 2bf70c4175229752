// Searches for inputs that decoders answer wrongly: draws, asks with many in flight, judges, and examines what differs.
import type {FuzzInput, FuzzTally} from '../model/fuzz.ts';
import type {OverlayMessage, TesteeAnswer, TesteePort} from '../model/peer.ts';
import type {Clock} from '../model/ports.ts';
import {judgeAnswer} from '../overlay/judge-answer.ts';
import type {Reading} from '../overlay/reading.ts';
import {readStrictly} from '../overlay/strict-reader.ts';
import {behaviourOf} from './fuzz-behaviour.ts';
import type {FuzzClusters} from './fuzz-clusters.ts';
import {drawInput} from './fuzz-draw.ts';
import {decodeQuestion, examine, type FuzzDecoder, type FuzzSuspect} from './fuzz-examine.ts';
import type {FuzzLedger} from './fuzz-ledger.ts';
import type {FuzzPool} from './fuzz-pool.ts';

/** What a search needs. All decoders have the same number of ports. */
export interface FuzzSettings {
  readonly decoders: readonly FuzzDecoder[];
  readonly seed: number;
  /** Not empty. */
  readonly messages: readonly OverlayMessage[];
  readonly pool: FuzzPool;
  readonly ledger: FuzzLedger;
  readonly clusters: FuzzClusters;
  readonly clock: Clock;
  /** The number of the first draw; above 0 when a search is resumed. */
  readonly first: number;
  readonly bounds: FuzzBounds;
  readonly stop: AbortSignal;
  /** Called with every answer that is in, and between the steps of an examination. */
  readonly tick: (standing: FuzzStanding) => void;
  readonly found: (tally: FuzzTally) => void;
}

/** Where a search ends by itself. */
export interface FuzzBounds {
  readonly runsMax: number;
  readonly timeMs: number;
  /** New findings of basis `protocol`. */
  readonly findingsMax: number;
  readonly replyTimeoutMs: number;
}

/** Where a search stands. */
export interface FuzzStanding {
  /** Inputs that all decoders have answered. */
  inputs: number;
  /** Answers that could be judged. */
  judged: number;
  unsupported: number;
  /** The number of the next draw. */
  next: number;
  inFlight: number;
}

/** How a search ended: by its bounds, by its user, or because a decoder is gone for good. */
export type FuzzEnd =
  | {readonly kind: 'over' | 'stopped'; readonly standing: FuzzStanding}
  | {readonly kind: 'gone'; readonly standing: FuzzStanding; readonly detail: string};

/** Questions in flight per process: more than one fills a pipe with, so that the next are ready when a batch of answers is in. */
const inFlightMax = 512;
/** After a decoder broke, few are in flight at first: whose fault it was is then found sooner. */
const inFlightAfterBreak = 8;
/** Answers that never come back in a row: the decoder cannot be started again. */
const lostMax = 20;
/** This many findings are looked at in a fresh decoder as well; when all of them show there, the decoder keeps nothing in mind. */
const freshMax = 4;

/** Runs a search until a bound is reached or `stop` aborts; answers that are under way are waited for. */
export async function fuzz(settings: FuzzSettings): Promise<FuzzEnd> {
  const {decoders, clock, bounds, stop, ledger, pool, clusters, tick} = settings;
  const draws = {seed: settings.seed, messages: settings.messages, kept: pool.inputs};
  const jobs = Math.min(...decoders.map(({ports}) => ports.length));
  const previous: (FuzzInput | undefined)[] = Array.from({length: jobs}, () => undefined);
  const standing: FuzzStanding = {inputs: 0, judged: 0, unsupported: 0, next: settings.first, inFlight: 0};
  const untilMs = clock.monotonicMs() + bounds.timeMs;
  const suspects: FuzzSuspect[] = [];
  let asked = 0;
  let broughtAsked = 0;
  let window = inFlightMax * jobs;
  let sinceBreak = 0;
  let lostInRow = 0;
  let gone: string | undefined;
  let firm = 0;
  let looked = 0;
  let isStateful = false;
  let wake: () => void = () => undefined;

  const isOver = (): boolean =>
    stop.aborted ||
    gone !== undefined ||
    asked >= bounds.runsMax ||
    firm >= bounds.findingsMax ||
    clock.monotonicMs() >= untilMs;

  const pump = (): void => {
    // Time is looked at once per batch; a batch is what one window holds.
    if (suspects.length > 0 || isOver()) return;
    while (standing.inFlight < window && asked < bounds.runsMax) askNext();
  };

  const askNext = (): void => {
    asked += 1;
    const brought = pool.brought[broughtAsked];
    if (brought !== undefined) {
      broughtAsked += 1;
      return askAll(brought);
    }
    const input = drawInput(draws, standing.next);
    standing.next += 1;
    return askAll(input, input.isFresh ? standing.next - 1 : undefined);
  };

  const askAll = (input: FuzzInput, index?: number): void => {
    standing.inFlight += 1;
    const job = asked % jobs;
    const before = previous[job];
    previous[job] = input;
    const question = decodeQuestion(input);
    const answers: TesteeAnswer[] = [];
    let left = decoders.length;
    const options = {timeoutMs: bounds.replyTimeoutMs};
    decoders.forEach(({ports}, at) => {
      const port = ports[job] as TesteePort;
      void port.ask(question, options).then(answer => {
        answers[at] = answer;
        left -= 1;
        if (left === 0) settle({input, index, before, job}, answers);
      });
    });
  };

  const settle = ({input, index, before, job}: Asked, answers: readonly TesteeAnswer[]): void => {
    standing.inFlight -= 1;
    standing.inputs += 1;
    const reading = readStrictly(input.message, input.bytes);
    answers.forEach((answer, at) => {
      const decoder = decoders[at] as FuzzDecoder;
      judge({decoder, port: decoder.ports[job] as TesteePort, input, ...maybe(index, before)}, reading, answer);
    });
    pool.meet(behaviourOf(input.message, reading, answers), input);
    if (answers.length > 1) clusters.add(input, reading, answers);
    if (window < inFlightMax * jobs && (sinceBreak += 1) > 64 * window) window *= 2;
    tick(standing);
    if (standing.inFlight <= window / 2) pump();
    if (standing.inFlight === 0) wake();
  };

  const judge = (suspect: Omit<FuzzSuspect, 'difference'>, reading: Reading, answer: TesteeAnswer): void => {
    const {input, decoder} = suspect;
    lostInRow = answer.kind === 'lost' ? lostInRow + 1 : 0;
    if (answer.kind === 'lost') {
      if (lostInRow >= lostMax) gone ??= `${decoder.name}: ${answer.detail}`;
      return;
    }
    if (answer.kind === 'unsupported') {
      standing.unsupported += 1;
      return;
    }
    standing.judged += 1;
    if (answer.kind === 'broken') {
      window = inFlightAfterBreak * jobs;
      sinceBreak = 0;
    }
    const difference = judgeAnswer(input.message, input.bytes, reading, answer);
    if (difference === undefined || !ledger.meet(decoder.name, difference)) return;
    suspects.push({...suspect, difference, ...(answer.kind === 'broken' ? {brokenBy: answer.cause} : {})});
  };

  const examineAll = async (): Promise<void> => {
    for (let suspect = suspects.shift(); suspect !== undefined; suspect = suspects.shift()) {
      const {finding, dependsOnOthers} = await examine(suspect, {
        seed: settings.seed,
        clock,
        replyTimeoutMs: bounds.replyTimeoutMs,
        stop,
        isAskingFresh: isStateful || looked < freshMax * decoders.length,
      });
      looked += 1;
      isStateful ||= dependsOnOthers;
      const {tally, isNew} = ledger.settle(suspect.difference.kind, finding);
      if (isNew && !tally.isKnown && finding.basis === 'protocol') firm += 1;
      if (isNew) settings.found(tally);
      tick(standing);
    }
  };

  for (;;) {
    await new Promise<void>(resolve => {
      wake = resolve;
      pump();
      if (standing.inFlight === 0) resolve();
    });
    if (suspects.length > 0) await examineAll();
    else if (isOver()) break;
  }
  if (gone !== undefined) return {kind: 'gone', standing, detail: gone};
  return {kind: stop.aborted ? 'stopped' : 'over', standing};
}

interface Asked {
  readonly input: FuzzInput;
  readonly index: number | undefined;
  readonly before: FuzzInput | undefined;
  readonly job: number;
}

function maybe(
  index: number | undefined,
  previous: FuzzInput | undefined,
): {readonly index?: number; readonly previous?: FuzzInput} {
  return {...(index === undefined ? {} : {index}), ...(previous === undefined ? {} : {previous})};
}
