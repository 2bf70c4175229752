// Says of red cases of a decoder which of them are red only because it keeps something from one question to the next, so that they are one finding.
import type {Attempt} from '../../model/outcome.ts';
import type {TesteePort, TesteeQuestion} from '../../model/peer.ts';
import {onlyAfterText, redOnlyAfter} from './steps/only-after.ts';

/** What a run has learnt of it so far. */
export interface KeptState {
  /** Cases that were green alone, of which it was looked for what they need. */
  lookedInto: number;
  /** Cases that were shown to need other questions before them. */
  rightAlone: number;
  /** Cases that were as red with each question in a process of its own. */
  wrongAlone: number;
}

/** A red attempt, and the one of a fresh process. */
interface Repeated {
  readonly first: Attempt;
  readonly second: Attempt;
}

/** How a case is run again. */
interface Again {
  /** What its decoder was asked before it. */
  readonly before: readonly TesteeQuestion[];
  readonly run: (port: TesteePort) => Promise<Attempt>;
}

/** A decoder that keeps something makes many cases red; of the first few it is looked for what they need. */
const lookedIntoMax = 3;

/** Gives the two attempts, with the cause `state-kept` where the case is red only because of other questions, its own or those before it. */
export async function withKeptState(
  kept: KeptState,
  testee: TesteePort,
  {first, second}: Repeated,
  again: Again,
): Promise<Repeated> {
  if (isGreen(second)) return {first: await afterOthers(kept, testee, first, again), second};
  return {first, second: await afterItsOwn(kept, testee, second, again)};
}

async function afterOthers(
  kept: KeptState,
  testee: TesteePort,
  first: Attempt,
  {before, run}: Again,
): Promise<Attempt> {
  if (kept.lookedInto >= lookedIntoMax) return kept.rightAlone > 0 ? {...first, cause: 'state-kept'} : first;
  kept.lookedInto += 1;
  const questions = await redOnlyAfter(testee, before, async port => (await run(port)).verdict === 'fail');
  if (questions === undefined) return first;
  kept.rightAlone += 1;
  const found = first.detail ?? first.findings[0]?.message;
  const detail = [...(found === undefined ? [] : [found]), onlyAfterText(questions)].join('; ');
  return {...first, cause: 'state-kept', detail};
}

/** Where so many cases were wrong alone and none right, the decoder is wrong and keeps nothing. */
const wrongAloneMax = 3;

const rightEachAlone =
  'right where each question is asked in a process of its own: the decoder keeps something from one question to the next';

async function afterItsOwn(kept: KeptState, testee: TesteePort, second: Attempt, {run}: Again): Promise<Attempt> {
  const questions = second.exchanges.filter(({traffic}) => traffic.kind === 'testee').length;
  const isHopeless = kept.rightAlone === 0 && kept.wrongAlone >= wrongAloneMax;
  if (second.verdict !== 'fail' || questions < 2 || isHopeless) return second;
  const third = await run({...testee, ask: question => testee.askFresh(question)});
  if (!isGreen(third)) {
    kept.wrongAlone += 1;
    return second;
  }
  kept.rightAlone += 1;
  return {...second, cause: 'state-kept', detail: rightEachAlone};
}

function isGreen({verdict}: Attempt): boolean {
  return verdict === 'pass' || verdict === 'warn';
}
