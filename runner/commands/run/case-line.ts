// Writes the outcome of a case as its journal line, with the places in the suite files looked up.
import {defined} from '../../../base/json/defined.ts';
import type {FinalVerdict} from '../../execute/final-verdict.ts';
import type {CaseOutcome} from '../../execute/run-plan.ts';
import type {CaseLine, JournalFinding, ProbeLine} from '../../../model/journal.ts';
import type {RequirementId} from '../../../model/requirement.ts';
import type {SourcePosition, SourceRef} from '../../../model/problem.ts';
import type {PlannedCase} from '../../../model/plan.ts';
import type {Finding} from '../../../model/verdict.ts';
import {definitionDigest} from '../../read/suite/definition-digest.ts';
import {narrowingText} from '../../../reports/words/narrowing-text.ts';
import type {Catalog} from '../load/catalog.ts';

/** Makes the line of one case. */
export async function caseLine(
  {planned, attempts, narrowed}: CaseOutcome,
  final: FinalVerdict,
  catalog: Catalog,
): Promise<CaseLine> {
  const {runnable} = planned;
  const {definition} = runnable;
  const {told} = final;
  const where = narrowed ?? told?.narrowed;
  const isGreen = final.verdict === 'pass' || final.verdict === 'skip';
  const source = isGreen ? undefined : await sourceOfCase(planned, catalog);
  return {
    type: 'case',
    id: runnable.id,
    title: definition.title,
    suite: suiteOf(runnable.id),
    kind: runnable.kind,
    requirements: definition.proves,
    ...(runnable.kind === 'example' ? {digest: definitionDigest(runnable.definition)} : {}),
    verdict: final.verdict,
    ...defined({
      cause: final.cause,
      detail: final.detail,
      context: contextIn(planned) ?? (told?.context === undefined ? undefined : {...told.context}),
      narrowed: where,
      changedBeside: told?.changedBeside,
    }),
    findings: await Promise.all(
      (told?.findings ?? []).map(finding => journalFinding(finding, definition.proves, catalog)),
    ),
    findingsOmitted: 0,
    ...defined({source}),
    durationMs: round(attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0)),
    exchanges: attempts.reduce((sum, attempt) => sum + attempt.exchanges.length, 0),
    bytesReceived: attempts.reduce((sum, attempt) => sum + attempt.bytesReceived, 0),
    attempts: attempts.length,
    ...defined({property: told?.property}),
    notes: [...(told?.notes ?? []), ...(where === undefined ? [] : [narrowingText(where)])],
  };
}

function contextIn({runnable}: PlannedCase): CaseLine['context'] {
  return runnable.kind === 'example' && runnable.context !== undefined ? {...runnable.context} : undefined;
}

/** Makes the line of a probe: reported, never scored. */
export function probeLine({planned}: CaseOutcome, final: FinalVerdict): ProbeLine {
  const first = final.told?.findings[0];
  const outcome = final.verdict === 'pass' ? 'as described' : final.verdict === 'warn' ? 'differs' : final.verdict;
  const detail =
    first === undefined ? final.detail : `${planned.runnable.definition.title}: ${first.path}: ${first.message}`;
  return {type: 'probe', name: planned.runnable.id, outcome, ...defined({detail})};
}

function suiteOf(id: string): string {
  return id.slice(0, id.replace(/\[[^]*$/, '').lastIndexOf('/'));
}

async function sourceOfCase({runnable}: CaseOutcome['planned'], catalog: Catalog): Promise<SourcePosition | undefined> {
  if (runnable.kind === 'property') return undefined;
  const {row, file, pointer} = runnable.definition;
  return catalog.positionOf(row === undefined ? {file, pointer} : {file: row.file, pointer: row.pointer});
}

async function journalFinding(
  finding: Finding,
  proves: readonly RequirementId[],
  catalog: Catalog,
): Promise<JournalFinding> {
  const {at, statement: _named, ...rest} = finding;
  // A law that several properties share may name a statement that this one does not prove.
  const named = proves.find(id => id === finding.statement);
  const statement = named ?? (proves.length === 1 ? proves[0] : undefined);
  const source = at === undefined ? undefined : 'pointer' in at ? await catalog.positionOf(at satisfies SourceRef) : at;
  return {...rest, ...defined({source, statement})};
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
