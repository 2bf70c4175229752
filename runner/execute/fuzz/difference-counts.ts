// Keeps the books of a search: which differences were met, how often, and which of them are worth a closer look.
import type {FuzzFinding, FuzzTally} from '../../../model/decoder-search.ts';
import type {Difference} from '../../overlay/judge-answer.ts';

/** The books of one search. */
export interface FuzzLedger {
  /**
   * Counts a difference and says what to do: examine it, which `settle` ends; examine it only when there is time for what looks known, which
   * `settle` or `leave` ends; or nothing. `asFound` gives it as a finding as it stands.
   */
  meet(difference: Difference, met: {readonly decoder: string; readonly asFound: () => FuzzFinding}): FuzzInterest;
  /** Tells whether it looks known by now: found already, or one of a family of which enough were examined. */
  looksKnown(difference: Difference, decoder: string): boolean;
  /** Books what a difference of this kind turned out to be; `isNew` when nothing of that kind was known before. */
  settle(met: Difference, finding: FuzzFinding): {readonly tally: FuzzTally; readonly isNew: boolean};
  /** Books a difference that looks known, unexamined, with what it looks like; it is of interest again when it is met again. */
  leave(met: Difference, asFound: FuzzFinding): void;
  /** Takes a finding of an earlier part of the same search, or of its baseline. */
  restore(tally: FuzzTally): void;
  /** Every finding, in the order in which they were found. */
  tallies(): readonly FuzzTally[];
  /** How many kinds were counted with their likes alone: neither examined nor listed in the baseline. */
  unexamined(): number;
}

/** What a difference is worth: a look at once, a look when there is time, or none. */
type FuzzInterest = 'fresh' | 'alike' | 'none';

/** How often differences of one kind are examined when the first one turned out to be something else. */
const examinedMax = 3;
/** How many differences of one family are examined before the others look known: they mostly come down to the same. */
const familyMax = 3;

interface MetKind {
  examined: number;
  isWaiting: boolean;
  /** Whether the baseline lists this very kind. */
  readonly isListed: boolean;
  /** Met while the first one was still being examined. */
  uncounted: number;
  /** Counted with a likeness before the first one was examined. */
  lent: number;
  tally: FuzzTally | undefined;
}

/** What the differences of one family came down to. */
interface Family {
  examined: number;
  tally: FuzzTally | undefined;
}

/** What the books hold. */
interface Books {
  readonly metKinds: Map<string, MetKind>;
  readonly families: Map<string, Family>;
  readonly tallies: Map<string, FuzzTally>;
  /** Known ones whose input is still the one that was met. */
  readonly unshrunk: Set<FuzzTally>;
  readonly isKnown: (finding: FuzzFinding) => boolean;
}

/** Opens empty books; `isKnown` says which kinds the user's baseline lists. */
export function fuzzLedger(isKnown: (finding: FuzzFinding) => boolean): FuzzLedger {
  const books: Books = {metKinds: new Map(), families: new Map(), tallies: new Map(), unshrunk: new Set(), isKnown};
  const {metKinds, tallies} = books;
  return {
    meet: (difference, met) => meet(books, difference, met),
    looksKnown: (difference, decoder) => looksKnown(books, difference, decoder),
    settle: (met, finding) => settle(books, met, finding),
    leave: (met, asFound) => {
      leave(books, met, asFound);
    },
    restore: tally => {
      const {decoder, kind, mark} = tally.finding;
      tallies.set(keyOf(decoder, kind, mark), tally);
    },
    tallies: () => [...tallies.values()],
    unexamined: () =>
      [...metKinds.values()].filter(({examined, isListed, tally}) => examined === 0 && !isListed && tally !== undefined)
        .length,
  };
}

function metKindOf({metKinds, isKnown}: Books, key: string, asFound: () => FuzzFinding): MetKind {
  const known = metKinds.get(key);
  if (known !== undefined) return known;
  const fresh: MetKind = {
    examined: 0,
    isWaiting: false,
    isListed: isKnown(asFound()),
    uncounted: 0,
    lent: 0,
    tally: undefined,
  };
  metKinds.set(key, fresh);
  return fresh;
}

function familyOf({families}: Books, key: string): Family {
  const known = families.get(key) ?? {examined: 0, tally: undefined};
  families.set(key, known);
  return known;
}

