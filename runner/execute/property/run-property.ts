// The story of one property: inputs are drawn and run on fresh namespaces; what breaks the law is made smaller and then run once more.
import {leftoversIn} from '../attempt/events.ts';
import {judgeStory} from './judge-story.ts';
import {defined} from '../../../base/json/defined.ts';
import type * as FastCheck from 'fast-check';
import type {Attempt} from '../../../model/outcome.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import type {PropertyReplay, RunContext} from '../attempt/run-context.ts';
import {seededOrder} from '../../../base/random/seeded-numbers.ts';
import {subjectIn} from '../../plan/contexts/in-context.ts';
import {beginStory} from '../attempt/story.ts';
import {whyNoRoute} from '../steps/webhook-inboxes.ts';
import {propertyBudget} from './budget.ts';
import {attemptOf, conclude, notRun, storyFacts, type Searched} from './judgement.ts';
import {oneRun, type DoneRun, type RunSettings} from './one-run.ts';
import {isBroken, search, searchAt, shrink, type Broken, type Search, type SearchSettings} from './search.ts';
import {partsCopied} from './inputs.ts';
import {nothingRan, withTraces} from './tally.ts';

/** Runs a property: as many runs as asked for, shrunk when one fails; or, of a replay, the one run that failed before. */
export async function runProperty(run: RunContext, planned: PlannedProperty, interrupt: AbortSignal): Promise<Attempt> {
  const deaf = await deafAttempt(run, planned, interrupt);
  if (deaf !== undefined) return deaf;
  const startedMs = run.ports.clock.monotonicMs();
  const passedMs = (): number => run.ports.clock.monotonicMs() - startedMs;
  const replay = run.policy.replays?.get(planned.id);
  const way = replay === undefined ? undefined : wayBackTo(replay, planned);
  const settings = await searchSettings(run, planned, {interrupt, replay, way});
  const found = await (way === undefined ? search(settings) : searchAt(settings, way.path));
  if (found === undefined) return notRun({cause: 'harness', detail: lostWay(way?.path ?? '')}, passedMs());
  const isShrunk = run.policy.isRepeatingRed && way?.isExact !== true;
  const told = isShrunk ? await shrinkAll(settings, found, {isReplay: replay !== undefined}) : found;
  const searched: Searched = {
    search: told,
    seed: settings.source.seed,
    asked: settings.budget.asked,
    stringify: settings.stringify,
    isReplay: replay !== undefined,
  };
  const attempt = attemptOf(planned, searched, passedMs());
  if (!isBroken(told) || !told.smallest.run.isHasty) return attempt;
  const unshrunk = attemptOf(planned, {...searched, search: {...told, smallest: told.first}}, passedMs());
  return {...unshrunk, unconfirmed: attempt};
}

function lostWay(path: string): string {
  return `the path ${path} leads to no input of this property: it was drawn in another way then; run the property again`;
}

/** What a replay changes. */
interface Replaying {
  readonly interrupt: AbortSignal;
  readonly replay: PropertyReplay | undefined;
  readonly way: WayBack | undefined;
}

async function searchSettings(
  run: RunContext,
  planned: PlannedProperty,
  {interrupt, replay, way}: Replaying,
): Promise<SearchSettings> {
  const {definition} = planned;
  const fc = await import('fast-check');
  const {Random, stringify, cloneIfNeeded} = fc;
  const seed = replay?.seed ?? seedOf(run, planned);
  return {
    ...runSettings(fc, run, planned, interrupt),
    source: {
      arbitrary: way?.input ?? definition.input,
      seed,
      Random,
      cloneIfNeeded,
      contextAt: replay === undefined ? drawnContexts(run, planned, seed) : () => replay.context ?? {},
    },
    budget: propertyBudget({
      definition,
      propertyRuns: replay === undefined ? run.policy.propertyRuns : 1,
      propertyTimeMs: run.policy.propertyTimeMs ?? 0,
    }),
    stringify,
  };
}

// One draw in so many is of the plain context; the others go through all contexts, each seed in another order.
const plainOnceIn = 4;

