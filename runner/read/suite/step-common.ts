// What every kind of step has, and the way to leave out a key that has no value.
import type {Step} from '../../../model/suite.ts';

/** Everything of a step that does not depend on its kind. */
export type StepCommon = Pick<Step, 'pointer' | 'expect' | 'usual' | 'capture' | 'eventuallyMs'>;

export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): {readonly [key in Key]?: Value} {
  return value === undefined ? {} : ({[key]: value} as {readonly [key in Key]: Value});
}