function meet(
  books: Books,
  difference: Difference,
  {decoder, asFound}: Parameters<FuzzLedger['meet']>[1],
): FuzzInterest {
  const {kind, mark} = difference;
  // What is firm is examined although something less firm has the same name.
  const isFirm = difference.basis === 'protocol';
  const met = metKindOf(books, firmKeyOf(decoder, {name: kind, mark, isFirm}), asFound);
  if (met.tally === undefined) met.uncounted += 1;
  else {
    met.tally.count += 1;
    if (met.examined === 0) met.lent += 1;
  }
  const found = books.tallies.get(keyOf(decoder, kind, mark));
  const isFound = found !== undefined && (!isFirm || isFirmTally(found));
  const isItself = met.examined > 0 && isFound && met.tally === found;
  if (met.isWaiting || isItself || met.examined >= examinedMax) return 'none';
  met.isWaiting = true;
  return met.isListed || looksKnown(books, difference, decoder) ? 'alike' : 'fresh';
}

function looksKnown(books: Books, {kind, family, basis, mark}: Difference, decoder: string): boolean {
  const isFirm = basis === 'protocol';
  const found = books.tallies.get(keyOf(decoder, kind, mark));
  if (found !== undefined && (!isFirm || isFirmTally(found))) return true;
  return familyOf(books, firmKeyOf(decoder, {name: family, mark, isFirm})).examined >= familyMax;
}

function settle(
  books: Books,
  {kind: metKind, family: familyName, basis, mark}: Difference,
  finding: FuzzFinding,
): ReturnType<FuzzLedger['settle']> {
  const {tallies, unshrunk, isKnown} = books;
  const {decoder} = finding;
  const isFirm = basis === 'protocol';
  const met = metKindOf(books, firmKeyOf(decoder, {name: metKind, mark, isFirm}), () => finding);
  const family = familyOf(books, firmKeyOf(decoder, {name: familyName, mark, isFirm}));
  const key = keyOf(decoder, finding.kind, finding.mark);
  const before = tallies.get(key);
  const isFirmer = before !== undefined && finding.basis === 'protocol' && !isFirmTally(before);
  const tally = before ?? {finding, count: 0, isKnown: isKnown(finding), also: new Set(), alike: new Set()};
  if (isFirmer || unshrunk.delete(tally)) tally.finding = finding;
  tallies.set(key, tally);
  if (metKind !== finding.kind) tally.also.add(metKind);
  if (met.tally === undefined) tally.count += met.uncounted;
  else {
    // What was counted with what the first of its kind was, or looked like, turned out to be this.
    const moved = met.examined === 0 ? met.lent : 1;
    met.tally.count -= moved;
    tally.count += moved;
    met.tally.alike.delete(metKind);
    // It stood for differences that were something else.
    if (met.tally.count === 0 && unshrunk.delete(met.tally)) tallies.delete(keyOf(decoder, metKind, mark));
  }
  met.uncounted = 0;
  met.lent = 0;
  if (met.examined === 0) met.tally = tally;
  met.examined += 1;
  met.isWaiting = false;
  family.examined += 1;
  family.tally ??= tally;
  return {tally, isNew: before === undefined || isFirmer};
}

function leave(books: Books, {kind, family, basis, mark}: Difference, asFound: FuzzFinding): void {
  const {tallies, unshrunk} = books;
  const {decoder} = asFound;
  const isFirm = basis === 'protocol';
  const met = metKindOf(books, firmKeyOf(decoder, {name: kind, mark, isFirm}), () => asFound);
  met.isWaiting = false;
  if (met.tally !== undefined) return;
  const key = keyOf(decoder, kind, mark);
  const alike =
    tallies.get(key) ??
    (met.isListed ? undefined : familyOf(books, firmKeyOf(decoder, {name: family, mark, isFirm})).tally);
  const tally = alike ?? {finding: asFound, count: 0, isKnown: met.isListed, also: new Set(), alike: new Set()};
  if (alike === undefined) {
    tallies.set(key, tally);
    unshrunk.add(tally);
  }
  if (tally.finding.kind !== kind) tally.alike.add(kind);
  tally.count += met.uncounted;
  met.lent = met.uncounted;
  met.uncounted = 0;
  met.tally = tally;
}

function isFirmTally({finding}: FuzzTally): boolean {
  return finding.basis === 'protocol';
}

// A mark says more than a kind: whatever a decoder crashes on, the same line of its source is the same mistake.
function keyOf(decoder: string, kind: string, mark: string | undefined): string {
  return mark === undefined ? `${decoder}\0${kind}` : `${decoder}\0\0${mark}`;
}

function firmKeyOf(
  decoder: string,
  {name, mark, isFirm}: {readonly name: string; readonly mark: string | undefined; readonly isFirm: boolean},
): string {
  return `${keyOf(decoder, name, mark)}\0${String(isFirm)}`;
}
