// Tells what kind of file each of the user's YAML files is, by the keys that stand at its left edge.
import {hasRootKey} from '../../../base/yaml/file-kind.ts';
import type {Machine} from '../../../model/machine.ts';

/** A file with its text. */
export interface TextFile {
  readonly file: string;
  readonly text: string;
}

/** Files by kind. What is none of the others is taken for a suite, whose reader says what it lacks. */
export interface SortedFiles {
  readonly suites: readonly string[];
  readonly targets: readonly TextFile[];
  readonly baselines: readonly TextFile[];
  readonly fuzzBaselines: readonly TextFile[];
  readonly dialects: readonly TextFile[];
}

/** Sorts them. */
export function sortFiles(files: readonly string[], machine: Machine): SortedFiles {
  const sorted = {
    suites: [] as string[],
    targets: [] as TextFile[],
    baselines: [] as TextFile[],
    fuzzBaselines: [] as TextFile[],
    dialects: [] as TextFile[],
  };
  for (const file of files) {
    const read = machine.files.readText(file);
    const kind = read.kind === 'text' ? kindOf(read.text) : 'suites';
    if (kind === 'suites') sorted.suites.push(file);
    else if (read.kind === 'text') sorted[kind].push({file, text: read.text});
  }
  return sorted;
}

function kindOf(text: string): keyof SortedFiles {
  const has = (key: string): boolean => hasRootKey(text, key);
  if (has('suite')) return 'suites';
  if (has('baseline')) return 'baselines';
  if (has('target')) return 'targets';
  // A target file may have a key of that name too.
  if (has('dialect')) return 'dialects';
  return has('known') ? 'fuzzBaselines' : 'suites';
}
