// Opens what is under test: reads the target options, connects, and says in one sentence why it cannot.
import {program} from '../../../base/text/program.ts';
import {defined} from '../../../base/json/defined.ts';
import {failed, type Opening, type OpenTarget} from './opening.ts';
import type {Machine} from '../../../model/machine.ts';
import type {CannotStart, LivePort} from '../../../model/peer.ts';
import type {Redaction} from '../../../model/redacted.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import {transportFor} from '../../../model/peers/transports.ts';
import {nearFaults} from './choose-faults.ts';
import {httpSettings, networkNotes} from './http-settings.ts';
import {openReference, referenceAreas} from './open-reference.ts';
import {openWebhooks} from './open-webhooks.ts';
import {startServer} from './start-server.ts';
import {addressOf} from './target-address.ts';
import {credentialsOf} from './target-credentials.ts';
import {boundsOf, type TargetOptions} from '../words/target-options.ts';

/** Opens everything that the options name; of the embedded reference, what cases of these areas need. */
export async function openTarget(
  options: TargetOptions,
  machine: Machine,
  {
    redactor,
    stop = new AbortController().signal,
    areas = referenceAreas,
  }: {readonly redactor: Redactor; readonly stop?: AbortSignal; readonly areas?: ReadonlySet<string>},
): Promise<Opening> {
  const opening = await openAny(options, machine, {redactor, stop, areas});
  // What cannot be opened is named, and its address may hold a password.
  return opening.kind === 'failed'
    ? {...opening, problems: opening.problems.map(problem => redactor.redactText(problem))}
    : opening;
}

async function openAny(
  options: TargetOptions,
  machine: Machine,
  {redactor, stop, areas}: Pick<Opener, 'redactor' | 'stop'> & {readonly areas: ReadonlySet<string>},
): Promise<Opening> {
  if (options.reference === true) return openOurReference(options, machine, {redaction: redactor, areas});
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const opening = await openParts(options, machine, {closers, redactor, stop});
  if (opening.kind === 'failed') {
    await close();
    return opening;
  }
  return {kind: 'open', target: {...opening.parts, close}};
}

async function openOurReference(
  options: TargetOptions,
  machine: Machine,
  {redaction, areas}: {readonly redaction: Redaction; readonly areas: ReadonlySet<string>},
): Promise<Opening> {
  const names = options.fault ?? [];
  const known = names.length === 0 ? [] : await machine.referenceFaults();
  const unknown = names.filter(name => known.every(fault => fault.name !== name));
  if (unknown.length > 0)
    return failed(
      2,
      `--fault ${unknown.join(', ')}: the reference has no such fault${nearFaults(unknown, known)}\n  ${program} prove --list lists them`,
    );
  const faults = known.filter(({name}) => names.includes(name));
  return openReference({
    machine,
    faults,
    areas,
    isTracingRules: false,
    bounds: boundsOf(options, true),
    settings: options.from?.server?.kind === 'reference' ? options.from.server.settings : [],
    redaction,
  });
}

type Parts = {readonly kind: 'open'; readonly parts: Omit<OpenTarget, 'close'>} | Extract<Opening, {kind: 'failed'}>;

interface Opener {
  readonly redactor: Redactor;
  readonly closers: (() => Promise<void>)[];
  readonly stop: AbortSignal;
}

