// Enters an open target: knocks, chooses the dialect, signs in, and says what the target offers.
import {defined} from '../../../base/json/defined.ts';
import {prepareCheckers} from '../../check/checkers.ts';
import {nothingLearnt, type People, type RunContext} from '../../execute/attempt/run-context.ts';
import {keepCookieSecrets} from '../../execute/http/cookie-jar.ts';
import type {Doorway} from '../../execute/enter/setup-client.ts';
import {freely} from '../../execute/http/request-disguise.ts';
import type {Guise} from '../../execute/attempt/run-parts.ts';
import {knock} from '../../execute/enter/contact-server.ts';
import {learnPages} from '../../execute/enter/learn-pages.ts';
import {signIn, signInAsGiven} from '../../execute/enter/sign-in.ts';
import {signInByMethod} from '../../execute/enter/sign-in-by-method.ts';
import type {Actor} from '../../../model/actor.ts';
import {fillMethods} from './sign-in-methods.ts';
import type {Ledger} from '../../../model/ledger.ts';
import type {JsonObject} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Dialect} from '../../../model/operation.ts';
import type {Offer, Plan} from '../../../model/plan.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {transportFor} from '../../../model/peers/transports.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import type {Catalog} from '../load/catalog.ts';
import {otherNamesOf} from './other-names.ts';
import {enginesOfPlan} from './engines-of-plan.ts';
import {capabilitiesOf} from '../../plan/capabilities-of.ts';
import {chooseDialect} from './choose-dialect.ts';
import {dialectFor} from './dialect-for.ts';
import {ownNames} from '../load/own-dialects.ts';
import {builtInThings, existingThings} from '../load/existing-things.ts';
import {givenSecrets} from './given-secrets.ts';
import type {LedgerFile} from './ledger-file.ts';
import type {OpenTarget} from './opening.ts';
import type {Stops} from '../words/stops.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** A target that was entered. */
export interface Entry {
  readonly kind: 'entered';
  readonly version?: string;
  readonly dialect: Dialect;
  readonly dialectBy: 'name' | 'recognition' | 'guess';
  readonly actors: People['actors'];
  readonly notes: readonly string[];
  readonly run: string;
  readonly ledger: Ledger;
  /** Capabilities that the target turned out to lack, with how that showed. */
  readonly found: ReadonlyMap<string, string>;
  /** What the target file says is there already. */
  readonly existing: People['existing'];
  /** Nothing was requested beside what the cases say: no version, no accounts. */
  readonly isUnasked?: boolean;
  /** The way in, for whoever has to act before or after the run; absent without a hosting server. */
  readonly door?: Doorway;
  readonly keepSecret: (value: string, name: string) => void;
  readonly redaction: Redaction;
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
  /** Its name, when this is a variant of the target. */
  readonly variant?: string;
  /** Where what is made is written down before; only `prove`, whose servers end with it, does without. */
  readonly ledger?: Pick<LedgerFile, 'begin'>;
  /** Keeps the run from showing who asks. */
  readonly guise?: Guise;
  /** Actors that somebody needs, where the target file says how each signs in; all of them when nothing is said. */
  readonly actors?: ReadonlySet<string>;
  /** No case signs in or speaks of the record: then nothing is requested but what the cases say. */
  readonly isAskingNobody?: boolean;
  /** Accounts to make besides alice and bob: who acts in contexts. */
  readonly roles?: readonly string[];
  /** Signs in whoever is given and makes no accounts: for cleaning up. */
  readonly isMakingNobody?: boolean;
  /** Ends entering and, later, removing what entering made. */
  readonly stops: Pick<Stops, 'stop' | 'abandon'>;
}

