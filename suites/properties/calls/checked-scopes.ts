// The law of scopes: without the scope of an operation a token is refused, with it and with `all` it is accepted.
import {isJsonObject} from '../../../model/json.ts';
import type {CallRequest, PropertyWorld, Reference, WorldReply} from '../../../model/property.ts';
import {isSuccess, part, type Things} from '../common/things.ts';
import {offeredOf, type Area, type Call, type Content} from './call.ts';
import {Scene, type Params} from './scene.ts';

/** The statement that scopes are about. */
const proves = 'AUTH-SCOPE-CHECK';

/** The scope names of the parts of the API, as the target's dialect has them. */
type ScopeNames = ReadonlyMap<string, {readonly read: string; readonly write: string}>;

/** A token, and what the story calls it. */
interface Held {
  readonly token: Reference;
  readonly called: string;
}

/** One operation that is ready to be called. */
interface Ready {
  readonly call: Call;
  readonly params: Params;
  readonly content: Content;
}

/** Tries each operation with tokens that lack its scope, and then with one that has it. */
export async function expectCheckedScopes(world: PropertyWorld, calls: readonly Call[]): Promise<void> {
  const names = scopeNames(world);
  const offered = offeredOf(world, calls).filter(({areas}) => areas.every(area => names.has(area)));
  if (offered.length === 0)
    world.skip('the dialect names no scopes for these operations ("values.scopeAreas", "values.areasHaveScopes")');
  const tokens = new Tokens(new Scene(world), names, offered);
  await tokens.make();
  const ready: Ready[] = [];
  for (const call of offered) ready.push(await prepared(tokens.scene, call));
  for (const each of ready) await expectRefusals(world, tokens, each);
  // What one of several scopes was enough for has used up what was made for it.
  for (const each of ready) {
    const isFresh = each.call.isRead || each.call.areas.length === 1;
    await expectAcceptance(world, tokens, isFresh ? each : await prepared(tokens.scene, each.call));
  }
}

async function prepared(scene: Scene, call: Call): Promise<Ready> {
  const params = await call.params(scene);
  return {call, params, content: await call.content(scene, params)};
}

async function expectRefusals(world: PropertyWorld, tokens: Tokens, ready: Ready): Promise<void> {
  const {call} = ready;
  world.count(`refuse ${call.operation}`);
  if (!call.isRead) {
    const reply = await send(world, ready, tokens.readingAll());
    expectRefused(world, reply, {ready, held: tokens.readingAll(), usual: false});
  }
  if (call.areas.length > 1) await expectAllScopes(world, tokens, ready);
  for (const area of call.areas) {
    const held = tokens.allBut(area);
    const reply = await send(world, ready, held);
    // Which part of the API an operation belongs to is a name of the dialect; that it belongs to one is stated.
    const isOpen = call.isRead && isSuccess(reply) && (await isOpenToAnyToken(world, tokens, ready));
    if (isOpen || call.unscoped?.includes(area) !== true) expectRefused(world, reply, {ready, held, usual: !isOpen});
  }
}

/** Of several scopes each is needed: where every one opens the operation alone, none is checked, whichever parts of the API the dialect means. */
async function expectAllScopes(world: PropertyWorld, tokens: Tokens, ready: Ready): Promise<void> {
  const {operation, areas} = ready.call;
  if (await isLetIn(world, ready, tokens.far(areas))) return;
  const alone: Held[] = [];
  for (const area of areas) {
    const held = tokens.only(ready.call, area);
    if (await isLetIn(world, ready, held)) alone.push(held);
  }
  const told = alone.map(({called}) => called).join(' and to one ');
  world.law(
    alone.length < areas.length,
    {
      path: 'status',
      message: `${operation} is open to a token ${told} (expected that it needs the scopes of ${areas.join(' and ')} together)`,
    },
    {proves, unwritable: 'it compares what several tokens are answered'},
  );
}

/** Whether the scope of a token was enough, whatever else there may be to refuse, such as a name that an earlier call took. */
async function isLetIn(world: PropertyWorld, ready: Ready, held: Held): Promise<boolean> {
  const {status} = await send(world, ready, held);
  return ![401, 403, 404].includes(status);
}

/** Whether a token for a single other thing is accepted too, although somebody without credentials is not. */
async function isOpenToAnyToken(world: PropertyWorld, tokens: Tokens, ready: Ready): Promise<boolean> {
  const far = await send(world, ready, tokens.far(ready.call.areas));
  if (!isSuccess(far)) return false;
  const {call, params, content} = ready;
  const say = `somebody without credentials calls ${call.operation}`;
  return !isSuccess(await world.call(call.operation, {...content, params, auth: 'none', say}));
}

function expectRefused(
  world: PropertyWorld,
  reply: WorldReply,
  {ready, held, usual}: {readonly ready: Ready; readonly held: Held; readonly usual: boolean},
): void {
  const {operation, areas} = ready.call;
  const told = `${operation} with a token ${held.called} is answered with ${String(reply.status)}`;
  // Which refusal it is, is usual; that it is one, is stated.
  const statuses = [401, 403, 404];
  world.law(
    usual ? statuses.includes(reply.status) : reply.status >= 400 && reply.status < 500,
    {
      path: 'status',
      message: `${told} (expected a refusal${usual ? ' with 401, 403 or 404' : ''}: it needs a scope of ${areas.join(' and ')})`,
    },
    {usual, proves, written: {reply, tree: {status: usual ? {$in: statuses} : {$gte: 400, $lt: 500}}}},
  );
}

