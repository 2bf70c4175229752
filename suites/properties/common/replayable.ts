// Inputs with `fc.commands`: drawn as usual, or the same way again with the path that left out what did not run.
import type fc from 'fast-check';

/** What `fc.commands` takes among its constraints to leave out the same commands again. */
export interface Replay {
  readonly replayPath?: string;
}

/** Spreads into a property whose input has commands; `draw` spreads what it is given into their constraints. */
export function replayable<Input>(draw: (replay: Replay) => fc.Arbitrary<Input>): {
  readonly input: fc.Arbitrary<Input>;
  readonly replayInput: (replayPath: string) => fc.Arbitrary<Input>;
} {
  return {input: draw({}), replayInput: replayPath => draw({replayPath})};
}
