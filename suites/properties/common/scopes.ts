// Scopes of tokens: those that a purpose takes, how servers write them, and the same as a tree.
import {isJsonList, type Json} from '../../../model/json.ts';
import type {PropertyWorld, WithReferences} from '../../../model/property.ts';
import {wordOf} from './things.ts';

/** The names that the target has for a purpose, e.g. `issueRead`. */
export function scopesFor(world: PropertyWorld, purpose: string): readonly string[] {
  const {value} = world.known(`dialect.values.scopes.${purpose}`);
  return isJsonList(value) ? value.filter(scope => typeof scope === 'string') : [];
}

/** "The scope is stored as a normalized (no duplicates), comma-separated string": a list of names, or one string of them. */
export function scopesIn(shown: Json | undefined): readonly string[] {
  const texts: readonly Json[] = Array.isArray(shown) ? shown : [shown ?? ''];
  const [text] = texts;
  if (texts.length > 1) return texts.map(wordOf);
  return typeof text === 'string' && text !== '' ? text.split(',') : [];
}

/** The same as a tree: a list of exactly these names, or one string of them in whatever order. */
export function scopesTree(wanted: readonly string[]): WithReferences {
  const texts = inEveryOrder(wanted).map(names => names.join(','));
  return {$any: [{$unordered: wanted}, {$in: texts}, {$unordered: [{$in: texts}]}]};
}

function inEveryOrder(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length < 2) return [names];
  return names.flatMap(first => inEveryOrder(names.filter(name => name !== first)).map(rest => [first, ...rest]));
}
