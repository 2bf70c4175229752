// Keeps the state of a search on disk, so that --resume goes on from there, and reads it again.
import type {FuzzStanding} from '../../execute/fuzz/search-settings.ts';
import type {FuzzLedger} from '../../execute/fuzz/difference-counts.ts';
import type {Machine} from '../../../model/machine.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {isKnownDeviation, type KnownDeviation} from '../load/load-fuzz-baseline.ts';
import {readState, stateText, type FuzzState} from './search-state.ts';

const stateFile = 'fuzz-state.json';

/** Reads where a search stood; undefined when there is none yet, a sentence when it cannot be resumed. */
export function begunSearch(
  machine: Machine,
  output: string,
  known: readonly KnownDeviation[],
): FuzzState | string | undefined {
  const path = `${output}/${stateFile}`;
  if (!machine.files.exists(path)) {
    machine.talk(`touchstone fuzz: there is no ${path} to resume; the search starts from the beginning\n`);
    return undefined;
  }
  const text = machine.files.readText(path, stateBytesMax);
  const read = text.kind === 'text' ? readState(text.text, finding => isKnownDeviation(known, finding)) : text.why;
  return typeof read === 'string' ? `${path} cannot be resumed: ${read}\n  start a new search without --resume` : read;
}

const stateBytesMax = 256 * 1024 * 1024;

const saveEveryMs = 2_000;

/** What has to be kept of a search, and where. */
export interface KeptSearch {
  readonly machine: Machine;
  readonly output: RawFolder;
  readonly begun: FuzzState | undefined;
  readonly seed: number;
  readonly ledger: FuzzLedger;
}

/** Keeps the state on disk: at the beginning, so that its seed survives a kill at any time, every two seconds, and at the end. */
export function stateKeeper({machine, output, begun, seed, ledger}: KeptSearch): {
  tick(standing: FuzzStanding): void;
  save(standing: FuzzStanding): void;
} {
  const startedMs = machine.clock.monotonicMs();
  let savedMs = startedMs;
  const save = ({inputs, next, inFlight}: FuzzStanding): void => {
    const elapsedMs = machine.clock.monotonicMs() - startedMs + (begun?.elapsedMs ?? 0);
    output.write(
      stateFile,
      stateText({
        seed,
        next: Math.max(0, next - inFlight),
        inputs: inputs + (begun?.inputs ?? 0),
        elapsedMs,
        tallies: ledger.tallies(),
      }),
    );
  };
  if (begun === undefined) save({inputs: 0, judged: 0, unsupported: 0, next: 0, inFlight: 0, examiningMs: 0});
  return {
    save,
    tick: standing => {
      const nowMs = machine.clock.monotonicMs();
      if (nowMs - savedMs < saveEveryMs) return;
      savedMs = nowMs;
      save(standing);
    },
  };
}
