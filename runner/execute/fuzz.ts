// Searches for inputs that decoders answer wrongly: draws, asks with many in flight, judges, and examines what differs.
import type {FuzzInput, FuzzTally, FuzzWay} from '../model/fuzz.ts';
import type {OverlayMessage, TesteeAnswer} from '../model/peer.ts';
import type {Clock} from '../model/ports.ts';
import type {Difference} from '../overlay/judge-answer.ts';
import {judgeInput} from '../overlay/judge-input.ts';
import {questionOf} from '../overlay/read-input.ts';
import {Asked, AskedOne, type AnswerTaker} from './fuzz-asked.ts';
import {asExpected, behaviourOf, type GivenAnswer} from './fuzz-behaviour.ts';
import type {FuzzClusters} from './fuzz-clusters.ts';
import {drawInput, type FuzzDraws} from './fuzz-draw.ts';
import {examine, findingAsMet, type FuzzDecoder, type FuzzSuspect} from './fuzz-examine.ts';
import type {FuzzLedger} from './fuzz-ledger.ts';
import {fuzzPace, type FuzzPace} from './fuzz-pace.ts';
import type {FuzzPool} from './fuzz-pool.ts';

/** What a search needs. All decoders have the same number of ports. */
export interface FuzzSettings {
  readonly decoders: readonly FuzzDecoder[];
  readonly seed: number;
  /** Not empty. */
  readonly messages: readonly OverlayMessage[];
  /** What all decoders can be asked besides bytes to decode. */
  readonly otherWays: readonly FuzzWay[];
  readonly pool: FuzzPool;
  readonly ledger: FuzzLedger;
  readonly clusters: FuzzClusters;
  readonly clock: Clock;
  /** The number of the first draw; above 0 when a search is resumed. */
  readonly first: number;
  readonly bounds: FuzzBounds;
  readonly stop: AbortSignal;
  /** Called with every input that is answered, and between the steps of an examination. */
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
  /** How much of the time went into looking closely at what was found. */
  examiningMs: number;
}

/** How a search ended: by its bounds, by its user, or because a decoder is gone for good. */
export type FuzzEnd =
  | {readonly kind: 'over' | 'stopped'; readonly standing: FuzzStanding}
  | {readonly kind: 'gone'; readonly standing: FuzzStanding; readonly detail: string};

/** Runs a search until a bound is reached or `stop` aborts; answers that are under way are waited for. */
export async function fuzz(settings: FuzzSettings): Promise<FuzzEnd> {
  const search = new Search(settings);
  do {
    await search.untilIdle();
    await search.examineSuspects();
  } while (!search.isOver());
  // What came in behind the last examination is examined as well.
  await search.untilIdle();
  await search.examineSuspects();
  const {standing, gone} = search;
  if (gone !== undefined) return {kind: 'gone', standing, detail: gone};
  return {kind: settings.stop.aborted ? 'stopped' : 'over', standing};
}

/** Progress is told after so many inputs, where so many are in flight. */
const tickEvery = 64;
/** Answers that never come back in a row: the decoder cannot be started again. */
const lostMax = 20;
/** This many findings are looked at in a fresh decoder as well; when all of them show there, the decoder keeps nothing in mind. */
const freshMax = 4;

/** The share of the time that may go into looking closely at what looks known; something new may hide behind it. */
const alikeShareMax = 0.2;
/** The share of the time that may go into looking closely at all; the rest brings new inputs, and what was found waits. */
const examiningShareMax = 0.5;
/** After the time is over, what still waits is examined for so long; then it becomes a finding as it was met. */
const lateMsMax = 1_000;

/** The moving parts of one search. */
class Search implements AnswerTaker {
  readonly standing: FuzzStanding;
  /** Why a decoder is gone for good. */
  gone: string | undefined;
  private readonly settings: FuzzSettings;
  private draws: FuzzDraws;
  private readonly jobs: number;
  private readonly pace: FuzzPace;
  private readonly startedMs: number;
  private readonly untilMs: number;
  private readonly suspects: FuzzSuspect[] = [];
  private readonly previous: (FuzzInput | undefined)[];
  private asked = 0;
  private lostInRow = 0;
  private firmFindings = 0;
  private examined = 0;
  private isStateful = false;
  /** Time that went into what looks known, and whether one more of those waits. */
  private alikeMs = 0;
  private alike: FuzzSuspect | undefined;
  private wake: () => void = () => undefined;

