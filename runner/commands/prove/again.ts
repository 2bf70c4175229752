// Makes the pages of a matrix again from the file that `prove` left, and runs nothing.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {KillMatrix} from '../../../reports/coverage/kill-matrix.ts';
import {renderMatrix} from '../../../reports/coverage/kill-matrix-text.ts';
import {areFaultRows, areTexts} from '../../../reports/coverage/stored-rows.ts';
import {writePages, type PageOptions} from './matrix-pages.ts';

/** Prints the matrix and writes its pages: the exit code that `prove` had, or 2 when the file is none of its. */
export function proveAgain(machine: Machine, file: string, options: PageOptions): number {
  const read = machine.files.readText(file, matrixBytesMax);
  const matrix = read.kind === 'text' ? matrixOf(read.text) : undefined;
  if (matrix === undefined) {
    const why = read.kind === 'text' ? 'it is not a kill-matrix.json that this version of prove wrote' : read.why;
    machine.talk(`touchstone prove: --from ${file}: ${why}\n  give the kill-matrix.json of an --output folder\n`);
    return 2;
  }
  if (options.markdown !== undefined && !matrix.isWhole) {
    machine.talk(`touchstone prove: --markdown ${options.markdown}: the page is of all faults, and ${file} has some\n`);
    return 2;
  }
  writePages(machine, options, matrix);
  machine.print(`${renderMatrix(matrix)}\n`);
  return matrix.problems.length === 0 ? 0 : 1;
}

const matrixBytesMax = 64 * 1024 * 1024;

// The file is our own; one that was cut short, or is of another version, is not used.
function matrixOf(text: string): KillMatrix | undefined {
  try {
    const found = JSON.parse(text) as Json;
    if (!isJsonObject(found)) return undefined;
    const {schema, faults, noticed, rows = null, problems, isWhole} = found;
    if (schema !== 1 || typeof faults !== 'number' || typeof noticed !== 'number') return undefined;
    if (typeof isWhole !== 'boolean' || !areFaultRows(rows) || !areTexts(problems)) return undefined;
    return {faults, noticed, rows, problems, isWhole};
  } catch {
    return undefined;
  }
}
