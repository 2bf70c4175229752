// The kill matrix as the package carries it: for each fault the cases that notice it, small enough to be read whenever something is explained.
import {cutText} from '../../base/text/cut-text.ts';
import {caseOf, isOfStatement, type FaultRow, type KillMatrix, type Noticed} from './kill-matrix.ts';

/** A case, with all rows of its table, that noticed a fault; the first few say what they found. */
interface Kill {
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
  const lines = rows.map(row => JSON.stringify({fault: row.fault.name, noticed: killsOf(row)}));
  return [JSON.stringify({schema}), ...lines, ''].join('\n');
}

const seen: readonly string[] = ['fail', 'warn'];

function killsOf({fault, noticed}: Pick<FaultRow, 'fault' | 'noticed'>): readonly Kill[] {
  // Fails before warnings, and cases of the fault's own statement before others.
  const rank = ({verdict, proves}: Noticed): number =>
    seen.indexOf(verdict) * 2 + (isOfStatement(fault, proves) ? 0 : 1);
  const red = noticed
    .filter(({verdict}) => seen.includes(verdict))
    .toSorted((a, b) => rank(a) - rank(b) || (a.case < b.case ? -1 : 1));
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
  return cutText(line, detailMax);
}

/** Reads the list; one of another form says nothing. */
export function readKillList(text: string): KillList {
  const [head, ...rows] = text.split('\n').map(parsed);
  if (head?.schema !== schema) return new Map();
  return new Map(
    rows.flatMap(row =>
      typeof row?.fault === 'string' && Array.isArray(row.noticed) ? [[row.fault, row.noticed] as const] : [],
    ),
  );
}

interface Row {
  readonly schema?: unknown;
  readonly fault?: unknown;
  readonly noticed?: readonly Kill[];
}

function parsed(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row;
  } catch {
    return undefined;
  }
}
