// The inputs of a property: drawn from a seed, made smaller, and found again by the path that led to them.
import type {Arbitrary, Random, Value} from 'fast-check';
import type {Context} from '../../../model/contexts/context.ts';
import {randomAt, type Random as Numbers} from '../../../base/random/seeded-numbers.ts';

/** Where the inputs of one property come from. */
export interface InputSource {
  readonly arbitrary: Arbitrary<never>;
  readonly seed: number;
  readonly Random: typeof Random;
  readonly cloneIfNeeded: (value: unknown) => unknown;
  /** Gives the context of a draw by its number. */
  readonly contextAt: (index: number) => Context;
}

/** One input, and the way to it: the number of its draw, then which smaller input was taken each time, e.g. `3:0:2`. */
export interface Drawn {
  readonly value: Value<never>;
  readonly path: string;
  /** What is drawn first: where the input runs. */
  readonly context: Context;
}

/**
 * Gives what is handed to a run. An input that ran already has used commands in it, so it is copied, part by part: fast-check's own copy of a tuple drops
 * what comes after its last part that needs copying (4.10).
 */
export function handedOver({cloneIfNeeded}: InputSource, {value}: Drawn, {hasRun}: {readonly hasRun: boolean}): never {
  return (hasRun ? partsCopied(value.value_, cloneIfNeeded) : value.value) as never;
}

/** Copies a value or the parts of a tuple. */
export function partsCopied(value: unknown, copy: (part: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(part => partsCopied(part, copy)) : copy(value);
}

/** Draws input after input, without an end. */
export function* drawnInputs(source: InputSource): Generator<Drawn, undefined> {
  for (let index = 0; ; index += 1) yield drawnAt(source, index);
}

/** Draws one input: the same seed and number give the same input, whatever was drawn before. */
function drawnAt({arbitrary, seed, Random, contextAt}: InputSource, index: number): Drawn {
  const value = arbitrary.generate(new Random(numberSource(randomAt(seed, index))), biasOf(index));
  return {value, path: String(index), context: contextAt(index)};
}

/** Gives the inputs that are one step smaller than one that ran, the smallest first. */
export function* smallerInputs({arbitrary}: InputSource, {value, path, context}: Drawn): Generator<Drawn, undefined> {
  let index = 0;
  for (const smaller of arbitrary.shrink(value.value_, value.context)) {
    yield {value: smaller, path: `${path}:${String(index)}`, context};
    index += 1;
  }
}

/** Follows a path to its input without running what is on the way; gives nothing where the path leads nowhere. */
export function inputAt(source: InputSource, path: string): Drawn | undefined {
  if (!/^\d{1,9}(?::\d{1,9})*$/.test(path)) return undefined;
  const [first = 0, ...rest] = path.split(':').map(Number);
  let {value} = drawnAt(source, first);
  for (const index of rest) {
    const [smaller] = source.arbitrary.shrink(value.value_, value.context).drop(index).take(1);
    if (smaller === undefined) return undefined;
    value = smaller;
  }
  return {value, path, context: source.contextAt(first)};
}

// fast-check draws limits and other suspicious values once in so many draws, and less often the more it has drawn.
function biasOf(index: number): number {
  return 2 + Math.trunc(Math.log10(index + 1));
}

/** What fast-check takes its numbers from. It wraps a source that cannot jump in one whose clones share their state. */
interface NumberSource {
  clone(): NumberSource;
  next(): number;
  jump(): void;
  getState(): readonly number[];
}

function numberSource(numbers: Numbers): NumberSource {
  return {
    clone: () => numberSource(numbers.clone()),
    next: () => numbers.next() | 0,
    jump: () => {
      for (let count = 0; count < 42; count += 1) numbers.next();
    },
    getState: () => [],
  };
}
