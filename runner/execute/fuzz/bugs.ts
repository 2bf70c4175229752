// Groups the findings of a search by the bug that is most likely behind them, so that one bug reads as one finding.
import {cameOnce, type FuzzBug, type FuzzTally} from '../../../model/decoder-search.ts';

/**
 * Gives the bugs behind the findings, in the order in which their first one was found. A cause that is the only one of some finding is taken first, of
 * those the one that explains most findings; so a few causes explain all. What nobody examined has causes that it might do without: it counts with an
 * examined finding that goes wrong in the same manner, and with others that were not examined, so that it is a bug of its own only where nothing is like it.
 */
export function fuzzBugs(tallies: readonly FuzzTally[]): readonly FuzzBug[] {
  const causeOf = new Map<FuzzTally, string>();
  for (const decoder of new Set(tallies.map(({finding}) => finding.decoder))) {
    const its = tallies.filter(({finding}) => finding.decoder === decoder);
    explain(
      its.filter(({finding}) => finding.isUnexamined !== true),
      causeOf,
    );
    attribute(its, causeOf);
  }
  const groups = new Map<string, FuzzTally[]>();
  for (const tally of tallies) {
    const key = `${tally.finding.decoder}\0${causeOf.get(tally) ?? ''}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [tally]);
    else members.push(tally);
  }
  return [...groups.values()].map(members => {
    const lead = members.reduce((least, one) => (byWeight(one, least) < 0 ? one : least));
    let sorted: readonly FuzzTally[] | undefined;
    return {
      cause: causeOf.get(lead) ?? '',
      lead,
      // A search looks at its bugs after each finding, and at the forms of one of them.
      get forms() {
        return (sorted ??= members.toSorted(byWeight));
      },
    };
  });
}

/** Tells whether a bug makes the search fail: one of its findings is not in the baseline, and the protocol demands another answer there. */
export function isNewBug({lead}: FuzzBug): boolean {
  return !lead.isKnown && lead.finding.basis === 'protocol';
}

/** Gives each finding of one decoder its cause. */
function explain(tallies: readonly FuzzTally[], causeOf: Map<FuzzTally, string>): void {
  const alone = new Set(tallies.flatMap(({finding: {causes}}) => (causes.length === 1 ? causes : [])));
  let left = tallies;
  while (left.length > 0) {
    const counts = new Map<string, number>();
    for (const {finding} of left) for (const cause of finding.causes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
    // Causes come in the order of their findings, the likeliest first, so that the first of equals is the likeliest.
    const [best] = [...counts].toSorted((a, b) => weightOf(b, alone) - weightOf(a, alone));
    if (best === undefined) return;
    for (const tally of left) if (tally.finding.causes.includes(best[0])) causeOf.set(tally, best[0]);
    left = left.filter(tally => !causeOf.has(tally));
  }
}

/** Gives each finding of one decoder that was not examined a cause of those that were, or of the first one like it. */
function attribute(tallies: readonly FuzzTally[], causeOf: Map<FuzzTally, string>): void {
  const found = new Set(causeOf.values());
  for (const tally of tallies) {
    if (causeOf.has(tally)) continue;
    const {causes} = tally.finding;
    const own = causes.find(cause => found.has(cause));
    const like = own === undefined ? tallies.find(other => causeOf.has(other) && areAlike(tally, other)) : undefined;
    causeOf.set(tally, own ?? (like === undefined ? (causes[0] ?? '') : (causeOf.get(like) ?? '')));
  }
}

/** An error message that names a place says by itself which mistake it is; and what the baseline knows stands for nothing that is new. */
function areAlike({finding: a, isKnown}: FuzzTally, {finding: b, isKnown: isOtherKnown}: FuzzTally): boolean {
  return (
    isKnown === isOtherKnown &&
    a.basis === b.basis &&
    a.mark === undefined &&
    b.mark === undefined &&
    mannerOf(a.kind) === mannerOf(b.kind)
  );
}

/** What goes wrong without what it goes wrong on: `crashes`, `reads another Time`. */
export function mannerOf(kind: string): string {
  return kind.split(/,| (?:on|from|for|to) /, 1)[0] ?? kind;
}

const aloneWeight = 1e6;

function weightOf([cause, count]: readonly [string, number], alone: ReadonlySet<string>): number {
  return count + (alone.has(cause) ? aloneWeight : 0);
}

/** New before known, firm before usual, examined before not, what can be replayed before what cannot, what has this cause alone before what may have another, small before large. */
function byWeight(a: FuzzTally, b: FuzzTally): number {
  return (
    Number(a.isKnown) - Number(b.isKnown) ||
    Number(b.finding.basis === 'protocol') - Number(a.finding.basis === 'protocol') ||
    Number(a.finding.isUnexamined === true) - Number(b.finding.isUnexamined === true) ||
    Number(a.finding.kind.endsWith(cameOnce)) - Number(b.finding.kind.endsWith(cameOnce)) ||
    Number(a.finding.causes.length > 1) - Number(b.finding.causes.length > 1) ||
    a.finding.before.length - b.finding.before.length ||
    a.finding.bytes.length - b.finding.bytes.length
  );
}
