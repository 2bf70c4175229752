// One file that is being read: its value, where its parts stand in the text, and what is wrong with it so far.
import {defined} from '../json/defined.ts';
import type {Json} from '../../model/json.ts';
import type {Problem} from '../../model/problem.ts';
import type {TextPosition} from './line-index.ts';

/** Which half of a mapping entry a message points at. */
export type Side = 'key' | 'value';

/** Something wrong, before its line is looked up: by pointer, by offset, or about the whole file. */
export interface Note {
  readonly message: string;
  readonly fix: string;
  /** The line holds a secret and is not shown. */
  readonly hidesLine?: true;
  readonly at: {readonly pointer: string; readonly side: Side} | {readonly offset: number} | 'file';
}

/** A parsed file. `value` is undefined when its text is no usable YAML. */
export interface Source {
  readonly file: string;
  readonly value: Json | undefined;
  readonly notes: Note[];
  /** Position of a pointer; a pointer that leads nowhere gives its nearest existing ancestor. */
  positionOf(pointer: string, side: Side): TextPosition;
  positionAt(offset: number): TextPosition;
  /** First and last line of the value at a pointer. */
  linesOf(pointer: string): {readonly first: number; readonly last: number};
}

/** Gives every problem of a file, sorted by position. */
export function problemsOf(source: Source): readonly Problem[] {
  const seen = new Set<string>();
  return source.notes
    .map(note => problemOf(source, note))
    .filter(problem => isNew(seen, `${String(problem.line)}:${String(problem.column)} ${problem.message}`))
    .toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));
}

function problemOf(source: Source, {message, fix, at, hidesLine}: Note): Problem {
  if (at === 'file') return {file: source.file, message, fix};
  const position = 'offset' in at ? source.positionAt(at.offset) : source.positionOf(at.pointer, at.side);
  const {sourceLine, sourceStart, ...place} = position;
  const shown = hidesLine === true ? {} : {sourceLine, ...defined({sourceStart})};
  return {file: source.file, ...place, ...shown, message, fix};
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