/** Gives the context of each draw. Who has no account here cannot act. */
function drawnContexts(
  {people}: RunContext,
  {drawn}: PlannedProperty,
  seed: number,
): SearchSettings['source']['contextAt'] {
  const able = (drawn?.all ?? []).filter(context => people.actors.has(subjectIn(context) ?? 'alice'));
  const order = seededOrder(able, seed);
  return index => {
    const turn = index + (seed & (plainOnceIn - 1));
    const isPlain = turn % plainOnceIn === plainOnceIn - 1;
    return (isPlain ? undefined : order[(turn - Math.floor(turn / plainOnceIn)) % Math.max(1, order.length)]) ?? {};
  };
}

function runSettings(
  {PreconditionFailure}: Pick<typeof FastCheck, 'PreconditionFailure'>,
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
): RunSettings {
  const isPrecondition = (problem: unknown): boolean => PreconditionFailure.isFailure(problem);
  return {run, planned, interrupt, isPrecondition, isUsualRed: false, isHasty: false};
}

// Where no webhook can arrive, a property that listens is skipped as a case is.
async function deafAttempt(
  run: RunContext,
  {id, file, definition: {listen = [], proves}}: PlannedProperty,
  interrupt: AbortSignal,
): Promise<Attempt | undefined> {
  const ending = listen.length === 0 ? undefined : await whyNoRoute(run, interrupt);
  if (ending === undefined) return undefined;
  const story = beginStory(run, {caseId: id, file, proves, signal: interrupt});
  return judgeStory(story, [], {kind: 'ended', ending, step: undefined}, 0);
}

// Shrinking stops after so many failing runs or this long; what is only usual is worth less.
const shrinking = {stated: {stepsMax: 400, msMax: 60_000}, usual: {stepsMax: 100, msMax: 15_000}};

function shrinkAll(
  settings: SearchSettings,
  found: Search,
  {isReplay}: {readonly isReplay: boolean},
): Promise<Search> | Search {
  if (isBroken(found)) return shrink(settings, found, shrinking.stated);
  return isReplay ? found : shrinkUsual(settings, found);
}

// All runs are over, and nothing stated was broken: the input that warned runs again, and now a run that misses what is usual is red.
async function shrinkUsual(settings: SearchSettings, found: Search): Promise<Search> {
  const {warned, stopped, tally} = found;
  if (warned === undefined || stopped !== undefined) return found;
  if (settings.planned.definition.isToldWhole === true) return repeatWhole(settings, found, warned);
  const usual = {...settings, isUsualRed: true};
  const again = await searchAt({...usual, isHasty: true}, warned.drawn.path);
  if (again === undefined || !isBroken(again)) return found;
  const smaller = await shrink(usual, again, shrinking.usual);
  const confirmed = await confirm(usual, smaller);
  const after = {...found, tally: {...tally, leftovers: [...tally.leftovers, ...confirmed.leftovers]}};
  const {run} = confirmed;
  if (run === undefined) return after;
  const {shrinkingCut} = smaller;
  const smallest = {...smaller.smallest, run};
  return {...after, first: smallest, smallest, ...defined({shrinkingCut})};
}

// What is missed again is told.
async function repeatWhole(settings: SearchSettings, found: Search, warned: Warned): Promise<Search> {
  const again = await searchAt(settings, warned.drawn.path);
  if (again === undefined || again.stopped !== undefined) return found;
  const {tally, warned: _, ...rest} = found;
  const leftovers = [...tally.leftovers, ...again.tally.leftovers];
  const missedAgain = again.warned === undefined ? undefined : withFindingsOf(again.warned, warned);
  return {...rest, tally: {...tally, leftovers}, ...defined({warned: missedAgain})};
}

type Warned = NonNullable<Search['warned']>;

function withFindingsOf(again: Warned, first: Warned): Warned | undefined {
  const missed = new Set(first.run.findings.map(keyOf));
  const findings = again.run.findings.filter(finding => missed.has(keyOf(finding)));
  return findings.length === 0 ? undefined : {...again, run: {...again.run, findings}};
}

