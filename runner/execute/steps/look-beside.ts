// Reads before an operation what it must leave alone, and again once its effect was seen, and says what differs.
import type {FramedStep, FrameRead} from '../../../model/contexts/frame-reads.ts';
import type {ChangeBeside} from '../../../model/journal.ts';
import {isJsonList, isJsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {Step} from '../../../model/suite.ts';
import {referencesIn} from '../../../model/template.ts';
import type {Finding} from '../../../model/verdict.ts';
import {differencesBeside, type Seen} from './differences-beside.ts';
import {showValue} from '../../check/show-value.ts';
import {arrangeAll} from '../arrange/arrange.ts';
import {sendStep} from '../arrange/arrangement-step.ts';
import {eventually} from '../attempt/eventually.ts';
import type {Scope} from '../attempt/events.ts';
import {CaseEnded} from '../attempt/failures.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import {enter, happened, type Story} from '../attempt/story.ts';
import {fill, fillObject} from '../http/fill.ts';
import type {Received} from '../http/exchange.ts';

/** Looks beside the operations of one attempt. */
interface Frames {
  /** Makes and reads what the step must leave alone, where something is listed for it. */
  lookBefore(step: Step, index: number, scope: Scope): Promise<void>;
  /** Reads it again, where the effect has been seen now. */
  lookAfter(index: number): Promise<void>;
}

/** One thing as it was before the operation. */
export interface Looked {
  readonly frame: Pick<FramedStep, 'step' | 'operation' | 'file' | 'anywhere'>;
  readonly read: FrameRead;
  readonly scope: Scope;
  readonly before: Seen;
  /** Names of fields that the request sends. */
  readonly sent: readonly string[];
}

/** What was made for reads of an attempt that share it, by what it was made from. */
export type MadeBeside = Map<string, readonly (readonly [string, JsonObject])[]>;

/** Makes the frames of an attempt; nothing where none of its operations has any. */
export function framesOf(story: Story, framed: readonly FramedStep[]): Frames | undefined {
  if (framed.length === 0) return undefined;
  const looked: Looked[] = [];
  return {
    lookBefore: async (step, index, scope) => {
      const frame = framed.find(one => one.step === index);
      if (frame === undefined || step.kind !== 'call') return;
      const own = await scopeOf(story, frame, step.params, scope);
      const body = step.body?.kind === 'json' ? fill(step.body.value, lookupIn(story, scope)) : undefined;
      const sent = isJsonObject(body) ? Object.keys(body) : [];
      for (const read of frame.reads) {
        const before = await lookOnce(story, read, own);
        if (before !== undefined) looked.push({frame, read, ...before, sent});
      }
    },
    lookAfter: async index => {
      const seenNow = looked.filter(one => framed.some(({step, until}) => step === one.frame.step && until === index));
      for (const one of seenNow) happened(story, {kind: 'judged', findings: await changesBeside(story, one, index)});
    },
  };
}

async function scopeOf(
  story: Story,
  frame: FramedStep,
  params: FrameRead['read']['params'],
  scope: Scope,
): Promise<Scope> {
  const filled: Scope = new Map([['params', fillObject(params, lookupIn(story, scope))]]);
  const repo = frame.repo === undefined ? undefined : scope.get(frame.repo);
  if (repo !== undefined) filled.set('repo', repo);
  return filled;
}

/** Makes what a read is about, where nothing of the attempt has made it yet, and reads it. What cannot be made or read says nothing about the operation: the attempt goes on, and says that nobody looked. */
export async function lookOnce(
  story: Story,
  read: FrameRead,
  around: Scope,
  made: MadeBeside = new Map(),
): Promise<Pick<Looked, 'scope' | 'before'> | undefined> {
  const scope: Scope = new Map(around);
  enter(story, {phase: 'arrange'});
  try {
    await makeOnce(story, read, scope, made);
    // A list that is empty shows nothing; what is told to somebody may come late.
    const before = await eventually(story, isMade(read) ? 5_000 : 0, {
      ask: async () => seenIn(await sendStep(story, read.read, scope)),
      isEnough: ({body}) => !isJsonList(body) || body.length > 0,
    });
    const isEmpty = isJsonList(before.body) && before.body.length === 0;
    if (before.status >= 200 && before.status < 300 && !isEmpty) return {scope, before};
    note(story, read, isEmpty ? 'nothing is listed' : `it answers ${String(before.status)}`);
  } catch (problem) {
    if (!(problem instanceof CaseEnded) || story.signal.aborted) throw problem;
    note(story, read, problem.message);
  }
  return undefined;
}

async function makeOnce(story: Story, {name, given}: FrameRead, scope: Scope, made: MadeBeside): Promise<void> {
  const lookup = lookupIn(story, scope);
  const of = referencesIn(given.map(({inputs}) => inputs)).filter(path => /^(?:params|repo)(?:\.|$)/.test(path));
  const key = jsonText([name, ...of.map(path => lookup(path) ?? null)]);
  const known = made.get(key);
  if (known === undefined) await arrangeAll(story, given, scope);
  for (const [own, value] of known ?? []) scope.set(own, value);
  made.set(
    key,
    given.map(({name: own}) => [own, scope.get(own) as JsonObject]),
  );
}

function isMade({given}: FrameRead): boolean {
  return given.length > 0;
}

function note(story: Story, {what}: FrameRead, why: string): void {
  happened(story, {kind: 'noted', note: `not checked whether ${what} stays unchanged: ${why}`});
}

function seenIn({reply, json}: Received): Seen {
  const reading = json();
  return {
    status: reply.status,
    body: reading.kind === 'json' ? reading.value : Buffer.from(reply.body).toString('utf8'),
  };
}

/** Reads again what was read before an operation, and gives what differs and may not. */
export async function changesBeside(
  story: Story,
  {frame, read, scope, before, sent}: Looked,
  index: number,
): Promise<readonly Finding[]> {
  const after = seenIn(await sendStep(story, read.read, scope));
  const differences = differencesBeside(before, after, {
    anywhere: frame.anywhere,
    changes: [...read.changes, ...(read.isOwn ? sent.map(name => `/${name}`) : [])],
  });
  if (differences.length === 0) return [];
  const {operation} = frame;
  const changes = differences.map((difference): ChangeBeside => ({
    operation,
    step: frame.step,
    what: read.what,
    ...difference,
  }));
  happened(story, {kind: 'changed-beside', changes});
  return changes.map(change => findingOf(story, change, {frame, read, index}));
}

function findingOf(
  story: Story,
  {operation, what, path, before, after}: ChangeBeside,
  {frame, read, index}: Pick<Looked, 'frame' | 'read'> & {readonly index: number},
): Finding {
  const {redaction} = story.run.contract.checkers;
  const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : showValue(value, redaction));
  const statement = read.excluded.find(
    one => story.proves.includes(one.statement) && (path === one.at || path.startsWith(`${one.at}/`)),
  )?.statement;
  return {
    basis: statement === undefined ? 'usual' : 'stated',
    path: `beside${path}`,
    message: `${operation} changed ${what}: expected ${shown(before)} as before, got ${shown(after)}`,
    ...(before === undefined ? {} : {expected: before}),
    ...(after === undefined ? {} : {actual: after}),
    at: {file: frame.file, pointer: read.pointer},
    step: index,
    cause: 'changed-beside',
    ...(statement === undefined ? {} : {statement}),
  };
}
