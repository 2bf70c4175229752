// Joins the journals of the shards of one run into the journal that one process would have written, times apart.
import {defined} from '../../base/json/defined.ts';
import type {BaselineFacts, CaseLine, ContractNote, FooterLine, HeaderLine, JournalLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {exitCodeOf} from '../words/exit-code.ts';
import type {CompleteJournal, Journal} from '../journal/reader.ts';
import {optionWords} from '../words/option-words.ts';
import {vacuityOf} from '../run/weak-evidence.ts';
import {countVerdicts} from '../words/verdict-words.ts';
import {quoted} from '../../base/text/quoted.ts';

/** A journal with the name that messages call it by. */
export interface NamedJournal {
  readonly name: string;
  readonly journal: Journal;
}

export type Merging =
  | {readonly kind: 'merged'; readonly lines: readonly JournalLine[]; readonly exitCode: number}
  | {readonly kind: 'refused'; readonly problems: readonly string[]};

/** Merges; refuses journals that are not the whole set of shards of one run of the same suites, seed and target. */
export function mergeJournals(named: readonly NamedJournal[]): Merging {
  const problems = [...unequal(named), ...missing(named), ...broken(named), ...twice(named)];
  const journals = named.flatMap(({journal}) => (journal.kind === 'complete' ? [journal] : []));
  const [first] = journals;
  if (problems.length > 0 || first === undefined) return {kind: 'refused', problems};
  const ordered = journals.toSorted((a, b) => (a.header.shard?.index ?? 0) - (b.header.shard?.index ?? 0));
  const footer = footerOf(ordered);
  return {
    kind: 'merged',
    exitCode: footer.exitCode,
    lines: [
      headerOf(ordered),
      ...uniqueProbes(ordered),
      ...ordered.flatMap(({exchanges}) => exchanges),
      ...casesOf(ordered),
      footer,
    ],
  };
}

/** What every shard must say alike, and how messages call it. */
const shared: {readonly [what: string]: (header: HeaderLine) => Json} = {
  'journal form': ({schema}) => schema,
  'number of shards': ({shard}) => shard?.count ?? 1,
  'suites digest': ({suites}) => `${suites.edition} ${suites.digest}`,
  'requirements digest': ({requirementsDigest}) => requirementsDigest,
  'contract digest': ({contractDigest}) => contractDigest ?? '',
  target: ({target, isSelfTest}) => (isSelfTest ? 'the embedded reference' : (target as unknown as Json)),
  dialect: ({dialect}) => dialect ?? '',
  seed: ({seed}) => seed,
  'touchstone version': ({tool}) => tool.version,
  bounds: ({bounds}) => bounds as unknown as Json,
  '--record': ({record}) => record,
  'list of options': header => optionWords(header, ['--fault', '--without', '--allow-destructive']),
  '--require-all': ({isRequiringAll}) => isRequiringAll ?? false,
  '--strict': ({isStrict}) => isStrict ?? false,
  '--max-warnings': ({maxWarnings}) => maxWarnings ?? null,
  'pinned edition': ({pinnedEdition}) => pinnedEdition ?? '',
};

function unequal([first, ...others]: readonly NamedJournal[]): readonly string[] {
  if (first === undefined) return [];
  return Object.entries(shared).flatMap(([what, of]) => {
    const said = jsonText(of(first.journal.header));
    return others.flatMap(({name, journal}) => {
      const other = jsonText(of(journal.header));
      return other === said
        ? []
        : [`${name} is of another run than ${first.name}: its ${what} is ${other}, and there it is ${said}`];
    });
  });
}

function missing(named: readonly NamedJournal[]): readonly string[] {
  const whole = named.filter(({journal}) => journal.header.shard === undefined);
  if (whole.length > 0)
    return whole.map(
      ({name}) => `${name} is not a shard: it was not run with --shard, so there is nothing to join it with`,
    );
  const count = named[0]?.journal.header.shard?.count ?? 0;
  const byIndex = new Map<number, string[]>();
  for (const {name, journal} of named) {
    const index = journal.header.shard?.index ?? 0;
    byIndex.set(index, [...(byIndex.get(index) ?? []), name]);
  }
  return Array.from({length: count}, (_, n) => n + 1).flatMap(index => {
    const names = byIndex.get(index) ?? [];
    if (names.length === 0) return [`shard ${index}/${count} is missing: its cases would go unjudged without a sign`];
    return names.length === 1 ? [] : [`shard ${index}/${count} is there more than once: ${names.join(', ')}`];
  });
}

function broken(named: readonly NamedJournal[]): readonly string[] {
  return named.flatMap(({name, journal}) =>
    journal.kind === 'incomplete' ? [`${name}: ${journal.why}; run this shard again`] : [],
  );
}

function twice(named: readonly NamedJournal[]): readonly string[] {
  if (named.every(({journal}) => journal.header.isSearch === true)) return [];
  const seen = new Map<string, string>();
  return named.flatMap(({name, journal}) => {
    const again = journal.cases.find(({id}) => seen.has(id) && seen.get(id) !== name);
    for (const {id} of journal.cases) seen.set(id, name);
    return again === undefined ? [] : [`the case ${quoted(again.id)} is in two of the journals`];
  });
}

/** Parts of a search find the same bugs, each of which is one case: how often it was seen is added up. */
function casesOf(journals: readonly CompleteJournal[]): readonly CaseLine[] {
  const byId = new Map<string, CaseLine>();
  for (const line of journals.flatMap(({cases}) => cases)) {
    const before = byId.get(line.id);
    byId.set(line.id, before === undefined ? line : {...before, exchanges: before.exchanges + line.exchanges});
  }
  return [...byId.values()];
}

function searchOf(footers: readonly FooterLine[]): FooterLine['search'] {
  const all = footers.flatMap(({search}) => (search === undefined ? [] : [search]));
  const [first] = all;
  if (first === undefined) return undefined;
  const edges = Math.max(...all.map(one => one.edges ?? 0));
  return {
    inputs: all.reduce((sum, {inputs}) => sum + inputs, 0),
    behaviours: Math.max(...all.map(({behaviours}) => behaviours)),
    ...(edges > 0 ? {edges} : {}),
    samples: [],
    decoders: first.decoders.map(({name}, at) => {
      const same = all.flatMap(({decoders}) => decoders[at] ?? []);
      const sum = (of: (one: (typeof same)[number]) => number): number =>
        same.reduce((total, one) => total + of(one), 0);
      return {name, answered: sum(one => one.answered), wrong: sum(one => one.wrong), unusual: sum(one => one.unusual)};
    }),
  };
}

function headerOf(journals: readonly CompleteJournal[]): HeaderLine {
  const headers = journals.map(({header}) => header);
  const [first] = headers;
  if (first === undefined) throw new Error('there is a first journal');
  const {shard: _, ...rest} = first;
  return {
    ...rest,
    startedAt: headers.map(({startedAt}) => startedAt).sort()[0] ?? first.startedAt,
    planned: first.isSearch === true ? casesOf(journals).length : headers.reduce((sum, {planned}) => sum + planned, 0),
    mergedFrom: headers.map(({run}) => run),
    notes: [...new Set(headers.flatMap(({notes}) => notes))],
  };
}

/** Things that every shard finds out about the target, such as the clock, are told once. */
function uniqueProbes(journals: readonly CompleteJournal[]): CompleteJournal['probes'] {
  const byName = new Map(
    journals
      .flatMap(({probes}) => probes)
      .toReversed()
      .map(probe => [probe.name, probe]),
  );
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function footerOf(journals: readonly CompleteJournal[]): FooterLine {
  const footers = journals.map(({footer}) => footer);
  const cases = casesOf(journals);
  const search = searchOf(footers);
  const sum = (of: (footer: FooterLine) => number): number => footers.reduce((total, footer) => total + of(footer), 0);
  const skips: Record<string, number> = {};
  for (const {skips: own} of footers)
    for (const [cause, count] of Object.entries(own)) skips[cause] = (skips[cause] ?? 0) + count;
  const counts = countVerdicts(cases);
  const statuses = statusesOf(footers);
  const vacuous = vacuityOf({idle: journals[0]?.header.idle ?? [], statuses: statuses ?? {}, cases});
  const leftovers = footers.flatMap(footer => footer.leftovers);
  const isInterrupted = footers.some(footer => footer.isInterrupted);
  const notRun = sum(footer => footer.notRun);
  const baseline = baselineOf(footers);
  const started = Math.min(...journals.map(({header}) => Date.parse(header.startedAt)));
  const endedAt =
    footers
      .map(footer => footer.endedAt)
      .sort()
      .at(-1) ?? '';
  const firsts = footers.map(({filtered}) => filtered ?? 0);
  return {
    type: 'footer',
    endedAt,
    durationMs: Math.max(0, Date.parse(endedAt) - started),
    counts,
    skips,
    // Every shard leaves out the same cases.
    filtered: Math.max(...firsts),
    lines: {
      case: cases.length,
      exchange: journals.reduce((total, {exchanges}) => total + exchanges.length, 0),
      probe: uniqueProbes(journals).length,
    },
    isInterrupted,
    notRun,
    exitCode: exitCodeOf({
      isInterrupted,
      hasHarnessError: cases.some(({verdict, cause}) => verdict === 'error' && cause === 'harness'),
      counts,
      skips,
      notRun,
      leftovers: leftovers.length,
      isAllRequired: journals.some(({header}) => header.isRequiringAll === true),
      isVacuous: vacuous.length > 0 && journals.some(({header}) => header.isStrict === true),
      ...defined({maxWarnings: journals[0]?.header.maxWarnings}),
      free: cases.filter(({newIn}) => newIn !== undefined),
      knownRed: baseline?.knownRed ?? 0,
      isBaselineStale: baseline !== undefined && baseline.stale.length > 0 && !baseline.isStaleAllowed,
    }),
    leftovers,
    contractNotes: notesOf(footers),
    ...defined({statuses}),
    ...(vacuous.length === 0 ? {} : {vacuous}),
    ...defined({baseline, search}),
  };
}

function statusesOf(footers: readonly FooterLine[]): FooterLine['statuses'] {
  const all = footers.flatMap(({statuses}) => (statuses === undefined ? [] : [statuses]));
  if (all.length === 0) return undefined;
  const sum: Record<string, number> = {};
  for (const statuses of all)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count;
  return sum;
}

/** An entry that is stale in several shards is told once, with the cases of all. */
function baselineOf(footers: readonly FooterLine[]): BaselineFacts | undefined {
  const all = footers.flatMap(({baseline}) => (baseline === undefined ? [] : [baseline]));
  const [first] = all;
  if (first === undefined) return undefined;
  const stale = new Map<string, BaselineFacts['stale'][number]>();
  for (const one of all.flatMap(facts => facts.stale)) {
    const key = JSON.stringify([one.kind, one.entry]);
    const before = stale.get(key);
    stale.set(
      key,
      before === undefined ? one : {...before, cases: [...new Set([...before.cases, ...one.cases])].slice(0, 20)},
    );
  }
  return {
    ...first,
    knownRed: all.reduce((sum, {knownRed}) => sum + knownRed, 0),
    stale: [...stale.values()],
    isStaleAllowed: all.every(({isStaleAllowed}) => isStaleAllowed),
  };
}

function notesOf(footers: readonly FooterLine[]): readonly ContractNote[] {
  const notes = new Map<string, ContractNote>();
  for (const note of footers.flatMap(({contractNotes}) => contractNotes)) {
    const key = JSON.stringify([note.operation, note.status, note.pointer, note.message]);
    const before = notes.get(key);
    notes.set(key, before === undefined ? note : {...before, count: before.count + note.count});
  }
  return [...notes.values()];
}
