// Opens the variants of a target that the selected cases name: the same target with other settings, each with actors of its own.
import {defined} from '../../../base/json/defined.ts';
import type {Identity} from '../../execute/attempt/run-parts.ts';
import type {RunContext, RunWithVariants} from '../../execute/attempt/run-context.ts';
import type {Machine, ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {TargetVariant} from '../../../model/target-file.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import {enterTarget, type EnterInputs, type Entry} from './enter-target.ts';
import {asksForIdentity, openIdentity, toldOfIdentity} from './open-identity.ts';
import {openReference} from './open-reference.ts';
import {openTarget} from './open-target.ts';
import type {Opening, OpenTarget} from './opening.ts';
import {boundsOf, type TargetOptions} from '../words/target-options.ts';

/** The variants that are open, or why one of them cannot be. */
export type OpenedVariants =
  | {readonly kind: 'open'; readonly targets: ReadonlyMap<string, OpenTarget>; close(): Promise<void>}
  | {readonly kind: 'failed'; readonly exitCode: 2 | 5; readonly problems: readonly string[]; close(): Promise<void>};

export interface VariantInputs {
  readonly machine: Machine;
  readonly options: TargetOptions;
  readonly faults: readonly ReferenceFault[];
  readonly isTracingRules: boolean;
  readonly redactor: Redactor;
  readonly stop: AbortSignal;
}

/** A variant, and whether people sign in there through the identity provider of the run. */
export interface WantedVariant extends TargetVariant {
  readonly isSignedInto?: boolean;
}

/** Lists the variants of the target file that these cases name. */
export function variantsFor(runnables: readonly Runnable[], {from}: TargetOptions): readonly WantedVariant[] {
  const definitions = runnables.flatMap(runnable => (runnable.kind === 'example' ? [runnable.definition] : []));
  const names = new Set(runnables.map(({definition}) => definition.variant));
  const signedInto = new Set(
    definitions.filter(({steps}) => steps.some(({kind}) => kind === 'openid')).map(({variant}) => variant),
  );
  return (from?.variants ?? [])
    .filter(({name}) => names.has(name))
    .map(variant => ({...variant, isSignedInto: signedInto.has(variant.name)}));
}

/** Opens them, all at once, and before them the identity provider when one of them needs it. */
export async function openVariants(variants: readonly WantedVariant[], inputs: VariantInputs): Promise<OpenedVariants> {
  const needsIdentity = variants.some(({isSignedInto, server}) => isSignedInto === true || asksForIdentity(server));
  const provider = needsIdentity ? await openIdentity(inputs.options, inputs.machine, inputs.redactor) : undefined;
  if (provider?.kind === 'failed') return {...provider, close: () => Promise.resolve()};
  const identity = provider?.identity;
  const openings = await Promise.all(
    variants.map(async variant => ({name: variant.name, opening: await openVariant(variant, inputs, identity)})),
  );
  const targets = new Map<string, OpenTarget>();
  for (const {name, opening} of openings)
    if (opening.kind === 'open') targets.set(name, {...opening.target, ...defined({identity})});
  const close = async (): Promise<void> => {
    await Promise.all([...targets.values()].map(target => target.close()));
    await identity?.close();
  };
  for (const {name, opening} of openings) {
    if (opening.kind === 'failed')
      return {
        kind: 'failed',
        exitCode: opening.exitCode,
        problems: opening.problems.map(problem => `the variant ${name} of the target: ${problem}`),
        close,
      };
  }
  return {kind: 'open', targets, close};
}

function openVariant(
  {server: place, people}: TargetVariant,
  {machine, options, faults, isTracingRules, redactor, stop}: VariantInputs,
  identity: Identity | undefined,
): Promise<Opening> {
  const server = identity === undefined ? place : toldOfIdentity(place, identity);
  if (server.kind === 'reference') {
    return openReference({
      machine,
      faults,
      areas: new Set(['hosting']),
      isTracingRules,
      bounds: boundsOf(options, true),
      settings: server.settings,
      redaction: redactor,
    });
  }
  // One receiver serves the target and all of its variants.
  const {
    from,
    target: _target,
    peer: _peer,
    livePeer: _livePeer,
    webhookListen: _webhookListen,
    webhookUrl: _webhookUrl,
    ...rest
  } = options;
  const url = server.kind === 'url' ? {target: server.url} : {};
  return openTarget({...rest, ...url, ...(from === undefined ? {} : {from: {...from, server, people}})}, machine, {
    redactor,
    stop,
  });
}

/** A variant whose actors exist. */
export interface EnteredVariant {
  readonly target: OpenTarget;
  readonly entry: Entry;
}

/** What entering all variants comes to. */
export type EnteredVariants =
  | {readonly kind: 'entered'; readonly variants: ReadonlyMap<string, EnteredVariant>}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string; readonly leftovers: readonly string[]};

/** Enters every variant; when one refuses, those that were entered are left again. */
export async function enterVariants(
  targets: ReadonlyMap<string, OpenTarget>,
  inputs: EnterInputs,
): Promise<EnteredVariants> {
  const entered = new Map<string, EnteredVariant>();
  for (const [name, target] of targets) {
    const entry = await enterTarget(target, {...inputs, variant: name});
    if (entry.kind === 'refused') {
      const leftovers = [...(entry.leftovers ?? []), ...(await leaveVariants(entered))];
      return {kind: 'refused', why: `the variant ${name} of the target: ${entry.why}`, fix: entry.fix, leftovers};
    }
    entered.set(name, {target, entry});
  }
  return {kind: 'entered', variants: entered};
}

/** Removes the actors of every variant; gives what could not be removed. */
export async function leaveVariants(variants: ReadonlyMap<string, EnteredVariant>): Promise<readonly string[]> {
  const leftovers: string[] = [];
  for (const [name, {entry}] of variants)
    leftovers.push(...(await entry.signOut()).map(left => `${left} (variant ${name})`));
  return leftovers;
}

/** Adds how the cases of each variant see the run: another server and other people, everything else shared. */
export function withVariants(run: RunContext, variants: ReadonlyMap<string, EnteredVariant>): RunWithVariants {
  const contexts = [...variants].map(([name, {target, entry}]): [string, RunContext] => {
    const {hosting, identity} = target;
    return [
      name,
      {
        ...run,
        ports: {
          ...run.ports,
          ...(hosting === undefined ? {} : {hosting: {whose: 'target', url: hosting.baseUrl, http: hosting.http}}),
          ...defined({identity}),
          ledger: entry.ledger,
        },
        contract: {...run.contract, dialect: entry.dialect},
        people: {...run.people, run: entry.run, actors: entry.actors},
      },
    ];
  });
  return {...run, variants: new Map(contexts)};
}
