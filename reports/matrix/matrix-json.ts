// The matrix as JSON, for programs.
import {defined} from '../../base/json/defined.ts';
import {certificateState, type MatrixCertificate} from './certified.ts';
import type {Matrix, MatrixRun} from './matrix-of-runs.ts';

/** The form of the file; a new form is a new number. */
const form = 1;

/** Writes statements once, and of each run one cell per statement. */
export function renderMatrixJson({statements, implementations, suitesDigest}: Matrix): string {
  const data = {
    form,
    suitesDigest,
    statements: statements.map(({id, area, level, section, quote, reading, source}) => ({
      id,
      area,
      level,
      section,
      quote,
      ...defined({reading, source}),
    })),
    implementations: implementations.map(({name, slug, runs}) => ({name, slug, runs: runs.map(runData)})),
  };
  return `${JSON.stringify(data, null, 1)}\n`;
}

function runData({cells, certificates, ...facts}: MatrixRun) {
  return {
    ...facts,
    cells: Object.fromEntries(cells),
    certificates: certificates.map(one => ({...withoutText(one), state: certificateState(one)})),
  };
}

function withoutText({text: _, ...facts}: MatrixCertificate): Omit<MatrixCertificate, 'text'> {
  return facts;
}