async function openParts(options: TargetOptions, machine: Machine, opener: Opener): Promise<Parts> {
  const {closers} = opener;
  const notes: string[] = [];
  const started = await startIfAsked(options, machine, opener);
  if (started.kind === 'failed') return started;
  const address = await addressOf({...options, ...started.target}, machine);
  if (address.kind === 'failed') return address;
  const bounds = boundsOf(options, address.hosting?.isLoopback ?? true);
  let parts: Omit<OpenTarget, 'close'> = {
    isReference: false,
    bounds,
    notes,
    ...defined({died: started.died}),
  };
  if (address.hosting !== undefined) {
    const settings = httpSettings(options, machine, {
      baseUrl: address.hosting.url,
      bounds,
      redaction: opener.redactor,
    });
    if (settings.kind === 'failed') return settings;
    const http = await machine.openHttp(settings.settings);
    closers.push(() => http.close());
    const webhooks = await openWebhooks(options, machine, address.hosting);
    if (webhooks.kind === 'failed') return webhooks;
    if (webhooks.kind === 'open') closers.push(() => webhooks.port.close());
    notes.push(...address.hosting.warnings, ...networkNotes(options, machine));
    parts = {
      ...parts,
      ...(webhooks.kind === 'open' ? {webhooks: webhooks.port} : {noWebhookRoute: webhooks.why}),
      hosting: {
        http,
        baseUrl: address.hosting.url,
        admin: address.hosting.admin,
        accounts: address.hosting.accounts,
        isInsecure: options.insecure === true,
      },
    };
  }
  const {peer, livePeer} = options;
  if (peer !== undefined) {
    const start = await machine.openTestee(peer, bounds);
    if (start.kind === 'cannot-start') return cannot('decoder under test', peer, start);
    closers.push(() => start.port.close());
    if (machine.system === 'win32' && transportFor('decoder', peer)?.isProgram === true)
      notes.push('on Windows nothing bounds the memory of a decoder that is started');
    parts = {...parts, peer: {testee: start.port, address: peer}};
  }
  if (livePeer !== undefined) {
    const start = await machine.openLive(livePeer, bounds, options.from?.node);
    if (start.kind === 'cannot-start') return cannot('live peer', livePeer, start);
    closers.push(() => start.port.close());
    const refusal = transportFor('livePeer', livePeer)?.isDatagram === true ? await refusalOf(start.port) : undefined;
    if (refusal !== undefined) return failed(5, `the live peer ${livePeer} cannot be reached: ${refusal}`);
    parts = {...parts, livePeer: {live: start.port, address: livePeer}};
  }
  return {kind: 'open', parts};
}

type Started =
  | {readonly kind: 'ready'; readonly target: {readonly target?: string}; readonly died?: AbortSignal}
  | Extract<Opening, {kind: 'failed'}>;

// A server of a target file that says how it is started is started now, and stopped when the target is closed.
async function startIfAsked(
  options: TargetOptions,
  machine: Machine,
  {closers, redactor, stop}: Opener,
): Promise<Started> {
  const place = options.from?.server;
  if (place?.kind !== 'start') return {kind: 'ready', target: {}};
  // Secrets that are missing are told before anything is started.
  const credentials = credentialsOf(options, machine);
  if (credentials.kind === 'wrong') return failed(2, ...credentials.problems);
  const settings = httpSettings(options, machine, {
    baseUrl: place.url,
    bounds: boundsOf(options, true),
    redaction: redactor,
  });
  if (settings.kind === 'failed') return settings;
  const openHttp = (baseUrl: string): ReturnType<Machine['openHttp']> =>
    machine.openHttp({...settings.settings, baseUrl});
  const started = await startServer(place, {machine, openHttp, stop, redaction: redactor});
  if (started.kind === 'failed') return failed(started.exitCode, started.message);
  closers.push(() => started.close());
  return {kind: 'ready', target: {target: started.url}, died: started.died};
}

function cannot(what: string, address: string, {detail, isWrongAddress}: CannotStart): ReturnType<typeof failed> {
  return failed(isWrongAddress ? 2 : 5, `the ${what} ${address} cannot be used: ${detail}`);
}

// Nobody accepts a datagram; only sending one shows that nobody listens. A Ping is what a peer hears every day: what few expect is for the suite to send.
async function refusalOf(live: LivePort): Promise<string | undefined> {
  const conversation = await live.open();
  const sent = await conversation.send(everydayPing);
  const arrival = sent.kind === 'refused' ? sent : await conversation.receive(refusedWithinMs);
  await conversation.close();
  return arrival.kind === 'refused' ? arrival.detail : undefined;
}

/** 10 a9 46  Time = 9001 of an OverlayPing whose Type is Ping. */
const everydayPing = Buffer.from('10a946', 'hex');

// A refusal on this machine comes back within a millisecond or two.
const refusedWithinMs = 200;
