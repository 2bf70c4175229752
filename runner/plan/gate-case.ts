// Decides before the run whether a case can run on this target, and says why not.
import type {Offer, PlannedCase, Runnable} from '../../model/plan.ts';
import type {Arrangement} from '../../model/arrangement.ts';
import type {Json, JsonObject} from '../../model/json.ts';
import {lookUp, readTemplate, referencesIn} from '../../model/template.ts';
import type {Operation} from '../../model/operation.ts';
import {nearestName} from '../../base/text/nearest-name.ts';
import {capabilitiesOf} from './capabilities-of.ts';
import {settingBehind} from './server-settings.ts';
import type {CaseDefinition, Given, StepAuth} from '../../model/suite.ts';

/** What the gate has to know besides the case: the target's offer, and the arrangements, which have needs of their own. */
export interface GateInputs {
  readonly offer: Offer;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly operations: ReadonlyMap<string, Operation>;
}

/** How the reason begins with which a case is skipped that needs a variant. */
export const variantWhy = "it needs the target's variant";

/** Gives the planned case: to be run, or skipped with its cause and reason. */
export function gateCase(runnable: Runnable, inputs: GateInputs): PlannedCase {
  const planned = gateInContext(runnable, inputs);
  if (runnable.kind === 'property' || runnable.context === undefined) return planned;
  const {context, inContext, ...plain} = runnable;
  const own =
    inContext === undefined ? undefined : gateInContext({...plain, definition: inContext({}).definition}, inputs).skip;
  const isHarmful = context.actor === 'site-administrator' && !inputs.offer.isDestructiveAllowed;
  // What skips the plain case too says the same here; anything else is what the context lacks.
  if (own !== undefined) return {runnable, skip: own};
  if (isHarmful)
    return {
      runnable,
      skip: {cause: 'context-unavailable', why: 'it makes a second administrator; --allow-destructive lets it'},
    };
  if (planned.skip === undefined) return planned;
  return {runnable, skip: {cause: 'context-unavailable', why: planned.skip.why}};
}

function gateInContext(runnable: Runnable, {offer, arrangements, operations}: GateInputs): PlannedCase {
  if (runnable.kind === 'example' && runnable.definition.skip !== undefined)
    return {runnable, skip: {cause: 'skipped-by-suite', why: runnable.definition.skip}};
  const needs = needsOf(runnable, arrangements);
  const needed = [...needs.capabilities, ...capabilitiesCalled(needs, operations)];
  const missing = needed.find(capability => offer.absent.has(capability));
  if (missing !== undefined)
    return {runnable, skip: {cause: 'capability-absent', why: `${missing}: ${offer.absent.get(missing) ?? ''}`}};
  const found = needed.find(name => offer.found.has(name) && !isAbout(runnable, name));
  if (found !== undefined) {
    const setting = settingBehind(found);
    const why = `${found}: ${offer.found.get(found) ?? ''}${setting === undefined ? '' : `; ${setting}`}`;
    return {runnable, skip: {cause: 'capability-absent', why}};
  }
  const operation = needs.operations.find(id => offer.absentOperations.has(id));
  if (operation !== undefined)
    return {runnable, skip: {cause: 'not-in-dialect', why: `the dialect has no name for operation ${operation}`}};
  const actor = needs.actors.find(name => !offer.actors.has(name));
  if (actor !== undefined)
    return {runnable, skip: {cause: 'needs-credentials', why: `it acts as ${actor}, and ${nobody(actor, offer)}`}};
  const basic = needs.passwords.find(name => offer.withoutPassword.has(name));
  if (basic !== undefined) {
    const why = `it signs in with the password of ${basic}, and none was given`;
    return {runnable, skip: {cause: 'needs-credentials', why}};
  }
  const session = needs.sessions.find(name => offer.withoutSession.has(name));
  if (session !== undefined) {
    const why = `${session} signs in at the pages of the target, and neither a password nor a cookie was given for that`;
    return {runnable, skip: {cause: 'needs-credentials', why}};
  }
  const {listen = []} = runnable.definition;
  const noRoute = listen.length === 0 ? undefined : offer.noWebhookRoute;
  const {variant} = runnable.definition;
  if (variant !== undefined && !offer.variants.has(variant))
    return {runnable, skip: {cause: 'needs-variant', why: `${variantWhy} "${variant}"`}};
  if (runnable.kind === 'property')
    return noRoute === undefined ? {runnable} : {runnable, skip: {cause: 'no-webhook-route', why: noRoute}};
  const {destructive} = runnable.definition;
  const existing = existingNamesOf(runnable.definition).find(name => !offer.existing.has(name));
  if (existing !== undefined) {
    const why = `it needs "${existing}", which the API cannot make; "existing:" in a target file says where it is`;
    return {runnable, skip: {cause: 'needs-existing', why}};
  }
  if (destructive && !offer.isDestructiveAllowed)
    return {
      runnable,
      skip: {cause: 'destructive-not-allowed', why: 'it changes the whole instance; --allow-destructive lets it run'},
    };
  if (noRoute !== undefined) return {runnable, skip: {cause: 'no-webhook-route', why: noRoute}};
  return {runnable};
}

