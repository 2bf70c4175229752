// A signal that ends what takes too long, or what the run does not want any more.
import type {Clock} from '../../../model/ports.ts';

/** A signal, and the way to let it go when what it watches is done. */
interface Deadline {
  readonly signal: AbortSignal;
  readonly clear: () => void;
}

/** Gives a signal that aborts with `reason` after a while, or with `interrupted` when the run is. */
export function withDeadline(
  clock: Clock,
  ms: number,
  {interrupt, reason = 'case-timeout'}: {readonly interrupt: AbortSignal; readonly reason?: string},
): Deadline {
  const controller = new AbortController();
  const cancel = clock.alarm(ms, () => {
    controller.abort(reason);
  });
  const onInterrupt = (): void => {
    controller.abort('interrupted');
  };
  if (interrupt.aborted) onInterrupt();
  interrupt.addEventListener('abort', onInterrupt, {once: true});
  return {
    signal: controller.signal,
    clear: () => {
      cancel();
      interrupt.removeEventListener('abort', onInterrupt);
    },
  };
}
