// What `touchstone fuzz` does when its command line was read: opens the decoders or the node, searches, and reports what was found.
import {defined} from '../../../base/json/defined.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {fuzz} from '../../execute/fuzz/search-loop.ts';
import {standingFacts} from './standing-facts.ts';
import {fuzzClusters} from '../../execute/fuzz/clusters.ts';
import {fuzzLedger, type FuzzLedger} from '../../execute/fuzz/difference-counts.ts';
import {ReachedCode} from '../../execute/fuzz/reached-code.ts';
import {fuzzPool, type FuzzPool} from '../../execute/fuzz/corpus.ts';
import type {FuzzEnd, FuzzStanding} from '../../execute/fuzz/search-settings.ts';
import type {Machine} from '../../../model/machine.ts';
import {overlayMessages} from '../../../model/peer.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {quoted} from '../../../base/text/quoted.ts';
import {visibleLines, visibleText} from '../../../base/text/visible-text.ts';
import {holdFolder} from '../run/hold-folder.ts';
import {readDictionary} from '../load/load-dictionary.ts';
import {shownProblems} from '../load/linked-file.ts';
import {isKnownDeviation, readFuzzBaseline, type KnownDeviation} from '../load/load-fuzz-baseline.ts';
import {conclude} from './conclude.ts';
import {asksCorpusAlone, checkFuzzOptions, defaultTimeMs, isAboutNode, type FuzzOptions} from './search-options.ts';
import {saveFinding} from './search-files.ts';
import {searchLivePeer} from './search-live-peer.ts';
import {openFuzzPeers, type FuzzPeers} from './open-peers.ts';
import {counted, fuzzProgress, type FuzzFacts} from './search-progress.ts';
import type {FuzzState} from './search-state.ts';
import {searchJournal, searchSamples} from './search-journal.ts';
import {readReporters, type WantedReport} from '../words/reporter-option.ts';
import {readJournalFile, requirementsOf} from '../run/journal-file.ts';
import {exitCodeWith, printReports, reportFiles, writeStepSummary} from '../run/report-files.ts';
import {begunSearch, stateKeeper} from './state-keeper.ts';

/** Gives the exit code: 0 nothing new, 1 new findings, 2 bad input, 5 a decoder cannot be started, 130 interrupted. */
export async function runSearch(options: FuzzOptions, operands: readonly string[], machine: Machine): Promise<number> {
  const preparation = prepare(options, operands, machine);
  if (preparation.kind === 'refused') {
    for (const problem of preparation.problems) machine.talk(`touchstone fuzz: ${visibleLines(problem).join('\n')}\n`);
    return 2;
  }
  const stop = new AbortController();
  const release = machine.onInterrupt(() => {
    stop.abort('interrupted');
  });
  try {
    return await holdFolder({folder: options.output, command: 'fuzz'}, machine, () =>
      searchWith(machine, {options, preparation, stop: stop.signal}),
    );
  } finally {
    release();
  }
}

async function searchWith(
  machine: Machine,
  {
    options,
    preparation,
    stop,
  }: {readonly options: FuzzOptions; readonly preparation: Prepared; readonly stop: AbortSignal},
): Promise<number> {
  if (isAboutNode(options)) {
    const report = (exitCode: number): number => reportSearch({machine, options, wanted: preparation.wanted}, exitCode);
    return searchLivePeer(machine, {...preparation, options, stop, report});
  }
  const peers = await openFuzzPeers(machine, options);
  if (peers.kind === 'cannot-start') {
    if (stop.aborted) return 130;
    machine.talk(`touchstone fuzz: ${visibleLines(peers.detail).join('\n')}\n`);
    return peers.isWrongAddress ? 2 : 5;
  }
  try {
    return await search({machine, options, peers, stop, ...preparation});
  } finally {
    await peers.close();
    for (const left of await machine.endLeftByDecoders()) machine.talk(`left behind: ${visibleText(left)}\n`);
  }
}

/** What the options come to before anything is started. */
interface Prepared {
  readonly kind: 'prepared';
  readonly known: readonly KnownDeviation[];
  readonly output: RawFolder;
  readonly corpus: RawFolder;
  /** Corpora whose inputs are asked as well. */
  readonly merged: readonly RawFolder[];
  readonly words: readonly Uint8Array[];
  readonly wanted: readonly WantedReport[];
  readonly begun: FuzzState | undefined;
}

type Preparation = Prepared | {readonly kind: 'refused'; readonly problems: readonly string[]};

