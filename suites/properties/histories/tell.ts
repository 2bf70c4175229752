// Tells a history to a target: makes its people, sends its requests one after the other, and hands over each reply with its picture.
import {cutText} from '../../../base/text/cut-text.ts';
import {isUtf8} from 'node:buffer';
import type {Json} from '../../../model/json.ts';
import {
  type CallRequest,
  type PropertyWorld,
  reference,
  type Reference,
  type WithReferences,
  type WorldReply,
} from '../../../model/property.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {selectPointer} from '../../../base/json/json-pointer.ts';
import {entriesOf, isSuccess, part, signedIn, textOf} from '../common/things.ts';
import {tokenWords, type Ask, type History, type Sent} from './history.ts';
import {paintHeaders} from './headers.ts';
import {hookInbox, listen} from './listen.ts';
import {Painter, type Fields} from './picture.ts';

/** What was answered to one request. */
export interface Told {
  readonly ask: Ask;
  /** Its place in the history, from 0. */
  readonly at: number;
  readonly reply: WorldReply;
  /** Of the body of a success as `reply`, or as the lines of a `text`, of its headers, and, where the history is heard, of what hooks told as `heard`. */
  readonly picture: Fields;
}

type By = Pick<CallRequest, 'as' | 'auth'>;

/** What is known of a history before it is told. */
export interface Foreknown {
  /** How many deliveries each request causes. */
  readonly heardCount?: (at: number) => number | undefined;
  /** Whether a reply is as it should be. What is read and is not may come late, so it is asked for again, until that was in vain. */
  readonly isUsual?: (told: Told) => boolean;
}

/** Tells it all. What needs a value that no reply gave, or an operation that the target does not offer, is left out. */
export async function tell(
  world: PropertyWorld,
  history: History,
  look: (told: Told) => void,
  {heardCount, isUsual}: Foreknown = {},
): Promise<void> {
  const known = new Map<string, Reference>();
  const by = new Map<string, By>([
    ['admin', {as: 'admin'}],
    ['nobody', {auth: 'none'}],
  ]);
  const suffix = textOf(world.known('case.name'));
  const name = (word: string, called: Reference): void => {
    known.set(word, called);
    known.set(word.toUpperCase(), reference(textOf(called).toUpperCase(), `${called.name} in capitals`));
  };
  for (const word of history.names) name(word, reference(`${word}-${suffix}`, word));
  known.set('hookType', world.known('dialect.values.hookType'));
  if (history.isHeard === true) {
    const {url, secret} = world.inbox(hookInbox);
    known.set('hook-url', url);
    known.set('hook-secret', secret);
  }
  for (const who of history.people) {
    const user = await world.arrange('user', {login: `${who}-${suffix}`}, {called: who});
    name(who, part(user, 'login'));
    known.set(`${who}-password`, part(user, 'password'));
    name(`${who}-mail`, part(user, 'email'));
    const token = await tokenOf(world, who, user);
    by.set(who, {as: 'anonymous', auth: {token}});
    by.set(`${who} with a password`, signedIn(user));
  }
  let isListening = false;
  let isInVain = false;
  let isPatient = isUsual !== undefined;
  let painter = new Painter(new Map([...known].map(([name, {value}]) => [name, value])));
  for (const [at, ask] of history.asks.entries()) {
    const signed = by.get(ask.who) ?? holderOf(ask.who, known);
    const request = signed === undefined ? undefined : requestOf(ask, {known, by: signed});
    if (request === undefined || !world.offers(ask.operation)) continue;
    world.count(`${ask.who} calls ${ask.operation}`);
    if (ask.isLater === true) await nextSecond(world, painter);
    const where = String(at);
    const paint = (by: Painter, reply: WorldReply): Fields => ({
      ...(isSuccess(reply) ? {reply: by.paint(reply.body ?? null, `${where}/reply`), ...textIn(by, reply, where)} : {}),
      headers: paintHeaders(by, reply, `${where}/headers`),
    });
    // A reply is drawn once, also where it is asked for again and looked at twice.
    let last:
      | {readonly reply: WorldReply; readonly by: Painter; readonly picture: Fields; readonly isUsual: boolean}
      | undefined;
    const isAsItShould = (reply: WorldReply): boolean => {
      if (last?.reply === reply) return last.isUsual;
      const by = painter.copy();
      const picture = paint(by, reply);
      last = {reply, by, picture, isUsual: isUsual?.({ask, at, reply, picture}) ?? true};
      return last.isUsual;
    };
    const isRead = isPatient && isReading(ask.operation) && request.until === undefined;
    // What a busy server refuses for a moment may be refused for good by others: where that is known, it is waited for.
    const isPatientWrite = ask.isPatient === true && isUsual !== undefined;
    // What has been done is not done again because it shows something else.
    const isEnough = (reply: WorldReply): boolean => (isPatientWrite && isSuccess(reply)) || isAsItShould(reply);
    const isAwaited = isRead || isPatientWrite;
    const reply = await world.call(ask.operation, isAwaited ? {...request, until: isEnough} : request);
    if (isRead && !isAsItShould(reply)) isPatient = false;
    for (const [name, pointer] of Object.entries(ask.take ?? {}))
      if (reply.body !== undefined && selectPointer(reply.body, pointer).kind === 'value')
        known.set(name, reply.at(pointer));
    const branch = firstBranchIn(ask, reply);
    if (branch !== undefined) painter.beginWith(branch);
    isListening ||= history.isHeard === true && namesIn(ask.body ?? null).includes('hook-url');
    const drawn = branch === undefined && last?.reply === reply ? last : undefined;
    painter = drawn?.by ?? painter;
    const shown = drawn?.picture ?? paint(painter, reply);
    const count = heardCount?.(at);
    const heard: readonly Json[] = isListening ? await listen(world, sentence(ask), {count, isInVain}) : [];
    isInVain ||= isListening && heard.length < (count ?? 0);
    const picture = history.isHeard === true ? {...shown, heard: painter.paint(heard, `${where}/heard`)} : shown;
    look({ask, at, reply, picture});
  }
}

