// Runs for a command that reads the journal afterwards: until a run begins, its folder holds the journal of an earlier one.
import {openAndRun, type RunInputs} from './open-and-run.ts';

/** How a run ended, and whether the journal in its folder is its own. */
export interface BegunRun {
  readonly exitCode: number;
  readonly hasBegun: boolean;
}

/** Opens the target and runs; whatever refuses the run before its first case leaves it not begun. */
export async function beginRun(inputs: RunInputs & Required<Pick<RunInputs, 'hooks'>>): Promise<BegunRun> {
  const {hooks} = inputs;
  let hasBegun = false;
  const exitCode = await openAndRun({
    ...inputs,
    hooks: {
      ...hooks,
      refuse: async facts => {
        const refusal = await hooks.refuse?.(facts);
        hasBegun = refusal === undefined;
        return refusal;
      },
    },
  });
  return {exitCode, hasBegun};
}
