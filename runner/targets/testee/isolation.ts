// Asks questions again in fresh sessions: one alone, or, to find which of many broke a decoder, one after the other.
import {counted} from '../../../base/text/counted.ts';
import type {OpenQuestion, TesteeAnswer, TesteeQuestion} from '../../../model/peer.ts';
import {closedAnswer, type Breakage, type TesteeSession} from './conversation.ts';
import {findCulprit, type Turn} from './culprit.ts';
import {
  brokenAnswer,
  brokeBefore,
  notAskedAgain,
  notStarted,
  wholeQuestion,
  type PlainQuestion,
} from './port-answers.ts';
import type {Sessions} from './sessions.ts';

/** A break with several open questions, oldest first, and what the same process was asked before them. */
export interface Break {
  readonly breakage: Breakage;
  readonly pending: readonly OpenQuestion[];
  readonly before: readonly TesteeQuestion[];
}

/**
 * Finds which of the questions broke the decoder, and settles it and those before it. Gives the others: nothing is known of them, they are to be asked
 * again.
 */
export async function isolate(
  sessions: Sessions,
  {breakage, pending, before}: Break,
): Promise<readonly OpenQuestion[]> {
  const found = await findCulprit({
    count: pending.length,
    inTurn: from => askInTurn(sessions, pending.slice(from)),
    alone: index => askAlone(sessions, pending[index]!),
  });
  const answers = [...found.answers];
  // A decoder that is only slow with many questions in its pipe, or ends in good order now and then, has done nothing wrong.
  if (!found.hasCulprit && breakage.isFault) {
    // The session broke of all that it had been through: the question reports that at which it does so again, else the oldest.
    const culprit = await breaksAfter(sessions, before, pending);
    const why = sessions.isClosed
      ? 'and there was no time to ask each of them alone'
      : 'none of which does it again when asked alone';
    const when = `while ${counted(pending.length, 'question was', 'questions were')} open, ${why}`;
    answers[culprit ?? 0] = brokenAnswer(breakage, when);
  }
  for (const [index, answer] of answers.entries()) pending[index]!.settle(answer);
  return pending.slice(answers.length);
}

/** Asks everything that a session was asked once more, one after the other; gives the place of the open question at which it breaks. */
async function breaksAfter(
  sessions: Sessions,
  before: readonly TesteeQuestion[],
  pending: readonly OpenQuestion[],
): Promise<number | undefined> {
  const opened = await openOneByOne(sessions);
  if (opened.kind === 'failed') return undefined;
  const {line} = opened;
  const [{timeoutMs} = {timeoutMs: 0}] = pending;
  const questions = [...before, ...pending.map(({question}) => question)];
  for (const [at, question] of questions.entries()) {
    if (sessions.isClosed) break;
    const answer = await line.ask({question, timeoutMs, isAbandoned: false});
    if (answer.kind !== 'broken') continue;
    sessions.drop(line.session);
    return at < before.length ? undefined : at - before.length;
  }
  await sessions.end(line.session);
  return undefined;
}

/** Asks a question in a fresh session that is asked nothing else but what comes before it. */
export async function askAlone(
  sessions: Sessions,
  asked: PlainQuestion,
  before: readonly TesteeQuestion[] = [],
): Promise<TesteeAnswer> {
  if (sessions.isClosed || asked.isAbandoned) return notAskedAgain;
  const opened = await openOneByOne(sessions);
  if (opened.kind === 'failed') return notStarted(opened.detail);
  const {line} = opened;
  for (const question of before) {
    const earlier = sessions.isClosed ? notAskedAgain : await line.ask({...asked, question});
    if (earlier.kind !== 'broken' && earlier.kind !== 'lost') continue;
    sessions.drop(line.session);
    return brokeBefore(earlier.detail);
  }
  const answer = await line.ask(asked);
  if (answer.kind === 'broken') {
    // It is ended already, or it answered nonsense under the right id.
    sessions.drop(line.session);
    return answer;
  }
  const afterwards = await sessions.end(line.session);
  return speaksOn(afterwards) ? brokenAnswer(afterwards, 'right after its answer') : answer;
}

/** Asks one question after the other in a fresh session, until it breaks or all are answered. */
async function askInTurn(sessions: Sessions, questions: readonly OpenQuestion[]): Promise<Turn> {
  const opened = await openOneByOne(sessions);
  if (opened.kind === 'failed') return {answers: questions.map(() => notStarted(opened.detail)), isBroken: false};
  const {line} = opened;
  const answers: TesteeAnswer[] = [];
  for (const asked of questions) {
    if (line.broke !== undefined && answers.length > 0) break;
    const answer = sessions.isClosed || asked.isAbandoned ? notAskedAgain : await line.ask(asked);
    answers.push(answer);
    if (answer.kind === 'broken') break;
  }
  if (line.broke !== undefined || answers.at(-1)?.kind === 'broken') {
    sessions.drop(line.session);
    return {answers, isBroken: true};
  }
  return {answers, isBroken: speaksOn(await sessions.end(line.session))};
}

/** Ending badly after its stdin was closed is no answer to a question; speaking on is. */
function speaksOn(afterwards: Breakage | undefined): afterwards is Breakage {
  return afterwards !== undefined && afterwards.cause !== 'crash';
}

/** A session that is asked one question at a time. */
interface OneByOne {
  readonly session: TesteeSession;
  /** What broke it. */
  readonly broke: Breakage | undefined;
  ask(asked: PlainQuestion): Promise<TesteeAnswer>;
}

async function openOneByOne(
  sessions: Sessions,
): Promise<{readonly kind: 'open'; readonly line: OneByOne} | {readonly kind: 'failed'; readonly detail: string}> {
  if (sessions.isClosed) return {kind: 'failed', detail: 'it was closed meanwhile.'};
  const line = new OneByOneState(sessions);
  const launch = await sessions.launch(breakage => line.onBroken(breakage));
  if (launch.kind === 'failed') return launch;
  line.session = launch.session;
  return {kind: 'open', line};
}

class OneByOneState implements OneByOne {
  broke: Breakage | undefined;
  session!: TesteeSession;
  private readonly sessions: Sessions;
  private settle: (answer: TesteeAnswer) => void = () => undefined;

  constructor(sessions: Sessions) {
    this.sessions = sessions;
  }

  onBroken(breakage: Breakage): void {
    this.broke = breakage;
    this.settle(this.sessions.isClosed ? closedAnswer : brokenAnswer(breakage));
  }

  ask({question, timeoutMs}: PlainQuestion): Promise<TesteeAnswer> {
    return new Promise(settle => {
      this.settle = settle;
      if (this.broke === undefined) this.session.put(wholeQuestion({question, timeoutMs, settle}));
      else settle(brokenAnswer(this.broke));
    });
  }
}
