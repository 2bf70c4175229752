// Keeps processes that are started and not asked yet, for a decoder that breaks again and again.

/** One that is starting or has started. */
interface Spare<One> {
  readonly one: Promise<One>;
  isReady: boolean;
}

/**
 * Starts the next ones while one is asked: none as long as nothing breaks, one after the first break, and one more, up to `max`, each time that the next
 * one was not ready when it was needed.
 */
export class Spares<One> {
  private readonly start: () => Promise<One>;
  private readonly max: number;
  private waiting: Spare<One>[] = [];
  private wanted = 0;
  private isClosed = false;

  constructor(start: () => Promise<One>, max: number) {
    this.start = start;
    this.max = max;
  }

  /** Gives the oldest one, or undefined when there is none. */
  take(): Promise<One> | undefined {
    const spare = this.waiting.shift();
    if (spare?.isReady !== true) this.wanted = Math.min(this.max, this.wanted + 1);
    return spare?.one;
  }

  /** Starts as many as are missing. */
  refill(): void {
    while (!this.isClosed && this.waiting.length < this.wanted) {
      const spare: Spare<One> = {one: this.start(), isReady: false};
      void spare.one.then(() => (spare.isReady = true));
      this.waiting.push(spare);
    }
  }

  /** Starts no more, and gives those that nobody took. */
  close(): Promise<readonly One[]> {
    this.isClosed = true;
    const left = this.waiting.map(({one}) => one);
    this.waiting = [];
    return Promise.all(left);
  }
}
