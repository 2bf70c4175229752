// The law of replies: each operation answers as every known server does, to its owner, to others, to nobody, and about what is not there.
import {isReference, type PropertyWorld, type WithReferences, type WorldReply} from '../../../model/property.ts';
import {isJsonList, type Json} from '../../../model/json.ts';
import {isSuccess} from '../common/things.ts';
import type {Seen} from './effects.ts';
import {offeredOf, type Call, type Content} from './call.ts';
import {misfitsOf, misfitWords, namesOf, type Names, type Shape} from './reply-shapes.ts';
import {Scene, type Params} from './scene.ts';

/** Statuses by who or what is asked about, as known servers give them; what they do not agree on is absent. */
export const asked = ['nobody', 'bob', 'reader', 'writer', 'manager', 'member', 'unknown', 'owner'] as const;

export type Asked = (typeof asked)[number];

/** What known servers answer to one operation. */
export interface UsualReply {
  readonly status: {readonly [who in Asked]?: number};
  /** Of the body of a success. */
  readonly body?: Shape;
}

/** One part of a call that is sent otherwise than where it succeeds; without a value it is left out. */
export interface Change {
  readonly at: 'body' | 'query' | 'path';
  readonly name: string;
  readonly value?: Json;
}

/** What known servers answer to its owner when one part of the call is changed. */
export interface UsualChange extends Change {
  readonly status: number;
  /** Of a list: whether there is anything in it. */
  readonly items?: Items;
}

/** Whether there is anything in a list. */
export type Items = 'none' | 'some';

/** What was answered, for those who learn from it. */
export interface Answer {
  readonly operation: string;
  readonly who: Asked;
  readonly change?: Change;
  readonly reply: WorldReply;
  readonly names: Names;
}

/** One operation that is ready to be called. */
export interface Ready {
  readonly call: Call;
  readonly params: Params;
  readonly content: Content;
}

/** Calls each operation without credentials, as others, with one part changed, about something that is not there, and as its owner, and looks at each answer. */
export async function answersOf(
  world: PropertyWorld,
  calls: readonly Call[],
  {
    isWanted,
    changesOf,
    readersOf,
    judge,
    judgeEffect,
    judgeWays,
  }: {
    readonly isWanted: (operation: string, who: Asked) => boolean;
    readonly changesOf: (operation: string) => readonly Change[];
    /** Operations that read what a writing one may change, each with the parameters that it takes of it. */
    readonly readersOf: (operation: string) => readonly Reader[];
    readonly judge: (answer: Answer) => void;
    readonly judgeEffect: (answer: Answer, seen: Seen) => void;
    /** Calls it in other ways; gives whether that used up what was made for it. */
    readonly judgeWays?: (scene: Scene, ready: Ready) => Promise<boolean>;
  },
): Promise<void> {
  const scene = new Scene(world);
  // Reads come first, so that what they show was made for reads alone.
  const inTurn = offeredOf(world, calls).toSorted((a, b) => Number(b.isRead) - Number(a.isRead));
  for (const call of inTurn) {
    let ready = await readied(scene, call);
    if ((await judgeWays?.(scene, ready)) === true) ready = await readied(scene, call);
    const asks: readonly Asking[] = [
      ...asked.filter(who => who !== 'owner').map((who): Asking => ({who})),
      ...changesOf(call.operation).map((change): Asking => ({who: 'owner', change})),
      {who: 'owner'},
    ];
    for (const ask of asks) {
      if (ask.change === undefined && !isWanted(call.operation, ask.who)) continue;
      const wanted = await requestOf(scene, ready, ask);
      if (wanted === undefined) continue;
      world.count(`${call.operation} ${ask.change === undefined ? ask.who : nameOfChange(ask.change)}`);
      const readers =
        isPlain(ask) && !call.isRead ? readersOf(call.operation).filter(({read}) => world.offers(read)) : [];
      const before = await readings(world, ready, readers);
      const reply = await world.call(call.operation, wanted);
      const answer = {operation: call.operation, ...ask, reply, names: knownNames(world, ready)};
      judge(answer);
      if (isSuccess(reply)) {
        const after = await readings(world, ready, readers);
        for (const [at, {read}] of readers.entries()) {
          const [was, is] = [before[at], after[at]];
          if (was !== undefined && is !== undefined) judgeEffect(answer, {read, before: was, after: is});
        }
      }
      if (call.isRead || !isSuccess(reply) || ask.who === 'bob') continue;
      if (ask.who === 'owner') await call.after?.(scene, ready.params, ready.content);
      // What was accepted although the next one wants to be refused has used up what was made for it.
      if (ask !== asks.at(-1)) ready = await readied(scene, call);
    }
  }
}