/** Knocks, chooses the dialect and signs in; without a hosting server there is nobody to be. */
export async function enterTarget(target: OpenTarget, inputs: EnterInputs): Promise<Entering> {
  const {machine, options, catalog, redactor, stops} = inputs;
  const run = machine.random.name(8);
  const tooShort: string[] = [];
  const keepSecret = (value: string, name: string): void => {
    const registration = redactor.register(value, name);
    if (registration.kind === 'refused') tooShort.push(registration.why);
  };
  for (const {value, name} of givenSecrets(options, machine)) keepSecret(value, name);
  const own = await ownNames(options, catalog, machine);
  if (own.kind === 'unusable') return {kind: 'refused', why: own.why, fix: 'fix it; nothing was tested'};
  const {dialects, name, complete} = own.names;
  const plain = dialectFor(name, {}, target.isReference, dialects);
  if (plain.kind === 'refused') return plain;
  const common = {kind: 'entered', run, keepSecret, redaction: redactor} as const;
  if (target.hosting === undefined) {
    const existing = existingThings(options.from?.existing ?? {}, machine, keepSecret);
    return {...common, ...nobody, dialect: plain.dialect, dialectBy: plain.by, notes: tooShort, existing};
  }
  const {http, baseUrl, admin, adminByToken, accounts} = target.hosting;
  const ledger = (inputs.ledger ?? noLedger).begin({
    run,
    target: baseUrl,
    ...defined({variant: inputs.variant}),
  });
  keepOwnSecrets(target, keepSecret);
  const door: Doorway = {
    http,
    baseUrl,
    operations: catalog.operations,
    dialect: complete(plain.dialect),
    random: machine.random,
    ...defined({guise: inputs.guise, roles: inputs.roles}),
    clock: machine.clock,
    run,
    ledger,
    emailDomain: options.from?.emailDomain ?? 'example.org',
    keepSecret,
    redaction: redactor,
    stop: stops.stop,
    abandon: stops.abandon,
    bounds: target.bounds,
    learnt: {nextTurnMs: 0},
    notes: [],
    found: new Map(),
  };
  if (options.from?.auth !== undefined || inputs.isAskingNobody === true) {
    const unasked = await enterUnasked(door, inputs);
    return unasked.kind === 'refused' ? unasked : {...common, ...unasked, dialectBy: plain.by, notes: tooShort};
  }
  const answer = await knock(door, admin);
  if (answer.kind === 'closed') return {kind: 'refused', why: answer.why, fix: answer.fix};
  const chosen = await chooseDialect(door, own.names, {version: answer.version, isReference: target.isReference});
  if (chosen.kind === 'refused') return chosen;
  const lacking = lackingOperations(declaredAbsent(options), catalog.operations);
  const known = {...door, dialect: {...complete(chosen.dialect), lacking}};
  const enter = inputs.isMakingNobody === true ? signInAsGiven : signIn;
  const first = await enter(known, admin, accounts);
  const signed =
    first.kind === 'refused' && adminByToken !== undefined ? await signIn(known, adminByToken, accounts) : first;
  if (signed.kind === 'refused') return signed;
  const {actors} = signed;
  if (inputs.isMakingNobody !== true) await learnPages(known, actors.get('alice') ?? actors.get('admin'));
  return {
    ...signed,
    ...common,
    notes: [...chosen.notes, ...signed.notes, ...door.notes, ...tooShort],
    dialect: known.dialect,
    dialectBy: chosen.by,
    ledger,
    found: door.found,
    existing: {
      ...builtInThings(target.hosting.existing, keepSecret),
      ...existingThings(options.from?.existing ?? {}, machine, keepSecret),
    },
    door: known,
    ...defined({version: answer.version}),
  };
}

/** Enters a target of which nothing is known: nothing is sent but what its sign-in methods say. */
async function enterUnasked(
  door: Doorway,
  inputs: EnterInputs,
): Promise<
  Omit<Entry, 'run' | 'keepSecret' | 'redaction' | 'dialectBy' | 'notes'> | Extract<Entering, {kind: 'refused'}>