/** What a reply that is no JSON says, line by line. */
function textIn(painter: Painter, reply: WorldReply, where: string): Fields {
  const text = reply.body === undefined ? plainTextOf(reply) : undefined;
  return text === undefined ? {} : {text: painter.paintLines(text, `${where}/text`)};
}

/** The longest text, in bytes, that is compared; a longer one is made of the same parts. */
const textBytesMax = 20_000;

function plainTextOf(reply: WorldReply): string | undefined {
  const isText = /^(?:text\/(?!html)|application\/octet-stream)/.test(reply.header('content-type') ?? '');
  if (!isText || reply.bytes.length === 0 || reply.bytes.length > textBytesMax || reply.bytes.includes(0))
    return undefined;
  return isUtf8(reply.bytes) ? Buffer.from(reply.bytes).toString('utf8') : undefined;
}

/** Whether an operation only reads, by its name in the contract: it may be sent again. */
function isReading(operation: string): boolean {
  const reads =
    /(?:^(?:get|list|search)|Get|List|Search)(?=[A-Z]|$)/.test(operation) || operation.endsWith('TrackedTimes');
  return reads && !/Read|Create|Edit|Delete|Add|Remove|Update|Clear|Replace|Post/.test(operation);
}

const makesRepository: ReadonlySet<string> = new Set(['createCurrentUserRepo', 'createOrgRepo']);

/** The branch that a new repository begins with, where nobody named one: the site says which. */
function firstBranchIn({operation, body}: Ask, reply: WorldReply): string | undefined {
  if (!makesRepository.has(operation) || !isSuccess(reply) || reply.body === undefined) return undefined;
  if (typeof body === 'object' && body !== null && 'default_branch' in body) return undefined;
  const shown = selectPointer(reply.body, '/default_branch');
  return shown.kind === 'value' && typeof shown.value === 'string' ? shown.value : undefined;
}

// Waits until the target's clock shows a later second; a target that sends no date is not waited for.
async function nextSecond(world: PropertyWorld, painter: Painter): Promise<void> {
  const before = secondOf(await world.call('getVersion', {say: 'what time it is'}));
  if (before === undefined) return;
  painter.endPeriod(before);
  await world.call('getVersion', {
    until: reply => (secondOf(reply) ?? before) > before,
    say: 'the next second begins',
  });
}

/** The time of a reply by the target's clock, in ms since 1970, to the second. */
function secondOf(reply: WorldReply): number | undefined {
  const at = Date.parse(reply.header('date') ?? '');
  return Number.isNaN(at) ? undefined : at;
}

