// A search of a node that seals its datagrams: opens it, searches, and leaves what a search of decoders leaves.
import {defined} from '../../../base/json/defined.ts';
import {visibleLines, visibleText} from '../../../base/text/visible-text.ts';
import {fuzzClusters} from '../../execute/fuzz/clusters.ts';
import {fuzzLedger} from '../../execute/fuzz/difference-counts.ts';
import {searchNode} from '../../execute/fuzz/node-search.ts';
import type {FuzzStanding} from '../../execute/fuzz/search-settings.ts';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import type {Machine} from '../../../model/machine.ts';
import type {LivePort} from '../../../model/peer.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {isKnownDeviation, type KnownDeviation} from '../load/load-fuzz-baseline.ts';
import {conclude} from './conclude.ts';
import {openSearchedNode} from './open-searched-node.ts';
import {fuzzBoundsOf} from './open-peers.ts';
import {saveFinding} from './search-files.ts';
import {searchJournal, searchSamples} from './search-journal.ts';
import {defaultTimeMs, type FuzzOptions} from './search-options.ts';
import {counted, fuzzProgress, type FuzzFacts} from './search-progress.ts';
import type {FuzzState} from './search-state.ts';
import {standingFacts} from './standing-facts.ts';
import {stateKeeper} from './state-keeper.ts';

interface LiveSearch {
  readonly options: FuzzOptions;
  readonly known: readonly KnownDeviation[];
  readonly output: RawFolder;
  readonly begun: FuzzState | undefined;
  /** Makes the reports that a run has, and gives the exit code with them. */
  readonly report: (exitCode: number) => number;
  readonly stop: AbortSignal;
}

/** Searches; the exit codes are those of a search of decoders. */
export async function searchLivePeer(machine: Machine, search: LiveSearch): Promise<number> {
  const {options} = search;
  const opening = await openSearchedNode(machine, options, fuzzBoundsOf(options));
  if (opening.kind === 'cannot-open') {
    if (search.stop.aborted) return 130;
    machine.talk(`touchstone fuzz: ${visibleLines(opening.why).join('\n')}\n`);
    return opening.exitCode;
  }
  try {
    return await searchPort(machine, opening, search);
  } finally {
    await opening.port.close();
  }
}

async function searchPort(
  machine: Machine,
  {port, name}: {readonly port: LivePort; readonly name: string},
  search: LiveSearch,
): Promise<number> {
  const {options, output, known, begun, stop} = search;
  const seed = begun?.seed ?? options.seed ?? machine.random.seed();
  const isKnown = (finding: FuzzFinding): boolean => isKnownDeviation(known, finding);
  const ledger = fuzzLedger(isKnown);
  for (const tally of begun?.tallies ?? []) ledger.restore(tally);
  const clusters = fuzzClusters([name]);
  const shown = fuzzProgress(machine, options.quiet === true);
  const kept = {...search, machine, seed, ledger};
  const keeper = stateKeeper(kept);
  const samples = searchSamples();
  const {clock} = machine;
  const startedMs = clock.monotonicMs();
  let restarts = 0;
  const facts = ({inputs}: FuzzStanding): FuzzFacts => {
    const elapsedMs = clock.monotonicMs() - startedMs;
    return {
      ...standingFacts({begun, ledger}, {inputs, elapsedMs}),
      behaviours: 0,
      kept: 0,
      restarts,
    };
  };
  const whence = begun === undefined ? '' : `, resumed after ${counted(begun.inputs, 'input')}`;
  shown.say(
    `fuzzing ${name} with sealed packets, handshakes and datagrams of strangers, seed ${String(seed)}${whence}`,
  );
  if (port.node?.restart === undefined)
    shown.say(
      'the run did not start this node: what it dies of cannot be confirmed on a fresh one; node: in a target file starts it',
    );
  const end = await searchNode({
    port,
    name,
    seed,
    first: begun?.next ?? 0,
    ...defined({shard: options.shard}),
    clock,
    stop,
    ledger,
    isKnown,
    bounds: {
      runsMax: options.runs ?? Infinity,
      timeMs: options.time ?? (options.runs === undefined ? defaultTimeMs : Infinity),
      findingsMax: options.maxFindings ?? Infinity,
      replyTimeoutMs: options.replyTimeout,
    },
    restarted: () => {
      restarts += 1;
    },
    tick: standing => {
      keeper.tick(standing);
      samples.take(clock.monotonicMs(), () => facts(standing));
      shown.show(() => facts(standing));
    },
    found: ({finding, isKnown: isListed}, isAnotherBug) => {
      if (isListed) return;
      saveFinding(kept, finding, false);
      if (isAnotherBug) shown.say(`${finding.basis === 'protocol' ? 'found' : 'noted'}: ${visibleText(finding.kind)}`);
    },
  });
  shown.stop();
  keeper.save(end.standing);
  const ended = {machine, options, output, decoders: [name], end, ledger, clusters, facts: facts(end.standing), seed};
  const exitCode = conclude(ended);
  output.write('results.jsonl', searchJournal(ended, samples.all(ended.facts), exitCode));
  return search.report(exitCode);
}
