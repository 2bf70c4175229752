// What goes out to a decoder under test: questions gathered into one write, and those that have to wait for room.
import type {Writable} from 'node:stream';
import type {OpenQuestion} from '../../../model/peer.ts';
import {Batch} from './batch.ts';
import type {TesteeForm} from './form.ts';
import type {OpenQuestions} from './open-questions.ts';

export interface OutboxSettings {
  readonly form: TesteeForm;
  readonly input: Writable;
  readonly open: OpenQuestions;
  /** Nothing may be written any more. */
  readonly isOver: () => boolean;
  /** Called when an answer is due at a time. */
  readonly onDue: (dueMs: number, nowMs: number) => void;
}

/** A batch that is this large goes out before the tick is over, so that the decoder has something to do meanwhile. */
const batchBytesMax = 16 * 1024;
/** What the system has not taken yet may be so much; the rest waits until it has. */
const writableBytesMax = 256 * 1024;

/** The way out of one session. */
export class Outbox {
  private readonly settings: OutboxSettings;
  private readonly batch = new Batch();
  private batchedMs = 0;
  private unsent: OpenQuestion[] = [];
  private isHeld = false;
  private isFlushing = false;
  private mustDrain = false;

  constructor(settings: OutboxSettings) {
    this.settings = settings;
  }

  put(asked: OpenQuestion): void {
    if (this.unsent.length > 0 || !this.canWrite()) this.unsent.push(asked);
    else this.write(asked);
    // Everything that is asked in one tick goes out in one write.
    if (this.isHeld || this.isFlushing || this.mustDrain) return;
    this.isFlushing = true;
    setImmediate(this.flushLater);
  }

  /** Does what may put questions, and writes them all at its end. */
  gather(work: () => void): void {
    this.isHeld = true;
    work();
    this.isHeld = false;
    this.writeUnsent();
    this.flush();
  }

  /** Gives the questions that were never written, and forgets them. */
  takeUnsent(): readonly OpenQuestion[] {
    const {unsent} = this;
    this.unsent = [];
    return unsent;
  }

  private readonly flushLater = (): void => {
    this.isFlushing = false;
    this.writeUnsent();
    this.flush();
  };

  private canWrite(): boolean {
    return !this.mustDrain && this.settings.open.hasRoom() && !this.settings.isOver();
  }

  private writeUnsent(): void {
    let from = 0;
    for (; from < this.unsent.length && this.canWrite(); from += 1) {
      const asked = this.unsent[from]!;
      if (!asked.isAbandoned) this.write(asked);
    }
    if (from > 0) this.unsent = this.unsent.slice(from);
  }

  private write(asked: OpenQuestion): void {
    const {form, open, onDue} = this.settings;
    const {batch} = this;
    const start = batch.length;
    if (start === 0) this.batchedMs = performance.now();
    const known = form.question(batch, open.drawId(), asked.question);
    // Whoever asks does not expect an answer before it has asked.
    if (known !== undefined) return queueMicrotask(() => asked.settle(known));
    const dueMs = this.batchedMs + asked.timeoutMs;
    open.open(asked, batch.length - start, dueMs);
    onDue(dueMs, this.batchedMs);
    return batch.length < batchBytesMax ? undefined : this.flush();
  }

  private flush(): void {
    if (this.batch.length === 0 || this.mustDrain || this.settings.isOver()) return;
    const {input} = this.settings;
    if (input.write(this.batch.take()) || input.writableLength < writableBytesMax) return;
    this.mustDrain = true;
    input.once('drain', () => {
      this.mustDrain = false;
      this.flushLater();
    });
  }
}
