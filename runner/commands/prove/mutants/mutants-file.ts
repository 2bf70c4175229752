// Keeps what was tried in the output folder, so that an interrupted measurement goes on and the next one knows what changed.
import type {Machine} from '../../../../model/machine.ts';
import type {MutantResult, MutantRow} from '../../../../reports/mutants/mutant-result.ts';

/** The file of a measurement, below the output folder. */
export const mutantsFileName = 'mutants.json';

/** One that was interrupted; it does not take the place of a whole one. */
export const mutantsPartName = 'mutants-part.json';

/** What a file holds. */
export interface KeptMutants {
  readonly schema: 1;
  /** Of everything that the rows depend on: the build, the cases and the code that runs them, the seed. */
  readonly standing: string;
  /** Functions of the mutated files by file and name, each with the digest of its text. */
  readonly functions: Readonly<Record<string, string>>;
  readonly result: MutantResult;
}

const bytesMax = 64 * 1024 * 1024;

/** Reads what a file holds; one of another version, or none, holds nothing. */
export function readKept({files}: Pick<Machine, 'files'>, path: string): KeptMutants | undefined {
  const read = files.readText(path, bytesMax);
  if (read.kind === 'unreadable') return undefined;
  try {
    const kept = JSON.parse(read.text) as Partial<KeptMutants>;
    return kept.schema === 1 && Array.isArray(kept.result?.rows) ? (kept as KeptMutants) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file. */
export function writeKept({files}: Pick<Machine, 'files'>, folder: string, name: string, kept: KeptMutants): void {
  if (files.makeFolder(folder).kind === 'made')
    files.writeWhole(`${folder}/${name}`, `${JSON.stringify(kept, null, 1)}\n`);
}

/** The rows of an interrupted measurement that stood on the same things, by the key of the mutant. */
export function rowsToKeep(kept: KeptMutants | undefined, standing: string): ReadonlyMap<string, MutantRow> {
  return new Map(kept?.standing === standing ? kept.result.rows.map(row => [row.mutant.key, row]) : []);
}
