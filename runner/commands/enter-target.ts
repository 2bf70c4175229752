// Enters an open target: knocks, chooses the dialect, signs in, and says what the target offers.
import {prepareCheckers} from '../check/checkers.ts';
import {nothingLearnt, type RunContext} from '../execute/run-context.ts';
import {knock, signIn, type Doorway} from '../execute/sign-in.ts';
import type {Machine} from '../model/machine.ts';
import type {Dialect} from '../model/operation.ts';
import type {Offer, Plan} from '../model/plan.ts';
import type {Redactor} from '../../reports/redaction.ts';
import type {Catalog} from './catalog.ts';
import {checkerNeeds} from './checker-needs.ts';
import {dialectFor} from './dialect-for.ts';
import type {OpenTarget} from './open-target.ts';
import type {Stops} from './stops.ts';
import type {TargetOptions} from './target-options.ts';

/** A target that was entered. */
export interface Entry {
  readonly kind: 'entered';
  readonly version?: string;
  readonly dialect: Dialect;
  readonly actors: RunContext['actors'];
  readonly notes: readonly string[];
  readonly run: string;
  readonly keepSecret: (value: string, name: string) => void;
  /** Removes the actors; gives what it could not remove. */
  readonly signOut: () => Promise<readonly string[]>;
}

/** What entering comes to; a refusal is exit code 5. */
export type Entering =
  | Entry
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string; readonly leftovers?: readonly string[]};

export interface EnterInputs {
  readonly machine: Machine;
  readonly options: TargetOptions;
  readonly catalog: Catalog;
  readonly redactor: Redactor;
  /** Ends entering and, later, removing what entering made. */
  readonly stops: Pick<Stops, 'stop' | 'abandon'>;
}

/** Knocks, chooses the dialect and signs in; without a hosting server there is nobody to be. */
export async function enterTarget(
  target: OpenTarget,
  {machine, options, catalog, redactor, stops}: EnterInputs,
): Promise<Entering> {
  const run = machine.random.name(8);
  const tooShort: string[] = [];
  const keepSecret = (value: string, name: string): void => {
    const registration = redactor.register(value, name);
    if (registration.kind === 'refused') tooShort.push(registration.why);
  };
  const plain = dialectFor(options.dialect, undefined, target.isReference, catalog.dialects);
  if (plain.kind === 'refused') return plain;
  if (target.hosting === undefined) {
    return {
      kind: 'entered',
      dialect: plain.dialect,
      actors: new Map(),
      notes: [],
      run,
      keepSecret,
      signOut: () => Promise.resolve([]),
    };
  }
  const {http, baseUrl, admin} = target.hosting;
  if (admin.token !== undefined) keepSecret(admin.token, 'TOUCHSTONE_TOKEN_ADMIN');
  if (admin.password !== undefined) keepSecret(admin.password, 'TOUCHSTONE_PASSWORD_ADMIN');
  const door: Doorway = {
    http,
    baseUrl,
    operations: catalog.operations,
    dialect: plain.dialect,
    random: machine.random,
    clock: machine.clock,
    run,
    keepSecret,
    stop: stops.stop,
    abandon: stops.abandon,
  };
  const answer = await knock(door, admin);
  if (answer.kind === 'closed') return {kind: 'refused', why: answer.why, fix: answer.fix};
  const chosen = dialectFor(options.dialect, answer.version, target.isReference, catalog.dialects);
  if (chosen.kind === 'refused') return chosen;
  const signed = await signIn({...door, dialect: chosen.dialect}, admin);
  if (signed.kind === 'refused') return signed;
  return {
    ...signed,
    notes: [...signed.notes, ...tooShort],
    kind: 'entered',
    dialect: chosen.dialect,
    run,
    keepSecret,
    ...(answer.version === undefined ? {} : {version: answer.version}),
  };
}

/** Says which areas of the record the target can be judged on. */
export function areasOf({hosting, peer, livePeer}: OpenTarget): ReadonlySet<string> {
  return new Set([
    ...(hosting === undefined ? [] : ['hosting']),
    ...(peer === undefined ? [] : ['overlay-codec']),
    ...(livePeer === undefined ? [] : ['overlay-live']),
  ]);
}

/** Says what the target offers to the gate. */
export function offerOf(target: OpenTarget, entry: Entry, options: TargetOptions): Offer {
  const absent = new Map((options.without ?? []).map(name => [name, 'declared with --without']));
  const description = target.peer?.testee.description;
  if (description !== undefined && !description.encodes)
    absent.set('encode', 'the decoder says that it does not encode');
  if (description !== undefined && !description.forms.includes('json'))
    absent.set('json', 'the decoder says that it does not read JSON');
  return {
    areas: areasOf(target),
    actors: new Set(['anonymous', ...entry.actors.keys()]),
    absent,
    absentOperations: new Set(entry.dialect.absent),
    variants: new Set(['']),
    isDestructiveAllowed: options.allowDestructive === true || target.isReference,
  };
}

/** Makes the context that all cases of the run share. */
export async function contextOf(
  target: OpenTarget,
  entry: Entry,
  {
    machine,
    catalog,
    plan,
    propertyRuns,
    isRepeatingRed,
    abandon,
  }: {
    readonly machine: Machine;
    readonly catalog: Catalog;
    readonly plan: Plan;
    readonly propertyRuns: number;
    readonly isRepeatingRed: boolean;
    readonly abandon: AbortSignal;
  },
): Promise<RunContext> {
  const provenBy = new Map<string, string>();
  for (const {runnable} of plan.cases) {
    for (const id of runnable.definition.proves) if (!provenBy.has(id)) provenBy.set(id, runnable.id);
  }
  return {
    run: entry.run,
    ...(target.hosting === undefined ? {} : {http: target.hosting.http}),
    baseUrl: target.hosting?.baseUrl ?? '',
    ...(target.peer === undefined ? {} : {testee: target.peer.testee}),
    ...(target.livePeer === undefined ? {} : {live: target.livePeer.live}),
    clock: machine.clock,
    random: machine.random,
    operations: catalog.operations,
    dialect: entry.dialect,
    arrangements: catalog.arrangements,
    actors: entry.actors,
    bounds: target.bounds,
    checkers: await prepareCheckers(checkerNeeds(plan)),
    keepSecret: entry.keepSecret,
    learnt: nothingLearnt(),
    provenBy,
    seed: plan.seed,
    isRepeatingRed,
    propertyRuns,
    abandon,
  };
}
