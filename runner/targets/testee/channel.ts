// What a conversation with a decoder under test runs over, whether a process or a socket.
import type {Readable, Writable} from 'node:stream';

/** One open process or connection. What opened it is told by `close` or `kill` that it is over; both may be called again. */
export interface TesteeChannel {
  readonly input: Writable;
  readonly output: Readable;
  /** The process that is watched for memory; none for a socket. */
  readonly pid: number | undefined;
  /** The last 64 KiB that it said on stderr, as text. */
  stderrTail(): string;
  /** Resolves when it is over and everything that it wrote has arrived. */
  readonly ended: Promise<ChannelEnd>;
  /** Says that nothing more will be asked, gives it a moment to end by itself, then ends it. */
  close(): Promise<void>;
  /** Ends it now. */
  kill(): Promise<void>;
}

/** How a channel ended. */
export interface ChannelEnd {
  /** Completes a sentence that begins with "the decoder", e.g. `ended with exit code 3`. */
  readonly how: string;
  /** Whether it may end like that when nothing is asked: an idle connection may be closed, a process runs until its input ends. */
  readonly isOrderly: boolean;
}

/** An open channel, or one sentence that says why there is none. */
export type ChannelOpening =
  | {readonly kind: 'open'; readonly channel: TesteeChannel}
  | {readonly kind: 'cannot-open'; readonly detail: string};
