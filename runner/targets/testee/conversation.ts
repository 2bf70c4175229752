// One conversation with a decoder under test, over one process or connection: many questions in flight, each answered or handed back.
import {counted} from '../../../base/text/counted.ts';
import type {OpenQuestion, PlainAnswerKind, TesteeAnswer, TesteeDescription} from '../../../model/peer.ts';
import {readAnswer} from './answer.ts';
import type {ChannelEnd, TesteeChannel} from './channel.ts';
import {shownBytes, type Arrival, type ArrivalReader, type ArrivalTaker, type TesteeForm} from './form.ts';
import {drawGreetingId, readGreeting} from './greeting.ts';
import {watchMemory} from './memory.ts';
import {OpenQuestions} from './open-questions.ts';
import {Outbox} from './outbox.ts';

/** What ended a session. */
export interface Breakage {
  readonly cause: Extract<TesteeAnswer, {kind: 'broken'}>['cause'];
  /** Completes a sentence that begins with "the decoder". */
  readonly how: string;
  /**
   * Whether the decoder did wrong whatever it was asked; closing an idle connection is not wrong, and being late with many questions before it in the
   * pipe is wrong only if the same question does it again.
   */
  readonly isFault: boolean;
  readonly stderrTail: string;
}

/** An open session. */
export interface TesteeSession {
  readonly description: TesteeDescription;
  put(asked: OpenQuestion): void;
  /** Whether it has ended; then nothing more may be put. */
  isOver(): boolean;
  /** Ends the decoder in good order and tells what went wrong meanwhile. */
  close(): Promise<Breakage | undefined>;
  kill(): Promise<void>;
}

export type SessionStart =
  | {readonly kind: 'started'; readonly session: TesteeSession}
  | {readonly kind: 'failed'; readonly breakage: Breakage; readonly isSilent: boolean; readonly isFrames: boolean};

export interface SessionSettings {
  readonly channel: TesteeChannel;
  readonly form: TesteeForm;
  readonly startTimeoutMs: number;
  readonly depthMax: number;
  readonly memoryBytesMax: number;
  /** Called once when the session ends by itself: who was being asked, oldest first, and who was not asked yet. */
  readonly onBroken: (breakage: Breakage, pending: readonly OpenQuestion[], unsent: readonly OpenQuestion[]) => void;
}

/** Greets the decoder and waits until it has described itself. */
export function startSession(settings: SessionSettings): Promise<SessionStart> {
  return new Promise(resolve => new Session(settings, resolve).greet());
}

/** The moving parts of one session. */
class Session implements ArrivalTaker {
  private readonly settings: SessionSettings;
  private readonly onStart: (start: SessionStart) => void;
  private readonly reader: ArrivalReader;
  private readonly greetingId = drawGreetingId();
  private readonly open = new OpenQuestions();
  private readonly outbox: Outbox;
  /** Answers that have come; settled when the whole chunk is read. No answer: it is as expected. */
  private answered: OpenQuestion[] = [];
  private answers: (TesteeAnswer | undefined)[] = [];
  private hasStarted = false;
  private isClosing = false;
  private broken: Breakage | undefined;
  private heard = 0;
  private heardMs = 0;
  private readonly startTimer: NodeJS.Timeout;
  private readonly stopMemory: () => void;
  private watchdog: NodeJS.Timeout | undefined;
  private watchdogDueMs = Infinity;

  constructor(settings: SessionSettings, onStart: (start: SessionStart) => void) {
    const {channel, form, startTimeoutMs, memoryBytesMax} = settings;
    this.settings = settings;
    this.onStart = onStart;
    this.reader = form.reader();
    this.outbox = new Outbox({
      form,
      input: channel.input,
      open: this.open,
      isOver: () => this.broken !== undefined || this.isClosing,
      onDue: (dueMs, nowMs) => {
        if (dueMs < this.watchdogDueMs) this.watchUntil(dueMs, nowMs);
      },
    });
    this.startTimer = setTimeout(() => this.breakSilent(), startTimeoutMs);
    this.stopMemory = watchMemory(channel.pid, memoryBytesMax, used =>
      this.breakWith('memory', `grew to ${megabytes(used)} MB; the bound is ${megabytes(memoryBytesMax)} MB`),
    );
  }

