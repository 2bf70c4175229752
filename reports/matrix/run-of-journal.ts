// Reduces the journal of a run to its column of the matrix.
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import type {Requirement, RequirementId} from '../../model/requirement.ts';
import {caseStories, type Requirements} from '../case/details.ts';
import type {Annotate} from '../case/exchange-text.ts';
import type {Journal} from '../journal/reader.ts';
import {countVerdicts} from '../words/verdict-words.ts';
import {cellOf, type MatrixCell} from './cell.ts';
import {areasOf, free, slugOf, type MatrixRun} from './matrix-of-runs.ts';

/** What a column is called, where its user says so. */
export interface Named {
  readonly name?: string;
  readonly version?: string;
}

// Less than this share of the statements judged is marked.
const judgedShareMin = 0.5;

/** Makes the column. `taken` holds the keys of those before it. */
export function runOfJournal(
  journal: Journal,
  {name, version}: Named,
  {
    requirements,
    annotate,
    taken,
  }: {readonly requirements: Requirements; readonly annotate: Annotate; readonly taken: Set<string>},
): MatrixRun {
  const {header, cases} = journal;
  const facts = namesOf(header);
  const own = {name: name ?? facts.name, version: version ?? facts.version};
  const areas = areasOf(header);
  const cells = cellsOf(journal, areas, {requirements, annotate});
  return {
    key: free(slugOf(`${own.name}-${own.version}`), taken),
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
  if (peer !== undefined) return {name: peer.name, version: peer.version};
  return {name: livePeer?.address ?? 'unknown', version: 'unknown'};
}

function cellsOf(
  journal: Journal,
  areas: readonly Requirement['area'][],
  {requirements, annotate}: {readonly requirements: Requirements; readonly annotate: Annotate},
): ReadonlyMap<RequirementId, MatrixCell> {
  const byStatement = new Map<RequirementId, CaseLine[]>();
  for (const [id, {area}] of requirements) if (areas.includes(area)) byStatement.set(id, []);
  for (const line of journal.cases) for (const id of line.requirements) byStatement.get(id)?.push(line);
  const storyOf = caseStories(journal, requirements);
  return new Map([...byStatement].map(([id, lines]) => [id, cellOf(id, lines, {storyOf, annotate})] as const));
}

function marksOf(journal: Journal, cells: ReadonlyMap<RequirementId, MatrixCell>): readonly string[] {
  const {header} = journal;
  const judged = [...cells.values()].filter(({state}) => state !== 'not-judged').length;
  return [
    ...(journal.kind === 'incomplete' ? [`cut short: ${journal.why}`] : []),
    ...(journal.kind === 'complete' && journal.footer.isInterrupted ? ['cut short: the run was interrupted'] : []),
    ...(journal.kind === 'complete' && journal.footer.notRun > 0
      ? [`${String(journal.footer.notRun)} cases did not run`]
      : []),
    ...(header.shard === undefined
      ? []
      : [`shard ${String(header.shard.index)} of ${String(header.shard.count)} alone`]),
    ...(header.selection === undefined || header.selection.length === 0
      ? []
      : [`a selection: ${header.selection.join(' ')}`]),
    ...(header.isSelfTest ? ['the reference, tested by its own suites'] : []),
    ...(cells.size > 0 && judged < cells.size * judgedShareMin
      ? [`covers little: ${String(judged)} of ${String(cells.size)} statements were judged`]
      : []),
  ];
}