  constructor(settings: FuzzSettings) {
    const {decoders, seed, messages, otherWays, pool, clock, bounds, first} = settings;
    this.settings = settings;
    this.standing = {inputs: 0, judged: 0, unsupported: 0, next: first, inFlight: 0, examiningMs: 0};
    this.draws = {seed, messages, otherWays, kept: pool.inputs};
    this.jobs = Math.min(...decoders.map(({ports}) => ports.length));
    this.pace = fuzzPace({clock, jobs: this.jobs});
    this.startedMs = clock.monotonicMs();
    this.untilMs = this.startedMs + bounds.timeMs;
    this.previous = Array.from({length: this.jobs}, () => undefined);
  }

  isOver(): boolean {
    const {bounds, stop, clock} = this.settings;
    return (
      stop.aborted ||
      this.gone !== undefined ||
      this.asked >= bounds.runsMax ||
      this.firmFindings >= bounds.findingsMax ||
      clock.monotonicMs() >= this.untilMs
    );
  }

  /** Keeps questions in flight until a bound is reached or something can be examined; then waits for those that are under way. */
  untilIdle(): Promise<void> {
    return new Promise(resolve => {
      this.wake = resolve;
      this.fill();
      if (this.standing.inFlight === 0) resolve();
    });
  }

  async examineSuspects(): Promise<void> {
    const {seed, clock, bounds, stop, decoders, ledger, found, tick} = this.settings;
    while (this.suspects.length > 0 && (this.isOver() || this.hasTimeToExamine())) {
      const suspect = this.suspects.shift()!;
      const {decoder, difference} = suspect;
      if (suspect !== this.alike && ledger.looksKnown(difference, decoder.name)) {
        // The ones before it in the queue have shown what it is, most likely.
        if (!this.hasTimeForAlike()) {
          ledger.leave(difference, findingAsMet(suspect, seed));
          continue;
        }
        this.alike = suspect;
      }
      const beganMs = clock.monotonicMs();
      const lateMs = this.untilMs + lateMsMax;
      const isAskingFresh = this.isStateful || this.examined < freshMax * decoders.length;
      const {finding, dependsOnOthers} = await examine(suspect, {
        seed,
        clock,
        replyTimeoutMs: bounds.replyTimeoutMs,
        stop: beganMs > lateMs ? AbortSignal.abort() : stop,
        untilMs: lateMs,
        isAskingFresh,
      });
      const tookMs = clock.monotonicMs() - beganMs;
      this.standing.examiningMs += tookMs;
      if (suspect === this.alike) {
        this.alikeMs += tookMs;
        this.alike = undefined;
      }
      this.examined += 1;
      this.isStateful ||= dependsOnOthers;
      const {tally, isNew} = ledger.settle(difference, finding);
      if (isNew && !tally.isKnown && finding.basis === 'protocol') this.firmFindings += 1;
      if (isNew) found(tally);
      tick(this.standing);
    }
  }

  private fill(): void {
    if ((this.suspects.length > 0 && this.hasTimeToExamine()) || this.isOver()) return;
    const inFlightMax = this.pace.inFlightMax();
    while (this.standing.inFlight < inFlightMax && this.asked < this.settings.bounds.runsMax) this.askNext();
  }

  /** Asks what the corpus brought first, then what is drawn. */
  private askNext(): void {
    const brought = this.settings.pool.brought[this.asked];
    this.asked += 1;
    if (brought !== undefined) return this.ask(brought, undefined);
    const index = this.standing.next;
    this.standing.next += 1;
    const {input, isFresh} = drawInput(this.draws, index);
    return this.ask(input, isFresh ? index : undefined);
  }

