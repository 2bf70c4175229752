// Counts which branches of a module under test an input reaches: sources are given counters while they are loaded.
import Module, {register} from 'node:module';
import {countersMax, globalName, withCounters} from './with-counters.ts';

/** What an input reached that none before it had, and the constants that are compared there. */
export interface NewlyReached {
  /** Each is the number of a branch times 8, and how often it was taken: 0 once, 1 twice, 2 three times, 3 from 4, 4 from 8, 5 from 16, 6 from 32, 7 from 128. */
  readonly places: readonly number[];
  readonly constants: readonly (bigint | string)[];
}

/** They wrap around at 256. */
const counts = new Uint8Array(countersMax);
const words = new Int32Array(counts.buffer);
/** One bit for each size of a count that was seen. */
const seen = new Uint8Array(countersMax);
/** The number that a counter is reported by: the same in every process, whatever order files are loaded in. */
const names = new Uint32Array(countersMax);
/** How many counters are given away; shared with the thread that loads ES modules. */
const given = new Int32Array(new SharedArrayBuffer(4));
let constants: (bigint | string)[] = [];
/** What is compared where a counter counts, until it is reached. */
const compared = new Map<number, (bigint | string)[]>();

/** Counts in everything that is loaded from here on, and in functions that are made of text. */
export function countBranches(): void {
  Object.defineProperty(globalThis, globalName, {value: counts});
  Object.defineProperty(globalThis, `${globalName}In`, {value: begin});
  countInScripts();
  countInFunctions();
  register(new URL(`./module-loader.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url), {
    data: {given},
  });
}

/** Gives what was reached since the last call and never before. */
export function takeReached(): NewlyReached | undefined {
  const places: number[] = [];
  const last = Math.min(Atomics.load(given, 0), countersMax);
  for (let word = 0; word < last / 4; word += 1) {
    if (words[word] === 0) continue;
    for (let at = word * 4; at < word * 4 + 4; at += 1) {
      const times = counts[at]!;
      if (times === 0) continue;
      const size = sizeOf(times);
      if ((seen[at]! & (1 << size)) !== 0) continue;
      if (seen[at] === 0) constants.push(...(compared.get(at) ?? []));
      seen[at]! |= 1 << size;
      places.push(names[at]! * 8 + size);
    }
    words[word] = 0;
  }
  if (places.length === 0 && constants.length === 0) return undefined;
  const found = constants;
  constants = [];
  return {places, constants: found};
}

function sizeOf(times: number): number {
  if (times < 4) return times - 1;
  return times < 8 ? 3 : times < 16 ? 4 : times < 32 ? 5 : times < 128 ? 6 : 7;
}

/** Called by each source when it begins to run. */
function begin(
  from: number,
  count: number,
  hash: number,
  found: readonly (readonly [counter: number, constant: bigint | string])[],
): void {
  for (let at = 0; at < count; at += 1) names[from + at] = (Math.imul(at + 1, 0x9e37_79b1) ^ hash) >>> 3;
  for (const [counter, constant] of found) {
    if (counter < 0) {
      constants.push(constant);
      continue;
    }
    const there = compared.get(from + counter);
    if (there === undefined) compared.set(from + counter, [constant]);
    else there.push(constant);
  }
}

type Compiling = {_compile(this: unknown, content: string, file: string, ...rest: unknown[]): unknown};

/** Scripts that are required: whoever loads them, their text goes through here. */
function countInScripts(): void {
  const {prototype} = Module as unknown as {readonly prototype: Compiling};
  const compile = Reflect.get(prototype, '_compile');
  prototype._compile = function (content, file, ...rest) {
    return compile.call(this, withCounters(content, 'script', file, given), file, ...rest);
  };
}

/** How many different texts of functions are remembered; a decoder that makes a function for every input gets the rest without counters. */
const textsMax = 4_096;

/** Libraries write decoders as text and make functions of it. */
function countInFunctions(): void {
  const texts = new Map<string, string>();
  const counting = (words: readonly unknown[]): readonly unknown[] => {
    const body = words.at(-1);
    if (typeof body !== 'string') return words;
    let text = texts.get(body);
    if (text === undefined && texts.size < textsMax) {
      text = withCounters(body, 'script', body, given);
      texts.set(body, text);
    }
    return [...words.slice(0, -1), text ?? body];
  };
  const plain = Function;
  const made: FunctionConstructor = new Proxy(plain, {
    apply: (target, self, words: readonly unknown[]) => Reflect.apply(target, self, counting(words)) as unknown,
    construct: (target, words: readonly unknown[], by) =>
      Reflect.construct(target, counting(words), by === made ? target : by) as object,
  });
  globalThis.Function = made;
  Object.defineProperty(plain.prototype, 'constructor', {value: made});
}
