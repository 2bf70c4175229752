// What a request of a history makes hooks tell: each delivery as an object of its event, headers and payload, in an order of their own.
import {isJsonObject, jsonText, type Json} from '../../../model/json.ts';
import type {PropertyWorld, WorldDelivery} from '../../../model/property.ts';

/** The inbox of a history that is heard. */
export const hookInbox = 'hook';

/** How long is listened where nobody knows how much will come. */
const listenMs = 1_000;
/** The same of a server of which deliveries were waited for in vain. */
const listenInVainMs = 200;

/** Gives what hooks told since this was last asked; where nothing is known to come, nobody waits: what comes all the same is heard with what comes next. */
export async function listen(
  world: PropertyWorld,
  said: string,
  {count, isInVain}: {readonly count: number | undefined; readonly isInVain: boolean},
): Promise<readonly Json[]> {
  if (count === 0) return [];
  const say = `what hooks tell when ${said}`;
  const wanted = isInVain ? {listenMs: listenInVainMs} : count === undefined ? {listenMs} : {count};
  const deliveries = await world.heard(hookInbox, {...wanted, say});
  return inOrder(deliveries).map(shownDelivery);
}

/** In which order several come is chance: gives them by their events, by what they tell and by the hook that tells it. */
export function inOrder<Heard extends Pick<WorldDelivery, 'headers' | 'payload'>>(
  deliveries: readonly Heard[],
): readonly Heard[] {
  return deliveries
    .map(delivery => ({delivery, order: orderOf(delivery)}))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({delivery}) => delivery);
}

function shownDelivery({method, headers, payload, signs}: WorldDelivery): Json {
  const told = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-') || name === 'content-type' || name === 'authorization');
  // One delivery has one id, under whichever name it is told.
  const id = told.find(([name]) => name.endsWith('-delivery'))?.[1];
  const shown = (name: string, value: string): string => {
    if (/signature/.test(name)) return `{signature of the ${signs(value) ?? '?'}}`;
    return name.endsWith('-delivery') && value !== id ? '{another id than the first}' : value;
  };
  return {
    method,
    headers: Object.fromEntries(told.map(([name, value]) => [name, shown(name, value)])),
    payload: payload ?? '{no JSON}',
  };
}

function orderOf({headers, payload}: Pick<WorldDelivery, 'headers' | 'payload'>): string {
  const valueOf = (pattern: RegExp): string => headers.find(([name]) => pattern.test(name))?.[1] ?? '';
  const [event, hook] = [valueOf(/-event$/i), valueOf(/^authorization$/i)];
  if (payload === undefined || !isJsonObject(payload)) return [event, hook].join(' ');
  const words = ['action', 'ref_type', 'ref'].map(key => jsonText(payload[key] ?? null));
  // Whoever was made first comes first, also where their ids are 9 and 10.
  const told = jsonText(payload).replace(/\d+/g, digits => digits.padStart(digitsMax, '0'));
  return [event, ...words, told, hook].join(' ');
}

/** As many as the largest id has. */
const digitsMax = 20;