  private ask(input: FuzzInput, index: number | undefined): void {
    const {decoders} = this.settings;
    const job = this.asked % this.jobs;
    const asked = new Asked(input, {index, previous: this.previous[job], job, left: decoders.length});
    this.previous[job] = input;
    this.standing.inFlight += 1;
    const question = questionOf(input);
    const {replyTimeoutMs} = this.settings.bounds;
    for (let at = 0; at < decoders.length; at += 1)
      decoders[at]!.ports[job]!.put(new AskedOne(this, asked, at, question, replyTimeoutMs));
  }

  take(asked: Asked, at: number, answer: GivenAnswer): void {
    asked.answers[at] = answer;
    asked.left -= 1;
    if (asked.left > 0) return;
    const {input, answers, reading} = asked;
    const {standing, pace, settings} = this;
    standing.inFlight -= 1;
    standing.inputs += 1;
    for (let decoder = 0; decoder < answers.length; decoder += 1) this.judge(asked, decoder, answers[decoder]!);
    settings.pool.meet(behaviourOf(input, reading, answers), input);
    if (answers.length > 1) settings.clusters.add(input, reading, answers);
    pace.answered();
    const inFlightMax = pace.inFlightMax();
    // What comes in batches is told in batches.
    if (inFlightMax < tickEvery || standing.inputs % tickEvery === 0) settings.tick(standing);
    if (standing.inFlight <= inFlightMax / 2) this.fill();
    if (standing.inFlight === 0) this.wake();
  }

  private judge(asked: Asked, decoder: number, answer: GivenAnswer): void {
    if (answer === asExpected) {
      this.lostInRow = 0;
      this.standing.judged += 1;
    } else if (this.isAnswer(decoder, asked.input, answer)) {
      this.suspect(asked, decoder, answer, judgeInput(asked.input, asked.reading, answer));
    }
  }

  /** Tells whether an answer can be judged, and counts it. */
  private isAnswer(decoder: number, input: FuzzInput, answer: TesteeAnswer): boolean {
    if (answer.kind === 'lost') {
      this.lostInRow += 1;
      if (this.lostInRow >= lostMax) this.gone ??= `${this.settings.decoders[decoder]!.name}: ${answer.detail}`;
      return false;
    }
    this.lostInRow = 0;
    if (answer.kind === 'unsupported') {
      this.standing.unsupported += 1;
      this.neverAskAgain(input.way);
      return false;
    }
    this.standing.judged += 1;
    if (answer.kind === 'broken') this.pace.broke();
    return true;
  }

  /** A decoder may decline a way that it did not say it lacks; in the line form it cannot say so beforehand. */
  private neverAskAgain(way: FuzzWay): void {
    if (way === 'binary') return;
    this.draws = {...this.draws, otherWays: this.draws.otherWays.filter(other => other !== way)};
  }

  private suspect(
    {input, index, previous, job}: Asked,
    at: number,
    answer: TesteeAnswer,
    difference: Difference | undefined,
  ): void {
    if (difference === undefined) return;
    const decoder = this.settings.decoders[at]!;
    const suspect: FuzzSuspect = {
      decoder,
      port: decoder.ports[job]!,
      input,
      difference,
      ...(index === undefined ? {} : {index}),
      ...(previous === undefined ? {} : {previous}),
      ...(answer.kind === 'broken' ? {brokenBy: answer.cause} : {}),
    };
    const {ledger, seed} = this.settings;
    const interest = ledger.meet(difference, {decoder: decoder.name, asFound: () => findingAsMet(suspect, seed)});
    if (interest === 'none') return;
    if (interest === 'alike') {
      if (!this.hasTimeForAlike()) return ledger.leave(difference, findingAsMet(suspect, seed));
      this.alike = suspect;
    }
    this.suspects.push(suspect);
  }

  private hasTimeForAlike(): boolean {
    return this.alike === undefined && this.alikeMs <= this.elapsedMs() * alikeShareMax;
  }

  private hasTimeToExamine(): boolean {
    return this.standing.examiningMs <= this.elapsedMs() * examiningShareMax;
  }

  private elapsedMs(): number {
    return this.settings.clock.monotonicMs() - this.startedMs;
  }
}