function nobody(actor: string, {signInMethods}: Offer): string {
  if (signInMethods !== undefined) {
    const near = nearestName(actor, signInMethods);
    const hint = near === undefined ? usualActorHint(actor) : ` (did you mean ${near}?)`;
    return `"auth:" of the target file has no ${actor}${hint}`;
  }
  if (actor === 'admin') return 'no administrator was given';
  return `no credentials were given for that${usualActorHint(actor)}`;
}

function usualActorHint(actor: string): string {
  if (actor !== 'alice') return '';
  return ' (a step that says nothing acts as alice; "defaults: {as: anonymous}" in the suite, or "as: anonymous" at a step, needs no account)';
}

/** Statements that say that there is this capability: who lacks it without declaring so fails their cases. */
const statements: {readonly [capability: string]: readonly string[]} = {
  'basic-authentication': ['AUTH-BASIC', 'AUTH-BASIC-ALL'],
};

function isAbout({definition}: Runnable, capability: string): boolean {
  return definition.proves.some(id => statements[capability]?.includes(id) === true);
}

function capabilitiesCalled({operations: called}: Needs, operations: GateInputs['operations']): readonly string[] {
  return called.flatMap(id => operations.get(id) ?? []).flatMap(capabilitiesOf);
}

/** Lists the capabilities of the target that a case or property needs, itself or by what it calls. */
export function capabilitiesNeeded(
  runnable: Runnable,
  {arrangements, operations}: Omit<GateInputs, 'offer'>,
): readonly string[] {
  const needs = needsOf(runnable, arrangements);
  return [...needs.capabilities, ...capabilitiesCalled(needs, operations)];
}

/** Lists the operations that a case and its arrangements call; what a property calls is not known before it runs. */
export function operationsOf(runnable: Runnable, arrangements: ReadonlyMap<string, Arrangement>): readonly string[] {
  return needsOf(runnable, arrangements).operations;
}

/** Lists the actors that a case or property needs. */
export function actorsOf(runnable: Runnable, arrangements: ReadonlyMap<string, Arrangement>): readonly string[] {
  return needsOf(runnable, arrangements).actors;
}

/**
 * Tells whether a case needs nothing of a server of the record: it is the user's, nobody signs in, and it names none of
 * our operations, arrangements and names.
 */
export function asksNobody(runnable: Runnable, {arrangements, operations}: Omit<GateInputs, 'offer'>): boolean {
  const {actors, operations: called} = needsOf(runnable, arrangements);
  if (runnable.isUsers !== true || actors.some(actor => actor !== 'anonymous')) return false;
  if (called.some(id => operations.get(id)?.isUsers !== true)) return false;
  if (runnable.kind === 'property') return true;
  const {steps} = runnable.definition;
  if (steps.some(({kind}) => kind === 'openid' || kind === 'document')) return false;
  return namesIn(runnable.definition).every(path => !/^(?:dialect|actors)\./.test(path));
}

const namesOfCase = new WeakMap<CaseDefinition, readonly string[]>();
const noNames: readonly string[] = [];

/** Lists the names that a case refers to. Steps are data that was read from a file: a tree of JSON, whatever their kind. */
function namesIn(definition: CaseDefinition): readonly string[] {
  const known = namesOfCase.get(definition);
  if (known !== undefined) return known;
  const found = referencesIn([definition.given, definition.steps] as unknown as Json);
  const names = found.length === 0 ? noNames : found;
  namesOfCase.set(definition, names);
  return names;
}

/** Lists what a case needs that has to be there already. */
export function existingNamesOf(definition: CaseDefinition): readonly string[] {
  return namesIn(definition).flatMap(path => /^existing\.([^.]+)/.exec(path)?.[1] ?? []);
}

interface Needs {
  readonly capabilities: readonly string[];
  readonly operations: readonly string[];
  readonly actors: readonly string[];
  /** Actors that sign in with their password. */
  readonly passwords: readonly string[];
  /** Actors that sign in at the pages of the target. */
  readonly sessions: readonly string[];
}