/** Who asks, and with which part of the call changed. */
interface Asking {
  readonly who: Asked;
  readonly change?: Change;
}

/** An operation that reads, and the parameters that it takes of the one that writes. */
export interface Reader {
  readonly read: string;
  readonly params: readonly string[];
}

function isPlain({who, change}: Asking): boolean {
  return who === 'owner' && change === undefined;
}

async function readings(
  world: PropertyWorld,
  {call, params}: Ready,
  readers: readonly Reader[],
): Promise<readonly WorldReply[]> {
  const {as = 'alice'} = call;
  const replies: WorldReply[] = [];
  for (const {read, params: names} of readers) {
    const taken = Object.fromEntries(names.map(name => [name, params[name] ?? null]));
    replies.push(await world.call(read, {as, params: taken, say: `${as} calls ${read}`}));
  }
  return replies;
}

async function readied(scene: Scene, call: Call): Promise<Ready> {
  const params = await call.params(scene);
  return {call, params, content: await call.content(scene, params)};
}

/** What the story calls a change, e.g. `title in the body: 7`. */
function nameOfChange({at, name, value}: Change): string {
  const told = value === undefined ? 'left out' : JSON.stringify(value);
  return `${name} in the ${at}: ${told.length > toldLengthMax ? `${told.slice(0, toldLengthMax)}… (${String(told.length - 2)} characters)` : told}`;
}

const toldLengthMax = 40;

type Request = Parameters<PropertyWorld['call']>[1];

async function requestOf(
  scene: Scene,
  {call, params, content}: Ready,
  {who, change}: Asking,
): Promise<Request | undefined> {
  const {operation, as = 'alice'} = call;
  const sent = {...content, params};
  if (change !== undefined)
    return {...changed({params, content}, change), as, say: `${as} calls ${operation} with ${nameOfChange(change)}`};
  switch (who) {
    case 'reader':
    case 'writer':
    case 'manager':
    case 'member': {
      const signed = await scene.helper(who, params);
      return signed && {...sent, ...signed, say: `${askers[who]} calls ${operation}`};
    }
    case 'nobody':
      return {...sent, auth: 'none', say: `somebody without credentials calls ${operation}`};
    case 'bob':
      return {...sent, as: 'bob', say: `bob calls ${operation}`};
    case 'owner':
      return {...sent, as, say: `${as} calls ${operation}`};
    case 'unknown': {
      const elsewhere = aboutNothing(params);
      return (
        elsewhere && {...sent, as, params: elsewhere, say: `${as} calls ${operation} about something that is not there`}
      );
    }
  }
}

/** The same call with one part changed. */
function changed(
  {params, content}: Pick<Ready, 'params' | 'content'>,
  {at, name, value}: Change,
): Content & {readonly params: Params} {
  if (at !== 'body') return {...content, params: withChange(params, name, value)};
  const {body} = content;
  const fields = typeof body === 'object' && body !== null ? (body as Params) : {};
  return {params, body: withChange(fields, name, value)};
}

function withChange(fields: Params, name: string, value: Json | undefined): Params {
  const others = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  return value === undefined ? others : {...others, [name]: value};
}

/** The same address with the last part that was made for it replaced by one that nothing has. */
function aboutNothing(params: Params): Params | undefined {
  const last = Object.entries(params).findLast(([, value]) => isReference(value));
  if (last === undefined) return undefined;
  const [name, reference] = last;
  const value = isReference(reference) ? reference.value : null;
  if (typeof value === 'number') return {...params, [name]: 2_000_000_000};
  return typeof value === 'string' ? {...params, [name]: noSuch(value)} : undefined;
}

