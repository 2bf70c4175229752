// Shows that a search goes on: one live line on a terminal, one plain line every few seconds elsewhere.
import type {Machine} from '../../../model/machine.ts';
import {fit} from '../../../base/text/text-layout.ts';
import {durationText} from '../../../reports/words/verdict-words.ts';
import {visibleText} from '../../../base/text/visible-text.ts';

/** What there is to show. */
export interface FuzzFacts {
  readonly elapsedMs: number;
  readonly inputs: number;
  readonly inputsPerSecond: number;
  /** Bugs: new ones with a finding of basis protocol, new ones of basis usual alone, and known ones. */
  readonly findings: number;
  readonly notes: number;
  readonly known: number;
  /** Places in the code of the decoders that were reached; absent where none of them counts. */
  readonly edges?: number;
  readonly behaviours: number;
  readonly kept: number;
  /** How often the node was started again; absent where decoders are searched. */
  readonly restarts?: number;
}

export interface FuzzProgress {
  /** Shows the facts when it is time to; cheap to call with every input. */
  show(factsOf: () => FuzzFacts): void;
  /** Writes a line of its own. */
  say(text: string): void;
  /** Takes the live line away. */
  stop(): void;
}

const liveEveryMs = 200;
const plainEveryMs = 5_000;

/** Begins showing. */
export function fuzzProgress(machine: Machine, isQuiet: boolean): FuzzProgress {
  const {isTalkTerminal, columns} = machine.terminal;
  const everyMs = isTalkTerminal ? liveEveryMs : plainEveryMs;
  let shownMs = machine.clock.monotonicMs();
  const clear = (): void => {
    if (isTalkTerminal && !isQuiet) machine.talk('\r\u001B[2K');
  };
  return {
    show: factsOf => {
      const nowMs = machine.clock.monotonicMs();
      if (isQuiet || nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      const line = standingText(factsOf());
      machine.talk(isTalkTerminal ? `\r\u001B[2K${fit(line, columns - 1)}` : `touchstone: ${line}\n`);
    },
    say: text => {
      if (isQuiet) return;
      clear();
      machine.talk(`${visibleText(text)}\n`);
    },
    stop: clear,
  };
}

/** One line: `12s · 81,234 inputs/s · 1,002,113 inputs · 3 findings · 214 behaviours, 210 inputs kept`. */
export function standingText(facts: FuzzFacts): string {
  const {findings, notes, known} = facts;
  return [
    durationText(facts.elapsedMs),
    `${whole(facts.inputsPerSecond)} inputs/s`,
    counted(facts.inputs, 'input'),
    counted(findings, 'finding'),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
    ...(known > 0 ? [`${whole(known)} known`] : []),
    ...(facts.edges === undefined ? [] : [counted(facts.edges, 'edge')]),
    facts.restarts === undefined
      ? `${counted(facts.behaviours, 'behaviour')}, ${whole(facts.kept)} kept`
      : counted(facts.restarts, 'restart'),
  ].join(' · ');
}

/** A count with its noun: `1 finding`, `1,002 findings`. */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function whole(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}
