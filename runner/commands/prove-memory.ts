// Reads the matrix that the last `prove` left, as far as the next one may take it over.
import type {Machine} from '../model/machine.ts';
import type {FaultRow} from '../../reports/kill-matrix.ts';

/** A case that was green on the healthy reference, what that stands on, and the rules that it touched. */
export interface KnownCase {
  readonly id: string;
  readonly standing: string;
  readonly rules: readonly string[];
}

/** What an earlier matrix knows. */
export interface LastMatrix {
  readonly rows: readonly FaultRow[];
  readonly cases: readonly KnownCase[];
}

/** Reads the matrix of a folder; without one that can be read, everything is proved, and that is said. */
export function readLastMatrix(machine: Machine, folder: string): LastMatrix | undefined {
  const file = `${folder}/kill-matrix.json`;
  const read = machine.files.readText(file, matrixBytesMax);
  const matrix = read.kind === 'text' ? matrixOf(read.text) : undefined;
  if (matrix === undefined)
    machine.talk(`--changed: ${file} holds no matrix of this version, so everything is proved\n`);
  return matrix;
}

const matrixBytesMax = 64 * 1024 * 1024;

// The file is our own and stands in the output folder; one that was cut short or is of another version is not used.
function matrixOf(text: string): LastMatrix | undefined {
  try {
    const matrix = JSON.parse(text) as Partial<LastMatrix> & {readonly schema?: unknown; readonly isWhole?: unknown};
    if (matrix.schema !== 1 || matrix.isWhole !== true) return undefined;
    return Array.isArray(matrix.rows) && Array.isArray(matrix.cases)
      ? {rows: matrix.rows, cases: matrix.cases}
      : undefined;
  } catch {
    return undefined;
  }
}
