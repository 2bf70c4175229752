// Writes the counters of a source as what they are in the process that runs it: places of one array.
import {instrumentSource} from './instrument-source.ts';

/** What an instrumented source counts in; with `In` behind it, what it calls first. */
export const globalName = '__touchstoneCounts';

/** Counters of one byte; past this many, code is loaded without. */
export const countersMax = 1 << 18;

/** Gives the source with counters that are taken from the shared number; the same source where it cannot be parsed or no counters are left. */
export function withCounters(source: string, sourceType: 'module' | 'script', name: string, taken: Int32Array): string {
  let isFull = Atomics.load(taken, 0) >= countersMax;
  if (isFull) return source;
  const instrumented = instrumentSource(source, sourceType, (counters, found) => {
    const from = Atomics.add(taken, 0, counters);
    isFull = from + counters > countersMax;
    const shown = found.map(
      ({counter, value}) =>
        `[${String(counter)},${typeof value === 'bigint' ? `${String(value)}n` : JSON.stringify(value)}]`,
    );
    return {
      head: `${globalName}In(${String(from)},${String(counters)},${String(hashOf(name))},[${shown.join(',')}]);`,
      counter: at => `${globalName}[${String(from + at)}]++`,
    };
  });
  return isFull || instrumented === undefined ? source : instrumented.text;
}

function hashOf(name: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x0100_0193);
  return hash | 0;
}
