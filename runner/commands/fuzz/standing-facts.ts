// Counts what every search shows of itself while it goes on and when it ends.
import {fuzzBugs, isNewBug} from '../../execute/fuzz/bugs.ts';
import type {FuzzLedger} from '../../execute/fuzz/difference-counts.ts';
import type {FuzzFacts} from './search-progress.ts';
import type {FuzzState} from './search-state.ts';

/** Gives inputs, their rate and the findings; the rate is that of this part of the search, the rest is that of all of it. */
export function standingFacts(
  {begun, ledger}: {readonly begun: FuzzState | undefined; readonly ledger: FuzzLedger},
  {inputs, elapsedMs}: {readonly inputs: number; readonly elapsedMs: number},
): Pick<FuzzFacts, 'elapsedMs' | 'inputs' | 'inputsPerSecond' | 'findings' | 'notes' | 'known'> {
  const bugs = fuzzBugs(ledger.tallies());
  const fresh = bugs.filter(({lead}) => !lead.isKnown);
  const firm = fresh.filter(isNewBug).length;
  return {
    elapsedMs: elapsedMs + (begun?.elapsedMs ?? 0),
    inputs: inputs + (begun?.inputs ?? 0),
    inputsPerSecond: elapsedMs > 0 ? (inputs / elapsedMs) * 1_000 : 0,
    findings: firm,
    notes: fresh.length - firm,
    known: bugs.length - fresh.length,
  };
}
