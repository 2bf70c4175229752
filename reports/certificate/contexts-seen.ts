// Says which values of contexts the cases of a run saw, and which values no case could have there.
import {valuesOf, type Context} from '../../model/contexts/context.ts';
import type {CaseLine} from '../../model/journal.ts';

/** A value that no case saw, with the reason. */
export interface Hole {
  /** E.g. `visibility=private`, or two of them joined by ` + `. */
  readonly value: string;
  readonly why: string;
}

/** What was seen of contexts, in alphabetical order. */
export interface SeenContexts {
  readonly seen: readonly string[];
  readonly holes: readonly Hole[];
}

/** Gives the values that judged cases had, and those that only skipped ones would have had. */
export function valuesSeen(cases: readonly CaseLine[]): SeenContexts {
  return seenOf(cases, textsOf);
}

/** The same for the pairs of owner, visibility and actor. */
export function pairsSeen(cases: readonly CaseLine[]): SeenContexts {
  return seenOf(cases, context => {
    const texts = textsOf(context).filter(text => /^(?:actor|owner|visibility)=/.test(text));
    return texts.flatMap((one, index) => texts.slice(index + 1).map(other => `${one} + ${other}`));
  });
}

function textsOf(context: Context): readonly string[] {
  return valuesOf(context).map(({dimension, value}) => `${dimension}=${value}`);
}

function seenOf(cases: readonly CaseLine[], textsIn: (context: Context) => readonly string[]): SeenContexts {
  const seen = new Set<string>();
  const holes = new Map<string, string>();
  for (const {context = {}, verdict, detail, cause} of cases)
    for (const text of textsIn(context)) {
      if (verdict !== 'skip' && verdict !== 'error') seen.add(text);
      else if (!holes.has(text)) holes.set(text, detail ?? cause ?? '');
    }
  return {
    seen: [...seen].toSorted(),
    holes: [...holes]
      .flatMap(([value, why]) => (seen.has(value) ? [] : [{value, why}]))
      .toSorted((a, b) => (a.value < b.value ? -1 : 1)),
  };
}
