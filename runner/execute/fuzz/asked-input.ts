// An input that is under way: what it is, what had to be answered, and who waits for the answers. Millions are made, so each is two small objects.
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {NewlyReached, OpenQuestion, PlainAnswerKind, TesteeAnswer, TesteeQuestion} from '../../../model/peer.ts';
import {isPlainlyRight} from '../../overlay/is-plainly-right.ts';
import {readInput} from '../../overlay/read-input.ts';
import type {Reading} from '../../overlay/reading.ts';
import {asExpected, outlineOfRefusal, type GivenAnswer} from './behaviour.ts';

/** An input that is under way. */
export class Asked {
  readonly input: FuzzInput;
  /** The number of its draw, when that alone draws it again. */
  readonly index: number | undefined;
  readonly question: TesteeQuestion;
  readonly job: number;
  readonly answers: GivenAnswer[];
  left: number;
  /** What is compared with something in code that it was the first to reach; undefined where it reached nothing new. */
  compared: (bigint | Uint8Array)[] | undefined = undefined;
  private read: Reading | undefined;

  constructor(input: FuzzInput, {index, question, job, left}: Pick<Asked, 'index' | 'question' | 'job' | 'left'>) {
    this.input = input;
    this.index = index;
    this.question = question;
    this.job = job;
    this.left = left;
    this.answers = left === 1 ? [asExpected] : Array.from({length: left}, () => asExpected);
    this.read = undefined;
  }

  /** What had to be answered. Read when the first answer is there, so that the decoder works meanwhile. */
  get reading(): Reading {
    return (this.read ??= readInput(this.input));
  }
}

/** Whoever waits for answers: those of the decoder at a place in the list of decoders. */
export interface AnswerTaker {
  takeReached(asked: Asked, at: number, reached: NewlyReached): void;
  take(asked: Asked, at: number, answer: GivenAnswer): void;
}

/** An input on its way to one of the decoders. */
export class AskedOne implements OpenQuestion {
  readonly question: TesteeQuestion;
  readonly timeoutMs: number;
  readonly isAbandoned = false;
  private readonly taker: AnswerTaker;
  private readonly asked: Asked;
  private readonly at: number;
  private right: typeof asExpected | number = asExpected;

  constructor(taker: AnswerTaker, asked: Asked, at: number, question: TesteeQuestion, timeoutMs: number) {
    this.question = question;
    this.timeoutMs = timeoutMs;
    this.taker = taker;
    this.asked = asked;
    this.at = at;
  }

  isAsExpected(kind: PlainAnswerKind, bytes: Uint8Array, from: number, to: number): boolean {
    const {input, reading} = this.asked;
    if (!isPlainlyRight(input, reading, {kind, bytes, from, to})) return false;
    if (kind === 'reject') this.right = outlineOfRefusal(bytes, from, to);
    return true;
  }

  reached(reached: NewlyReached): void {
    this.taker.takeReached(this.asked, this.at, reached);
  }

  settleAsExpected(): void {
    this.taker.take(this.asked, this.at, this.right);
  }

  settle(answer: TesteeAnswer): void {
    this.taker.take(this.asked, this.at, answer);
  }
}
