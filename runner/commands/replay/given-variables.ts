// Gives the values of `${vars.…}` that a run was given on its command line: those that its journal holds, and those that are given again.
import {visibleText} from '../../../base/text/visible-text.ts';
import type {HeaderLine} from '../../../model/journal.ts';

/** Options that give values. */
export interface VariableOptions {
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
}

/** The options for the replay, or what has to be given again. */
export function givenVariables(
  {selection = []}: Pick<HeaderLine, 'selection'>,
  {var: again = [], varFile = []}: VariableOptions,
): {readonly options: VariableOptions; readonly problems: readonly string[]} {
  const before = valuesOf(selection, '--var');
  const named = new Set(again.map(nameOf));
  const lost = before.filter(text => text.includes('[redacted:') && !named.has(nameOf(text)));
  // A journal names no file that is read here.
  const files = valuesOf(selection, '--var-file');
  const isFileMissing = files.length > 0 && varFile.length === 0;
  return {
    options: {var: [...before.filter(text => !text.includes('[redacted:')), ...again], varFile},
    problems: [
      ...lost.map(text => {
        const name = visibleText(nameOf(text));
        return `the run was given --var ${name}, a secret that no journal holds\n  give it again: --var ${name}=VALUE`;
      }),
      ...(isFileMissing
        ? [`the run was given ${files.map(file => `--var-file ${visibleText(file)}`).join(' ')}\n  give it again`]
        : []),
    ],
  };
}

function valuesOf(words: readonly string[], flag: string): readonly string[] {
  return words.filter((_, index) => words[index - 1] === flag);
}

function nameOf(text: string): string {
  return text.split('=', 1)[0] ?? text;
}
