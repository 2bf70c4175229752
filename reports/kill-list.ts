// The kill matrix as the package carries it: for each fault the cases that notice it, small enough to be read whenever something is explained.
import {caseOf, type FaultRow, type KillMatrix} from './kill-matrix.ts';

/** A case, with all rows of its table, that noticed a fault; the first few say what they found. */
export interface Kill {
  readonly case: string;
  readonly verdict: string;
  readonly detail?: string;
}

/** Fault → the cases that noticed it, those first that fail. */
export type KillList = ReadonlyMap<string, readonly Kill[]>;

const schema = 1;

// What a case found names things that are drawn anew in every run; the first words are enough to see what it looks like.
const detailMax = 200;

/** Writes the list: one line per fault, so that a change reads as a difference of lines. */
export function renderKillList({rows}: Pick<KillMatrix, 'rows'>): string {
  const lines = rows.map(row => `    ${JSON.stringify(row.fault.name)}: ${JSON.stringify(killsOf(row))}`);
  return `{\n  "schema": ${String(schema)},\n  "faults": {\n${lines.join(',\n')}\n  }\n}\n`;
}

const seen: readonly string[] = ['fail', 'warn'];

function killsOf({noticed}: Pick<FaultRow, 'noticed'>): readonly Kill[] {
  const red = noticed
    .filter(({verdict}) => seen.includes(verdict))
    .toSorted((a, b) => seen.indexOf(a.verdict) - seen.indexOf(b.verdict) || (a.case < b.case ? -1 : 1));
  const ofCases = red.filter(({case: id}, index) => red.findIndex(one => caseOf(one.case) === caseOf(id)) === index);
  return ofCases.map(({case: id, verdict, detail}, index) => ({
    case: caseOf(id),
    verdict,
    ...(index < detailed ? {detail: firstLine(detail)} : {}),
  }));
}

// So many cases of a fault say what they found; the matrix of a run has all.
const detailed = 3;

function firstLine(detail: string): string {
  const [line = ''] = detail.split('\n', 1);
  return line.length > detailMax ? `${line.slice(0, detailMax)}…` : line;
}

/** Reads the list; one of another form says nothing. */
export function readKillList(text: string): KillList {
  const list = parsed(text);
  if (list?.schema !== schema || typeof list.faults !== 'object' || list.faults === null) return new Map();
  return new Map(Object.entries(list.faults).map(([name, kills]) => [name, Array.isArray(kills) ? kills : []]));
}

function parsed(
  text: string,
): {readonly schema?: unknown; readonly faults?: {readonly [name: string]: readonly Kill[]} | null} | undefined {
  try {
    return JSON.parse(text) as {
      readonly schema?: unknown;
      readonly faults?: {readonly [name: string]: readonly Kill[]};
    };
  } catch {
    return undefined;
  }
}
