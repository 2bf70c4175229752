// Keeps the books of a search: which differences were met, how often, and which of them are worth a closer look.
import type {FuzzFinding, FuzzTally} from '../model/fuzz.ts';
import type {Difference} from '../overlay/judge-answer.ts';

/** The books of one search. */
export interface FuzzLedger {
  /** Counts a difference; true when it should be examined, which `settle` or `drop` ends. */
  meet(decoder: string, difference: Difference): boolean;
  /** Books what a difference of this kind turned out to be; `isNew` when nothing of that kind was known before. */
  settle(met: Difference, finding: FuzzFinding): {readonly tally: FuzzTally; readonly isNew: boolean};
  /** Takes a finding of an earlier part of the same search, or of its baseline. */
  restore(tally: FuzzTally): void;
  /** Every finding, in the order in which they were found. */
  tallies(): readonly FuzzTally[];
}

/** How often differences of one kind are examined when the first one turned out to be something else. */
const examinedMax = 3;

interface MetKind {
  examined: number;
  isWaiting: boolean;
  /** Met while the first one was still being examined. */
  uncounted: number;
  tally: FuzzTally | undefined;
}

/** Opens empty books; `isKnown` says which kinds the user's baseline lists. */
export function fuzzLedger(isKnown: (finding: FuzzFinding) => boolean): FuzzLedger {
  const metKinds = new Map<string, MetKind>();
  const tallies = new Map<string, FuzzTally>();
  const metKindOf = (key: string): MetKind => {
    const known = metKinds.get(key);
    if (known !== undefined) return known;
    const fresh: MetKind = {examined: 0, isWaiting: false, uncounted: 0, tally: undefined};
    metKinds.set(key, fresh);
    return fresh;
  };
  return {
    meet: (decoder, {kind, basis}) => {
      const key = keyOf(decoder, kind);
      // What is firm is examined although something less firm has the same name.
      const isFirm = basis === 'protocol';
      const met = metKindOf(`${key}\0${String(isFirm)}`);
      if (met.tally === undefined) met.uncounted += 1;
      else met.tally.count += 1;
      const isItself = met.tally !== undefined && tallies.get(key) === met.tally && (!isFirm || isFirmTally(met.tally));
      if (met.isWaiting || isItself || met.examined >= examinedMax) return false;
      met.isWaiting = true;
      return true;
    },
    settle: ({kind: metKind, basis}, finding) => {
      const met = metKindOf(`${keyOf(finding.decoder, metKind)}\0${String(basis === 'protocol')}`);
      const key = keyOf(finding.decoder, finding.kind);
      const before = tallies.get(key);
      const isFirmer = before !== undefined && finding.basis === 'protocol' && !isFirmTally(before);
      const tally = before ?? {finding, count: 0, isKnown: isKnown(finding), also: new Set()};
      if (isFirmer) tally.finding = finding;
      tallies.set(key, tally);
      if (metKind !== finding.kind) tally.also.add(metKind);
      tally.count += met.uncounted;
      met.uncounted = 0;
      met.examined += 1;
      met.isWaiting = false;
      met.tally ??= tally;
      return {tally, isNew: before === undefined || isFirmer};
    },
    restore: tally => {
      const {decoder, kind} = tally.finding;
      tallies.set(keyOf(decoder, kind), tally);
    },
    tallies: () => [...tallies.values()],
  };
}

function isFirmTally({finding}: FuzzTally): boolean {
  return finding.basis === 'protocol';
}

function keyOf(decoder: string, kind: string): string {
  return `${decoder}\0${kind}`;
}