async function tokenOf(
  world: PropertyWorld,
  who: string,
  user: {readonly [output: string]: Reference},
): Promise<Reference> {
  const made = await world.prepare('userCreateToken', {
    ...signedIn(user),
    params: {username: part(user, 'login')},
    body: {name: 'history', scopes: ['all']},
    say: `${who} makes a token`,
  });
  return made.at('/sha1');
}

/** Who speaks by a token that an earlier reply gave. */
function holderOf(who: string, known: ReadonlyMap<string, Reference>): By | undefined {
  const [, name = ''] = tokenWords.exec(who) ?? [];
  const token = known.get(name);
  return token === undefined ? undefined : {as: 'anonymous', auth: {token}};
}

interface Teller {
  readonly known: ReadonlyMap<string, Reference>;
  readonly by: By;
}

function requestOf(ask: Ask, {known, by}: Teller): CallRequest | undefined {
  const {params, body, file, bytes, typed, awaits, awaitsAt, isPatient} = ask;
  if ([params, body ?? null, typed?.text ?? null].some(sent => lackingIn(sent, known))) return undefined;
  return {
    ...by,
    params: filled(params, known) as {readonly [name: string]: WithReferences},
    ...(body === undefined ? {} : {body: filled(body, known)}),
    ...(file === undefined
      ? {}
      : {multipart: {[file.field]: {filename: file.name, type: 'text/plain', text: file.text}}}),
    ...(bytes === undefined ? {} : {bytes}),
    ...(typed === undefined
      ? {}
      : {
          headers: {'Content-Type': typed.type},
          bytes: hexOf(Buffer.from(plain(typed.text, known))),
        }),
    ...(isPatient === true ? {until: isSuccess} : {}),
    ...(awaits === undefined
      ? {}
      : {
          until: (reply: WorldReply) => (entriesOf(reply)?.length ?? 0) >= awaits,
          awaited: {body: {$count: awaits}},
        }),
    ...(awaitsAt === undefined ? {} : {until: (reply: WorldReply) => isMet(reply, awaitsAt), awaited: {at: awaitsAt}}),
    say: sentence(ask),
  };
}

function isMet({body}: WorldReply, values: NonNullable<Ask['awaitsAt']>): boolean {
  return Object.entries(values).every(([pointer, value]) => {
    const selected = body === undefined ? undefined : selectPointer(body, pointer);
    return selected?.kind === 'value' && selected.value === value;
  });
}

/** Says one request, e.g. `bob calls issueListIssues (state=closed)`. */
export function sentence({who, operation, params, body, file, bytes, typed}: Ask): string {
  const told = Object.entries(params)
    .filter(([name]) => !placeParams.has(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const fields = typeof body === 'object' && body !== null ? [`with ${cutText(JSON.stringify(body), toldMax)}`] : [];
  const asTyped =
    typed === undefined
      ? []
      : [`with ${cutText(typed.text, toldMax)} as ${typed.type === '' ? 'no type' : typed.type}`];
  const more = [
    ...told,
    ...fields,
    ...asTyped,
    ...(file === undefined && bytes === undefined ? [] : ['with a file']),
  ].join(', ');
  return `${who} calls ${operation}${more === '' ? '' : ` (${more})`}`;
}

const placeParams = new Set(['owner', 'repo']);
const toldMax = 80;

const placeholder = /\{([a-zA-Z][\w-]*)\}/g;

/** The names that a value refers to. */
export function namesIn(sent: Sent): readonly string[] {
  if (typeof sent === 'string') return [...sent.matchAll(placeholder)].map(([, name = '']) => name);
  if (typeof sent !== 'object' || sent === null) return [];
  return Object.values(sent).flatMap(one => namesIn(one));
}

function lackingIn(sent: Sent, known: Teller['known']): boolean {
  return namesIn(sent).some(name => !known.has(name));
}

function plain(text: string, known: Teller['known']): string {
  return text.replaceAll(placeholder, (_, name: string) => textOf(known.get(name) ?? reference('', name)));
}

function filled(sent: Sent, known: Teller['known']): WithReferences {
  if (typeof sent === 'string') {
    const [whole] = sent.matchAll(/^\{([a-zA-Z][\w-]*)\}$/g);
    const reference = known.get(whole?.[1] ?? '');
    if (reference !== undefined) return reference;
    return plain(sent, known);
  }
  if (typeof sent !== 'object' || sent === null) return sent;
  if (Array.isArray(sent)) return sent.map((one: Sent) => filled(one, known));
  return Object.fromEntries(Object.entries(sent).map(([key, one]) => [key, filled(one, known)]));
}