function needsOf(runnable: Runnable, arrangements: ReadonlyMap<string, Arrangement>): Needs {
  if (runnable.kind === 'property') {
    const {area, needs = [], listen = [], actors = ['alice', 'bob']} = runnable.definition;
    return {
      capabilities: [...needs, ...(listen.length > 0 ? ['webhooks'] : [])],
      operations: [],
      actors: area === 'hosting' ? actors : [],
      passwords: [],
      sessions: [],
    };
  }
  const {definition} = runnable;
  const arranged = arrangementsOf(definition.given, arrangements);
  const acting = [
    ...actingInSteps(definition),
    ...arranged.flatMap(actingInArrangement),
    ...signingIn(definition.given, arrangements),
  ];
  return {
    // Who listens needs webhooks, whether the case says so or not.
    capabilities: [
      ...definition.needs,
      ...(definition.listen.length > 0 ? ['webhooks'] : []),
      ...arranged.flatMap(({needs}) => needs),
      ...(acting.some(({auth}) => auth === 'basic' || auth === 'actor-basic') ? ['basic-authentication'] : []),
      ...(isReadByAnybody(definition) ? ['anonymous-reading'] : []),
    ],
    operations: [
      ...definition.steps.flatMap(step => (step.kind === 'call' ? [step.operation] : [])),
      ...arranged.flatMap(({steps}) => steps.map(({call}) => call)),
    ],
    actors: [...new Set(acting.map(({as}) => as))],
    passwords: acting.filter(({auth}) => auth === 'actor-basic').map(({as}) => as),
    sessions: acting.filter(({auth}) => auth === 'session').map(({as}) => as),
  };
}

function arrangementsOf(
  given: readonly Given[],
  arrangements: ReadonlyMap<string, Arrangement>,
): readonly Arrangement[] {
  return given.flatMap(({arrange}) => {
    const arrangement = arrangements.get(arrange);
    return arrangement === undefined ? [] : [arrangement, ...arrangementsOf(arrangement.given, arrangements)];
  });
}

// Who signs in often differs from case to case, so here the case's own input counts and not the usual one alone.
function signingIn(given: readonly Given[], arrangements: ReadonlyMap<string, Arrangement>): readonly Acting[] {
  return given.flatMap(({arrange, inputs}) => {
    const arrangement = arrangements.get(arrange);
    if (arrangement === undefined) return [];
    const below = signingIn(arrangement.given, arrangements);
    if (arrangement.signIn?.kind !== 'actor') return below;
    const {as} = arrangement.signIn;
    const input = /^\$\{(\w+)\}$/.exec(as)?.[1];
    const role = input === undefined ? as : (inputs[input] ?? arrangement.inputs[input]?.default);
    return typeof role === 'string' && !role.includes('$') ? [{as: role, auth: 'session' as const}, ...below] : below;
  });
}

/** Who acts, and how when that is said. */
interface Acting {
  readonly as: string;
  readonly auth: StepAuth['kind'] | 'session' | undefined;
}

function actingInSteps({steps, row}: CaseDefinition): readonly Acting[] {
  return steps.flatMap(step => {
    if (step.kind !== 'call' && step.kind !== 'request') return [];
    return step.auth?.kind === 'none' ? [] : [{as: actorOfStep(step.as, row?.values), auth: step.auth?.kind}];
  });
}

// Nobody signs this request, and its answer is awaited.
function isReadByAnybody({steps, row}: CaseDefinition): boolean {
  return steps.some(step => {
    if (step.kind !== 'call' && step.kind !== 'request') return false;
    const isUnsigned =
      step.auth?.kind === 'none' || (step.auth === undefined && actorOfStep(step.as, row?.values) === 'anonymous');
    const status = [...step.expect, ...step.usual].map(one => one.status).find(one => one !== undefined);
    return isUnsigned && (status === undefined || status === '2xx' || status === 200);
  });
}

// In a table, the row may say who acts.
function actorOfStep(as: string, row: JsonObject | undefined): string {
  const template = readTemplate(as);
  const value = template.kind === 'value' ? lookUp(row, template.path.replace(/^row\./, '')) : undefined;
  return typeof value === 'string' ? value : as;
}

// A template such as `${owner_as}` names its actor only at run time; its input's default says who that usually is.
function actingInArrangement({steps, inputs}: Arrangement): readonly Acting[] {
  return steps.flatMap(({as, auth}) => {
    const name = /^\$\{(\w+)\}$/.exec(as)?.[1];
    if (name === undefined) return [{as, auth: auth?.kind}];
    const usual = inputs[name]?.default;
    return typeof usual === 'string' && !usual.includes('$') ? [{as: usual, auth: auth?.kind}] : [];
  });
}
