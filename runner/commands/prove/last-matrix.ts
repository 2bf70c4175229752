// Reads the matrix that the last `prove` left, as far as the next one may take it over.
import type {Machine} from '../../../model/machine.ts';
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {areFaultRows, areTexts} from '../../../reports/coverage/stored-rows.ts';
import type {FaultRow} from '../../../reports/coverage/kill-matrix.ts';

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

/** The matrix of all faults. */
export const wholeMatrixName = 'kill-matrix.json';

/** A matrix of some faults, or of as many as were proved before an interrupt; it does not take the place of a whole one. */
export const partMatrixName = 'kill-matrix-part.json';

/** Reads what a folder has of matrices, whole or cut short; without any that can be read, everything is proved, and that is said. */
export function readLastMatrix({files, talk}: Pick<Machine, 'files' | 'talk'>, folder: string): LastMatrix | undefined {
  const found = [wholeMatrixName, partMatrixName].flatMap(name => {
    const read = files.readText(`${folder}/${name}`, matrixBytesMax);
    return read.kind === 'text' ? (matrixOf(read.text) ?? []) : [];
  });
  if (found.length > 0) return {rows: found.flatMap(({rows}) => rows), cases: found.flatMap(({cases}) => cases)};
  talk(`--changed: ${folder}/${wholeMatrixName} holds no matrix of this version, so everything is proved\n`);
  return undefined;
}

const matrixBytesMax = 64 * 1024 * 1024;

// The file is our own and stands in the output folder; one that was cut short or is of another version is not used.
function matrixOf(text: string): LastMatrix | undefined {
  try {
    const matrix = JSON.parse(text) as Json;
    if (!isJsonObject(matrix)) return undefined;
    const {schema, rows = null, cases = null} = matrix;
    return schema === 1 && areFaultRows(rows) && areKnownCases(cases) && cases.length > 0 ? {rows, cases} : undefined;
  } catch {
    return undefined;
  }
}

function areKnownCases(cases: Json): cases is Json & readonly KnownCase[] {
  return isJsonList(cases) && cases.every(one => isJsonObject(one) && isKnownCase(one));
}

function isKnownCase({id, standing, rules}: JsonObject): boolean {
  return typeof id === 'string' && typeof standing === 'string' && areTexts(rules);
}
