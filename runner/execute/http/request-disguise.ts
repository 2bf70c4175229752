// Keeps a target from knowing who asks: requests as many clients send them, and accounts that look like anybody's.
import type {Guise} from '../attempt/run-parts.ts';
import type {RandomSource} from '../../../model/ports.ts';

type Header = readonly [name: string, value: string];

/** Makes the guise of one run. */
export function makeGuise(random: RandomSource): Guise {
  const below = (count: number): number => random.seed() % count;
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  return {
    headers: own => {
      const client = pick(clients);
      const added: readonly Header[] = [['User-Agent', client.agent(below)], ...client.also];
      const kept = own.map((header): Header => (isOurAccept(header) ? ['Accept', client.accept] : header));
      return shuffled([...kept, ...added.filter(([name]) => !hasHeader(kept, name))], below).map(
        ([name, value]): Header => [client.isLowerCase ? name.toLowerCase() : name, value],
      );
    },
    login: () =>
      pick([
        () => random.name(6 + below(9)),
        () => `${random.name(3 + below(5))}-${random.name(3 + below(6))}`,
        () => `${random.name(4 + below(5))}_${random.name(2 + below(4))}`,
      ])(),
    password: () => {
      const parts = [
        random.name(6 + below(9)),
        random.name(1 + below(5)).toUpperCase(),
        String(10 + below(9_990)),
        pick(['!', '-', '.', '+', '?', '#', '=']),
      ];
      // Two more lower-case parts: a password of capitals and digits alone would still be possible otherwise.
      return shuffled([...parts, random.name(5 + below(6))], below).join('');
    },
    emailDomain: () =>
      pick([
        () => pick(['example.org', 'example.com', 'example.net']),
        () => `${random.name(4 + below(8))}.${pick(['example', 'test', 'example.org'])}`,
      ])(),
  };
}

interface Client {
  readonly agent: (below: (count: number) => number) => string;
  readonly accept: string;
  readonly also: readonly Header[];
  readonly isLowerCase: boolean;
}

/** Clients that servers of this API meet every day. None asks for a compressed reply that it would not have asked for before. */
const clients: readonly [Client, ...Client[]] = [
  {agent: below => `curl/8.${String(below(13))}.${String(below(2))}`, accept: '*/*', also: [], isLowerCase: false},
  {agent: () => 'Go-http-client/1.1', accept: 'application/json', also: [], isLowerCase: false},
  {
    agent: below => `python-requests/2.${String(25 + below(8))}.${String(below(4))}`,
    accept: '*/*',
    also: [],
    isLowerCase: false,
  },
  {
    agent: below => `axios/1.${String(2 + below(9))}.${String(below(9))}`,
    accept: 'application/json, text/plain, */*',
    also: [],
    isLowerCase: false,
  },
  {
    agent: () => 'node',
    accept: '*/*',
    also: [
      ['Accept-Language', '*'],
      ['Sec-Fetch-Mode', 'cors'],
    ],
    isLowerCase: true,
  },
  {
    agent: below =>
      `Mozilla/5.0 (X11; Linux x86_64; rv:1${String(20 + below(25))}.0) Gecko/20100101 Firefox/1${String(20 + below(25))}.0`,
    accept: 'application/json',
    also: [['Accept-Language', 'en-US,en;q=0.5']],
    isLowerCase: false,
  },
  {
    agent: below => `okhttp/4.${String(9 + below(4))}.${String(below(4))}`,
    accept: 'application/json',
    also: [],
    isLowerCase: false,
  },
];

function isOurAccept([name, value]: Header): boolean {
  return name === 'Accept' && value === 'application/json';
}

function hasHeader(headers: readonly Header[], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
}

function shuffled<Item>(items: readonly Item[], below: (count: number) => number): readonly Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    const moved = order[last] as Item;
    order[last] = order[other] as Item;
    order[other] = moved;
  }
  return order;
}

/** Gives names of changing length, so that the length itself is no mark. */
export function freely(random: RandomSource): RandomSource {
  return {
    seed: () => random.seed(),
    name: length => random.name(Math.max(6, length - 3 + (random.seed() % 7))),
  };
}
