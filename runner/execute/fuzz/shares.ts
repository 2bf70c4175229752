// Counts how often decoders differ, from what had to be answered and from each other.
import type {FuzzShares} from '../../../model/decoder-search.ts';
import type {Difference} from '../../overlay/judge-answer.ts';

/** The counts of one search. */
interface ShareCounts {
  /** Takes the answers to one input, in words that are equal for equal answers; undefined of a decoder that gave none. */
  compare(words: readonly (string | undefined)[]): void;
  readonly wrong: (at: number, basis: Difference['basis']) => void;
  readonly all: () => FuzzShares;
}

/** Begins to count for decoders of these names. */
export function fuzzShares(names: readonly string[]): ShareCounts {
  const decoders = names.map(name => ({name, answered: 0, wrong: 0, unusual: 0}));
  const pairs = names.flatMap((_, a) =>
    names.slice(a + 1).map((_name, offset) => ({between: [a, a + 1 + offset] as const, answered: 0, differ: 0})),
  );
  return {
    compare: words => {
      for (const [at, decoder] of decoders.entries()) if (words[at] !== undefined) decoder.answered += 1;
      for (const pair of pairs) {
        const [a, b] = pair.between.map(at => words[at]);
        if (a === undefined || b === undefined) continue;
        pair.answered += 1;
        if (a !== b) pair.differ += 1;
      }
    },
    wrong: (at, basis) => {
      const decoder = decoders[at];
      if (decoder !== undefined) decoder[basis === 'protocol' ? 'wrong' : 'unusual'] += 1;
    },
    all: () => ({decoders, pairs}),
  };
}
