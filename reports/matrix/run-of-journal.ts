// Reduces the journal of a run to its column of the matrix.
import {counted} from '../../base/text/counted.ts';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import type {Requirement, RequirementId} from '../../model/requirement.ts';
import {caseStories, type Requirements} from '../case/details.ts';
import type {Annotate} from '../case/exchange-text.ts';
import type {Journal} from '../journal/reader.ts';
import {countVerdicts} from '../words/verdict-words.ts';
import {cellOf, type CellSubject, type MatrixCell} from './cell.ts';
import {areasOf, free, slugOf, type MatrixRun} from './matrix-of-runs.ts';
import {casesByRule, wireStatement, type RuleRows} from './wire-rules.ts';

/** What a column is called, where its user says so. */
export interface Named {
  readonly name?: string;
  readonly version?: string;
}

// Less than this share of the statements judged is marked.
const judgedShareMin = 0.5;

/** What a column is made with. */
export interface ColumnParts {
  readonly requirements: Requirements;
  readonly annotate: Annotate;
  /** The keys of the columns before it. */
  readonly taken: Set<string>;
  /** What tells the rules of the wire apart; read only where a decoder was asked. */
  readonly rows: () => RuleRows;
}

/** Makes the column. */
export function runOfJournal(journal: Journal, {name, version}: Named, parts: ColumnParts): MatrixRun {
  const {header, cases} = journal;
  const facts = namesOf(header);
  const own = {name: name ?? facts.name, version: version ?? facts.version};
  const areas = areasOf(header);
  const cells = cellsOf(journal, areas, parts);
  return {
    key: free(slugOf(`${own.name}-${own.version}`), parts.taken),
    ...own,
    startedAt: header.startedAt,
    touchstone: header.tool.version,
    edition: header.suites.edition,
    suitesDigest: header.suites.digest,
    seed: header.seed,
    areas,
    counts: countVerdicts(cases),
    marks: marksOf(journal, cells),
    cells,
    certificates: [],
  };
}

/** What a target calls itself; a hosting server says a version and no name, so its dialect stands for that. */
function namesOf({target, dialect}: HeaderLine): {readonly name: string; readonly version: string} {
  const {hosting, peer, livePeer} = target;
  if (hosting !== undefined) return {name: dialect ?? hosting.url, version: hosting.version ?? 'unknown'};
  if (peer !== undefined) return {name: peer.name, version: peer.version === '' ? 'unknown' : peer.version};
  return {name: livePeer?.address ?? 'unknown', version: 'unknown'};
}

function cellsOf(
  journal: Journal,
  areas: readonly Requirement['area'][],
  {requirements, annotate, rows}: ColumnParts,
): ReadonlyMap<RequirementId, MatrixCell> {
  const byStatement = new Map<RequirementId, CaseLine[]>();
  for (const [id, {area}] of requirements) if (areas.includes(area)) byStatement.set(id, []);
  for (const line of journal.cases) for (const id of line.requirements) byStatement.get(id)?.push(line);
  const storyOf = caseStories(journal, requirements);
  const cell = (subject: CellSubject, lines: readonly CaseLine[]): MatrixCell =>
    cellOf(subject, lines, {storyOf, annotate});
  const cells = new Map<RequirementId, MatrixCell>();
  for (const [id, lines] of byStatement) {
    const requirement = requirements.get(id);
    // A decoder is no node: what only the other kind can be asked is no gap.
    if (lines.length === 0 && requirement?.area === 'overlay') continue;
    cells.set(id, cell({id, isCustom: isCustom(requirement)}, lines));
  }
  if (journal.header.target.peer === undefined || !byStatement.has(wireStatement)) return cells;
  for (const [rule, lines] of casesByRule(journal.cases, rows()))
    cells.set(rule.id, cell({id: wireStatement, isCustom: true, isRule: true}, lines));
  return cells;
}

/** What is neither the record's nor a standard's is what known implementations do. */
function isCustom(requirement: Requirement | undefined): boolean {
  return requirement?.source !== undefined && requirement.level === 'should';
}

function marksOf(journal: Journal, cells: ReadonlyMap<RequirementId, MatrixCell>): readonly string[] {
  const {header} = journal;
  const judged = [...cells.values()].filter(({state}) => state !== 'not-judged').length;
  return [
    ...(journal.kind === 'incomplete' ? [`cut short: ${journal.why}`] : []),
    ...(journal.kind === 'complete' && journal.footer.isInterrupted ? ['cut short: the run was interrupted'] : []),
    ...(journal.kind === 'complete' && journal.footer.notRun > 0
      ? [`${counted(journal.footer.notRun, 'case')} did not run`]
      : []),
    ...(header.shard === undefined
      ? []
      : [`shard ${String(header.shard.index)} of ${String(header.shard.count)} alone`]),
    ...(isWhole(header) ? [] : [`a selection: ${(header.selection ?? []).join(' ')}`]),
    ...(header.isSelfTest ? ['the reference, tested by its own suites'] : []),
    ...(cells.size > 0 && judged < cells.size * judgedShareMin
      ? [`covers little: ${String(judged)} of ${counted(cells.size, 'statement was', 'statements were')} judged`]
      : []),
  ];
}

/** The suites of the overlay are whole for a decoder or a node, which has no other half. */
function isWhole({selection = [], target}: HeaderLine): boolean {
  return selection.every(
    word => target.hosting === undefined && /^(?:.*[/\\])?suites[/\\](?:overlay|mesh)[/\\]?$/.test(word),
  );
}