// Messages may name what differs from run to run: ids of objects, times, counts, and names that were made for it.
function keyOf({step, path, message}: Warned['run']['findings'][number]): string {
  const lasting = message
    .replaceAll(/\b[0-9a-f]{7,}\b/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, 'time')
    .replaceAll(/\bts-[a-z0-9-]+/g, 'name')
    .replaceAll(/\d+/g, 'number');
  return JSON.stringify([step, path, lasting]);
}

/** The run that shows what shrinking left, unless it held with whole waits; and what was not removed. */
interface Confirmed {
  readonly run: DoneRun | undefined;
  readonly leftovers: readonly string[];
}

async function confirm(settings: RunSettings, {smallest, tally}: Broken): Promise<Confirmed> {
  if (!smallest.run.isHasty) return {run: smallest.run, leftovers: tally.leftovers};
  const run = await runAgain(settings, {value: smallest.drawn.value.value_, context: smallest.drawn.context});
  return {run: run.kind === 'red' ? run : undefined, leftovers: [...tally.leftovers, ...leftoversIn(run.story.events)]};
}

/**
 * Runs the smallest failing input of an earlier attempt once more, on a fresh namespace. One that was found in haste and does not fail with
 * whole waits is given up for the input that failed with them.
 */
export async function repeatProperty(
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
  first: Attempt,
): Promise<Attempt> {
  const {unconfirmed} = first;
  const shortest = await repeatInput(run, planned, interrupt, unconfirmed ?? first);
  if (unconfirmed === undefined || shortest.verdict === 'fail' || interrupt.aborted) return shortest;
  const {leftovers, ...second} = await repeatInput(run, planned, interrupt, first);
  return {...second, leftovers: [...shortest.leftovers, ...leftovers]};
}

async function repeatInput(
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
  first: Attempt,
): Promise<Attempt> {
  const {property: facts, failingInput, context, narrowed} = first;
  if (facts === undefined || failingInput === undefined) return first;
  const startedMs = run.ports.clock.monotonicMs();
  const again = await runAgain(runSettings(await import('fast-check'), run, planned, interrupt), failingInput);
  const tally = withTraces(nothingRan, again);
  const isTelling = again.kind === 'red' || again.findings.length > 0;
  const telling = isTelling || again.kind === 'unjudged' ? again : undefined;
  return {
    ...conclude({telling, tally}, {...facts, done: facts.asked}, run.ports.clock.monotonicMs() - startedMs),
    leftovers: tally.leftovers,
    ...defined({context, narrowed}),
    property: {...facts, ...storyFacts(isTelling ? again : undefined, planned.definition)},
  };
}

// Commands know whether they ran, so they are cloned; fast-check's own clone of a tuple drops what stands behind the last of them.
async function runAgain(
  settings: RunSettings,
  {value, context}: NonNullable<Attempt['failingInput']>,
): Promise<DoneRun> {
  const {cloneIfNeeded} = await import('fast-check');
  return oneRun(
    {...settings, isPrecondition: () => false},
    {input: partsCopied(value, cloneIfNeeded) as never, context},
  );
}

/** How to get to an input again. */
interface WayBack {
  readonly path: string;
  readonly input: SearchSettings['source']['arbitrary'];
  /** The path leads to the shrunk input itself; else to the run that failed first, which is shrunk again. */
  readonly isExact: boolean;
}

// Commands that did not run are left out while shrinking; only a property that takes the replay path can leave out the same again.
function wayBackTo({path, replayPath}: PropertyReplay, {definition: {input, replayInput}}: PlannedProperty): WayBack {
  if (replayPath === undefined) return {path, input, isExact: true};
  if (replayInput !== undefined) return {path, input: replayInput(replayPath), isExact: true};
  return {path: path.split(':', 1)[0] ?? '0', input, isExact: false};
}

// Each property draws its own inputs from the seed of the run.
function seedOf(run: RunContext, {id}: PlannedProperty): number {
  return (run.policy.seed ^ hashOf(id)) | 0;
}

/** A stable 31-bit hash of a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash & 0x7fffffff;
}