  greet(): void {
    const {channel, form} = this.settings;
    channel.input.on('error', () => undefined);
    channel.output.on('data', this.onData);
    void channel.ended.then(end => this.onEnded(end));
    channel.input.write(form.greeting(this.greetingId));
  }

  private breakSilent(): void {
    const {startTimeoutMs} = this.settings;
    const how = this.heard === 0 ? 'was silent for' : 'did not describe itself within';
    this.breakWith('hang', `${how} ${startTimeoutMs} ms`);
  }

  private breakWith(cause: Breakage['cause'], how: string, isFault = true): void {
    if (this.broken !== undefined) return;
    const {channel, onBroken} = this.settings;
    const said = cause === 'hang' || cause === 'crash' ? how + this.heldNote() : how;
    this.broken = {cause, how: said, isFault, stderrTail: channel.stderrTail()};
    this.stop();
    void channel.kill();
    if (!this.hasStarted) {
      this.onStart({kind: 'failed', breakage: this.broken, isSilent: this.heard === 0, isFrames: false});
    } else if (!this.isClosing) {
      const waiting = this.open.closeAll().filter(asked => !asked.isAbandoned);
      onBroken(this.broken, waiting, this.outbox.takeUnsent());
    }
  }

  private heldNote(): string {
    const held = this.reader.held();
    return held.length === 0
      ? ''
      : `, after ${counted(held.length, 'byte that is', 'bytes that are')} not a whole answer: ${shownBytes(held)}`;
  }

  private stop(): void {
    clearTimeout(this.startTimer);
    clearTimeout(this.watchdog);
    this.stopMemory();
    this.settings.channel.output.off('data', this.onData).resume();
  }

  private readonly onData = (chunk: Buffer): void => {
    this.heard += chunk.length;
    this.heardMs = performance.now();
    this.reader.take(chunk, this);
    // What is asked in reply to these answers goes out at once, in one write.
    this.outbox.gather(() => this.settleAnswered());
  };

  // Settled after the whole chunk is read, so that nonsense right behind an answer is seen first.
  private settleAnswered(): void {
    const {answered, answers} = this;
    this.answered = [];
    this.answers = [];
    for (let at = 0; at < answered.length; at += 1) {
      const answer = answers[at];
      if (answer === undefined) answered[at]!.settleAsExpected();
      else answered[at]!.settle(answer);
    }
  }

  takePlain(low: number, high: number, kind: PlainAnswerKind, bytes: Uint8Array, from: number, to: number): boolean {
    const asked = this.open.find(low, high);
    if (asked === undefined || !asked.isAsExpected(kind, bytes, from, to)) return false;
    this.open.close(low);
    this.answered.push(asked);
    this.answers.push(undefined);
    return true;
  }

  take(arrival: Arrival): boolean {
    if (arrival.kind === 'broken') this.breakWith(arrival.cause, arrival.detail);
    else if (arrival.kind === 'reached') this.askedUnder(arrival.id)?.reached?.(arrival.reached);
    else if (!this.hasStarted) this.takeGreeting(arrival);
    else if (arrival.kind === 'greeted') this.breakWith('bad-answer', 'greeted twice');
    else this.takeAnswer(arrival);
    return this.broken === undefined;
  }

