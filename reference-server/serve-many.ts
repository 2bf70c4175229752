/** Many servers in one process: each line that arrives starts or stops one, and is answered by a line. */
import {createInterface} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import type {ReferenceServer} from './start.ts';

/** What starting a server came to. */
type Listening =
  | {readonly kind: 'listening'; readonly server: Pick<ReferenceServer, 'url' | 'close'>}
  | {readonly kind: 'problems'; readonly problems: readonly string[]};

/** Starts a server as its own command line would. */
export type StartOne = (args: readonly string[]) => Promise<Listening>;

/**
 * Answers orders until the input ends: `{"id": 1, "args": […]}` with `{"id": 1, "url": "http://…"}` or
 * `{"id": 1, "problem": "…"}`, and `{"id": 1, "stop": true}` with `{"id": 1, "stopped": true}`.
 */
export async function answerOrders(input: Readable, output: Writable, start: StartOne): Promise<void> {
  const servers = new Map<number, Pick<ReferenceServer, 'close'>>();
  const say = (answer: Readonly<Record<string, unknown>>): void => void output.write(`${JSON.stringify(answer)}\n`);
  const pending: Promise<void>[] = [];
  for await (const line of createInterface({input})) {
    const order = readOrder(line);
    if (order === undefined) say({problem: 'an order is a JSON object with a number id, and args or stop'});
    else pending.push(carryOut(order, {servers, say, start}));
  }
  await Promise.all(pending);
  await Promise.all([...servers.values()].map(server => server.close()));
}

type Order =
  | {readonly kind: 'start'; readonly id: number; readonly args: readonly string[]}
  | {readonly kind: 'stop'; readonly id: number};

interface House {
  readonly servers: Map<number, Pick<ReferenceServer, 'close'>>;
  readonly say: (answer: Readonly<Record<string, unknown>>) => void;
  readonly start: StartOne;
}

async function carryOut(order: Order, {servers, say, start}: House): Promise<void> {
  const {id} = order;
  if (order.kind === 'stop') {
    const server = servers.get(id);
    servers.delete(id);
    await server?.close();
    return say(server === undefined ? {id, problem: 'there is no such server'} : {id, stopped: true});
  }
  const listening = await start(order.args);
  if (listening.kind === 'problems') return say({id, problem: listening.problems.join('; ')});
  servers.set(id, listening.server);
  say({id, url: listening.server.url});
}

function readOrder(line: string): Order | undefined {
  const order = readJson(line);
  if (typeof order !== 'object' || order === null || !('id' in order) || typeof order.id !== 'number') return undefined;
  const {id} = order;
  if ('stop' in order && order.stop === true) return {kind: 'stop', id};
  if (!('args' in order) || !Array.isArray(order.args)) return undefined;
  const args: readonly unknown[] = order.args;
  return args.every(arg => typeof arg === 'string') ? {kind: 'start', id, args} : undefined;
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
