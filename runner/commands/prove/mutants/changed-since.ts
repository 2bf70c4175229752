// Says how the functions of the mutated files were before: at a commit, or when the last whole result was made.
import type {Machine} from '../../../../model/machine.ts';
import type {MutantBuild} from '../../../../model/mutants.ts';
import type {ReadSource} from './described.ts';
import {functionDigests} from './draw-mutants.ts';
import {mutantsFileName, readKept} from './mutants-file.ts';

/** The functions as they were, and what that was; refused when it is not known. */
export type Before =
  | {readonly kind: 'known'; readonly functions: ReadonlyMap<string, string>; readonly what: string}
  | {readonly kind: 'refused'; readonly why: string};

export interface ChangedInputs {
  /** A commit; `true` for the last whole result. */
  readonly since: string | true;
  readonly output: string;
  /** The mutated files. */
  readonly files: readonly string[];
  readonly build: Pick<MutantBuild, 'sourcesAt'>;
  readonly readSource: ReadSource;
}

/** Finds what the functions were. */
export async function changedSince(
  machine: Machine,
  {since, output, files, build, readSource}: ChangedInputs,
): Promise<Before> {
  if (since === true) {
    const path = `${output}/${mutantsFileName}`;
    const kept = readKept(machine, path);
    if (kept !== undefined)
      return {kind: 'known', functions: new Map(Object.entries(kept.functions)), what: `the result in ${path}`};
    return {
      kind: 'refused',
      why: `--changed: there is no whole result in ${path}\n  name a commit, e.g. --changed origin/main, or run it without --changed first`,
    };
  }
  const sources = await build.sourcesAt(since);
  if (sources.kind === 'unknown') return {kind: 'refused', why: `--changed ${since}: ${sources.why}`};
  const functions = files.flatMap(file => [...functionDigests(file, sources.before.get(file) ?? readSource(file))]);
  return {kind: 'known', functions: new Map(functions), what: since};
}
