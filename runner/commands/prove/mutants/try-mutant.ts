// Tries one mutant: runs the cases that reach it, the fastest first, until one is red and red again, and says what came of it.
import {defaultBounds, type Bounds} from '../../../../model/bounds.ts';
import type {MutantHouse} from '../../../../model/mutants.ts';
import type {Runnable} from '../../../../model/plan.ts';
import type {DescribedMutant, MutantOutcome} from '../../../../reports/mutants/mutant-result.ts';
import type {Healthy} from './healthy-runs.ts';
import {firstDifference, Sight} from './replies.ts';
import {openSession, type CaseResult, type Ground, type Session} from './reference-session.ts';

/** What trying one mutant needs. */
export interface Trial extends Ground {
  readonly house: MutantHouse;
  readonly mutant: DescribedMutant;
  /** The cases that reach it, the fastest first. */
  readonly cases: readonly string[];
  readonly runnables: ReadonlyMap<string, Runnable>;
  readonly healthy: Healthy;
  readonly stop: AbortSignal;
}

/** What came of it. */
export interface Tried {
  /** Absent when every case is green. */
  readonly outcome?: MutantOutcome;
  /** Then, cases that may have seen something of it. */
  readonly suspects?: readonly string[];
  /** Cases that were run. */
  readonly ran: number;
  /** The process is not fit for another mutant. */
  readonly isHouseSpent: boolean;
}

// The healthy reference delivers in milliseconds and answers at once; a mutant may do neither, in every case that waits.
const trialBounds: Bounds = {...defaultBounds, lagMs: 3_000, caseTimeoutMs: 30_000};

/** Bounds for these cases: one that waits for seconds to pass on the healthy reference takes as long as it does. */
export function boundsFor(cases: readonly string[], {green}: Healthy): Bounds {
  const caseTimeoutMs = Math.max(trialBounds.caseTimeoutMs, ...cases.map(id => 3 * (green.get(id) ?? 0)));
  return {...trialBounds, caseTimeoutMs};
}

// So much longer than on the healthy reference all its cases may take; a server that goes round and round answers none of them.
const patience = {leastMs: 30_000, times: 5} as const;

/** Opens the reference with the mutant active from the start and runs the cases. */
export async function tryMutant(trial: Trial): Promise<Tried> {
  const {house, cases, runnables, healthy} = trial;
  const over = new AbortController();
  const healthyMs = cases.reduce((sum, id) => sum + (healthy.green.get(id) ?? 0), 0);
  const timer = setTimeout(() => over.abort('hang'), patience.leastMs + patience.times * healthyMs);
  const endsBefore = house.ends().length;
  const stop = AbortSignal.any([trial.stop, over.signal]);
  const sight = new Sight();
  // A process that is busy for ever answers no order to stop a server either.
  stop.addEventListener('abort', () => void house.close(), {once: true});
  try {
    const session = await openSession({
      ...trial,
      mutant: trial.mutant.id,
      runnables: cases.flatMap(id => runnables.get(id) ?? []),
      bounds: boundsFor(cases, healthy),
      isTracingRules: false,
      watch: (id, exchanges) => sight.add(id, exchanges),
      stop,
    });
    const how = (): string | undefined => house.ends()[endsBefore];
    const isOver = (): boolean => stop.aborted || how() !== undefined;
    const found = session.kind === 'open' ? await runCases(session, {cases, sight, isOver, stop}) : nothingRan;
    const end = {how: how(), isHanging: over.signal.aborted, refused: whyRefused(session)};
    if (session.kind === 'open') await session.close();
    const outcome = found.noticed ?? brokenBy(end) ?? errorsIn(found.results);
    const tried = {ran: found.results.size, isHouseSpent: isOver()};
    return outcome === undefined ? {...tried, suspects: suspectsOf(trial, sight)} : {...tried, outcome};
  } finally {
    clearTimeout(timer);
  }
}

function whyRefused(session: Session): string | undefined {
  return session.kind === 'refused' ? session.why : undefined;
}

/** The code of a process that ended itself because a loop did not end. */
const endless = 'exit code 86';

