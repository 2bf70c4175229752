// The clock of the machine.
import type {Clock} from '../../../model/ports.ts';

/** Gives the machine's clock; durations come from the monotonic clock, so a wall clock that is set in mid run changes none. */
export function machineClock(): Clock {
  return {
    monotonicMs: () => performance.now(),
    now: () => new Date(),
    wait: (ms, signal) =>
      new Promise(resolve => {
        if (signal?.aborted === true) return resolve();
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        return signal?.addEventListener('abort', done, {once: true});
      }),
    alarm: (ms, ring) => {
      const timer = setTimeout(ring, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
