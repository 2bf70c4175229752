// Removes recorded things from one server, newest first, each by its exact name and by somebody who may.
import {removeRecorded} from '../../execute/arrange/remove-made.ts';
import {removeAccount} from '../../execute/enter/make-actors.ts';
import {beginStory, enter, type Story} from '../../execute/attempt/story.ts';
import type {Contract, RunContext} from '../../execute/attempt/run-context.ts';
import {anonymous, type Actor} from '../../../model/actor.ts';
import {jsonObject} from '../../../model/json.ts';
import type {Arrangement} from '../../../model/arrangement.ts';
import type {RecordedThing} from '../../../model/ledger.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Catalog} from '../load/catalog.ts';
import {contextOf, type Entry} from '../open/enter-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {describeThing} from './describe-thing.ts';

export interface CleanInputs {
  readonly machine: Machine;
  readonly catalog: Catalog;
  readonly target: OpenTarget;
  readonly entry: Entry;
  readonly abandon: AbortSignal;
  /** Called for each thing that is gone. */
  readonly gone: (thing: RecordedThing) => void;
}

/** Removes them and gives one sentence for each that stays. */
export async function cleanServer(things: readonly RecordedThing[], inputs: CleanInputs): Promise<readonly string[]> {
  const run = await contextOf(inputs.target, inputs.entry, {
    machine: inputs.machine,
    catalog: inputs.catalog,
    plan: {cases: [], filtered: 0, seed: 0, requests: 0, objects: 0},
    propertyRuns: 0,
    isRepeatingRed: false,
    abandon: inputs.abandon,
  });
  const accounts = new Set(things.flatMap(({entry}) => (entry.kind === 'account' ? [entry.name] : [])));
  const left: string[] = [];
  const waiting: RecordedThing[] = [];
  const goneAccounts = new Set<string>();
  for (const thing of things.toReversed()) {
    const outcome = await removeThing(thing, {run, accounts, inputs});
    if (outcome.kind === 'gone') {
      inputs.gone(thing);
      if (thing.entry.kind === 'account') goneAccounts.add(thing.entry.name);
    } else if (outcome.kind === 'with-account') waiting.push(thing);
    else left.push(`${describeThing(thing)}: ${outcome.why}`);
  }
  for (const thing of waiting) {
    if (thing.entry.kind !== 'account' && goneAccounts.has(thing.entry.login)) inputs.gone(thing);
    else left.push(`${describeThing(thing)}: it belongs to an account that could not be removed`);
  }
  return left;
}

type Outcome =
  | {readonly kind: 'gone'}
  /** It goes together with the account that owns it. */
  | {readonly kind: 'with-account'}
  | {readonly kind: 'left'; readonly why: string};

interface Removing {
  readonly run: RunContext;
  /** Login names of the accounts that are recorded and not gone. */
  readonly accounts: ReadonlySet<string>;
  readonly inputs: CleanInputs;
}

async function removeThing(thing: RecordedThing, {run, accounts, inputs}: Removing): Promise<Outcome> {
  const {entry, target} = thing;
  // The address is compared, never contacted: a ledger must not be able to choose where credentials go.
  const url = run.ports.hosting?.url ?? '';
  if (target !== url) return {kind: 'left', why: `it was made at ${target}, and the target that was given is ${url}`};
  if (inputs.abandon.aborted) return {kind: 'left', why: 'the clean-up was interrupted'};
  const admin = run.people.actors.get('admin');
  if (entry.kind === 'account') {
    if (admin === undefined) return {kind: 'left', why: 'only an administrator can remove an account'};
    if (entry.name === admin.login) return {kind: 'left', why: 'it is the account that you signed in with'};
    const {door} = inputs.entry;
    if (door === undefined) return {kind: 'left', why: 'the target that was given has no hosting server'};
    const why = await removeAccount(door, admin, entry.name);
    return why === undefined ? {kind: 'gone'} : {kind: 'left', why};
  }
  if (entry.kind === 'request') return removeByRequest(entry, run);
  const arrangement = run.contract.arrangements.get(entry.arrangement);
  if (arrangement === undefined) return {kind: 'left', why: 'this version knows no arrangement of that name'};
  const isOwned = accounts.has(entry.login);
  const actor = actorFor(entry, {run, arrangement, admin});
  if (actor === undefined)
    return isOwned ? {kind: 'with-account'} : {kind: 'left', why: `the credentials of ${entry.login} are needed`};
  const why = await removeRecorded(storyOf(run, actor), arrangement, entry.values);
  if (why === undefined) return {kind: 'gone'};
  return isOwned ? {kind: 'with-account'} : {kind: 'left', why};
}

/** Sends the request that a step of a case said for it, as the actor who made it. */
async function removeByRequest(
  {as, login, method, path, values}: Extract<RecordedThing['entry'], {readonly kind: 'request'}>,
  run: RunContext,
): Promise<Outcome> {
  const actor = as === 'anonymous' ? anonymous : run.people.actors.get(as);
  if (actor === undefined) return {kind: 'left', why: `the credentials of ${login || as} are needed`};
  const none = jsonObject([]);
  const cleanup = {pointer: '', as, call: '', request: {method, path}, params: none, query: none, capture: {}};
  const step = {
    name: 'step',
    title: '',
    file: '',
    inputs: {},
    given: [],
    steps: [],
    outputs: none,
    needs: [],
    requires: [],
  };
  const why = await removeRecorded(storyOf(run, actor), {...step, cleanup, isOfStep: true}, values);
  return why === undefined ? {kind: 'gone'} : {kind: 'left', why};
}

/** Finds who may remove it: the account that made it, else an administrator where it does not matter who asks. */
function actorFor(
  entry: Extract<RecordedThing['entry'], {readonly kind: 'arrangement'}>,
  {
    run,
    arrangement,
    admin,
  }: {readonly run: RunContext; readonly arrangement: Arrangement; readonly admin: Actor | undefined},
): Actor | undefined {
  const own = [...run.people.actors.values()].find(({login}) => login === entry.login);
  if (own !== undefined) return {...own, role: entry.as};
  if (admin === undefined || isAboutOneself(arrangement, run.contract)) return undefined;
  return {...admin, role: entry.as};
}

// `/user/applications/5` means another thing for everybody who asks.
function isAboutOneself({cleanup, find}: Arrangement, {operations}: Contract): boolean {
  return [cleanup, find].some(step => {
    const path = step === undefined ? undefined : operations.get(step.call)?.path;
    return path !== undefined && /^\/user(\/|$)/.test(path);
  });
}

function storyOf(run: RunContext, actor: Actor): Story {
  const actors = new Map([...run.people.actors, [actor.role, actor] as const]);
  const story = beginStory(
    {...run, people: {...run.people, actors}},
    {caseId: 'clean', file: 'ledger', proves: [], signal: AbortSignal.any([run.policy.abandon])},
  );
  enter(story, {phase: 'clean-up'});
  return story;
}