function brokenBy({
  how,
  isHanging,
  refused,
}: {
  readonly how: string | undefined;
  readonly isHanging: boolean;
  readonly refused: string | undefined;
}): MutantOutcome | undefined {
  if (how === endless || isHanging)
    return {
      kind: 'broken',
      how: 'hang',
      detail: how === endless ? 'a loop does not end' : 'the cases do not end in time',
    };
  if (how !== undefined) return {kind: 'broken', how: 'crash', detail: `the process of the server ended (${how})`};
  return refused === undefined ? undefined : {kind: 'broken', how: 'refused', detail: withoutCommand(refused)};
}

// The command that starts the decoder is our own, and long.
function withoutCommand(text: string): string {
  return text.replace(/^(?:exec:(?:'[^']*' ?)+|.*? (?=is not a usable decoder))/, 'the decoder ');
}

interface Found {
  readonly results: ReadonlyMap<string, CaseResult>;
  readonly noticed?: Extract<MutantOutcome, {kind: 'noticed'}>;
}

type OpenSession = Extract<Session, {kind: 'open'}>;

interface CasesInputs {
  readonly cases: readonly string[];
  readonly sight: Sight;
  readonly stop: AbortSignal;
  /** Nothing more can be learnt. */
  readonly isOver: () => boolean;
}

/** Runs all cases until one is red; a case that is not red again alone noticed nothing, and the others go on. */
async function runCases(session: OpenSession, {cases, sight, stop, isOver}: CasesInputs): Promise<Found> {
  const results = new Map<string, CaseResult>();
  for (let left = cases; left.length > 0 && !isOver(); left = cases.filter(id => !results.has(id))) {
    const enough = new AbortController();
    const news: CaseResult[] = [];
    for (const id of left) sight.forget(id);
    const finished = (result: CaseResult): void => {
      // What was cut off because another was red is run again if that one was nothing.
      if (result.cause === 'interrupted') return;
      results.set(result.id, result);
      if (!isRed(result)) return;
      news.push(result);
      enough.abort('enough');
    };
    await session.run(left, {finished, red: () => enough.abort('enough')}, AbortSignal.any([stop, enough.signal]));
    for (const {id} of news) {
      const again = await runAlone(session, id, {sight, stop});
      if (again !== undefined && isRed(again)) {
        const {verdict, detail} = again;
        return {results, noticed: {kind: 'noticed', case: id, verdict, detail}};
      }
    }
    // Nothing was finished and nothing was red: the reference is gone.
    if (left.every(id => !results.has(id))) break;
  }
  return {results};
}

async function runAlone(
  session: OpenSession,
  id: string,
  {sight, stop}: Pick<CasesInputs, 'sight' | 'stop'>,
): Promise<CaseResult | undefined> {
  let last: CaseResult | undefined;
  sight.forget(id);
  await session.run([id], {finished: result => (last = result)}, stop);
  return last;
}

function isRed<Result extends CaseResult>(result: Result): result is Result & {readonly verdict: 'fail' | 'warn'} {
  return result.verdict === 'fail' || result.verdict === 'warn';
}

const nothingRan: Found = {results: new Map()};

/** Why nothing can be said although nothing is red: a case that ends in an error, or that is skipped because the target lacks what it needs, judges nothing. */
function errorsIn(results: ReadonlyMap<string, CaseResult>): MutantOutcome | undefined {
  const unjudged = [...results.values()].find(({verdict}) => verdict !== 'pass');
  if (unjudged === undefined) return undefined;
  const {id, verdict, detail} = unjudged;
  return {kind: 'broken', how: 'error', detail: `${id}: ${verdict === 'error' ? '' : `${verdict}: `}${detail}`};
}

/** With so few cases, each is looked at closely; of more, those that saw something else than they did on the healthy reference. */
const [allUpTo, suspectsMax] = [4, 4] as const;

function suspectsOf({cases, healthy}: Trial, sight: Sight): readonly string[] {
  if (cases.length <= allUpTo) return cases;
  const differing = cases.filter(id => {
    const [first, second, now] = [healthy.seen[0].of(id), healthy.seen[1].of(id), sight.of(id)];
    if (first === undefined || second === undefined || now === undefined) return false;
    return firstDifference(first, second, now) !== undefined;
  });
  return differing.slice(0, suspectsMax);
}
