// Prints why a command cannot do its work: each problem on its own, under the name of the command.
import type {Machine} from '../../../model/machine.ts';
import {visibleLines} from '../../../base/text/visible-text.ts';

/** Prints each problem after `touchstone VERB: `; a problem may have several lines. */
export function printProblems(machine: Machine, verb: string, problems: readonly string[]): void {
  for (const problem of problems) machine.talk(`touchstone ${verb}: ${visibleLines(problem).join('\n')}\n`);
}
