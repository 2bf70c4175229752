// Finds out once per run whether the target has a name of the dialect, and which other one it has instead.
import {isJsonObject, type Json, jsonText} from '../../../model/json.ts';
import type {Dialect} from '../../../model/operation.ts';
import {cleanUp} from '../arrange/clean-up.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {leftoversIn} from '../attempt/events.ts';
import type {RunContext} from '../attempt/run-context.ts';
import type {NameKnowledge} from '../attempt/run-parts.ts';
import {beginStory, type Story} from '../attempt/story.ts';
import {withName, writtenName, type GuessedName} from './guessed-names.ts';
import {candidatesFor, ownWords} from './name-candidates.ts';
import {judgeTrial, trialOf, type NameTrial, type Trial} from './name-trials.ts';

/** Tries a name; each is tried at most once in a run. */
export function tryName(run: RunContext, name: GuessedName, interrupt: AbortSignal): Promise<NameKnowledge> {
  const known = run.learnt.names.get(name.path) ?? explore(run, name, interrupt);
  run.learnt.names.set(name.path, known);
  return known;
}

async function explore(plain: RunContext, {path, value}: GuessedName, interrupt: AbortSignal): Promise<NameKnowledge> {
  const trial = trialOf(path);
  const run = trial === undefined ? undefined : await withNeeded(plain, trial, interrupt);
  if (trial === undefined || run === undefined) return {kind: 'untried'};
  const first = await inStory(run, interrupt, story => judgeTrial(story, trial, value));
  if (first.kind !== 'refused') return first;
  const isReserved = trial.isReserved === true;
  run.learnt.ownWords ??= inStory(run, interrupt, ownWords);
  const others = run.contract.otherNames?.get(path) ?? [];
  for (const candidate of candidatesFor(path, value, await run.learnt.ownWords, others)) {
    const dialect = withName(run.contract.dialect, path, candidate);
    const other = {...run, contract: {...run.contract, dialect}};
    const {kind}: Trial = await inStory(other, interrupt, story => judgeTrial(story, trial, candidate));
    if (kind === 'accepted') return {kind: 'refused', status: first.status, instead: candidate, isReserved};
  }
  return {kind: 'refused', status: first.status, isReserved};
}

/** Puts the name that a trial needs in place first; nothing when the target has none that is known. */
async function withNeeded(
  run: RunContext,
  {needs}: NameTrial,
  interrupt: AbortSignal,
): Promise<RunContext | undefined> {
  if (needs === undefined) return run;
  const known = await tryName(run, {path: needs, value: run.contract.dialect.values[needs] ?? null}, interrupt);
  if (known.kind === 'accepted') return run;
  if (known.kind !== 'refused' || known.instead === undefined) return undefined;
  return {...run, contract: {...run.contract, dialect: withName(run.contract.dialect, needs, known.instead)}};
}

/** Does something outside any case, and removes what it made. */
export async function inStory<Result>(
  run: RunContext,
  interrupt: AbortSignal,
  act: (story: Story) => Promise<Result>,
): Promise<Result> {
  const deadline = withDeadline(run.ports.clock, run.policy.bounds.caseTimeoutMs, {interrupt});
  const story = beginStory(run, {caseId: 'names', file: 'the trial of a name', proves: [], signal: deadline.signal});
  try {
    return await act(story);
  } finally {
    deadline.clear();
    await cleanUp(story);
    run.learnt.leftovers.push(...leftoversIn(story.events));
  }
}

/** Says what is wrong with a name, and what to write. */
export function refusedNameText(
  {path, value}: GuessedName,
  {status, instead, isReserved}: Extract<NameKnowledge, {readonly kind: 'refused'}>,
): string {
  const what = `the dialect's ${path} ${jsonText(value)} is ${isReserved ? 'not reserved here' : 'refused'}`;
  if (instead === undefined) {
    const told = isReserved ? '' : ` (${String(status)})`;
    return `${what}${told}: write the name that this server has into the target file, values: ${writtenName(path, '…')}`;
  }
  const has = isReserved ? 'is reserved' : 'is accepted';
  return `${what}, and ${jsonText(instead)} ${has}: write into the target file values: ${writtenName(path, yamlOf(instead))}`;
}

/** Writes several names as one line of the target file: `values: {botName: forge-bot, hookType: forge}`. */
export function namesInOneLine(
  {contract: {dialect}}: RunContext,
  names: readonly {readonly path: string; readonly instead: Json}[],
): string {
  const empty: Dialect = {...dialect, values: {}};
  const {values} = names.reduce((before, {path, instead}) => withName(before, path, instead), empty);
  return `values: ${yamlOf(values)}`;
}

function yamlOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(item => yamlOf(item as Json)).join(', ')}]`;
  if (isJsonObject(value))
    return `{${Object.entries(value)
      .map(([key, below]) => `${key}: ${yamlOf(below)}`)
      .join(', ')}}`;
  return typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value) ? value : jsonText(value);
}