> {
  const signed = await signInByMethods(door, inputs);
  if (signed.kind === 'refused') return signed;
  return {
    ...signed,
    ledger: door.ledger,
    dialect: door.dialect,
    found: door.found,
    existing: existingThings(inputs.options.from?.existing ?? {}, inputs.machine, door.keepSecret),
    door,
    isUnasked: true,
    signOut: () => Promise.resolve([]),
  };
}

/** Signs in each wanted actor as the target file says; none where it says nothing. */
async function signInByMethods(
  door: Doorway,
  {machine, options, actors}: EnterInputs,
): Promise<
  | {readonly kind: 'entered'; readonly actors: People['actors']}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string}
> {
  const {auth = {}, file = ''} = options.from ?? {};
  const filled = fillMethods(auth, {
    wanted: actors ?? new Set(Object.keys(auth)),
    file,
    machine,
    keepSecret: door.keepSecret,
  });
  if (filled.kind === 'wrong')
    return {
      kind: 'refused',
      why: filled.problems.join('; '),
      fix: 'set the variables, or take the actors out of "auth:"',
    };
  const signedIn = new Map<string, Actor>();
  for (const [role, method] of filled.methods) {
    const signed = await signInByMethod(door, role, method);
    if (signed.kind === 'refused') return signed;
    signedIn.set(role, signed.actor);
  }
  return {kind: 'entered', actors: signedIn};
}

/** Registers what the run itself signs in with, and what the target signs in with at its provider. */
function keepOwnSecrets({identity, hosting}: OpenTarget, keepSecret: Entry['keepSecret']): void {
  if (identity !== undefined) keepSecret(identity.provider.clientSecret, 'TOUCHSTONE_OPENID_CLIENT_SECRET');
  const {token, password, cookie} = hosting?.admin ?? {};
  const other = hosting?.adminByToken?.token;
  if (token !== undefined) keepSecret(token, 'TOUCHSTONE_TOKEN_ADMIN');
  if (other !== undefined) keepSecret(other, 'TOUCHSTONE_TOKEN_ADMIN');
  if (password !== undefined) keepSecret(password, 'TOUCHSTONE_PASSWORD_ADMIN');
  if (cookie !== undefined) keepCookieSecrets(cookie, keepSecret);
}

/** Without a hosting server nobody signs in. */
const nobody = {
  actors: new Map(),
  ledger: {intend: () => ({made: () => undefined, gone: () => undefined})},
  found: new Map(),
  signOut: () => Promise.resolve([]),
} satisfies Partial<Entry>;

const noLedger = {begin: (): Ledger => nobody.ledger};

/** Says which areas of the record the target can be judged on. */
export function areasOf({hosting, peer, livePeer}: OpenTarget): ReadonlySet<string> {
  return new Set([
    ...(hosting === undefined ? [] : ['hosting']),
    ...(peer === undefined ? [] : ['overlay-codec']),
    ...(livePeer === undefined ? [] : ['overlay-live']),
  ]);
}

/** Capabilities that the target file or an option declares absent, with the reason. */
export function declaredAbsent(options: TargetOptions): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(options.from?.absent ?? {}),
    ...(options.without ?? []).map(name => [name, 'declared with --without'] as const),
  ]);
}

/** The operations that need what is absent. What a property calls is not known before it runs, so its calls are looked at one by one. */
export function lackingOperations(
  absent: ReadonlyMap<string, string>,
  operations: Catalog['operations'],
): {readonly [operationId: string]: string} {
  if (absent.size === 0) return {};
  return Object.fromEntries(
    [...operations.values()].flatMap(operation => {
      const name = capabilitiesOf(operation).find(capability => absent.has(capability));
      return name === undefined ? [] : [[operation.id, `${name}: ${absent.get(name) ?? ''}`]];
    }),
  );
}

