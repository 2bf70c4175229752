// One conversation with a decoder under test, over one process or connection: many questions in flight, each answered or handed back.
import {randomFillSync} from 'node:crypto';
import type {OpenQuestion, TesteeAnswer, TesteeDescription} from '../model/peer.ts';
import {readAnswer} from './testee-answer.ts';
import {Batch} from './testee-batch.ts';
import type {ChannelEnd, TesteeChannel} from './testee-channel.ts';
import type {EnvelopeAnswer} from './testee-envelope.ts';
import {shownBytes, type Arrival, type TesteeForm} from './testee-form.ts';
import {watchMemory} from './testee-memory.ts';

/** What ended a session. */
export interface Breakage {
  readonly cause: Extract<TesteeAnswer, {kind: 'broken'}>['cause'];
  /** Completes a sentence that begins with "the decoder". */
  readonly how: string;
  /** Whether the decoder did wrong whatever it was asked; ending in good order is wrong only if the same question ends it again. */
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

/** How many questions are written before their answers are there: enough to keep a pipe busy, few enough to find who is to blame. */
const inFlightMax = 256;
const inFlightBytesMax = 4 * 1024 * 1024;

interface Pending {
  readonly asked: OpenQuestion;
  readonly bytes: number;
  readonly deadlineMs: number;
}

/** An answer that has come; undefined when it is as expected. */
interface Settled {
  readonly asked: OpenQuestion;
  readonly answer: TesteeAnswer | undefined;
}

/** Greets the decoder and waits until it has described itself. */
export function startSession(settings: SessionSettings): Promise<SessionStart> {
  const {channel, form, startTimeoutMs, depthMax, memoryBytesMax, onBroken} = settings;
  const {input, output} = channel;
  const reader = form.reader();
  const greetingId = greetingIdOf(randomId());
  const pending = new Map<number | bigint, Pending>();
  const batch = new Batch();
  let unsent: OpenQuestion[] = [];
  let unsentFrom = 0;
  let bytesInFlight = 0;
  let isFlushing = false;
  let mustDrain = false;
  let hasStarted = false;
  let isClosing = false;
  let broken: Breakage | undefined;
  let heard = 0;
  let watchdog: NodeJS.Timeout | undefined;
  let watchdogDueMs = Infinity;

  return new Promise(resolve => {
    const startTimer = setTimeout(
      () =>
        breakWith(
          'hang',
          heard === 0 ? `was silent for ${startTimeoutMs} ms` : `did not describe itself within ${startTimeoutMs} ms`,
        ),
      startTimeoutMs,
    );
    const stopMemory = watchMemory(channel.pid, memoryBytesMax, used =>
      breakWith('memory', `grew to ${megabytes(used)} MB; the bound is ${megabytes(memoryBytesMax)} MB`),
    );

    function breakWith(cause: Breakage['cause'], how: string, isFault = true): void {
      if (broken !== undefined) return;
      broken = {
        cause,
        how: cause === 'hang' || cause === 'crash' ? how + heldNote() : how,
        isFault,
        stderrTail: channel.stderrTail(),
      };
      stop();
      void channel.kill();
      if (!hasStarted) return resolve({kind: 'failed', breakage: broken, isSilent: heard === 0, isFrames: false});
      if (isClosing) return;
      const waiting = [...pending.values()].map(({asked}) => asked).filter(asked => !asked.isAbandoned);
      const rest = unsent.slice(unsentFrom);
      pending.clear();
      unsent = [];
      unsentFrom = 0;
      onBroken(broken, waiting, rest);
    }

    function heldNote(): string {
      const held = reader.held();
      return held.length === 0 ? '' : `, after ${held.length} bytes that are no whole answer: ${shownBytes(held)}`;
    }

    function stop(): void {
      clearTimeout(startTimer);
      clearTimeout(watchdog);
      stopMemory();
      output.off('data', onData).resume();
    }

    function onData(chunk: Buffer): void {
      heard += chunk.length;
      const settled: Settled[] = [];
      for (const arrival of reader.take(chunk)) {
        if (broken !== undefined) break;
        takeArrival(arrival, settled);
      }
      // Settled after the whole chunk is read, so that nonsense right behind an answer is seen first.
      for (const {asked, answer} of settled) {
        if (answer === undefined) asked.settleAsExpected();
        else asked.settle(answer);
      }
      if (broken === undefined && unsentFrom < unsent.length) flushSoon();
    }

    function takeArrival(arrival: Arrival, settled: Settled[]): void {
      if (arrival.kind === 'broken') return breakWith(arrival.cause, arrival.detail);
      if (!hasStarted) return takeGreeting(arrival);
      if (arrival.kind === 'greeted') return breakWith('bad-answer', 'greeted twice');
      const {id, answer} = arrival;
      const found = pending.get(id);
      if (found === undefined)
        return breakWith('bad-answer', `answered under the id ${id}, which no open question has`);
      pending.delete(id);
      bytesInFlight -= found.bytes;
      settled.push({asked: found.asked, answer: readGiven(found.asked, answer)});
    }

    function readGiven(asked: OpenQuestion, answer: EnvelopeAnswer): TesteeAnswer | undefined {
      const isDecode = asked.question.kind === 'decode';
      if (answer.kind === 'value' && isDecode && asked.isAsExpected(answer.text)) return undefined;
      if (answer.kind === 'encoded' && !isDecode && asked.isAsExpected(answer.bytes)) return undefined;
      const reading = readAnswer(asked.question, answer, depthMax);
      if (reading.kind === 'answer') return reading.answer;
      // The id says whose answer it is, so the others stay out of it.
      const stderrTail = channel.stderrTail();
      return {kind: 'broken', cause: 'bad-answer', detail: `The decoder ${reading.detail}.`, stderrTail};
    }

    function takeGreeting(arrival: Exclude<Arrival, {kind: 'broken'}>): void {
      const reading =
        arrival.kind === 'greeted' ? arrival.description : readDescription(arrival.id, arrival.answer, greetingId);
      if (typeof reading === 'string') {
        broken = {cause: 'bad-answer', how: reading, isFault: true, stderrTail: channel.stderrTail()};
        stop();
        void channel.kill();
        return resolve({kind: 'failed', breakage: broken, isSilent: false, isFrames: true});
      }
      hasStarted = true;
      clearTimeout(startTimer);
      resolve({
        kind: 'started',
        session: {description: reading, put, isOver: () => broken !== undefined, close, kill: () => channel.kill()},
      });
    }

    function put(asked: OpenQuestion): void {
      unsent.push(asked);
      flushSoon();
    }

    // Everything that is asked in one tick goes out in one write.
    function flushSoon(): void {
      if (isFlushing || mustDrain) return;
      isFlushing = true;
      setImmediate(flush);
    }

    function flush(): void {
      isFlushing = false;
      if (broken !== undefined || isClosing) return;
      const now = performance.now();
      for (let asked = unsent[unsentFrom]; asked !== undefined && hasRoom(); asked = unsent[unsentFrom]) {
        unsentFrom += 1;
        if (!asked.isAbandoned) write(asked, now);
      }
      if (unsentFrom === unsent.length) {
        unsent = [];
        unsentFrom = 0;
      }
      if (batch.length === 0 || input.write(batch.take())) return;
      mustDrain = true;
      input.once('drain', () => {
        mustDrain = false;
        flushSoon();
      });
    }

    function hasRoom(): boolean {
      return pending.size < inFlightMax && bytesInFlight < inFlightBytesMax;
    }

    function write(asked: OpenQuestion, now: number): void {
      const id = randomId();
      const start = batch.length;
      const known = form.question(batch, id, asked.question);
      if (known !== undefined) return asked.settle(known);
      const bytes = batch.length - start;
      bytesInFlight += bytes;
      pending.set(id, {asked, bytes, deadlineMs: now + asked.timeoutMs});
      watchUntil(now + asked.timeoutMs, now);
    }

    // One timer for all questions: it stands at the earliest deadline that was known when it was set.
    function watchUntil(dueMs: number, now: number): void {
      if (dueMs >= watchdogDueMs) return;
      clearTimeout(watchdog);
      watchdogDueMs = dueMs;
      watchdog = setTimeout(lookAtDeadlines, Math.max(1, Math.ceil(dueMs - now)));
    }

    function lookAtDeadlines(): void {
      const now = performance.now();
      watchdogDueMs = Infinity;
      for (const {asked, deadlineMs} of pending.values()) {
        if (deadlineMs <= now) return breakWith('hang', `gave no answer within ${asked.timeoutMs} ms`);
        watchUntil(deadlineMs, now);
      }
    }

    function onEnded({how, isOrderly}: ChannelEnd): void {
      if (!isClosing) breakWith('crash', how, !isOrderly);
    }

    async function close(): Promise<Breakage | undefined> {
      isClosing = true;
      clearTimeout(watchdog);
      await channel.close();
      stop();
      return broken;
    }

    input.on('error', () => undefined);
    output.on('data', onData);
    void channel.ended.then(onEnded);
    input.write(form.greeting(greetingId));
  });
}

const idPool = new Uint32Array(2048);
let idsLeft = 0;

/** Draws a whole number from 1 to 2^53 − 1. */
function randomId(): number {
  if (idsLeft === 0) {
    randomFillSync(idPool);
    idsLeft = idPool.length;
  }
  idsLeft -= 2;
  return (idPool[idsLeft]! & 0x1f_ffff) * 0x1_0000_0000 + idPool[idsLeft + 1]! || randomId();
}

// A newline in the first frame makes a decoder that reads lines speak up at once, instead of waiting for the end of its line.
function greetingIdOf(id: number): number {
  return (id % 0x1_0000_0000) + 0x0a00 * 0x1_0000_0000;
}

function readDescription(id: number | bigint, answer: EnvelopeAnswer, greetingId: number): TesteeDescription | string {
  if (id !== greetingId) {
    return `sent an answer under the id ${id} when it had been asked under ${greetingId}: it speaks before it is spoken to, or does not echo the id of its question`;
  }
  if (answer.kind !== 'description')
    return `was asked to describe itself and answered "${answer.kind}" instead of a description`;
  const {description} = answer;
  if (description.protocol !== 1)
    return `speaks version ${description.protocol} of testee.proto; touchstone speaks version 1`;
  return description.name === '' ? {...description, name: 'unnamed'} : description;
}

function megabytes(bytes: number): string {
  return Math.round(bytes / 1_048_576).toLocaleString('en');
}
