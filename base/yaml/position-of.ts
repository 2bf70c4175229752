// Finds line and column of values when messages need them.
import type {SourcePosition} from '../../model/problem.ts';
import {parseYaml} from './parse-yaml.ts';

/** Gives the position of a JSON Pointer; a pointer that leads nowhere gives its nearest existing ancestor. */
export type Positions = (pointer: string) => SourcePosition;

/** The texts that were asked about last in this process, which may run again. */
const askedBefore = new Map<string, Positions>();
const askedBeforeMax = 8;

/** Parses a YAML text once, for any number of positions in it. */
export function positionsIn({text, file}: {readonly text: string; readonly file: string}): Positions {
  const key = `${file}\n${text}`;
  const known = askedBefore.get(key) ?? parsedPositions(text, file);
  askedBefore.delete(key);
  askedBefore.set(key, known);
  for (const [oldest] of askedBefore) if (askedBefore.size > askedBeforeMax) askedBefore.delete(oldest);
  return known;
}

function parsedPositions(text: string, file: string): Positions {
  const source = parseYaml({text, file});
  return pointer => ({file, ...source.positionOf(pointer, 'key')});
}
