// Finds line and column of a value when a message needs them.
import type {SourcePosition} from '../model/problem.ts';
import {parseYaml} from './parse-yaml.ts';

/** Gives the position of a JSON Pointer in a YAML text. A pointer that leads nowhere gives its nearest existing ancestor. */
export function positionOf({
  text,
  file,
  pointer,
}: {
  readonly text: string;
  readonly file: string;
  readonly pointer: string;
}): SourcePosition {
  return {file, ...parseYaml({text, file}).positionOf(pointer, 'key')};
}
