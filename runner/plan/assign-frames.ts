// Chooses the cases in which is read what an operation must leave alone.
import type {FramedStep, FrameRead, Frames} from '../../model/contexts/frame-reads.ts';
import type {Operation} from '../../model/operation.ts';
import {jsonText, type Json} from '../../model/json.ts';
import type {PlannedExample, PlannedProperty, Runnable} from '../../model/plan.ts';
import type {CallStep, CaseDefinition, Step} from '../../model/suite.ts';
import {referencesIn} from '../../model/template.ts';
import {repositoriesOf} from './contexts/open-values.ts';

/** What is known of operations and of what they leave alone. */
interface FrameData {
  readonly frames: Frames;
  readonly operations: ReadonlyMap<string, Operation>;
}

/**
 * Gives the cases, some with reads around an operation. What has to be made is made once for each operation; what is there already is read
 * once for each pair of operation and statement. It depends on the cases alone, never on a seed, a filter or a target.
 */
export function withFrames(runnables: readonly Runnable[], data: FrameData): readonly Runnable[] {
  if (data.frames.operations.size === 0) return runnables;
  const candidates = runnables.flatMap((runnable, place) =>
    runnable.kind === 'example' ? candidatesIn(runnable, place, data) : [],
  );
  const seen = new Set<string>();
  const chosen = new Map<number, FramedStep[]>();
  for (const wanted of [0, 1, 2])
    for (const {place, framed, proves} of candidates.filter(({rank}) => rank === wanted)) {
      const reads = framed.reads.filter(read => pairsOf(read, framed.operation, proves).some(pair => !seen.has(pair)));
      if (reads.length === 0) continue;
      for (const read of reads) for (const pair of pairsOf(read, framed.operation, proves)) seen.add(pair);
      chosen.set(place, [...(chosen.get(place) ?? []), {...framed, reads}]);
    }
  return runnables.map((runnable, place) => {
    const framed = chosen.get(place);
    return framed === undefined || runnable.kind !== 'example' ? runnable : {...runnable, framed};
  });
}

/** Gives a property whose calls may be looked beside. */
export function ableToLook(planned: PlannedProperty, {frames}: Pick<FrameData, 'frames'>): PlannedProperty {
  return planned.definition.area === 'hosting' && frames.operations.size > 0 ? {...planned, frames} : planned;
}

/** The edition of the suites that brought frames. */
const framesSince = '2026.2';

/** Gives the cases as a gate sees them that pins an edition: before frames, nothing was read around operations, and properties drew no contexts and looked beside no call. */
export function asOfEdition(runnables: readonly Runnable[], edition: string): readonly Runnable[] {
  if (edition >= framesSince) return runnables;
  return runnables.map(runnable => {
    if (runnable.kind !== 'example') {
      const {frames: _unread, ...planned} = runnable;
      const {contexts: _later, ...definition} = planned.definition;
      return {...planned, definition};
    }
    const {framed: _newer, ...rest} = runnable;
    return rest;
  });
}

interface Candidate {
  readonly place: number;
  readonly framed: FramedStep;
  readonly proves: readonly string[];
  /** Those of a lower rank are taken first. */
  readonly rank: number;
}

function pairsOf({name, given, excluded}: FrameRead, operation: string, proves: readonly string[]): readonly string[] {
  const own = excluded.map(({statement}) => statement).filter(id => proves.includes(id));
  const statements = given.length === 0 ? proves : own.length > 0 ? own : [''];
  return statements.map(id => [operation, name, id].join(' '));
}

function candidatesIn(
  {definition, written, isUsers}: PlannedExample,
  place: number,
  {frames, operations}: FrameData,
): readonly Candidate[] {
  // What a user's case counts is not known to us.
  if (written === undefined || isUsers === true || isAlone(definition)) return [];
  const {steps, proves} = definition;
  return steps.flatMap((step, index): readonly Candidate[] => {
    const listed = step.kind === 'call' ? frames.operations.get(step.operation) : undefined;
    if (step.kind !== 'call' || listed === undefined) return [];
    const repo = repositoryOf(step, written);
    const reads = listed.filter(read => canRead(read, step, repo, definition));
    if (reads.length === 0) return [];
    const framed = {
      step: index,
      operation: step.operation,
      until: seenAfter(steps, index, operations),
      ...(repo === undefined ? {} : {repo}),
      reads,
      file: frames.file,
      anywhere: frames.anywhere,
    };
    return [{place, framed, proves, rank: rankOf(step, proves)}];
  });
}

/** Cases that run alone, or that count deliveries: what is made for a frame would be in their way. */
function isAlone({area, probe, destructive, exclusive, listen}: CaseDefinition): boolean {
  return area !== 'hosting' || probe || destructive || exclusive.length > 0 || listen.length > 0;
}

/** Finds the repository that the step is about among those that the case makes for its owner. */
function repositoryOf({params}: CallStep, {given}: CaseDefinition): string | undefined {
  return repositoriesOf(given).find(
    ({name}) => params['owner'] === `\${${name}.owner}` && params['repo'] === `\${${name}.name}`,
  )?.name;
}

function canRead(read: FrameRead, step: CallStep, repo: string | undefined, {fixed, given}: CaseDefinition): boolean {
  const names = referencesIn([read.given.map(({inputs}) => inputs), read.read as unknown as Json] as Json);
  const isInRepository = names.some(name => name === 'repo' || name.startsWith('repo.'));
  if (isInRepository && repo === undefined) return false;
  const isEmpty = given.some(({name, inputs}) => name === repo && inputs['auto_init'] === false);
  if (read.isOfFiles && isEmpty) return false;
  // Where a case counts what there is, nothing is made beside it.
  if (read.given.length > 0 && fixed?.['siblings'] !== undefined) return false;
  return names.every(name => !name.startsWith('params.') || name.slice('params.'.length) in step.params);
}

/** Refused operations change nothing anywhere, and what is about access calls operations that others are about. */
function rankOf({expect, usual}: CallStep, proves: readonly string[]): number {
  const isRefused = [...expect, ...usual].some(
    ({status}) => status !== undefined && /^"?4|[[,]4\d\d/.test(jsonText(status)),
  );
  if (isRefused) return 2;
  return proves.every(id => id.startsWith('AUTH-')) ? 1 : 0;
}

/** Gives the step after which the effect has been seen: the next judged one, unless something else is changed before it. */
function seenAfter(steps: readonly Step[], from: number, operations: FrameData['operations']): number {
  for (let index = from + 1; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined || isWriting(step, operations)) break;
    if (step.expect.length > 0 || step.usual.length > 0) return index;
  }
  return from;
}

function isWriting(step: Step, operations: FrameData['operations']): boolean {
  if (step.kind === 'request') return step.method !== 'GET' && step.method !== 'HEAD';
  return step.kind !== 'call' || operations.get(step.operation)?.method.toUpperCase() !== 'GET';
}
