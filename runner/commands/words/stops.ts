// Turns interrupts of the user into signals: once ends the run in order, twice ends it at once.
import {setMaxListeners} from 'node:events';
import type {RunStops} from '../../execute/run-plan.ts';
import type {Machine} from '../../../model/machine.ts';

/** How a run is stopped from outside, and how often that was asked for. */
export interface Stops extends RunStops {
  /** Give up cleaning up as well: what was made is listed and stays. */
  readonly abandon: AbortSignal;
  /** Interrupts so far. */
  count(): number;
  /** Stops listening. */
  release(): void;
}

// After the first interrupt, running cases get this long to end by themselves.
const graceMs = 2_000;

/** Listens from now on. Once: take no more cases, let the running ones end, clean up. Twice: not even that; results are flushed either way. */
export function interruptible(machine: Machine): Stops {
  const stop = new AbortController();
  const interrupt = new AbortController();
  const abandon = new AbortController();
  const released = new AbortController();
  // Every case that is under way listens, and --jobs says how many may be.
  setMaxListeners(0, stop.signal, interrupt.signal, abandon.signal);
  let interrupts = 0;
  const endRunningCases = async (): Promise<void> => {
    await machine.clock.wait(graceMs, AbortSignal.any([released.signal, abandon.signal]));
    interrupt.abort('interrupted');
  };
  const stopListening = machine.onInterrupt(count => {
    interrupts = count;
    stop.abort('interrupted');
    if (count === 1) {
      machine.talk(
        '\ninterrupted: no more cases are taken, what was made is being removed; once more to stop at once\n',
      );
      void endRunningCases();
    } else {
      abandon.abort('interrupted');
    }
  });
  return {
    stop: stop.signal,
    interrupt: interrupt.signal,
    abandon: abandon.signal,
    count: () => interrupts,
    release: () => {
      stopListening();
      released.abort();
    },
  };
}
