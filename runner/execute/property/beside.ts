// What an operation that a property calls must leave alone: read before the call and again after it.
import {defined} from '../../../base/json/defined.ts';
import type {FrameRead} from '../../../model/contexts/frame-reads.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {CallRequest} from '../../../model/property.ts';
import {referencesIn} from '../../../model/template.ts';
import {enter} from '../attempt/story.ts';
import type {Scope} from '../attempt/events.ts';
import {changesBeside, lookOnce, type Looked, type MadeBeside} from '../steps/look-beside.ts';
import {missed} from './miss.ts';
import type {WorldParts} from './property-run.ts';
import {countTold} from './property-events.ts';
import type {RecordedStep} from './recorded-step.ts';
import {resolve} from './reference-names.ts';

/** What one run made, as far as reads beside operations need it. */
export interface BesideRun {
  /** Outputs of arrangements that are repositories, and whether they have a first commit. */
  readonly repositories: {readonly repo: JsonObject; readonly hasFiles: boolean}[];
  readonly made: MadeBeside;
}

/** Nothing was made yet. */
export function noneBeside(): BesideRun {
  return {repositories: [], made: new Map()};
}

/** Remembers a repository, for what is made beside it. */
export function rememberRepository({beside}: WorldParts, inputs: JsonObject, outputs: JsonObject): void {
  const isRepository = ['owner', 'name', 'default_branch'].every(name => name in outputs);
  if (isRepository) beside.repositories.push({repo: outputs, hasFiles: inputs['auto_init'] !== false});
}

/** Reads what an operation must leave alone, where something is listed for it. */
export async function lookBefore(
  parts: WorldParts,
  operation: string,
  request: CallRequest,
): Promise<readonly Looked[]> {
  const {frames, story, beside} = parts;
  const reads = frames?.operations.get(operation) ?? [];
  if (frames === undefined || reads.length === 0) return [];
  const params = resolve(request.params ?? {}) as JsonObject;
  const place = beside.repositories.find(
    ({repo}) => repo['owner'] === params['owner'] && repo['name'] === params['repo'],
  );
  const around: Scope = new Map<string, Json>([['params', params]]);
  if (place !== undefined) around.set('repo', place.repo);
  const body = request.body === undefined ? undefined : resolve(request.body);
  const sent = isJsonObject(body) ? Object.keys(body) : [];
  const frame = {step: countTold(parts.events), operation, file: frames.file, anywhere: frames.anywhere};
  const looked: Looked[] = [];
  for (const read of reads) {
    if (!isReadable(parts, read, {params, place})) continue;
    const before = await lookOnce(story, read, around, beside.made);
    if (before !== undefined) looked.push({frame, read, ...before, sent});
  }
  enter(story, {phase: 'act'});
  return looked;
}

function isReadable(
  {story}: WorldParts,
  {given, read, isOfFiles}: FrameRead,
  {params, place}: {readonly params: JsonObject; readonly place: BesideRun['repositories'][number] | undefined},
): boolean {
  const {absent, lacking = {}} = story.run.contract.dialect;
  if (absent.includes(read.call) || lacking[read.call] !== undefined) return false;
  if (isOfFiles && place?.hasFiles !== true) return false;
  const names = referencesIn([given.map(({inputs}) => inputs), jsonObject(Object.entries(read))] as Json);
  return names.every(name => {
    const [root, part = ''] = name.split('.');
    if (root === 'repo') return place !== undefined;
    return root !== 'params' || part in params;
  });
}

/** Reads it again after the call; what differs and may not is missed. */
export async function lookAfter(
  parts: WorldParts,
  {looksBeside: statement}: CallRequest,
  {step, looked}: {readonly step: RecordedStep; readonly looked: readonly Looked[]},
): Promise<void> {
  const {story, record} = parts;
  if (looked.length > 0) enter(story, {phase: 'act', step: step.index});
  for (const one of looked) {
    const findings = await changesBeside(story, one, step.index);
    if (findings.length === 0) continue;
    record.refuse('it compares what was read before and after an operation, which no step of a case says');
    missed(
      parts,
      findings.map(finding => ({...defined({statement}), ...finding})),
    );
  }
  if (looked.length > 0) enter(story, {phase: 'act'});
}
