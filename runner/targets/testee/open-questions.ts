// The questions of one session that are written and not answered yet: found by their id in any order, and told when one is late.
import {randomFillSync} from 'node:crypto';
import type {OpenQuestion} from '../../../model/peer.ts';

/**
 * How many questions are written before their answers are there. A decoder may read 64 KiB at once, some 700 small questions, and answer them all in
 * one write; it must find more when it comes back, while we look at its answers.
 */
const inFlightMax = 2_048;
const inFlightBytesMax = 4 * 1024 * 1024;

/**
 * Open questions, each in a place of its own. An id says its place in its lowest bits and is random above them, so that an answer is found
 * without a search and nobody can answer what was not asked. A search asks millions: nothing is made for a question but its place.
 */
export class OpenQuestions {
  count = 0;
  private bytes = 0;
  private asked = 0;
  /** The turn of the youngest question that was closed. */
  private youngestClosed = 0;
  private readonly questions: (OpenQuestion | undefined)[] = Array.from({length: inFlightMax}, () => undefined);
  private readonly lows = new Uint32Array(inFlightMax);
  private readonly highs = new Uint32Array(inFlightMax);
  private readonly sizes = new Uint32Array(inFlightMax);
  private readonly deadlinesMs = new Float64Array(inFlightMax);
  /** The how manieth question of the session stands in a place. */
  private readonly turns = new Float64Array(inFlightMax);
  /** The places that are free; the next one to be taken is the last of the first `inFlightMax − count`. */
  private readonly free = Uint16Array.from({length: inFlightMax}, (_, place) => place);

  hasRoom(): boolean {
    return this.count < inFlightMax && this.bytes < inFlightBytesMax;
  }

  /** Draws the id of the next question; there must be room. */
  drawId(): number {
    const place = this.free[inFlightMax - 1 - this.count]!;
    const {low, high} = randomHalves();
    const own = ((low & ~(inFlightMax - 1)) | place) >>> 0;
    this.lows[place] = own;
    this.highs[place] = high;
    return high * 0x1_0000_0000 + own;
  }

  /** Opens a question under the id that was drawn last. */
  open(question: OpenQuestion, bytes: number, deadlineMs: number): void {
    const place = this.free[inFlightMax - 1 - this.count]!;
    this.count += 1;
    this.asked += 1;
    this.bytes += bytes;
    this.questions[place] = question;
    this.sizes[place] = bytes;
    this.deadlinesMs[place] = deadlineMs;
    this.turns[place] = this.asked;
  }

  /** Finds the question with this id, in halves of 32 bits. */
  find(low: number, high: number): OpenQuestion | undefined {
    const place = low & (inFlightMax - 1);
    return this.lows[place] === low && this.highs[place] === high ? this.questions[place] : undefined;
  }

  /** Closes a question that `find` found. */
  close(low: number): void {
    const place = low & (inFlightMax - 1);
    this.questions[place] = undefined;
    if (this.turns[place]! > this.youngestClosed) this.youngestClosed = this.turns[place]!;
    this.bytes -= this.sizes[place]!;
    this.count -= 1;
    this.free[inFlightMax - 1 - this.count] = place;
  }

  /** Closes all and gives them, oldest first. */
  closeAll(): readonly OpenQuestion[] {
    const places = this.places().toSorted((a, b) => this.turns[a]! - this.turns[b]!);
    const questions = places.map(place => this.questions[place]!);
    for (const place of places) this.close(place);
    return questions;
  }

  /** Gives a question whose deadline is over, or the time of the next deadline; Infinity when nothing is open. */
  lateAt(nowMs: number): OpenQuestion | number {
    let nextMs = Infinity;
    for (const place of this.places()) {
      if (this.deadlinesMs[place]! <= nowMs) return this.questions[place]!;
      nextMs = Math.min(nextMs, this.deadlinesMs[place]!);
    }
    return nextMs;
  }

  /** Whether a question that was opened after this one, which is open, is closed already. */
  isOvertaken(question: OpenQuestion): boolean {
    return this.turns[this.questions.indexOf(question)]! < this.youngestClosed;
  }

  private places(): number[] {
    return this.questions.flatMap((question, place) => (question === undefined ? [] : [place]));
  }
}

const pool = new Uint32Array(2048);
const halves = {low: 0, high: 0};
let left = 0;

/** Draws the halves of a whole number from 2^32 to 2^53 − 1; the next call changes what this one gave. */
export function randomHalves(): {readonly low: number; readonly high: number} {
  if (left === 0) {
    randomFillSync(pool);
    left = pool.length;
  }
  left -= 2;
  halves.low = pool[left]!;
  halves.high = (pool[left + 1]! & 0x1f_ffff) | 1;
  return halves;
}
