// The differences of a search that wait for a closer look, and how much of its time may go into that.
import {defined} from '../../../base/json/defined.ts';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import type {TesteeAnswer} from '../../../model/peer.ts';
import type {Difference} from '../../overlay/judge-answer.ts';
import type {Asked} from './asked-input.ts';
import {examine, findingAsMet, perhapsEarlier, type FuzzSuspect} from './examine.ts';
import {fuzzBugs, isNewBug} from './bugs.ts';
import type {SearchEnd} from './search-end.ts';
import type {FuzzSettings, FuzzStanding} from './search-settings.ts';

/** This many findings are looked at in a fresh decoder as well; when all of them show there, the decoder keeps nothing in mind. */
const freshMax = 4;
/** The share of the time that may go into looking closely at what looks known; something new may hide behind it. */
const alikeShareMax = 0.2;
/** The share of the time that may go into looking closely at all; the rest brings new inputs, and what was found waits. */
const examiningShareMax = 0.5;

/** The suspects of one search. */
export class FuzzSuspects {
  /** New bugs of which a finding is of basis `protocol`. */
  firmBugs = 0;
  private readonly settings: FuzzSettings;
  private readonly standing: FuzzStanding;
  private readonly end: SearchEnd;
  private readonly startedMs: number;
  private readonly waiting: FuzzSuspect[] = [];
  private examined = 0;
  private isStateful = false;
  /** Time that went into what looks known, and the one of those that waits. */
  private alikeMs = 0;
  private alike: FuzzSuspect | undefined;

  constructor(settings: FuzzSettings, standing: FuzzStanding, end: SearchEnd) {
    this.settings = settings;
    this.standing = standing;
    this.end = end;
    this.startedMs = settings.clock.monotonicMs();
  }

  /** Counts a difference, and keeps it for a closer look when it is worth one. */
  add({input, index, question, job}: Asked, at: number, answer: TesteeAnswer, difference: Difference): void {
    const {decoders, ledger, bounds} = this.settings;
    const decoder = decoders[at]!;
    const port = decoder.ports[job]!;
    const suspect: FuzzSuspect = {
      decoder,
      port,
      input,
      before: [],
      difference,
      answer,
      replyTimeoutMs: bounds.replyTimeoutMs,
      ...defined({index}),
      ...(answer.kind === 'broken' ? {brokenBy: answer.cause} : {}),
    };
    const interest = ledger.meet(difference, {decoder: decoder.name, asFound: () => this.asMet(suspect)});
    if (interest === 'none') return;
    if (interest === 'alike' && !this.hasTimeForAlike()) return ledger.leave(difference, this.asMet(suspect));
    const waiting = {...suspect, before: port.askedBefore(question)};
    if (interest === 'alike') this.alike = waiting;
    this.waiting.push(waiting);
  }

  /** Tells whether something waits and there is time for it. */
  areDue(): boolean {
    return this.waiting.length > 0 && this.hasTime();
  }

  /** Looks at what waits, as long as there is time; at all of it when the search is over. Nothing else may be in flight. */
  async examine(isOver: () => boolean): Promise<void> {
    const {ledger, tick} = this.settings;
    while (this.waiting.length > 0 && (isOver() || this.hasTime())) {
      // Who asked for so many has them; what still waits would be more.
      if (this.hasEnough()) return;
      const suspect = this.waiting.shift()!;
      const {decoder, difference} = suspect;
      if (suspect !== this.alike && ledger.looksKnown(difference, decoder.name)) {
        // The ones before it in the queue have shown what it is, most likely.
        if (!this.hasTimeForAlike()) {
          ledger.leave(difference, this.asMet(suspect));
          continue;
        }
        this.alike = suspect;
      }
      await this.examineOne(suspect);
      tick(this.standing);
    }
  }

  private asMet(suspect: FuzzSuspect): FuzzFinding {
    const finding = findingAsMet(suspect, this.settings.seed);
    return this.isStateful ? perhapsEarlier(finding, suspect.answer) : finding;
  }

  private async examineOne(suspect: FuzzSuspect): Promise<void> {
    const {seed, clock, bounds, decoders, ledger, found, pool, reached} = this.settings;
    const beganMs = clock.monotonicMs();
    const {finding: examined, dependsOnOthers} = await examine(suspect, {
      seed,
      clock,
      replyTimeoutMs: bounds.replyTimeoutMs,
      stop: this.end.noMoreExamining(),
      untilMs: this.end.examiningUntilMs,
      reached: (input, more) => {
        if (!reached.add(decoders.indexOf(suspect.decoder), more.places)) return;
        pool.keep(input);
        reached.compare(input, more.constants);
      },
      isAskingFresh: this.isStateful || this.examined < freshMax * decoders.length,
    });
    const tookMs = clock.monotonicMs() - beganMs;
    this.standing.examiningMs += tookMs;
    if (suspect === this.alike) {
      this.alikeMs += tookMs;
      this.alike = undefined;
    }
    this.examined += 1;
    this.isStateful ||= dependsOnOthers;
    const finding =
      examined.isUnexamined === true && this.isStateful ? perhapsEarlier(examined, suspect.answer) : examined;
    const {tally, isNew} = ledger.settle(suspect.difference, finding);
    if (!isNew) return;
    const bugs = fuzzBugs(ledger.tallies());
    this.firmBugs = bugs.filter(isNewBug).length;
    found(
      tally,
      // The forms of a bug are put in order when somebody asks for them.
      bugs.some(bug => bug.lead === tally && bug.forms.length === 1),
    );
  }

  /** Tells whether as many new bugs are found as were asked for. */
  hasEnough(): boolean {
    return this.firmBugs >= this.settings.bounds.findingsMax;
  }

  private hasTimeForAlike(): boolean {
    return this.alike === undefined && this.alikeMs <= this.elapsedMs() * alikeShareMax;
  }

  private hasTime(): boolean {
    return this.standing.examiningMs <= this.elapsedMs() * examiningShareMax;
  }

  private elapsedMs(): number {
    return this.settings.clock.monotonicMs() - this.startedMs;
  }
}
