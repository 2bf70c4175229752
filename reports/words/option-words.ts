// Picks from the recorded words of a command line those that change what is judged; the others say how to get there.
import type {HeaderLine} from '../../model/journal.ts';

/** Gives the flags of these names with their values, in the order in which they were given. */
export function optionWords({options = []}: Pick<HeaderLine, 'options'>, flags: readonly string[]): readonly string[] {
  return options.filter(
    (word, n) =>
      flags.includes(word) ||
      (!word.startsWith('--') && flags.includes(options[n - 1] ?? '') && !isSwitch(options[n - 1] ?? '')),
  );
}

function isSwitch(flag: string): boolean {
  return flag === '--allow-destructive';
}
