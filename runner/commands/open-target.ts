// Opens what is under test: reads the target options, connects, and says in one sentence why it cannot.
import type {AdminCredentials} from '../execute/sign-in.ts';
import type {Bounds} from '../model/bounds.ts';
import type {HttpPort} from '../model/http.ts';
import type {HttpSettings, Machine, ReferenceFault} from '../model/machine.ts';
import type {LivePort, TesteePort} from '../model/peer.ts';
import type {WebhookPort} from '../model/webhook.ts';
import {readCredentials, readPeopleSecrets} from './secrets.ts';
import {startServer} from './start-server.ts';
import {boundsOf, type TargetOptions} from './target-options.ts';
import type {People, TextOrVariable} from '../model/target-file.ts';

/** A target whose doors are open, and the way to close them. */
export interface OpenTarget {
  readonly hosting?: {
    readonly http: HttpPort;
    readonly baseUrl: string;
    readonly admin: AdminCredentials;
    /** Accounts that are there already, by role. */
    readonly accounts: ReadonlyMap<string, AdminCredentials>;
    readonly isInsecure: boolean;
    /** The embedded reference's administrator with a token, for faults that refuse passwords. */
    readonly adminByToken?: AdminCredentials;
  };
  /** Aborts when a server that was started for the run ends by itself. */
  readonly died?: AbortSignal;
  readonly peer?: {readonly testee: TesteePort; readonly address: string};
  readonly livePeer?: {readonly live: LivePort; readonly address: string};
  /** The receiver of webhooks, with a hosting server that can be told where it is. */
  readonly webhooks?: WebhookPort;
  /** Why the hosting server cannot be told where webhooks go. */
  readonly noWebhookRoute?: string;
  readonly isReference: boolean;
  /** Faults that the embedded reference was given; its variants get them too. */
  readonly faults?: readonly ReferenceFault[];
  readonly bounds: Bounds;
  /** What every report must show: `--insecure`, a token on the command line, an unused HTTP_PROXY. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** What opening a target comes to: open, or one message and the exit code that goes with it. */
export type Opening =
  | {readonly kind: 'open'; readonly target: OpenTarget}
  | {readonly kind: 'failed'; readonly exitCode: 2 | 5; readonly message: string};

/** Checks the options without touching any target. Gives every problem. */
export function checkTargetOptions(options: TargetOptions): readonly string[] {
  const problems: string[] = [];
  const given = {'--target': options.target, '--peer': options.peer, '--live-peer': options.livePeer};
  for (const [flag, value] of Object.entries(given)) {
    if (value?.trim() === '') problems.push(`${flag} is empty; was the variable that should fill it set?`);
    else if (value !== undefined) problems.push(...unknownScheme(flag, value.trim()));
  }
  const isAny =
    options.reference === true ||
    options.from?.server !== undefined ||
    Object.values(given).some(value => value !== undefined);
  if (!isAny)
    problems.push(
      'nothing to test: give --target URL, --peer ADDRESS, --live-peer URL, --target-file FILE or --reference',
    );
  if (options.reference === true) {
    for (const [flag, value] of Object.entries(given))
      if (value !== undefined) problems.push(`--reference and ${flag} exclude each other`);
  }
  if (options.fault !== undefined && options.reference !== true)
    problems.push('--fault belongs to the embedded reference: add --reference');
  if ((options.clientCert === undefined) !== (options.clientKey === undefined))
    problems.push('--client-cert and --client-key go together');
  for (const header of options.header ?? []) {
    if (!/^[\w!#$%&'*+.^`|~-]+:[ \t]*[\t\x20-\x7e\x80-\xff]*$/.test(header))
      problems.push(`--header ${JSON.stringify(header)}: write it as "Name: value", in one line`);
  }
  return problems;
}

const schemes: {readonly [flag: string]: {readonly pattern: RegExp; readonly fix: string}} = {
  '--peer': {
    pattern: /^(line:)?(exec:|module:|tcp:|unix:)/,
    fix: 'write exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH',
  },
  '--live-peer': {
    pattern: /^(udp:|tcp:|unix:)/,
    fix: 'write udp://HOST:PORT, tcp://HOST:PORT?frame=u32be or unix:PATH',
  },
};

function unknownScheme(flag: string, value: string): readonly string[] {
  const scheme = schemes[flag];
  return scheme === undefined || scheme.pattern.test(value) ? [] : [`${flag} ${value}: ${scheme.fix}`];
}

/** Opens everything that the options name. */
export async function openTarget(
  options: TargetOptions,
  machine: Machine,
  stop: AbortSignal = new AbortController().signal,
): Promise<Opening> {
  if (options.reference === true) return openWholeReference(options, machine);
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const opening = await openParts(options, machine, {closers, stop});
  if (opening.kind === 'failed') {
    await close();
    return opening;
  }
  return {kind: 'open', target: {...opening.parts, close}};
}

async function openWholeReference(options: TargetOptions, machine: Machine): Promise<Opening> {
  const names = options.fault ?? [];
  const known = names.length === 0 ? [] : await machine.referenceFaults();
  const unknown = names.filter(name => known.every(fault => fault.name !== name));
  if (unknown.length > 0)
    return failed(
      2,
      `--fault ${unknown.join(', ')}: the reference has no such fault\n  touchstone prove --list lists them`,
    );
  const faults = known.filter(({name}) => names.includes(name));
  return openReference({
    machine,
    faults,
    areas: new Set(['hosting', 'overlay-codec', 'overlay-live']),
    isTracingRules: false,
    bounds: boundsOf(options, true),
    settings: options.from?.server?.kind === 'reference' ? options.from.server.settings : [],
  });
}

type Parts = {readonly kind: 'open'; readonly parts: Omit<OpenTarget, 'close'>} | Extract<Opening, {kind: 'failed'}>;

interface Opener {
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
    ...(started.died === undefined ? {} : {died: started.died}),
  };
  if (address.hosting !== undefined) {
    const settings = httpSettings(options, machine, address.hosting.url, bounds);
    if (settings.kind === 'failed') return settings;
    const http = await machine.openHttp(settings.settings);
    closers.push(() => http.close());
    const webhooks = await webhooksFor(options, machine, address.hosting);
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
    if (start.kind === 'cannot-start') return failed(5, cannotStart(peer, start.detail, start.stderrTail));
    closers.push(() => start.port.close());
    parts = {...parts, peer: {testee: start.port, address: peer}};
  }
  if (livePeer !== undefined) {
    const start = await machine.openLive(livePeer, bounds);
    if (start.kind === 'cannot-start') return failed(5, `the live peer ${livePeer} cannot be reached: ${start.detail}`);
    closers.push(() => start.port.close());
    const refusal = livePeer.startsWith('udp:') ? await refusalOf(start.port) : undefined;
    if (refusal !== undefined) return failed(5, `the live peer ${livePeer} cannot be reached: ${refusal}`);
    parts = {...parts, livePeer: {live: start.port, address: livePeer}};
  }
  return {kind: 'open', parts};
}

// Nobody accepts a datagram; only sending one shows that nobody listens. An empty datagram is an empty message, which any peer takes.
async function refusalOf(live: LivePort): Promise<string | undefined> {
  const conversation = await live.open();
  const sent = await conversation.send(new Uint8Array());
  const arrival = sent.kind === 'refused' ? sent : await conversation.receive(refusedWithinMs);
  await conversation.close();
  return arrival.kind === 'refused' ? arrival.detail : undefined;
}

// A refusal on this machine comes back within a millisecond or two.
const refusedWithinMs = 200;

type Webhooks =
  | {readonly kind: 'open'; readonly port: WebhookPort}
  | {readonly kind: 'no-route'; readonly why: string}
  | Extract<Opening, {kind: 'failed'}>;

// A server elsewhere that is told "127.0.0.1" would call itself.
async function webhooksFor(
  options: TargetOptions,
  machine: Machine,
  {isLoopback}: {readonly isLoopback: boolean},
): Promise<Webhooks> {
  const {webhookListen: listen, webhookUrl: url} = options;
  if (!isLoopback && listen === undefined && url === undefined) {
    return {
      kind: 'no-route',
      why: 'the target is another machine, and nobody said under which address it reaches this one: give --webhook-listen HOST:PORT and --webhook-url URL; see docs/webhooks.md',
    };
  }
  const reading = await machine.readWebhookAddress({listen, url});
  if (reading.kind === 'refused') return failed(2, reading.problems.join('\ntouchstone run: '));
  const port = await machine.openWebhooks(reading.settings);
  // Who names an address wants to know at once that it cannot be had.
  const trouble = listen === undefined ? undefined : await port.listen();
  return trouble === undefined ? {kind: 'open', port} : failed(2, trouble);
}

type Started =
  | {readonly kind: 'ready'; readonly target: {readonly target?: string}; readonly died?: AbortSignal}
  | Extract<Opening, {kind: 'failed'}>;

// A server of a target file that says how it is started is started now, and stopped when the target is closed.
async function startIfAsked(options: TargetOptions, machine: Machine, {closers, stop}: Opener): Promise<Started> {
  const place = options.from?.server;
  if (place?.kind !== 'start') return {kind: 'ready', target: {}};
  // Secrets that are missing are told before anything is started.
  const credentials = credentialsOf(options, machine);
  if (credentials.kind === 'wrong') return failed(2, credentials.problems.join('\ntouchstone run: '));
  const settings = httpSettings(options, machine, place.url, boundsOf(options, true));
  if (settings.kind === 'failed') return settings;
  const openHttp = (baseUrl: string): ReturnType<Machine['openHttp']> =>
    machine.openHttp({...settings.settings, baseUrl});
  const started = await startServer(place, {machine, openHttp, stop});
  if (started.kind === 'failed') return failed(started.exitCode, started.message);
  closers.push(() => started.close());
  return {kind: 'ready', target: {target: started.url}, died: started.died};
}

function cannotStart(peer: string, detail: string, stderrTail: string): string {
  return `the decoder under test ${peer} cannot be used: ${detail}${stderrTail === '' ? '' : `\n  it wrote on stderr: ${stderrTail.trimEnd().slice(-1_000)}`}`;
}

/** What `prove` opens: those roles of the reference that the cases need, with faults. */
export interface ReferenceParts {
  readonly machine: Machine;
  readonly faults: readonly ReferenceFault[];
  readonly areas: ReadonlySet<string>;
  readonly isTracingRules: boolean;
  readonly bounds: Bounds;
  /** `section.KEY=value` settings of the hosting server. */
  readonly settings: readonly string[];
}

/** Opens the embedded reference, only the roles that are needed. */
export async function openReference({
  machine,
  faults,
  areas,
  isTracingRules,
  bounds,
  settings,
}: ReferenceParts): Promise<Opening> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const namesOf = (role: ReferenceFault['role']): readonly string[] =>
    faults.filter(fault => fault.role === role).map(({name}) => name);
  let target: Omit<OpenTarget, 'close'> = {isReference: true, faults, bounds, notes: []};
  const cannot = async (message: string): Promise<Opening> => {
    await close();
    return failed(5, message);
  };
  if (areas.has('hosting')) {
    const hosting = await machine.startReference({
      role: 'hosting',
      faults: namesOf('hosting'),
      settings,
      isTracingRules,
    });
    if (hosting.kind === 'cannot-start') return cannot(`the embedded reference cannot be started: ${hosting.detail}`);
    closers.push(() => hosting.stop());
    const http = await machine.openHttp({baseUrl: hosting.url, bounds, tls: {insecure: false}, headers: []});
    closers.push(() => http.close());
    const webhooks = await machine.openWebhooks({host: '127.0.0.1', port: 0});
    closers.push(() => webhooks.close());
    target = {
      ...target,
      webhooks,
      hosting: {
        http,
        baseUrl: hosting.url,
        admin: hosting.admin,
        accounts: new Map(),
        isInsecure: false,
        adminByToken: {user: hosting.admin.user, token: hosting.adminToken},
      },
    };
  }
  if (areas.has('overlay-codec')) {
    const start = await machine.openTestee(machine.referencePeer(namesOf('overlay')), bounds);
    if (start.kind === 'cannot-start') return cannot(start.detail);
    closers.push(() => start.port.close());
    target = {...target, peer: {testee: start.port, address: 'of the embedded reference'}};
  }
  if (areas.has('overlay-live')) {
    const peer = await machine.startReference({
      role: 'live-peer',
      faults: namesOf('overlay'),
      settings: [],
      isTracingRules: false,
    });
    if (peer.kind === 'cannot-start') return cannot(`the embedded live peer cannot be started: ${peer.detail}`);
    closers.push(() => peer.stop());
    const start = await machine.openLive(peer.url, bounds);
    if (start.kind === 'cannot-start') return cannot(start.detail);
    closers.push(() => start.port.close());
    target = {...target, livePeer: {live: start.port, address: peer.url}};
  }
  return {kind: 'open', target: {...target, close}};
}

type Address =
  | {
      readonly kind: 'address';
      readonly hosting?: {
        readonly url: string;
        readonly isLoopback: boolean;
        readonly admin: AdminCredentials;
        readonly accounts: ReadonlyMap<string, AdminCredentials>;
        readonly warnings: readonly string[];
      };
    }
  | Extract<Opening, {kind: 'failed'}>;

async function addressOf(options: TargetOptions, machine: Machine): Promise<Address> {
  if (options.target === undefined) return {kind: 'address'};
  const credentials = credentialsOf(options, machine);
  if (credentials.kind === 'wrong') return failed(2, credentials.problems.join('\ntouchstone run: '));
  const base = await machine.readBaseUrl(options.target);
  if (base.kind === 'refused') return failed(2, `--target: ${base.why}\n  ${base.fix}`);
  const {admin, accounts, warnings} = credentials;
  const isWriting = admin.token !== undefined || admin.password !== undefined || accounts.size > 0;
  const isAllowed = base.isLoopback || options.allowWrites === base.origin || options.from?.isTestServer === true;
  if (isWriting && !isAllowed) {
    return failed(
      2,
      `${base.origin} is not this machine, and a run makes accounts, organizations and repositories there\n  if it is a test server, say so: --allow-writes ${base.origin}, or testServer: true in its target file`,
    );
  }
  return {kind: 'address', hosting: {url: base.url, isLoopback: base.isLoopback, admin, accounts, warnings}};
}

interface Credentials {
  readonly kind: 'read';
  readonly admin: AdminCredentials;
  readonly accounts: ReadonlyMap<string, AdminCredentials>;
  readonly warnings: readonly string[];
}

/** Credentials of the command line, else those of the target file, or of one of its variants. */
export function credentialsOf(
  options: TargetOptions,
  machine: Machine,
  people: People | undefined = options.from?.people,
): Credentials | {readonly kind: 'wrong'; readonly problems: readonly string[]} {
  const flags = readCredentials(options, machine);
  if (flags.kind === 'wrong') return flags;
  const file =
    people === undefined
      ? undefined
      : readPeopleSecrets(
          isEmpty(flags.admin) ? people : {accounts: people.accounts},
          options.from?.file ?? '',
          machine,
        );
  if (file?.kind === 'wrong') return file;
  return {
    kind: 'read',
    admin: isEmpty(flags.admin) ? (file?.admin ?? {}) : flags.admin,
    accounts: file?.accounts ?? new Map(),
    warnings: flags.warnings,
  };
}

function isEmpty({token, password}: AdminCredentials): boolean {
  return token === undefined && password === undefined;
}

/** Gives the way to an address as the options say. */
export function httpSettings(
  options: TargetOptions,
  machine: Machine,
  baseUrl: string,
  bounds: Bounds,
): {readonly kind: 'settings'; readonly settings: HttpSettings} | Extract<Opening, {kind: 'failed'}> {
  const pem: {[name: string]: string} = {};
  for (const [name, flag, file] of [
    ['caPem', '--ca-file', options.caFile],
    ['certPem', '--client-cert', options.clientCert],
    ['keyPem', '--client-key', options.clientKey],
  ] as const) {
    if (file === undefined) continue;
    const text = machine.files.readText(file, 4 * 1024 * 1024);
    if (text.kind === 'unreadable') return failed(2, `${flag} ${file}: ${text.why}`);
    if (!text.text.includes('-----BEGIN '))
      return failed(2, `${flag} ${file}: there is no PEM block in it\n  it begins with -----BEGIN`);
    pem[name] = text.text;
  }
  const fileHeaders: [string, string][] = [];
  for (const {name, value} of options.from?.headers ?? []) {
    const text = textOf(value, machine);
    if (text === undefined)
      return failed(2, `${options.from?.file ?? ''}: the header ${name}: its variable is not set`);
    fileHeaders.push([name, text]);
  }
  const flagHeaders = (options.header ?? []).map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon), header.slice(colon + 1).trim()];
  });
  const isFlag = new Set(flagHeaders.map(([name]) => name.toLowerCase()));
  const headers = [...fileHeaders.filter(([name]) => !isFlag.has(name.toLowerCase())), ...flagHeaders];
  return {
    kind: 'settings',
    settings: {
      baseUrl,
      bounds,
      tls: {...pem, insecure: options.insecure === true},
      ...(options.proxy === undefined ? {} : {proxy: {url: options.proxy, noProxy: options.proxyExcept ?? []}}),
      headers,
    },
  };
}

function textOf(value: TextOrVariable, {env}: Machine): string | undefined {
  return value.kind === 'text' ? value.text : env[value.variable];
}

function networkNotes(options: TargetOptions, machine: Machine): readonly string[] {
  const variable = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'].find(
    name => (machine.env[name] ?? '') !== '',
  );
  return [
    ...(options.insecure === true ? ['--insecure: certificates were not checked'] : []),
    ...(variable !== undefined && options.proxy === undefined
      ? [`${variable} is set and was not used; --proxy URL uses a proxy`]
      : []),
  ];
}

function failed(exitCode: 2 | 5, message: string): Extract<Opening, {kind: 'failed'}> {
  return {kind: 'failed', exitCode, message};
}