// A hash stays a hash.
function noSuch(text: string): string {
  return /^[0-9a-f]{40,64}$/.test(text) ? 'f'.repeat(text.length) : 'no-such-thing';
}

function knownNames(world: PropertyWorld, {params, content}: Ready): Names {
  const actors = ['alice', 'bob', 'admin'].map((role): [string, Json] => [
    role,
    world.known(`actors.${role}.login`).value,
  ]);
  const sent = Object.entries(params).map(([name, value]): [string, Json] => [name, plain(value)]);
  const body = typeof content.body === 'object' && content.body !== null ? Object.entries(content.body) : [];
  const told = body.map(([name, value]): [string, Json] => [name, plain(value as WithReferences)]);
  return namesOf([...actors, ...sent, ...told, ['case', world.known('case.name').value]]);
}

function plain(value: WithReferences): Json {
  if (isReference(value)) return value.value;
  return typeof value === 'string' ? value : null;
}

/** Holds one answer against what known servers answer. */
export function expectUsual(world: PropertyWorld, {operation, who, reply, names}: Answer, usual: UsualReply): void {
  const status = usual.status[who];
  if (status === undefined) return;
  expectStatus(world, reply, {told: `${operation}, called ${calledBy[who]},`, status});
  if (who !== 'owner' || reply.status !== status || usual.body === undefined) return;
  const misfits = misfitsOf(usual.body, reply.body, names);
  world.law(
    misfits.length === 0,
    {
      path: misfits[0]?.pointer ?? '',
      message: `the answer to ${operation} is not what known servers give: ${misfits.slice(0, toldMax).map(misfitWords).join('; ')}${misfits.length > toldMax ? `; and ${String(misfits.length - toldMax)} more` : ''}`,
    },
    {usual: true, unwritable: 'it compares the whole answer with those of known servers'},
  );
}

/** Holds the answer to a changed call against what known servers answer. */
export function expectUsualChange(world: PropertyWorld, {operation, reply}: Answer, usual: UsualChange): void {
  const {status, items} = usual;
  const told = `${operation} with ${nameOfChange(usual)}`;
  expectStatus(world, reply, {told, status});
  if (items === undefined || reply.status !== status) return;
  const shown = itemsIn(reply);
  world.law(
    shown === items,
    {
      path: '',
      message: `${told} lists ${shown === undefined ? 'nothing at all' : itemWords[shown]} (known servers: ${itemWords[items]})`,
    },
    {usual: true, unwritable: 'it counts the items wherever the reply holds them'},
  );
}

/** Whether there is anything in the list of a reply; some servers answer an empty list with null. */
export function itemsIn({body}: WorldReply): Items | undefined {
  const inside =
    typeof body === 'object' && body !== null && !isJsonList(body) && 'data' in body ? (body['data'] ?? null) : body;
  if (inside === null) return 'none';
  if (!isJsonList(inside)) return undefined;
  return inside.length === 0 ? 'none' : 'some';
}

const itemWords: Readonly<Record<Items, string>> = {none: 'no items', some: 'some items'};

function expectStatus(
  world: PropertyWorld,
  reply: WorldReply,
  {told, status}: {readonly told: string; readonly status: number},
): void {
  const message = `${told} is answered with ${String(reply.status)} (known servers: ${String(status)})`;
  world.law(
    reply.status === status,
    {path: 'status', message, expected: status, actual: reply.status},
    {usual: true, written: {reply, tree: {status}}},
  );
}

const calledBy: Readonly<Record<Asked, string>> = {
  nobody: 'without credentials',
  bob: 'by bob, who has no rights there',
  reader: 'by somebody who may only read',
  writer: 'by somebody who may read and write',
  manager: 'by an administrator of the repository who does not own it',
  member: 'by a member of the organization',
  unknown: 'about something that is not there',
  owner: 'by its owner',
};

const askers = {
  reader: 'somebody who may only read',
  writer: 'somebody who may read and write',
  manager: 'an administrator of the repository',
  member: 'a member of the organization',
} as const;

const toldMax = 3;
