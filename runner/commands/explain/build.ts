// Puts together everything that is known about a statement, a case or a fault.
import {counted} from '../../../base/text/counted.ts';
import {program} from '../../../base/text/program.ts';
import {defined} from '../../../base/json/defined.ts';
import type {ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {operationsOf} from '../../plan/gate-case.ts';
import type {
  CaseExplanation,
  CaughtFault,
  ExampleOfCase,
  Explanation,
  FaultExplanation,
  LastResult,
} from '../../../reports/explain/explanation.ts';
import type {KillList} from '../../../reports/coverage/kill-list.ts';
import {capabilities} from '../load/capabilities.ts';
import type {Catalog} from '../load/catalog.ts';
import {judges, withoutRow, type KnownIds, type Subject} from './find.ts';
import {exampleOfCase, stepSentences} from './step-sentences.ts';
import type {KnownServer} from '../load/known-servers.ts';
import type {NewestJournal} from '../run/newest-journal.ts';

/** What explanations are made of. */
export interface ExplainSources extends KnownIds {
  readonly catalog: Catalog;
  readonly kills: KillList;
  readonly servers: readonly KnownServer[];
  readonly journal: Exclude<NewestJournal, {readonly kind: 'unusable'}>;
}

/** Explains the subject. */
export function explainSubject(subject: Subject, sources: ExplainSources): Promise<Explanation> {
  switch (subject.kind) {
    case 'statement':
      return explainStatement(subject.requirement, sources);
    case 'case':
      return explainCase(subject, sources);
    case 'fault':
      return Promise.resolve(explainFault(subject.fault, sources));
  }
}

async function explainStatement(requirement: Requirement, sources: ExplainSources): Promise<Explanation> {
  const own = sources.runnables.filter(({definition}) => definition.proves.includes(requirement.id));
  const shown = own.filter(({id}, index) => own.findIndex(one => withoutRow(one.id) === withoutRow(id)) === index);
  const example = await firstExample(own, sources);
  const ids = new Set(shown.map(({id}) => withoutRow(id)));
  return {
    kind: 'statement',
    requirement,
    cases: shown.map(({id, definition}) => ({id: withoutRow(id), title: definition.title})),
    ...defined({example}),
    faults: sources.faults
      .filter(fault => fault.requirement === requirement.id)
      .map(fault => caught(fault, ids, sources.kills)),
    differ: [...contestedNote(requirement), ...serverNotes(own, sources), ...dialectNotes(own, sources.catalog)],
    last: lastOf(sources, judges({kind: 'statement', requirement})),
  };
}

async function explainCase(
  {id, runnables}: Extract<Subject, {readonly kind: 'case'}>,
  sources: ExplainSources,
): Promise<CaseExplanation> {
  const [first] = runnables;
  const {title, proves} = first.definition;
  const example = await firstExample(runnables, sources);
  const statements = proves.flatMap(name => sources.requirements.get(name) ?? []);
  const isWhole = runnables.length > 1;
  return {
    kind: 'case',
    id,
    title,
    place: await placeOf(first, sources.catalog),
    ...(isOfUsers(first, sources.catalog) ? {isUsers: true} : {}),
    rows: isWhole ? runnables.map(({id: row, definition}) => `${row}: ${definition.title}`) : [],
    statements,
    needs: needsOf(first),
    steps: first.kind === 'example' ? stepSentences(first.definition, sources.catalog.operations) : lawOf(first),
    ...defined({example}),
    faults: sources.faults
      .filter(({name}) => sources.kills.get(name)?.some(kill => kill.case === withoutRow(id)) === true)
      .map(fault => caught(fault, new Set([withoutRow(id)]), sources.kills)),
    differ: [
      ...statements.flatMap(contestedNote),
      ...serverNotes(runnables, sources),
      ...dialectNotes(runnables, sources.catalog),
    ],
    last: lastOf(sources, judges({kind: 'case', id, runnables})),
  };
}

function isOfUsers(runnable: Runnable, {suites}: Catalog): boolean {
  return (
    runnable.kind === 'example' &&
    suites.some(({file, isUsers}) => isUsers === true && file === runnable.definition.file)
  );
}

function explainFault(fault: ReferenceFault, {requirements, kills}: ExplainSources): FaultExplanation {
  const {name, says, basis, role, noticedBy} = fault;
  const requirement = requirements.get(fault.requirement);
  const command =
    noticedBy === undefined
      ? `${program} run --reference --fault ${name} --requirement ${fault.requirement}`
      : `${program} ${noticedBy} --help  (only ${noticedBy} can notice it)`;
  return {
    kind: 'fault',
    name,
    says: `${says} (${role})`,
    basis,
    ...defined({requirement}),
    noticedBy: kills.get(name) ?? [],
    command,
  };
}

function caught({name, says}: ReferenceFault, ids: ReadonlySet<string>, kills: KillList): CaughtFault {
  const kill = kills.get(name)?.find(one => ids.has(one.case) && one.detail !== undefined);
  return {name, says, ...defined({found: kill?.detail})};
}

async function firstExample(
  runnables: readonly Runnable[],
  {catalog, journal}: ExplainSources,
): Promise<ExampleOfCase | undefined> {
  for (const runnable of runnables) {
    const example =
      runnable.kind === 'example'
        ? await exampleOfCase(runnable.definition, catalog.operations, failedStep(journal, runnable.id))
        : undefined;
    if (example !== undefined && example.lines.some(({wrong}) => wrong !== undefined)) return example;
  }
  return undefined;
}

// Where a case failed, that step is what its reader wonders about.
function failedStep(journal: ExplainSources['journal'], id: string): number | undefined {
  const line = journal.kind === 'none' ? undefined : journal.journal.cases.find(one => one.id === id);
  return line?.findings.find(({basis, step}) => basis === 'stated' && step !== undefined)?.step;
}

async function placeOf(runnable: Runnable, catalog: Catalog): Promise<string> {
  if (runnable.kind === 'property') return runnable.file;
  const {file, pointer, row, lines} = runnable.definition;
  if (row === undefined) return `${file}:${String(lines.first)}`;
  const position = await catalog.positionOf({file: row.file, pointer: row.pointer});
  return row.file === file
    ? `${file}:${String(position.line)}`
    : `${row.file}:${String(position.line)}, ${file}${pointer}`;
}

function needsOf({kind, definition}: Runnable): readonly string[] {
  const needs = (definition.needs ?? []).map(name => `${name}: ${capabilities[name] ?? 'named by the suite'}`);
  if (kind === 'property') return needs;
  const {variant, destructive, exclusive} = definition;
  return [
    ...needs,
    ...(variant === undefined ? [] : [`the variant ${variant} of the target`]),
    ...(destructive ? ['--allow-destructive, as it changes the whole instance'] : []),
    ...(exclusive.length === 0 ? [] : [`nothing else may change ${exclusive.join(', ')} meanwhile`]),
  ];
}

function lawOf({file, definition: {runs, floor}}: Extract<Runnable, {readonly kind: 'property'}>): readonly string[] {
  return [
    `a law that is tried with ${counted(runs, 'drawn input')}${floor < runs ? `, with at least ${String(floor)}` : ''}; each begins in a world of its own`,
    `${file} says how inputs are drawn and what must hold`,
  ];
}

function contestedNote({id, contested}: Requirement): readonly string[] {
  return contested ? [`${id} is contested: every server that we know behaves otherwise`] : [];
}

/** Says on which servers that we judged one of these cases fails, and why. */
function serverNotes(runnables: readonly Runnable[], {servers}: ExplainSources): readonly string[] {
  return servers.flatMap(({title, entries}) => {
    const own = entries.filter(entry => runnables.some(({id}) => matchesStars(entry.case, id)));
    return [...new Set(own.map(({reason}) => `${title}: ${reason}`))];
  });
}

/** Says which known families of servers lack an operation that every one of these cases needs. */
function dialectNotes(runnables: readonly Runnable[], {dialects, arrangements}: Catalog): readonly string[] {
  const families = [...dialects.values()].filter(({name}) => name !== 'reference');
  return families.flatMap(({name, title, absent}) => {
    const lacking = runnables.map(one => operationsOf(one, arrangements).filter(id => absent.includes(id)));
    if (lacking.length === 0 || lacking.some(ids => ids.length === 0)) return [];
    return [`${title} (dialect ${name}) has no ${[...new Set(lacking.flat())].join(', ')}, so it is skipped there`];
  });
}

function lastOf(
  {journal}: ExplainSources,
  isOwn: (line: {readonly id: string; readonly requirements: readonly string[]}) => boolean,
): LastResult {
  if (journal.kind === 'none') return journal;
  const {header, cases} = journal.journal;
  const own = cases.filter(isOwn);
  const {hosting, peer, livePeer} = header.target;
  const target = hosting?.url ?? peer?.address ?? livePeer?.address ?? 'nothing';
  if (own.length === 0)
    return {kind: 'none', why: `the newest run, ${header.startedAt} at ${target} (${journal.file}), judged none of it`};
  return {
    kind: 'result',
    journal: journal.file,
    startedAt: header.startedAt,
    target: header.isSelfTest ? 'the embedded reference' : target,
    cases: own.map(({id, verdict, cause, detail, findings}) => {
      const why = detail ?? findings[0]?.message ?? cause;
      return {id, verdict, ...defined({detail: why})};
    }),
  };
}
