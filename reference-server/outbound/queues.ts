/** Runs work in lines: what stands in one line runs one after the other in order, lines do not wait for each other. */

export interface Queues {
  /** Puts work at the end of a line; false when the line is full and the work was not taken. */
  readonly add: (line: string, work: () => Promise<void>) => boolean;
  /** Resolves when nothing waits or runs. */
  readonly idle: () => Promise<void>;
  /** Takes no more work and drops what has not begun. */
  readonly close: () => void;
}

/** How many may wait in one line. A receiver that never answers holds its line for one time limit each, so lines must end. */
const waitingMax = 1000;

export function makeQueues(log: (text: string) => void): Queues {
  const lines = new Map<string, (() => Promise<void>)[]>();
  const waiting = new Set<() => void>();
  const ending = new AbortController();

  const tellIdle = (): void => {
    if (lines.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  const run = async (name: string, line: (() => Promise<void>)[]): Promise<void> => {
    for (let work = line[0]; work !== undefined && !ending.signal.aborted; work = line[0]) {
      try {
        await work();
      } catch (problem) {
        log(`${name} failed: ${problem instanceof Error ? problem.message : String(problem)}`);
      }
      line.shift();
    }
    lines.delete(name);
    tellIdle();
  };

  return {
    add: (name, work) => {
      if (ending.signal.aborted) return false;
      const line = lines.get(name);
      if (line !== undefined && line.length >= waitingMax) return false;
      if (line !== undefined) line.push(work);
      else {
        const fresh = [work];
        lines.set(name, fresh);
        void run(name, fresh);
      }
      return true;
    },
    idle: async () =>
      new Promise(resolve => {
        waiting.add(resolve);
        tellIdle();
      }),
    close: () => {
      ending.abort();
      lines.clear();
      tellIdle();
    },
  };
}
