// Values that came out of replies and arrangements, told from data that only looks like them: a body may well have a name and a value.
import type {Json} from './json.ts';

// The same in every copy of this module: properties of users are loaded beside the bundled program.
const mark: unique symbol = Symbol.for('touchstone.reference') as never;

/** A value that came out of a reply or arrangement, with the way it was found, so that a run can be told and written down again. */
export interface Reference<Value extends Json = Json> {
  readonly value: Value;
  /** How a story names it, e.g. `label 2's id`. */
  readonly name: string;
  readonly [mark]: true;
}

/** Makes one. */
export function reference<Value extends Json>(value: Value, name: string): Reference<Value> {
  return {value, name, [mark]: true};
}

/** Tells a reference from data. */
export function isReference(tree: unknown): tree is Reference {
  return typeof tree === 'object' && tree !== null && mark in tree;
}
