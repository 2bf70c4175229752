// Reactions in words: `alice +1` is one that alice gave; how stories tell it, and how a list has to show it.
import type {PropertyWorld, WithReferences} from '../../../model/property.ts';
import {spelled} from './things.ts';

/** Who reacts. */
export const people = ['alice', 'bob', 'admin'] as const;

/** How the story calls who reacts. */
export function told(who: string): string {
  return who === 'admin' ? 'the administrator' : who;
}

/** Reactions such as `alice +1` in words. */
export function toldAll(names: readonly string[]): string {
  return spelled(
    names.map(name => {
      const [who = '', content = ''] = name.split(' ');
      return `${content} of ${told(who)}`;
    }),
  );
}

/** What a list of reactions must be: `alice +1` and so on, each once. */
export function reactionsTree(
  world: PropertyWorld,
  names: readonly string[],
): {readonly [key: string]: WithReferences} {
  const wanted = names.map(name => {
    const [who = '', content = ''] = name.split(' ');
    return {user: {login: world.known(`actors.${who}.login`)}, content};
  });
  return {body: wanted.length === 0 ? {$in: [null, []]} : {$unordered: wanted}};
}

/** The role of a login among them; the login itself where it is nobody’s. */
export function roleOf(world: PropertyWorld, login: unknown): string {
  return people.find(role => world.known(`actors.${role}.login`).value === login) ?? String(login);
}
