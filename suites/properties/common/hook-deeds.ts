// What can be done with webhooks of several levels: commands over a model that remembers what each must have heard, and what none may have.
import type fc from 'fast-check';
import type {CallRequest, PropertyWorld, Reference} from '../../../model/property.ts';
import {textOf, type Place} from './things.ts';

export type Level = 'user' | 'organization' | 'repository';

/** Where issues are opened, and whose hooks that concerns. */
export interface Home {
  readonly place: Place;
  readonly hears: readonly Level[];
}

/** A hook that stands. */
export interface Hook {
  readonly id: Reference;
  state: 'listening' | 'inactive' | 'asks for something else';
  /** The record says that hooks fire; what an edited one does is only usual. */
  isEdited: boolean;
  /** Homes that were made after it; that the hook of an organization fires for older ones is only usual. */
  readonly newer: Set<string>;
}

export interface Model {
  readonly hooks: Map<Level, Hook>;
  /** Titles of issues, per level: those that a hook must have heard of, whether that is stated, and those that none may have. */
  readonly heard: ReadonlyMap<Level, {readonly title: string; readonly isStated: boolean}[]>;
  readonly unheard: ReadonlyMap<Level, string[]>;
  /** Levels whose hook heard something: of the others, silence shows nothing. */
  readonly alive: Set<Level>;
  opened: number;
}

export interface Real {
  readonly world: PropertyWorld;
  readonly homes: ReadonlyMap<string, Home>;
  readonly levels: ReadonlyMap<Level, LevelOf>;
}

/** The operations of the hooks of one level, and who may call them. */
export interface LevelOf {
  /** How the story calls the hook of this level, and who makes and edits it. */
  readonly hook: string;
  readonly actor: string;
  readonly operation: 'userHook' | 'orgHook' | 'repoHook';
  readonly by: Pick<CallRequest, 'as' | 'auth'>;
  readonly params: {readonly [name: string]: Reference};
}

type Command = fc.AsyncCommand<Model, Real>;

export class Open implements Command {
  readonly home: string;

  constructor(home: string) {
    this.home = home;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, {world, homes, levels}: Real): Promise<void> {
    world.count('open an issue');
    const {place, hears} = homes.get(this.home) as Home;
    model.opened += 1;
    const title = `${textOf(world.known('case.name'))} issue ${String(model.opened)}`;
    await world.prepare('issueCreateIssue', {
      as: 'bob',
      params: place,
      body: {title},
      say: `bob opens issue ${String(model.opened)} in ${this.home}`,
    });
    for (const level of levels.keys()) {
      const hook = model.hooks.get(level);
      if (hears.includes(level) && hook?.state === 'listening')
        model.heard.get(level)?.push({title, isStated: isStated(level, hook, this.home)});
      else model.unheard.get(level)?.push(title);
    }
  }

  toString(): string {
    return `open in ${this.home}`;
  }
}

function isStated(level: Level, {isEdited, newer}: Hook, home: string): boolean {
  return !isEdited && (level === 'user' || (level === 'organization' && newer.has(home)));
}

export class Make implements Command {
  readonly level: Level;

  constructor(level: Level) {
    this.level = level;
  }

  check({hooks}: Readonly<Model>): boolean {
    return !hooks.has(this.level);
  }

  async run(model: Model, {world, levels}: Real): Promise<void> {
    const {hook, actor, operation, by, params} = levels.get(this.level) as LevelOf;
    const {url, secret} = world.inbox(this.level);
    world.count(this.toString());
    const reply = await world.call(create[operation], {
      ...by,
      params,
      body: {
        type: world.known('dialect.values.hookType'),
        config: {url, content_type: 'json', secret},
        events: world.known('dialect.values.hookEvents.issues'),
        active: true,
      },
      say: `${actor} makes ${hook}: it asks for issues and delivers to inbox "${this.level}"`,
    });
    world.expect(reply, {status: '2xx'}, {usual: this.level === 'repository'});
    model.hooks.set(this.level, {id: reply.at('/id'), state: 'listening', isEdited: false, newer: new Set()});
  }

  toString(): string {
    return `make a hook of the ${this.level}`;
  }
}

const create = {userHook: 'userCreateHook', orgHook: 'orgCreateHook', repoHook: 'repoCreateHook'} as const;
const edit = {userHook: 'userEditHook', orgHook: 'orgEditHook', repoHook: 'repoEditHook'} as const;
const remove = {userHook: 'userDeleteHook', orgHook: 'orgDeleteHook', repoHook: 'repoDeleteHook'} as const;

export class Edit implements Command {
  readonly level: Level;
  readonly to: Hook['state'];

  constructor(level: Level, to: Hook['state']) {
    this.level = level;
    this.to = to;
  }

  check({hooks}: Readonly<Model>): boolean {
    const hook = hooks.get(this.level);
    return hook !== undefined && hook.state !== this.to;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, levels} = real;
    const {hook: called, actor, operation, by, params} = levels.get(this.level) as LevelOf;
    const hook = model.hooks.get(this.level) as Hook;
    await expectHeard(model, real, this.level);
    world.count(this.to === 'listening' ? 'let a hook listen again' : `make a hook be ${this.to}`);
    const asked = this.to === 'asks for something else' ? 'labels' : 'issues';
    await world.prepare(edit[operation], {
      ...by,
      params: {...params, id: hook.id},
      body: {active: this.to !== 'inactive', events: world.known(`dialect.values.hookEvents.${asked}`)},
      say: `${actor} edits ${called}: it is ${this.to === 'inactive' ? 'not active' : `active and asks for ${asked}${asked === 'labels' ? ' alone' : ''}`}`,
    });
    model.hooks.set(this.level, {...hook, state: this.to, isEdited: true});
  }

  toString(): string {
    return `the hook of the ${this.level} is now ${this.to}`;
  }
}

export class Remove implements Command {
  readonly level: Level;

  constructor(level: Level) {
    this.level = level;
  }

  check({hooks}: Readonly<Model>): boolean {
    return hooks.has(this.level);
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, levels} = real;
    const {hook, actor, operation, by, params} = levels.get(this.level) as LevelOf;
    await expectHeard(model, real, this.level);
    world.count('remove a hook');
    const {id} = model.hooks.get(this.level) as Hook;
    await world.prepare(remove[operation], {...by, params: {...params, id}, say: `${actor} removes ${hook}`});
    model.hooks.delete(this.level);
  }

  toString(): string {
    return `remove the hook of the ${this.level}`;
  }
}

/** Every value of a payload. */
export const anywhere = '$..*';

// What is still under way when a hook is edited or removed need not arrive, so it is waited for before.
export async function expectHeard(
  {heard, alive}: Model,
  {world, levels}: Real,
  level: Level,
  settleMs = 0,
): Promise<void> {
  for (const {title, isStated} of heard.get(level)?.splice(0) ?? []) {
    const hasCome = await world.deliveries(level, {
      where: {at: {[anywhere]: {$contains: title}}},
      ...(isStated ? {expect: {...statementOf(level), count: {$gte: 1}}} : {}),
      usual: {count: 1},
      settleMs,
      say: `wait for ${levels.get(level)?.hook ?? ''} to deliver issue ${numberOf(title)}, once`,
    });
    if (hasCome) alive.add(level);
  }
}

function statementOf(level: Level): {readonly proves?: string} {
  if (level === 'repository') return {};
  return {proves: level === 'user' ? 'HOOK-USER' : 'HOOK-ORG'};
}

/** Gives the number by which the story calls an issue. */
export function numberOf(title: string): string {
  return title.slice(title.lastIndexOf(' ') + 1);
}
