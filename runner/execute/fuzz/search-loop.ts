// Searches for inputs that decoders answer wrongly: draws, asks with many in flight, judges, and examines what differs.
import {defined} from '../../../base/json/defined.ts';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {NewlyReached, OverlayMessage, TesteeAnswer} from '../../../model/peer.ts';
import {judgeInput} from '../../overlay/judge-input.ts';
import {questionOf} from '../../overlay/read-input.ts';
import {Asked, AskedOne, type AnswerTaker} from './asked-input.ts';
import {asExpected, behaviourOf, type GivenAnswer} from './behaviour.ts';
import {drawInput, type FuzzDraws} from './draw-input.ts';
import {fuzzPace, type FuzzPace} from './in-flight.ts';
import type {FuzzEnd, FuzzSettings, FuzzStanding} from './search-settings.ts';
import {searchEnd, type SearchEnd} from './search-end.ts';
import {FuzzSuspects} from './suspects.ts';

/** Runs a search until a bound is reached or `stop` aborts; answers that are under way are waited for, as long as an answer may take. */
export async function fuzz(settings: FuzzSettings): Promise<FuzzEnd> {
  const search = new Search(settings);
  try {
    return await wholeSearch(search, settings);
  } finally {
    search.release();
  }
}

async function wholeSearch(search: Search, settings: FuzzSettings): Promise<FuzzEnd> {
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

/** Asked anew as soon as such a part of what may be in flight is answered, and not for fewer than these. */
const refillParts = 16;
const refillMin = 4;
/** Progress is told after so many inputs, where so many are in flight. */
const tickEvery = 64;
/** After so many inputs of a message are declined and none is answered, it is not asked again. */
const declinedMax = 16;
/** Inputs that were drawn and are larger are not kept. */
const keptBytesMax = 65_536;
/** Answers that never come back in a row: the decoder cannot be started again. */
const lostMax = 20;

/** The moving parts of one search. */
class Search implements AnswerTaker {
  readonly standing: FuzzStanding;
  /** Why a decoder is gone for good. */
  gone: string | undefined;
  private readonly settings: FuzzSettings;
  private draws: FuzzDraws;
  private readonly jobs: number;
  private readonly pace: FuzzPace;
  private readonly untilMs: number;
  private readonly suspects: FuzzSuspects;
  private readonly end: SearchEnd;
  private isGivenUp = false;
  private readonly declined = new Map<OverlayMessage, number>();
  private asked = 0;
  /** What is compared in code that only inputs reached which were declined. */
  private constants: (bigint | Uint8Array)[] = [];
  private lostInRow = 0;
  private wake: () => void = () => undefined;

  constructor(settings: FuzzSettings) {
    const {decoders, seed, messages, otherWays, pool, reached, clock, bounds, first} = settings;
    this.settings = settings;
    this.standing = {inputs: 0, judged: 0, unsupported: 0, next: first, inFlight: 0, examiningMs: 0};
    const {words, bytesMax} = settings;
    this.draws = {seed, messages, otherWays, kept: pool.inputs, reached, ...defined({words, bytesMax})};
    this.jobs = Math.min(...decoders.map(({ports}) => ports.length));
    this.pace = fuzzPace({clock, jobs: this.jobs});
    this.end = searchEnd(settings, () => this.giveUp());
    this.suspects = new FuzzSuspects(settings, this.standing, this.end);
    this.untilMs = clock.monotonicMs() + bounds.timeMs;
  }

  isOver(): boolean {
    const {bounds, stop, clock} = this.settings;
    return (
      stop.aborted ||
      this.gone !== undefined ||
      this.asked >= bounds.runsMax ||
      this.suspects.hasEnough() ||
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

  release(): void {
    this.end.release();
  }

  /** Waits for no answer any longer: the decoders are closed, and what broke one of them comes as it is known by now. */
  private giveUp(): void {
    this.isGivenUp = true;
    for (const {ports} of this.settings.decoders) for (const port of ports) void port.close();
  }

  examineSuspects(): Promise<void> {
    return this.suspects.examine(() => this.isOver());
  }

  private fill(): void {
    if (this.suspects.areDue() || this.isOver()) return;
    const inFlightMax = this.pace.inFlightMax();
    while (this.standing.inFlight < inFlightMax && this.asked < this.settings.bounds.runsMax) this.askNext();
  }

  /** Asks what the corpus brought first, then what is drawn. */
  private askNext(): void {
    const brought = this.settings.pool.brought[this.asked];
    this.asked += 1;
    if (brought !== undefined) return this.ask(brought, undefined);
    const {index: part, count} = this.settings.shard ?? {index: 1, count: 1};
    const index = this.standing.next * count + part - 1;
    this.standing.next += 1;
    const {input, isFresh} = drawInput(this.draws, index);
    return this.ask(input, isFresh ? index : undefined);
  }

  private ask(input: FuzzInput, index: number | undefined): void {
    const {decoders} = this.settings;
    const job = this.asked % this.jobs;
    const question = questionOf(input);
    const asked = new Asked(input, {index, question, job, left: decoders.length});
    this.standing.inFlight += 1;
    const {replyTimeoutMs} = this.settings.bounds;
    for (let at = 0; at < decoders.length; at += 1)
      decoders[at]!.ports[job]!.put(new AskedOne(this, asked, at, question, replyTimeoutMs));
  }

  takeReached(asked: Asked, at: number, reached: NewlyReached): void {
    if (!this.settings.reached.add(at, reached.places)) return;
    (asked.compared ??= []).push(...reached.constants);
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
    if (answers.some(isUnsupported)) this.constants.push(...(asked.compared ?? []));
    else this.keepWhatIsNew(asked);
    if (answers.length > 1) settings.clusters.add(input, reading, answers);
    pace.answered();
    const inFlightMax = pace.inFlightMax();
    // What comes in batches is told in batches.
    if (inFlightMax < tickEvery || standing.inputs % tickEvery === 0) settings.tick(standing);
    const refill = Math.min(inFlightMax, Math.max(refillMin, inFlightMax / refillParts));
    if (standing.inFlight <= inFlightMax - refill) this.fill();
    if (standing.inFlight === 0) this.wake();
  }

  private keepWhatIsNew({input, index, reading, answers, compared}: Asked): void {
    const {pool, reached} = this.settings;
    // Each change of it would take as long as a hundred others; what only large inputs show is drawn anew.
    if (index !== undefined && input.bytes.length > keptBytesMax) return;
    pool.meet(behaviourOf(input, reading, answers), input, compared !== undefined);
    if (compared === undefined) return;
    reached.compare(input, [...compared, ...this.constants]);
    this.constants = [];
  }

  private judge(asked: Asked, decoder: number, answer: GivenAnswer): void {
    if (answer === asExpected || typeof answer === 'number') {
      this.lostInRow = 0;
      this.standing.judged += 1;
    } else if (this.isAnswer(decoder, asked.input, answer)) {
      const difference = judgeInput(asked.input, asked.reading, answer);
      if (difference === undefined) return;
      this.settings.clusters.wrong(decoder, difference.basis);
      this.suspects.add(asked, decoder, answer, difference);
    }
  }

  /** Tells whether an answer can be judged, and counts it. */
  private isAnswer(decoder: number, input: FuzzInput, answer: TesteeAnswer): boolean {
    if (answer.kind === 'lost') {
      if (this.isGivenUp) return false;
      this.lostInRow += 1;
      if (this.lostInRow >= lostMax) this.gone ??= `${this.settings.decoders[decoder]!.name}: ${answer.detail}`;
      return false;
    }
    this.lostInRow = 0;
    if (answer.kind === 'unsupported') {
      this.standing.unsupported += 1;
      this.neverAskAgain(input);
      return false;
    }
    this.standing.judged += 1;
    if (answer.kind === 'broken') this.pace.broke();
    return true;
  }

  /** A decoder may decline a way or a message that it did not say it lacks; in the line form it cannot say so beforehand. */
  private neverAskAgain({message, way}: FuzzInput): void {
    const {otherWays, messages} = this.draws;
    if (way !== 'binary') {
      this.draws = {...this.draws, otherWays: otherWays.filter(other => other !== way)};
      return;
    }
    const declined = (this.declined.get(message) ?? 0) + 1;
    this.declined.set(message, declined);
    // What was answered once, and be it with a refusal, is among the inputs that are kept.
    const isAnswered = this.settings.pool.inputs.some(input => input.message === message);
    if (declined === declinedMax && !isAnswered && messages.length > 1)
      this.draws = {...this.draws, messages: messages.filter(other => other !== message)};
  }
}

function isUnsupported(answer: GivenAnswer): boolean {
  return typeof answer === 'object' && answer.kind === 'unsupported';
}
