// Reads a YAML file of a known kind: parsed, read from its root, with every problem of it.
import type {Problem} from '../../model/problem.ts';
import {problemsOfKind, type FileKind} from './file-kind.ts';
import {parseYaml} from './parse-yaml.ts';
import {problemsOf} from './source.ts';
import {rootOf, type Place} from './yaml-place.ts';

/** A file as it was given: its text, and its name for messages. */
export interface TextFile {
  readonly text: string;
  readonly file: string;
}

/** What reading a file gives: its content, or every problem of it; never both. */
export interface FileReading<Content> {
  readonly content?: Content;
  readonly problems: readonly Problem[];
}

/**
 * Parses a text and reads it from its root. `readRoot` notes what is wrong at the places themselves; with any note nothing is given. With `kind`, nothing
 * of a file of another kind is quoted.
 */
export function readYamlFile<Content>(
  {text, file}: TextFile,
  readRoot: (root: Place) => Content | undefined,
  kind?: FileKind,
): FileReading<Content> {
  const source = parseYaml({text, file});
  const root = rootOf(source);
  const content = root === undefined ? undefined : readRoot(root);
  const all = problemsOf(source);
  const problems = kind === undefined ? all : problemsOfKind(all, {text, file}, kind);
  return content === undefined || problems.length > 0 ? {problems} : {content, problems};
}