function prepare(options: FuzzOptions, operands: readonly string[], machine: Machine): Preparation {
  const problems = [...checkFuzzOptions(options, options.seed !== undefined)];
  const [operand] = operands;
  if (operand !== undefined)
    problems.push(`${quoted(operand)} belongs to no option; the decoder is given by --peer ADDRESS`);
  const known = (options.baseline ?? []).flatMap(file => {
    const text = machine.files.readText(file);
    if (text.kind === 'unreadable') {
      problems.push(`--baseline ${file}: ${text.why}`);
      return [];
    }
    const read = readFuzzBaseline(text.text, file);
    if (read.problems.length > 0)
      problems.push(
        `--baseline ${file} cannot be used\n${renderProblems(shownProblems(read.problems, file, machine), {color: false})}`,
      );
    return read.known;
  });
  const words = (options.dict ?? []).flatMap(file => wordsOf(machine, file, problems));
  const merged = (options.merge ?? []).flatMap(path => {
    const folder = machine.files.exists(path)
      ? openFolder(machine, '--merge', path)
      : `--merge ${path}: there is no such folder`;
    if (typeof folder !== 'string') return [folder];
    problems.push(folder);
    return [];
  });
  if (isCorpusMissing(options, machine)) problems.push(`--corpus ${corpusOf(options)}: there is no such folder`);
  const reporters = readReporters(options.reporter, {flag: '--reporter', folder: options.output, machine});
  problems.push(...reporters.problems);
  if (problems.length > 0) return {kind: 'refused', problems};
  const {wanted} = reporters;
  const output = openFolder(machine, '--output', options.output);
  const corpus = openFolder(machine, '--corpus', corpusOf(options));
  if (typeof output === 'string') return {kind: 'refused', problems: [output]};
  if (typeof corpus === 'string') return {kind: 'refused', problems: [corpus]};
  const begun = options.resume === true ? begunSearch(machine, options.output, known) : undefined;
  if (typeof begun === 'string') return {kind: 'refused', problems: [begun]};
  const ignored = options.ignoreCrashes === true ? breaks.map(kind => ({kind})) : [];
  return {kind: 'prepared', known: [...known, ...ignored], output, corpus, merged, words, wanted, begun};
}

/** What is asked alone has to be there; a search makes the folder, and so does a merge. */
function isCorpusMissing(options: FuzzOptions, {files}: Machine): boolean {
  return options.merge === undefined && asksCorpusAlone(options) && !files.exists(corpusOf(options));
}

/** The kinds of finding that say that a decoder broke. */
const breaks = ['crashes*', 'hangs*', 'grows past its bound*'];

function wordsOf(machine: Machine, file: string, problems: string[]): readonly Uint8Array[] {
  const text = machine.files.readText(file);
  const read = text.kind === 'text' ? readDictionary(text.text) : {words: [], problems: [text.why]};
  problems.push(...read.problems.map(problem => `--dict ${file}: ${problem}`));
  return read.words;
}

function openFolder(machine: Machine, flag: string, path: string): RawFolder | string {
  const opened = machine.openRawFolder(path);
  return opened.kind === 'open'
    ? opened.folder
    : `${flag} ${path}: ${opened.why}\n  choose a folder that can be written`;
}

interface Search extends Prepared {
  readonly machine: Machine;
  readonly options: FuzzOptions;
  readonly peers: Extract<FuzzPeers, {kind: 'open'}>;
  readonly stop: AbortSignal;
}

async function search(inputs: Search): Promise<number> {
  const {machine, options, peers, output, corpus, merged, words, known, begun} = inputs;
  const decoders = peers.decoders.map(({name}) => name);
  const seed = begun?.seed ?? options.seed ?? machine.random.seed();
  const ledger = fuzzLedger(finding => isKnownDeviation(known, finding));
  for (const tally of begun?.tallies ?? []) ledger.restore(tally);
  const isCorpusAlone = asksCorpusAlone(options);
  const isWhole = options.merge !== undefined || options.minimizeCorpus === true;
  const pool = fuzzPool(corpus, peers.messages, {merged, isWhole, ...defined({bytesMax: options.maxLen})});
  if (isCorpusAlone && pool.brought.length === 0) {
    machine.talk(
      `touchstone fuzz: ${corpusOf(options)} holds no input to ask: put inputs below the name of their message, e.g. ${overlayMessages[0]}/\n`,
    );
    return 2;
  }
  const reached = new ReachedCode();
  const clusters = fuzzClusters(decoders);
  const shown = fuzzProgress(machine, options.quiet === true);
  shown.say(headText(inputs, seed, pool));
  if (pool.strangers.length > 0) shown.say(strangersText(pool.strangers));
  const keeper = stateKeeper({...inputs, seed, ledger});
  const samples = searchSamples();
  const facts = factsReader(machine, {begun, ledger, pool, reached});
  // A decoder may have fewer bugs than --max-findings asks for, so that alone is no bound.
  const hasBound = isCorpusAlone || options.time !== undefined || options.runs !== undefined;
  const end = await fuzz({
    decoders: peers.decoders,
    seed,
    messages: peers.messages,
    otherWays: peers.otherWays,
    pool,
    reached,
    words,
    ...defined({bytesMax: options.maxLen, shard: options.shard}),
    ledger,
    clusters,
    clock: machine.clock,
    first: begun?.next ?? 0,
    bounds: {
      runsMax: isCorpusAlone ? pool.brought.length : (options.runs ?? Infinity),
      timeMs: options.time ?? (hasBound ? Infinity : defaultTimeMs),
      findingsMax: options.maxFindings ?? Infinity,
      replyTimeoutMs: options.replyTimeout,
    },
    stop: inputs.stop,
    tick: standing => {
      keeper.tick(standing);
      samples.take(machine.clock.monotonicMs(), () => facts(standing));
      shown.show(() => facts(standing));
    },
    found: (tally, isAnotherBug) => {
      if (tally.isKnown) return;
      saveFinding(inputs, tally.finding, peers.decoders.length > 1);
      if (isAnotherBug) shown.say(`${tally.finding.basis === 'protocol' ? 'found' : 'noted'}: ${tally.finding.kind}`);
    },
  });
  await corpus.settled();
  shown.stop();
  if (isWhole) shown.say(wholeCorpusText(inputs, pool, end));
  keeper.save(end.standing);
  const ended = {machine, options, output, decoders, end, ledger, clusters, facts: facts(end.standing), seed};
  const exitCode = conclude(ended);
  output.write('results.jsonl', searchJournal(ended, samples.all(ended.facts), exitCode));
  return reportSearch(inputs, exitCode);
}

