// The end of a search: what still goes on when its time is over, and for how long at most. A decoder may be slow with every single question.
import type {FuzzSettings} from './search-settings.ts';

/** After the time is over, what still waits is examined for so long; then it becomes a finding as it was met. */
const lateMsMax = 1_000;

/** The end of one search. */
export interface SearchEnd {
  /** Aborts when nothing may be looked at closely any more. */
  noMoreExamining(): AbortSignal;
  readonly examiningUntilMs: number;
  /** Nothing rings any more. */
  release(): void;
}

/**
 * Sets the alarms. Questions that are open when the time is over, or when the user interrupts, are waited for as long as an answer may take and no
 * longer, whatever is asked again meanwhile to find out which of them broke the decoder; then `giveUp` is called.
 */
export function searchEnd({clock, bounds, stop}: FuzzSettings, giveUp: () => void): SearchEnd {
  const {timeMs, replyTimeoutMs} = bounds;
  const startedMs = clock.monotonicMs();
  const examiningUntilMs = startedMs + timeMs + lateMsMax;
  const late = new AbortController();
  const alarms: (() => void)[] = [];
  const alarm = (ms: number, ring: () => void): void => {
    if (ms <= alarmMsMax) alarms.push(clock.alarm(ms, ring));
  };
  alarm(timeMs + lateMsMax, () => late.abort());
  alarm(timeMs + replyTimeoutMs + lateMsMax, giveUp);
  const interrupted = (): void => {
    late.abort();
    alarm(lateMsMax, giveUp);
  };
  if (stop.aborted) interrupted();
  else stop.addEventListener('abort', interrupted, {once: true});
  return {
    // Work that leaves no time for alarms may have gone on until now.
    noMoreExamining: () => (clock.monotonicMs() > examiningUntilMs ? AbortSignal.abort() : late.signal),
    examiningUntilMs,
    release: () => {
      stop.removeEventListener('abort', interrupted);
      for (const takeBack of alarms) takeBack();
    },
  };
}

/** Timers hold no more milliseconds than this, some 24 days. */
const alarmMsMax = 2 ** 31 - 1;
