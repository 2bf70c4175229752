/** Starts a reference hosting server in this process. */
import {serve} from '@hono/node-server';
import type {AddressInfo} from 'node:net';
import type {Fault} from './faults/fault.ts';
import {makeGitStore} from './git/git-store.ts';
import {makeApp} from './serve/app.ts';
import type {InputRead} from './hosting/input-reads.ts';
import {makePasswords} from './hosting/passwords.ts';
import {blankPerson} from './hosting/resources/people/admin-users.ts';
import {storeToken} from './hosting/store-token.ts';
import type {Clock, World} from './hosting/world.ts';
import {makeCourier} from './outbound/courier.ts';
import {makeOutbound} from './outbound/outbound.ts';
import {makeQueues} from './outbound/queues.ts';
import {beginUnit, perUnit, startUnit} from './mutants/switch.ts';
import {makeRules} from './rules/make-rules.ts';
import {defaultSettings} from './settings/settings.ts';
import type {Settings} from './settings/settings.ts';
import {plantSeed} from './seed/plant-seed.ts';
import type {Seed} from './seed/seed.ts';
import {addAccount, makeState} from './state/state.ts';

export interface ReferenceOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly settings?: Settings;
  readonly faults?: readonly Fault[];
  readonly tracesRules?: boolean;
  /** What is there from the start. */
  readonly seed?: Seed;
  /** The first administrator of the site, and the access tokens that are there from the start: one with scope `all`, one older than scopes. */
  readonly admin: {
    readonly name: string;
    readonly password: string;
    readonly token?: string;
    readonly oldToken?: string;
  };
  readonly clock?: Clock;
  /** Hears of each named input that a handler reads; for tests. */
  readonly onInputRead?: (read: InputRead) => void;
  readonly log?: (text: string) => void;
}

export interface ReferenceServer {
  /** Where it answers, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Resolves when every delivery to hooks and every push to mirrors that was asked for has come to its end. */
  readonly delivered: () => Promise<void>;
  /** Stops it at once; open connections are cut. */
  readonly close: () => Promise<void>;
}

/** Something that the seed file asks for and the server refuses. */
export class SeedRefused extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SeedRefused';
    this.problems = problems;
  }
}

/** Starts the server; resolves when it listens, rejects with the system's error when it cannot, and with `SeedRefused`. */
export async function startReferenceServer(options: ReferenceOptions): Promise<ReferenceServer> {
  beginUnit(startUnit);
  const host = options.host ?? '127.0.0.1';
  const world = await makeWorld(options);
  await plant(world, options);
  const rules = makeRules((options.faults ?? []).map(fault => fault.patch));
  const app = makeApp({
    world,
    rules,
    tracesRules: options.tracesRules ?? false,
    ...(options.onInputRead === undefined ? {} : {onInputRead: options.onInputRead}),
    log: options.log ?? (() => undefined),
  });
  return new Promise((resolve, reject) => {
    const fetch = perUnit((request: Request) => request.headers.get('X-Request-Id') ?? startUnit, app.fetch);
    const server = serve({fetch, hostname: host, port: options.port ?? 0}, address => {
      resolve({url: urlOf(address), delivered: world.queues.idle, close});
    });
    server.on('error', reject);
    const close = async (): Promise<void> =>
      new Promise(done => {
        world.outbound.close();
        world.queues.close();
        server.close(() => done());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
  });
}

async function plant(world: World, {seed, admin}: ReferenceOptions): Promise<void> {
  const problems = seed === undefined ? [] : await plantSeed({world, seed, admin});
  if (problems.length > 0) throw new SeedRefused(problems);
}

function urlOf({address, family, port}: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function makeWorld({settings = defaultSettings, clock, admin, log}: ReferenceOptions): Promise<World> {
  const state = makeState();
  const outbound = makeOutbound(settings.allowedHosts);
  const tell = log ?? (() => undefined);
  const queues = makeQueues(tell);
  const timeoutMs = settings.deliverTimeoutSeconds * 1000;
  const world: World = {
    state,
    git: makeGitStore(),
    settings,
    clock: clock ?? {now: () => Date.now()},
    passwords: makePasswords(),
    outbound,
    queues,
    courier: makeCourier({outbound, queues, timeoutMs, hookNow: id => state.hooks.get(id), log: tell}),
  };
  const passwordHash = await world.passwords.hash(admin.password);
  const {id: personId} = addAccount(world.state, id => ({
    ...blankPerson,
    id,
    name: admin.name,
    emails: [{email: `${admin.name}@localhost`, isPrimary: true, isVerified: true}],
    passwordHash,
    isAdmin: true,
    createdAt: world.clock.now(),
  }));
  if (admin.token !== undefined) storeToken(world, {personId, name: 'first', secret: admin.token, scope: 'all'});
  if (admin.oldToken !== undefined)
    storeToken(world, {personId, name: 'older than scopes', secret: admin.oldToken, scope: undefined});
  return world;
}