/** Says what the target offers to the gate. */
export function offerOf(
  target: OpenTarget,
  entry: Entry,
  {options, variants}: {readonly options: TargetOptions; readonly variants: Iterable<string>},
): Offer {
  const absent = new Map(declaredAbsent(options));
  const description = target.peer?.testee.description;
  if (description !== undefined && !description.encodes)
    absent.set('encode', 'the decoder says that it does not encode');
  if (description !== undefined && !description.forms.includes('json'))
    absent.set(
      'json',
      description.isDeclared
        ? 'the decoder says that it does not read JSON'
        : 'the line form carries no JSON messages; the framed form does',
    );
  if (target.livePeer !== undefined && transportFor('livePeer', target.livePeer.address)?.hasNoPorts === true)
    absent.set('sender-ports', 'the live peer is reached over unix:, which has no ports');
  if (target.livePeer?.live.isIpv6 === true)
    absent.set('sender-ports', 'the live peer is reached over IPv6, and IpAndPort holds IPv4 addresses alone');
  const node = target.livePeer?.live.node;
  if (node === undefined && target.openNode === undefined)
    absent.set('sealed-tunnels', 'the live peer speaks bare messages');
  for (const [name, why] of node?.absent ?? []) if (!absent.has(name)) absent.set(name, why);
  return {
    areas: areasOf(target),
    actors: new Set(['anonymous', ...entry.actors.keys()]),
    withoutPassword: new Set(
      [...entry.actors.values()]
        .filter(({password, signing}) => password === undefined && signing?.kind !== 'basic')
        .map(({role}) => role),
    ),
    withoutSession: new Set(
      [...entry.actors.values()]
        .filter(({password, cookie}) => password === undefined && cookie === undefined)
        .map(({role}) => role),
    ),
    absent,
    found: entry.found,
    absentOperations: new Set(entry.dialect.absent),
    existing: new Set(Object.keys(entry.existing)),
    variants: new Set(['', ...variants]),
    isDestructiveAllowed: options.allowDestructive === true || target.isReference,
    ...defined({noWebhookRoute: target.noWebhookRoute}),
    ...(options.from?.auth === undefined ? {} : {signInMethods: Object.keys(options.from.auth)}),
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
    propertyTimeMs = 0,
    isRepeatingRed,
    abandon,
    guise,
    vars = {},
  }: {
    /** Values of `${vars.…}`. */
    readonly vars?: JsonObject;
    readonly machine: Machine;
    readonly catalog: Catalog;
    readonly plan: Plan;
    readonly propertyRuns: number;
    readonly propertyTimeMs?: number;
    readonly isRepeatingRed: boolean;
    readonly abandon: AbortSignal;
    readonly guise?: Guise;
  },
): Promise<RunContext> {
  const provenBy = new Map<string, string>();
  for (const {runnable} of plan.cases) {
    for (const id of runnable.definition.proves) if (!provenBy.has(id)) provenBy.set(id, runnable.id);
  }
  const {hosting, peer, livePeer, openNode, webhooks, bounds} = target;
  return {
    ports: {
      ...(hosting === undefined ? {} : {hosting: {whose: 'target', url: hosting.baseUrl, http: hosting.http}}),
      ...defined({testee: peer?.testee, live: livePeer?.live, openNode, webhooks}),
      clock: machine.clock,
      ...(guise === undefined ? {random: machine.random} : {random: freely(machine.random), guise}),
      ledger: entry.ledger,
      keepSecret: entry.keepSecret,
    },
    contract: {
      operations: catalog.operations,
      dialect: entry.dialect,
      arrangements: catalog.arrangements,
      otherNames: otherNamesOf(catalog.dialects.values()),
      checkers: {
        ...(await prepareCheckers(enginesOfPlan(plan, vars))),
        custom: catalog.matchers,
        redaction: entry.redaction,
      },
      provenBy,
    },
    policy: {bounds, seed: plan.seed, isRepeatingRed, propertyRuns, propertyTimeMs, abandon},
    people: {
      run: entry.run,
      actors: entry.actors,
      existing: entry.existing,
      vars,
      ...defined({isUnasked: entry.isUnasked}),
    },
    learnt: nothingLearnt(),
  };
}
