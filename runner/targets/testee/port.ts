// Asks a decoder under test, starts it again after it broke, and finds out which question broke it.
import type {OpenQuestion, TesteeAnswer, TesteeDescription, TesteePort} from '../../../model/peer.ts';
import {findCulprit} from './culprit.ts';
import {closedAnswer, type Breakage, type TesteeSession} from './conversation.ts';

/** A session that began, or one full sentence that says why there is none. */
export type Launch =
  | {readonly kind: 'started'; readonly session: TesteeSession}
  | {readonly kind: 'failed'; readonly detail: string};

export type OnBroken = (breakage: Breakage, pending: readonly OpenQuestion[], unsent: readonly OpenQuestion[]) => void;

/** How a port gets its sessions. */
export interface TesteePortSettings {
  readonly description: TesteeDescription;
  readonly replyTimeoutMs: number;
  /** Starts a decoder and waits until it has described itself. */
  readonly launch: (onBroken: OnBroken) => Promise<Launch>;
}

/** Makes the port; the decoder is started when the first question comes. */
export function testeePort({description, replyTimeoutMs, launch}: TesteePortSettings): TesteePort {
  const open = new Set<TesteeSession>();
  let current: TesteeSession | undefined;
  let isLaunching = false;
  let waiting: OpenQuestion[] = [];
  // What a session did wrong while nothing was asked: the next answer tells it, so that it is not lost.
  let stray: Breakage | undefined;
  let isClosed = false;
  let isolation: Promise<void> = Promise.resolve();
  /** Breaks whose culprit is looked for; others wait for that. */
  let isolating = 0;
  const running = new Set<Promise<unknown>>();

  const enqueue = (asked: OpenQuestion): void => {
    if (isClosed) return asked.settle({kind: 'lost', detail: 'The decoder was closed before it was asked.'});
    if (stray !== undefined) {
      asked.settle(brokenAnswer(stray, 'while nothing was asked, after its earlier answers'));
      stray = undefined;
      return;
    }
    if (current !== undefined) return current.put(asked);
    waiting.push(asked);
    if (!isLaunching) track(relaunch());
  };

  const relaunch = async (): Promise<void> => {
    isLaunching = true;
    const started = await launchOwned((breakage, pending, unsent) => {
      current = undefined;
      onBroken(breakage, pending, unsent);
    });
    isLaunching = false;
    const asked = waiting;
    waiting = [];
    if (started.kind === 'failed') {
      for (const one of asked) one.settle(notStarted(started.detail));
      return;
    }
    if (!started.session.isOver()) current = started.session;
    for (const one of asked) enqueue(one);
  };

  const launchOwned = async (onSessionBroken: OnBroken): Promise<Launch> => {
    let owned: TesteeSession | undefined;
    const started = await launch((breakage, pending, unsent) => {
      if (owned !== undefined) open.delete(owned);
      onSessionBroken(breakage, pending, unsent);
    });
    if (started.kind === 'failed') return started;
    owned = started.session;
    open.add(owned);
    if (isClosed) await owned.kill();
    return started;
  };

  const onBroken: OnBroken = (breakage, pending, unsent) => {
    const [only] = pending;
    if (only === undefined) {
      if (breakage.isFault) stray = breakage;
    } else if (isClosed) {
      for (const asked of pending) asked.settle(closedAnswer);
    } else if (pending.length === 1 && breakage.isFault) {
      only.settle(brokenAnswer(breakage));
    } else {
      isolating += 1;
      isolation = isolation.then(() => isolate(breakage, pending)).finally(() => (isolating -= 1));
      track(isolation);
    }
    for (const asked of unsent) enqueue(asked);
  };

  const isolate = async (breakage: Breakage, pending: readonly OpenQuestion[]): Promise<void> => {
    const found = await findCulprit({
      count: pending.length,
      inTurn: from => askInTurn(pending.slice(from)),
      alone: index => askAlone(pending[index]!),
    });
    const answers = [...found.answers];
    // A decoder that is only slow with many questions in its pipe, or ends in good order now and then, has done nothing wrong.
    if (!found.hasCulprit && breakage.isFault) {
      // The session broke of all that it had been through; the oldest tells that.
      answers[0] = brokenAnswer(
        breakage,
        `while ${pending.length} questions were open, none of which does it again when asked alone`,
      );
    }
    for (const [index, asked] of pending.entries()) {
      const answer = answers[index];
      if (answer === undefined) enqueue(asked);
      else asked.settle(answer);
    }
  };

  const askInTurn = async (
    questions: readonly OpenQuestion[],
  ): Promise<{readonly answers: readonly TesteeAnswer[]; readonly isBroken: boolean}> => {
    let settle: (answer: TesteeAnswer) => void = () => undefined;
    let over: Breakage | undefined;
    const started = await launchOwned(breakage => {
      over = breakage;
      settle(isClosed ? closedAnswer : brokenAnswer(breakage));
    });
    if (started.kind === 'failed') return {answers: questions.map(() => notStarted(started.detail)), isBroken: false};
    const {session} = started;
    const answers: TesteeAnswer[] = [];
    for (const {question, timeoutMs, isAbandoned} of questions) {
      if (isClosed || isAbandoned) {
        answers.push(notAskedAgain);
        continue;
      }
      const answered = new Promise<TesteeAnswer>(resolve => {
        settle = resolve;
      });
      if (over === undefined && !session.isOver()) session.put(openQuestion({question, timeoutMs, settle}));
      else if (answers.length === 0 && over !== undefined) settle(brokenAnswer(over));
      else break;
      const answer = await answered;
      answers.push(answer);
      if (answer.kind === 'broken') break;
    }
    const isBroken = over !== undefined || answers.at(-1)?.kind === 'broken';
    const afterwards = isBroken ? undefined : await session.close();
    if (isBroken) track(session.kill());
    open.delete(session);
    return {answers, isBroken: isBroken || (afterwards !== undefined && afterwards.cause !== 'crash')};
  };

  const askAlone = async ({question, timeoutMs, isAbandoned}: AloneQuestion): Promise<TesteeAnswer> => {
    if (isClosed || isAbandoned) return notAskedAgain;
    let settle: (answer: TesteeAnswer) => void = () => undefined;
    const answered = new Promise<TesteeAnswer>(resolve => {
      settle = resolve;
    });
    const started = await launchOwned((breakage, pending) => {
      const isAsked = pending.length > 0;
      settle(isAsked && isClosed ? closedAnswer : brokenAnswer(breakage));
    });
    if (started.kind === 'failed') return notStarted(started.detail);
    const {session} = started;
    if (!session.isOver()) session.put(openQuestion({question, timeoutMs, settle}));
    const answer = await answered;
    if (answer.kind === 'broken') {
      // It is ended already, or it answered nonsense under the right id.
      track(session.kill());
      open.delete(session);
      return answer;
    }
    const afterwards = await session.close();
    open.delete(session);
    // Ending badly after its stdin was closed is no answer to the question; speaking on is.
    return afterwards === undefined || afterwards.cause === 'crash'
      ? answer
      : brokenAnswer(afterwards, 'right after its answer');
  };

  function track(work: Promise<unknown>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  return {
    description,
    ask: (question, {timeoutMs = replyTimeoutMs, signal} = {}) =>
      new Promise(resolve => {
        if (signal === undefined) return enqueue(openQuestion({question, timeoutMs, settle: resolve}));
        const abandon = (): void => {
          asked.isAbandoned = true;
          resolve({kind: 'lost', detail: isolating === 0 ? givenUp : givenUpBehindBreak});
        };
        const settle = (answer: TesteeAnswer): void => {
          signal.removeEventListener('abort', abandon);
          resolve(answer);
        };
        const asked = openQuestion({question, timeoutMs, settle});
        if (signal.aborted) return abandon();
        signal.addEventListener('abort', abandon, {once: true});
        return enqueue(asked);
      }),
    put: enqueue,
    askFresh: async question => {
      const asking = askAlone({question, timeoutMs: replyTimeoutMs, isAbandoned: false});
      track(asking);
      return asking;
    },
    close: async () => {
      isClosed = true;
      const sessions = [...open];
      current = undefined;
      await Promise.all(sessions.map(session => session.close()));
      open.clear();
      await Promise.allSettled(running);
    },
  };
}

type AloneQuestion = Pick<OpenQuestion, 'question' | 'timeoutMs' | 'isAbandoned'>;

/** A question whose answer is always looked at whole. */
function openQuestion({
  question,
  timeoutMs,
  settle,
}: Pick<OpenQuestion, 'question' | 'timeoutMs' | 'settle'>): OpenQuestion & {
  isAbandoned: boolean;
} {
  return {question, timeoutMs, settle, isAbandoned: false, isAsExpected: never, settleAsExpected: nothing};
}

function never(): false {
  return false;
}

function nothing(): void {
  // Never asked for.
}

const givenUp = 'The question was given up before its answer came.';
const givenUpBehindBreak =
  'The question was given up before its answer came: it had to wait while questions that broke the decoder were asked again one by one. Mend what breaks it, or give a shorter --reply-timeout.';
const notAskedAgain: TesteeAnswer = {kind: 'lost', detail: 'The decoder was closed before it was asked again.'};

function notStarted(detail: string): TesteeAnswer {
  return {kind: 'lost', detail: `The decoder could not be started again: ${detail}`};
}

function brokenAnswer({cause, how, stderrTail}: Breakage, when?: string): TesteeAnswer {
  const detail = when === undefined ? `The decoder ${how}.` : `The decoder ${how}, ${when}.`;
  return {kind: 'broken', cause, detail, stderrTail};
}
