// Reads the journals that a matrix is made of, one at a time, and keeps of each what its column shows.
import type {CaseLine} from '../../../model/journal.ts';
import {once} from '../../../base/calls/once.ts';
import type {Json} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {defined} from '../../../base/json/defined.ts';
import {readData} from '../../../base/yaml/read-data.ts';
import {readMatrixJson} from '../../../reports/matrix/matrix-json.ts';
import {placed, type MatrixRun, type MatrixStatement} from '../../../reports/matrix/matrix-of-runs.ts';
import {runOfJournal, type Named} from '../../../reports/matrix/run-of-journal.ts';
import {statementOfRule, wireRules, type RuleRow, type RuleRows} from '../../../reports/matrix/wire-rules.ts';
import {ownRequirements, readJournalFile, requirementsOf} from './journal-file.ts';
import {annotateHex} from './report-files.ts';

/** A column, and the journal that it was made of; one of an earlier matrix has none. */
export interface Column {
  readonly run: MatrixRun;
  readonly file: string;
  readonly sha256?: string;
}

interface Columns {
  readonly columns: readonly Column[];
  /** In the order of the record, then the rules of the wire, then what is in neither. */
  readonly statements: readonly MatrixStatement[];
  readonly problems: readonly string[];
}

/** What is read for all columns. */
interface Reading {
  readonly machine: Machine;
  readonly record: string;
  readonly rows: () => RuleRows;
  readonly requirements: () => ReadonlyMap<string, Requirement>;
  /** Certificates are about journals, byte by byte. */
  readonly isDigested: boolean;
  readonly taken: Set<string>;
  readonly statements: Map<string, MatrixStatement>;
}

/** Reads each operand, `[NAME[@VERSION]=]PATH`. */
export function readColumns(
  operands: readonly string[],
  machine: Machine,
  {isDigested = false}: {readonly isDigested?: boolean} = {},
): Columns {
  const reading: Reading = {
    machine,
    record: readRecord(machine),
    rows: once(() => readRuleRows(machine)),
    requirements: once(() => ownRequirements(machine)),
    taken: new Set(),
    statements: new Map(),
    isDigested,
  };
  const columns: Column[] = [];
  const problems: string[] = [];
  for (const operand of operands) {
    const read = readOperand(operand, reading);
    if (typeof read === 'string') problems.push(read);
    else columns.push(...read);
  }
  return {columns, statements: inOrder(reading), problems};
}

/** Gives the columns of an operand, or why there are none. */
function readOperand(operand: string, reading: Reading): readonly Column[] | string {
  const {machine, statements, taken} = reading;
  const {path, ...named} = splitOperand(operand, machine);
  if (path.endsWith('.json')) return earlierColumns(path, named, reading);
  const read = readJournalFile(path, machine, cases => cases.filter(isShown));
  if (read.kind === 'unusable') return read.why;
  const {journal} = read;
  const requirements = requirementsOf(journal, machine, reading.requirements);
  const suites = suitesOf(journal.cases);
  for (const [id, requirement] of requirements)
    if (!statements.has(id)) statements.set(id, placed(requirement, reading.record, suites.get(id)));
  const run = runOfJournal(journal, named, {requirements, annotate: annotateHex, taken, rows: reading.rows});
  for (const rule of wireRules)
    if (run.cells.has(rule.id) && !statements.has(rule.id))
      statements.set(rule.id, statementOfRule(rule, reading.rows()));
  const sha256 = reading.isDigested ? machine.signing.sha256(read.bytes) : undefined;
  return [{run, file: read.file, ...defined({sha256})}];
}

/** Only of what did not pass a cell shows what was sent and received. */
function isShown({verdict}: CaseLine): boolean {
  return verdict === 'fail' || verdict === 'flaky' || verdict === 'warn';
}

/** By statement the suite with most of its cases; which case ended first is chance. */
function suitesOf(cases: readonly CaseLine[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const {requirements, suite} of cases)
    for (const id of requirements) {
      const own = counts.get(id) ?? new Map<string, number>();
      counts.set(id, own.set(suite, (own.get(suite) ?? 0) + 1));
    }
  return new Map(
    [...counts].map(([id, own]) => {
      const [[suite] = ['']] = [...own].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return [id, suite] as const;
    }),
  );
}

const matrixBytesMax = 64 * 1024 * 1024;

function earlierColumns(
  path: string,
  {name}: Named,
  {machine, statements, taken}: Reading,
): readonly Column[] | string {
  if (name !== undefined)
    return `${name}=${path}: the columns of an earlier matrix keep their names\n  give ${path} alone`;
  const file = machine.files.readText(path, matrixBytesMax);
  if (file.kind === 'unreadable') return `${path}: ${file.why}`;
  const read = readMatrixJson(file.text, taken);
  if (read.kind === 'refused')
    return `${path} ${read.why}\n  give the matrix.json of a folder of pages, or what --to json wrote`;
  for (const one of read.statements) if (!statements.has(one.id)) statements.set(one.id, one);
  return read.runs.map(run => ({run, file: path}));
}

/** A path that exists is a path, whatever signs it holds. */
function splitOperand(operand: string, machine: Machine): Named & {readonly path: string} {
  const [, name = '', version, path = ''] = /^([^=@/\\]+)(?:@([^=]+))?=([^]+)$/.exec(operand) ?? [];
  if (path === '' || machine.files.exists(operand)) return {path: operand};
  return {name, path, ...(version === undefined ? {} : {version})};
}

function readRecord({files, packageRoot}: Machine): string {
  const record = files.readText(`${packageRoot}/fixtures/record.md`);
  return record.kind === 'text' ? record.text : '';
}

/** The order does not hang on which journal came first. */
function inOrder({statements, record}: Reading): readonly MatrixStatement[] {
  const order = new Map(wireRules.map(({id}, n) => [id as string, n]));
  const rankOf = ({id, quote}: Requirement): number => (order.has(id) ? 1 : record.includes(quote) ? 0 : 2);
  return [...statements.values()].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
  );
}

/** The rows of the wire cases by `suite/id`; those of JSON have no wire. */
export function readRuleRows({files, packageRoot}: Machine): RuleRows {
  return new Map(
    files.beside(`${packageRoot}/fixtures/overlay`, ['.yaml']).flatMap(file => {
      const suite = file.replace(/^.*[/\\]|\.yaml$/g, '');
      const text = files.readText(file);
      if (suite === 'json' || text.kind !== 'text') return [];
      const {content = {}} = readData({text: text.text, file}) as {
        readonly content?: {readonly rows?: readonly Json[]};
      };
      return (content.rows ?? []).map(
        row => [`${suite}/${(row as unknown as RuleRow).id}`, row as unknown as RuleRow] as const,
      );
    }),
  );
}