  private takeAnswer({id, answer, reached}: Extract<Arrival, {kind: 'answer'}>): void {
    const asked = this.askedUnder(id);
    if (asked === undefined) return;
    this.open.close(Number(id) % 0x1_0000_0000);
    this.answered.push(asked);
    if (reached !== undefined) asked.reached?.(reached);
    const reading = readAnswer(asked.question, answer, this.settings.depthMax);
    if (reading.kind === 'answer') {
      this.answers.push(reading.answer);
    } else {
      // The id says whose answer it is, so the others stay out of it.
      const stderrTail = this.settings.channel.stderrTail();
      this.answers.push({kind: 'broken', cause: 'bad-answer', detail: `The decoder ${reading.detail}.`, stderrTail});
    }
  }

  /** Gives the open question under an id; a session in which there is none is broken. */
  private askedUnder(id: number | bigint): OpenQuestion | undefined {
    const [low, high] = typeof id === 'number' ? [id % 0x1_0000_0000, Math.floor(id / 0x1_0000_0000)] : [0, 0];
    const asked = this.open.find(low, high);
    if (asked === undefined) this.breakWith('bad-answer', `answered under the id ${id}, which no open question has`);
    return asked;
  }

  private takeGreeting(arrival: Extract<Arrival, {kind: 'greeted' | 'answer'}>): void {
    const {channel} = this.settings;
    const reading =
      arrival.kind === 'greeted' ? arrival.description : readGreeting(arrival.id, arrival.answer, this.greetingId);
    if (typeof reading === 'string') {
      this.broken = {cause: 'bad-answer', how: reading, isFault: true, stderrTail: channel.stderrTail()};
      this.stop();
      void channel.kill();
      return this.onStart({kind: 'failed', breakage: this.broken, isSilent: false, isFrames: true});
    }
    this.hasStarted = true;
    clearTimeout(this.startTimer);
    return this.onStart({
      kind: 'started',
      session: {
        description: reading,
        put: asked => this.outbox.put(asked),
        isOver: () => this.broken !== undefined,
        close: () => this.close(),
        kill: () => channel.kill(),
      },
    });
  }

  // One timer for all questions: it stands at the earliest deadline that was known when it was set.
  private watchUntil(dueMs: number, nowMs: number): void {
    clearTimeout(this.watchdog);
    this.watchdogDueMs = dueMs;
    this.watchdog = setTimeout(() => this.lookAtDeadlines(), Math.max(1, Math.ceil(dueMs - nowMs)));
  }

  private lookAtDeadlines(): void {
    const nowMs = performance.now();
    this.watchdogDueMs = Infinity;
    const late = this.open.lateAt(nowMs);
    if (typeof late === 'number') {
      if (late < Infinity) this.watchUntil(late, nowMs);
      return;
    }
    // One that still answers older questions is slow; one that is silent has stopped, and one that answers younger ones has lost this one.
    const isSilent = nowMs - this.heardMs >= silentShare * late.timeoutMs;
    this.breakWith('hang', `gave no answer within ${late.timeoutMs} ms`, isSilent || this.open.isOvertaken(late));
  }

  private onEnded({how, isOrderly}: ChannelEnd): void {
    if (this.isClosing) return;
    // However orderly it ends: an open question is never answered.
    if (isOrderly && this.open.count > 0) this.breakWith('crash', `${how} instead of answering`);
    else this.breakWith('crash', how, !isOrderly);
  }

  private async close(): Promise<Breakage | undefined> {
    this.isClosing = true;
    clearTimeout(this.watchdog);
    await this.settings.channel.close();
    this.stop();
    // Whoever asked right before is told, not left waiting.
    for (const asked of [...this.open.closeAll(), ...this.outbox.takeUnsent()]) asked.settle(closedAnswer);
    return this.broken;
  }
}

/** Who says nothing at all for so much of the time that an answer may take has stopped; its last answer came after the late question was asked. */
const silentShare = 0.75;

/** What becomes of a question that is open when its decoder is closed. */
export const closedAnswer: TesteeAnswer = {kind: 'lost', detail: 'The decoder was closed while it was asked.'};

function megabytes(bytes: number): string {
  return Math.round(bytes / 1_048_576).toLocaleString('en');
}