/** Makes the reports that a run has; what was printed stays what people read. Gives the exit code with them. */
function reportSearch(
  {machine, options, wanted}: Pick<Prepared, 'wanted'> & {readonly machine: Machine; readonly options: FuzzOptions},
  exitCode: number,
): number {
  const folder = options.output;
  const read = readJournalFile(folder, machine);
  if (read.kind === 'unusable') {
    machine.talk(`touchstone fuzz: ${visibleText(read.why)}\n`);
    return exitCode === 0 ? 6 : exitCode;
  }
  const inputs = {machine, requirements: requirementsOf(read.journal, machine), folder, wanted};
  const written = reportFiles(read.journal, inputs);
  writeStepSummary(read.journal, inputs);
  printReports(read.journal, inputs);
  if (options.quiet !== true) machine.talk([read.file, ...written].map(path => `wrote ${path}\n`).join(''));
  return exitCodeWith(written, wanted, exitCode);
}

/** Ends a merge or minimizing: removes what showed nothing of its own, and says what is left. */
function wholeCorpusText({options, corpus}: Search, pool: FuzzPool, end: FuzzEnd): string {
  const isMinimized = options.minimizeCorpus === true && end.kind === 'over';
  const removed = isMinimized ? pool.redundant() : [];
  for (const file of removed) corpus.remove(file);
  const shows = `${String(pool.inputs.length)} of ${counted(pool.brought.length, 'input')} show ${counted(pool.behaviours(), 'behaviour')}`;
  return `${corpusOf(options)}: ${shows}${isMinimized ? `; ${counted(removed.length, 'file')} removed` : ''}`;
}

function corpusOf({corpus, output}: FuzzOptions): string {
  return corpus ?? `${output}/corpus`;
}

function headText({peers, begun}: Search, seed: number, {brought, left}: FuzzPool): string {
  const names = peers.decoders.map(({name}) => name).join(', ');
  const whence = begun === undefined ? '' : `, resumed after ${counted(begun.inputs, 'input')}`;
  const unused =
    left === 0 ? '' : ` (${String(left)} more ${left === 1 ? 'file is' : 'files are'} too large or too many)`;
  return `fuzzing ${names}, seed ${String(seed)}, ${counted(brought.length, 'input')} in the corpus${unused}${whence}`;
}

const strangersShown = 3;

/** Other fuzzers keep a corpus flat, in a folder per target: what is not below the name of a message says nothing about which one it is. */
function strangersText(strangers: readonly string[]): string {
  const more = strangers.length - strangersShown;
  const names = `${strangers.slice(0, strangersShown).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
  return `not read from the corpus: ${names}; put inputs below the name of their message, e.g. ${overlayMessages[0]}/`;
}

/** Reads the facts to show: the rate is that of this part of the search, the rest is that of all of it. */
function factsReader(
  machine: Machine,
  {
    begun,
    ledger,
    pool,
    reached,
  }: {
    readonly begun: FuzzState | undefined;
    readonly ledger: FuzzLedger;
    readonly pool: FuzzPool;
    readonly reached: ReachedCode;
  },
): (standing: FuzzStanding) => FuzzFacts {
  const startedMs = machine.clock.monotonicMs();
  return ({inputs}) => {
    const elapsedMs = machine.clock.monotonicMs() - startedMs;
    return {
      ...standingFacts({begun, ledger}, {inputs, elapsedMs}),
      ...(reached.edges > 0 ? {edges: reached.edges} : {}),
      behaviours: pool.behaviours(),
      kept: pool.inputs.length,
    };
  };
}
