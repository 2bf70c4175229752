// Changes sources by StrykerJS's instrumenter: one file then holds all its mutants, and a switch chooses which is active.
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import type {Mutant} from '../../../model/mutants.ts';

/** One source. */
export interface Source {
  /** Relative to the root of the package. */
  readonly file: string;
  readonly text: string;
}

/** Sources with their mutants, numbered through file by file, from 0. */
export interface Instrumented {
  readonly sources: readonly Source[];
  readonly mutants: readonly Mutant[];
}

/** Finds the instrumenter from the root of the package; it is a development dependency, so only a checkout has it. */
export function instrumenterPath(root: string): string | undefined {
  try {
    return createRequire(`${root}/package.json`).resolve('@stryker-mutator/instrumenter');
  } catch {
    return undefined;
  }
}

/** Puts all mutants of these sources into them. */
export async function instrument(sources: readonly Source[], instrumenter: string): Promise<Instrumented> {
  const {Instrumenter} = (await import(pathToFileURL(instrumenter).href)) as Library;
  const {files, mutants} = await new Instrumenter(silent).instrument(
    sources.map(({file, text}) => ({name: file, content: text, mutate: true})),
    {plugins: ['typescript'], excludedMutations: [], ignorers: []},
  );
  return {
    sources: files.map(({name, content}) => ({file: name, text: withQuickCounts(content)})),
    mutants: mutants.map(({id, fileName, location: {start, end}, mutatorName, replacement}) => ({
      id: Number(id),
      file: fileName,
      from: {line: start.line + 1, column: start.column},
      to: {line: end.line + 1, column: end.column},
      mutator: mutatorName,
      replacement,
    })),
  };
}

const counts = 'var c = cov.static;';

/**
 * Makes counting cheap, which every statement of a mutated file does: numbers in place of texts, and nothing where nobody notes what is reached. As the
 * library writes it, a decoder took ten times as long as its plain build, and looked dead after 60,000 bytes.
 */
function withQuickCounts(text: string): string {
  return text
    .replace(counts, `${counts} if (c === undefined) return;`)
    .replaceAll(/(?<=stryCov_\w+\()"\d+"(?:, "\d+")*(?=\))/g, ids => ids.replaceAll('"', ''));
}

/** As much of the library as is used; its own types need settings that ours do not have. */
interface Library {
  readonly Instrumenter: new (logger: typeof silent) => {
    instrument(
      files: readonly {readonly name: string; readonly content: string; readonly mutate: true}[],
      options: object,
    ): Promise<{
      readonly files: readonly {readonly name: string; readonly content: string}[];
      readonly mutants: readonly {
        readonly id: string;
        readonly fileName: string;
        /** Lines count from 0. */
        readonly location: Record<'start' | 'end', {readonly line: number; readonly column: number}>;
        readonly mutatorName: string;
        readonly replacement: string;
      }[];
    }>;
  };
}

const silence = (): void => undefined;
const no = (): boolean => false;
const silent = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: silence,
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
  fatal: silence,
};
