// The sessions of one decoder: starts them, knows which are open, and closes them all.
import type {OpenQuestion} from '../../../model/peer.ts';
import type {Breakage, TesteeSession} from './conversation.ts';

/** A session that began, or one full sentence that says why there is none. */
export type Launch =
  | {readonly kind: 'started'; readonly session: TesteeSession}
  | {readonly kind: 'failed'; readonly detail: string};

/** Called when a session breaks, with the questions that were open, oldest first, and those that were not sent yet. */
export type OnBroken = (breakage: Breakage, pending: readonly OpenQuestion[], unsent: readonly OpenQuestion[]) => void;

/** Every session that a port has started. */
export class Sessions {
  isClosed = false;
  private readonly start: (onBroken: OnBroken) => Promise<Launch>;
  private readonly open = new Set<TesteeSession>();
  private readonly work = new Set<Promise<unknown>>();

  constructor(start: (onBroken: OnBroken) => Promise<Launch>) {
    this.start = start;
  }

  /** Starts a session; one that starts after everything was closed is ended at once. */
  async launch(onBroken: OnBroken): Promise<Launch> {
    let session: TesteeSession | undefined;
    const launch = await this.start((breakage, pending, unsent) => {
      if (session !== undefined) this.open.delete(session);
      onBroken(breakage, pending, unsent);
    });
    if (launch.kind === 'failed') return launch;
    session = launch.session;
    this.open.add(session);
    if (this.isClosed) await session.kill();
    return launch;
  }

  /** Closes a session in good order, and gives what it did wrong meanwhile. */
  async end(session: TesteeSession): Promise<Breakage | undefined> {
    const breakage = await session.close();
    this.open.delete(session);
    return breakage;
  }

  /** Ends a session that broke. */
  drop(session: TesteeSession): void {
    this.track(session.kill());
    this.open.delete(session);
  }

  /** Makes `close` wait for this as well. */
  track(work: Promise<unknown>): void {
    this.work.add(work);
    void work.finally(() => this.work.delete(work));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.open].map(session => session.close()));
    this.open.clear();
    await Promise.allSettled(this.work);
  }
}
