// Finds line and column of values when messages need them.
import type {SourcePosition} from '../../model/problem.ts';
import {parseYaml} from './parse-yaml.ts';

/** Gives the position of a JSON Pointer; a pointer that leads nowhere gives its nearest existing ancestor. */
export type Positions = (pointer: string) => SourcePosition;

/** Parses a YAML text once, for any number of positions in it. */
export function positionsIn({text, file}: {readonly text: string; readonly file: string}): Positions {
  const source = parseYaml({text, file});
  return pointer => ({file, ...source.positionOf(pointer, 'key')});
}
