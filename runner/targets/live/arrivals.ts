// Keeps what a live peer sent until somebody asks for it, at most a thousand messages.
import type {LiveArrival, LiveConversation} from '../../../model/peer.ts';

/** A bounded queue of messages, and the end after them if there was one. */
export interface LiveArrivals {
  /** Adds a message; false when it was dropped because nobody takes them. */
  add(bytes: Uint8Array): boolean;
  /** What every receive gives once the messages are taken. */
  end(arrival: Ending): void;
  /** What the next receive gives once, e.g. a refusal that a later message may overcome. */
  interrupt(arrival: Ending): void;
  /** Gives the next message, waiting for it. */
  next(withinMs: number): Promise<LiveArrival>;
  isFull(): boolean;
  /** Drops the messages that wait. */
  clear(): void;
  /** Called when a full queue has room again. */
  onRoom: () => void;
}

type Ending = Extract<LiveArrival, {readonly detail: string}>;

const queueMax = 1_000;

/** Makes an empty queue. */
export function liveArrivals(): LiveArrivals {
  const queue: Uint8Array[] = [];
  let ending: Ending | undefined;
  let interruption: Ending | undefined;
  let wake: (() => void) | undefined;
  const stir = (): void => wake?.();
  const taken = (startedMs: number): LiveArrival | undefined => {
    const bytes = queue.shift();
    if (bytes !== undefined) {
      if (queue.length === queueMax - 1) arrivals.onRoom();
      return {kind: 'frame', bytes, elapsedMs: performance.now() - startedMs};
    }
    const once = interruption;
    interruption = undefined;
    return once ?? ending;
  };
  const arrivals: LiveArrivals = {
    add: bytes => {
      if (queue.length >= queueMax) return false;
      queue.push(bytes);
      stir();
      return true;
    },
    end: arrival => {
      ending ??= arrival;
      stir();
    },
    interrupt: arrival => {
      interruption = arrival;
      stir();
    },
    next: withinMs => {
      const startedMs = performance.now();
      const here = taken(startedMs);
      if (here !== undefined) return Promise.resolve(here);
      return new Promise(resolve => {
        let isSettled = false;
        const settle = (arrival: LiveArrival): void => {
          if (isSettled) return;
          isSettled = true;
          clearTimeout(timer);
          wake = undefined;
          resolve(arrival);
        };
        const silence = (): void => settle({kind: 'silence', waitedMs: performance.now() - startedMs});
        // Where we were too busy to read the socket, the message may be there already: timers come before sockets, and what is set immediately after them.
        const timer = setTimeout(() => setImmediate(silence), withinMs);
        wake = () => {
          const arrival = taken(startedMs);
          if (arrival !== undefined) settle(arrival);
        };
      });
    },
    isFull: () => queue.length >= queueMax,
    clear: () => {
      queue.length = 0;
    },
    onRoom: () => undefined,
  };
  return arrivals;
}

/** A conversation that never began: all that is sent is refused. */
export function refusingConversation(detail: string): LiveConversation {
  return {
    send: async () => ({kind: 'refused', detail}),
    receive: async () => ({kind: 'refused', detail}),
    dropped: () => 0,
    close: async () => undefined,
  };
}
