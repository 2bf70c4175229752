// The law of replies: each operation answers as every known server does, to its owner, to others, to nobody, and about what is not there.
import type {Json} from '../../../model/json.ts';
import type {PropertyWorld, Reference, WithReferences, WorldReply} from '../../../model/property.ts';
import {isSuccess} from '../common/things.ts';
import {offeredOf, type Call, type Content} from './call.ts';
import {misfitsOf, namesOf, type Misfit, type Names, type Shape} from './reply-shapes.ts';
import {Scene, type Params} from './scene.ts';

/** Statuses by who or what is asked about, as known servers give them; what they do not agree on is absent. */
export const asked = ['nobody', 'bob', 'unknown', 'owner'] as const;

export type Asked = (typeof asked)[number];

/** What known servers answer to one operation. */
export interface UsualReply {
  readonly status: {readonly [who in Asked]?: number};
  /** Of the body of a success. */
  readonly body?: Shape;
}

/** What was answered, for those who learn from it. */
export interface Answer {
  readonly operation: string;
  readonly who: Asked;
  readonly reply: WorldReply;
  readonly names: Names;
}

/** One operation that is ready to be called. */
interface Ready {
  readonly call: Call;
  readonly params: Params;
  readonly content: Content;
}

/** Calls each operation without credentials, as bob, about something that is not there, and as its owner, and looks at each answer. */
export async function answersOf(
  world: PropertyWorld,
  calls: readonly Call[],
  {
    isWanted,
    judge,
  }: {
    readonly isWanted: (operation: string, who: Asked) => boolean;
    readonly judge: (answer: Answer) => void;
  },
): Promise<void> {
  const scene = new Scene(world);
  // Reads come first, so that what they show was made for reads alone.
  const inTurn = offeredOf(world, calls).toSorted((a, b) => Number(b.isRead) - Number(a.isRead));
  for (const call of inTurn) {
    const params = await call.params(scene);
    const ready = {call, params, content: await call.content(scene, params)};
    const names = knownNames(world, ready);
    for (const who of asked.filter(one => isWanted(call.operation, one))) {
      const wanted = requestOf(ready, who);
      if (wanted === undefined) continue;
      world.count(`${call.operation} ${who}`);
      const reply = await world.call(call.operation, wanted);
      judge({operation: call.operation, who, reply, names});
      if (who === 'owner' && isSuccess(reply)) await call.after?.(scene, params, ready.content);
    }
  }
}

type Request = Parameters<PropertyWorld['call']>[1];

function requestOf({call, params, content}: Ready, who: Asked): Request | undefined {
  const {operation, as = 'alice'} = call;
  const sent = {...content, params};
  switch (who) {
    case 'nobody':
      return {...sent, auth: 'none', say: `somebody without credentials calls ${operation}`};
    case 'bob':
      return {...sent, as: 'bob', say: `bob calls ${operation}`};
    case 'owner':
      return {...sent, as, say: `${as} calls ${operation}`};
    case 'unknown': {
      const changed = aboutNothing(params);
      return (
        changed && {...sent, as, params: changed, say: `${as} calls ${operation} about something that is not there`}
      );
    }
  }
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

function isReference(value: WithReferences | undefined): value is Reference {
  return typeof value === 'object' && value !== null && 'name' in value && 'value' in value;
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
  const told = `${operation}, called ${askers[who]}, is answered with ${String(reply.status)}`;
  world.law(
    reply.status === status,
    {path: 'status', message: `${told} (known servers: ${String(status)})`, expected: status, actual: reply.status},
    {usual: true, written: {reply, tree: {status}}},
  );
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

const askers: Readonly<Record<Asked, string>> = {
  nobody: 'without credentials',
  bob: 'by bob, who has no rights there',
  unknown: 'about something that is not there',
  owner: 'by its owner',
};

const toldMax = 3;

function misfitWords({pointer, wanted, got}: Misfit): string {
  return `${pointer === '' ? 'the body' : pointer} is ${got} (known servers: ${wanted})`;
}
