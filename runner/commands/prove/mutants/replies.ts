// Compares what cases see of two references: what differs although both are healthy, such as names and times, does not count.
import type {RawExchange} from '../../../../model/raw-exchange.ts';
import {digestOf} from '../../words/digest.ts';

/** What one exchange showed: lines by where they stand in it, such as `status` or `body/0/name`. */
type Shown = ReadonlyMap<string, string>;

/** What one attempt of a case saw, by the place of the exchange. */
export type Seen = ReadonlyMap<string, string>;

/** Collects what attempts saw; the runs of a property follow one another. */
export class Sight {
  readonly #cases = new Map<string, Map<string, string>>();
  readonly #attempts = new Map<string, number>();

  /** Adds one attempt of a case, or one run of a property. */
  add(id: string, exchanges: readonly RawExchange[]): void {
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    const seen = this.#cases.get(id) ?? new Map<string, string>();
    this.#cases.set(id, seen);
    const counts = new Map<string, number>();
    for (const exchange of exchanges) {
      const place = placeOf(exchange);
      const nth = (counts.get(place) ?? 0) + 1;
      counts.set(place, nth);
      // A step that waits asks as often as it has to; what it saw last is what it came to.
      const isWaiting = exchange.phase === 'act' && exchange.step !== undefined;
      seen.set(`${String(attempt)} ${place}${isWaiting ? '' : ` ${String(nth)}`}`, saidOf(exchange));
    }
  }

  /** Forgets a case, to see it once more. */
  forget(id: string): void {
    this.#cases.delete(id);
    this.#attempts.delete(id);
  }

  of(id: string): Seen | undefined {
    return this.#cases.get(id);
  }
}

function placeOf({phase, step, actor = '', operation = '', traffic}: RawExchange): string {
  const where = traffic.kind === 'http' ? traffic.request.method : traffic.kind;
  return [phase, step === undefined ? '' : `step ${String(step + 1)}`, actor, operation, where]
    .filter(word => word !== '')
    .join(' ');
}

/** Writes down what was said, as text; it is taken apart only where two differ. */
function saidOf({traffic}: RawExchange): string {
  switch (traffic.kind) {
    case 'http': {
      const {observation} = traffic;
      if (observation.kind === 'no-reply') return `status none ${observation.cause}`;
      const headers = observation.headers
        .map(([name, value]): string => `${name.toLowerCase()}: ${value}`)
        .filter(line => !/^(date|keep-alive|connection|content-length|x-reference-rules|transfer-encoding):/.test(line))
        .toSorted();
      return `status ${String(observation.status)}\n${headers.join('\n')}\n\n${textOf(observation.body)}`;
    }
    case 'testee': {
      const {answer} = traffic;
      if (answer.kind === 'value') return short(`value ${JSON.stringify(answer.value)}`);
      return short(answer.kind === 'encoded' ? `encoded ${hex(answer.bytes)}` : answer.kind);
    }
    case 'live': {
      const {arrival} = traffic;
      return short(arrival?.kind === 'frame' ? `frame ${hex(arrival.bytes)}` : (arrival?.kind ?? 'sent'));
    }
    case 'delivery': {
      const {delivery} = traffic;
      return delivery === undefined ? 'none' : `delivery\n\n${textOf(delivery.body)}`;
    }
  }
}

const textMax = 200;

function short(text: string): string {
  return text.length <= textMax ? text : `${text.slice(0, textMax / 2)}… ${digestOf(text)}`;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Where a mutant shows: the exchange, the place in it, and both values. */
export interface Difference {
  readonly where: string;
  readonly healthy: string;
  readonly mutant: string;
}

/** Finds the first difference that the healthy references, compared with each other, do not show. */
export function firstDifference(healthy: Seen, again: Seen, mutant: Seen): Difference | undefined {
  for (const [place, text] of mutant) {
    const [first, second] = [healthy.get(place), again.get(place)];
    if (first === undefined || second === undefined || text === first || text === second) continue;
    const difference = within(shownOf(first), shownOf(second), shownOf(text));
    if (difference !== undefined) return {...difference, where: `${place.replace(/^1 /, '')} ${difference.where}`};
  }
  return undefined;
}

const absent = '(absent)';

function within(first: Shown, second: Shown, mutant: Shown): Difference | undefined {
  for (const where of new Set([...first.keys(), ...mutant.keys()])) {
    const [one, two, changed] = [first.get(where) ?? absent, second.get(where) ?? absent, mutant.get(where) ?? absent];
    if (changed === one || changed === two) continue;
    const differs = one === two && !isMade(one) ? !isCounted(where) : isOfAnotherForm(changed, one, two);
    if (differs) return {where, healthy: one, mutant: changed};
  }
  return undefined;
}

// Ids come from counters that all cases share, so that two runs may agree by chance.
function isCounted(where: string): boolean {
  return /(^|[/_])(id|.*_id)$/.test(where);
}

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const dayMs = 24 * 3_600_000;

/** Whether a text holds the time at which it was made, or a hash that may depend on it: two runs within one second agree by chance. */
function isMade(text: string): boolean {
  const isNow = (time: string): boolean => Math.abs(Date.now() - Date.parse(time)) < dayMs;
  return /\b[0-9a-f]{40}\b/.test(text) || (text.match(instant) ?? []).some(isNow);
}

// What is drawn anew each time, such as names and times, is compared by its form.
function isOfAnotherForm(changed: string, one: string, two: string): boolean {
  return maskOf(one) === maskOf(two) && maskOf(changed) !== maskOf(one);
}

function maskOf(text: string): string {
  return text
    .replaceAll(/[\w-]{24,}/g, 'x')
    .replaceAll(/[a-z0-9]{5,}/gi, 'x')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/x(?:[-.]x)+/g, 'x');
}

/** Takes a text apart: the first line, each header, and each leaf of a JSON body. */
function shownOf(text: string): Shown {
  const end = text.indexOf('\n\n');
  const [status = '', ...headers] = (end === -1 ? text : text.slice(0, end)).split('\n');
  const shown = new Map([['status', status.replace(/^status /, '')]]);
  for (const header of headers) {
    const [name = '', value = ''] = header.split(/: ?(.*)/s);
    if (name !== '') shown.set(`header ${name}`, value);
  }
  if (end !== -1) addLeaves(shown, 'body', parsed(text.slice(end + 2)));
  return shown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function addLeaves(shown: Map<string, string>, where: string, value: unknown): void {
  if (Array.isArray(value)) {
    shown.set(`${where}/length`, String(value.length));
    for (const [index, one] of value.entries()) addLeaves(shown, `${where}/${String(index)}`, one);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) addLeaves(shown, `${where}/${key}`, one);
  } else shown.set(where, typeof value === 'string' ? value : (JSON.stringify(value) ?? absent));
}