async function expectAcceptance(world: PropertyWorld, tokens: Tokens, ready: Ready): Promise<void> {
  const {call, params, content} = ready;
  world.count(`accept ${call.operation}`);
  const rights = [tokens.right(call), ...(call.isRead ? [tokens.writing(call)] : [])];
  for (const held of rights) {
    const reply = await send(world, ready, held, besideOf(call));
    const control = isSuccess(reply) ? reply : await send(world, ready, tokens.all());
    const told = isSuccess(control)
      ? `a token for everything is accepted, and one ${held.called} is answered with ${String(reply.status)}`
      : `even a token for everything is answered with ${String(control.status)}`;
    const message = `${call.operation}: ${told} (expected 2xx)`;
    world.law(
      isSuccess(reply),
      {path: 'status', message},
      {usual: true, proves, written: {reply, tree: {status: '2xx'}}},
    );
    if (!isSuccess(reply)) return;
  }
  await call.after?.(tokens.scene, params, content);
}

async function send(
  world: PropertyWorld,
  {call, params, content}: Ready,
  held: Held,
  more: Pick<CallRequest, 'looksBeside'> = {},
): Promise<WorldReply> {
  const say = `${call.as ?? 'alice'} calls ${call.operation} with a token ${held.called}`;
  const as = call.as ?? 'alice';
  return world.call(call.operation, {...content, ...more, params, as, auth: {token: held.token}, say});
}

// Where an operation succeeds, what it must leave alone stays as it was.
function besideOf({isRead}: Call): Pick<CallRequest, 'looksBeside'> {
  return isRead ? {} : {looksBeside: 'API-PREFIX'};
}

/** The tokens that a list of operations is tried with. */
class Tokens {
  readonly scene: Scene;
  private readonly names: ScopeNames;
  private readonly calls: readonly Call[];
  private readonly held = new Map<string, Held>();

  constructor(scene: Scene, names: ScopeNames, calls: readonly Call[]) {
    this.scene = scene;
    this.names = names;
    this.calls = calls;
  }

  /** Makes all of them before anything else is done. */
  async make(): Promise<void> {
    const areas = new Set(this.calls.flatMap(call => call.areas));
    const all = [...this.names.keys()];
    await this.add('all', ['all'], 'for everything');
    await this.add(
      'reading',
      all.map(area => this.named(area, 'read')),
      'that may only read',
    );
    for (const area of areas) {
      const others = all.filter(one => one !== area).map(one => this.named(one, 'write'));
      await this.add(`but ${area}`, others, `for everything but ${area}`);
    }
    for (const {areas: wanted} of this.calls) {
      const far = this.farFrom(wanted);
      await this.add(`far ${far}`, [this.named(far, 'read')], `for ${this.named(far, 'read')}`);
      for (const level of ['read', 'write'] as const) {
        const scopes = wanted.map(area => this.named(area, level));
        await this.add(`${level} ${wanted.join()}`, scopes, `for ${scopes.join(' and ')}`);
        if (wanted.length > 1)
          for (const [at, area] of wanted.entries())
            await this.add(`${level} ${area}`, scopes.slice(at, at + 1), `for ${scopes[at] ?? ''} alone`);
      }
    }
  }

  all(): Held {
    return this.of('all');
  }

  readingAll(): Held {
    return this.of('reading');
  }

  allBut(area: Area): Held {
    return this.of(`but ${area}`);
  }

  far(areas: readonly Area[]): Held {
    return this.of(`far ${this.farFrom(areas)}`);
  }

  only({isRead}: Call, area: Area): Held {
    return this.of(`${isRead ? 'read' : 'write'} ${area}`);
  }

  right(call: Call): Held {
    return this.of(`${call.isRead ? 'read' : 'write'} ${call.areas.join()}`);
  }

  writing({areas}: Call): Held {
    return this.of(`write ${areas.join()}`);
  }

  private farFrom(areas: readonly Area[]): string {
    const far: readonly string[] = ['package', 'notification', 'user'];
    return far.find(area => !areas.some(one => one === area) && this.names.has(area)) ?? '';
  }

  private named(area: string, level: 'read' | 'write'): string {
    return this.names.get(area)?.[level] ?? '';
  }

  private of(key: string): Held {
    const held = this.held.get(key);
    if (held === undefined) throw new Error(`no token "${key}" was made`);
    return held;
  }

  private async add(key: string, scopes: readonly string[], called: string): Promise<void> {
    if (this.held.has(key)) return;
    const as = this.calls[0]?.as ?? 'alice';
    const login = this.scene.world.known(`actors.${as}.login`);
    const made: Things = await this.scene.make('token', {scopes, owner_as: as, login});
    this.held.set(key, {token: part(made, 'token'), called});
  }
}

function scopeNames(world: PropertyWorld): ScopeNames {
  const {value} = world.known('dialect.values');
  if (!isJsonObject(value) || value['areasHaveScopes'] !== true) return new Map();
  const areas = value['scopeAreas'];
  if (areas === undefined || !isJsonObject(areas)) return new Map();
  return new Map(
    Object.entries(areas).flatMap(([area, names]) => {
      if (!isJsonObject(names)) return [];
      const {read, write} = names;
      return typeof read === 'string' && typeof write === 'string' ? [[area, {read, write}] as const] : [];
    }),
  );
}
