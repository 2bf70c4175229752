// `touchstone completion`: prints the completion script of a shell.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {suggestName} from '../../base/text/nearest-name.ts';
import {readCommandLine} from './words/command-line.ts';
import {quoted} from '../../base/text/quoted.ts';

const shells = ['bash', 'zsh', 'fish'];

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('completion')
    .description(
      'Prints a script that completes commands and options of touchstone. Use it in this shell: source <(touchstone completion bash), the same with zsh, and touchstone completion fish | source; keep it by writing it to a file that the shell reads.',
    )
    .argument('<shell>', shells.join(', '));
}

/** Runs the command: 0, or 2 for a shell that is not known. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const shell = line.operands[0] ?? '';
  const {completionScripts} = await import('./completion/shell-scripts.ts');
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined;
  if (script === undefined) {
    machine.talk(
      `touchstone completion: there is no script for ${quoted(shell)}\n  ${suggestName(shell, shells, 'shells')}\n`,
    );
    return 2;
  }
  const {commandTable} = await import('./completion/command-table.ts');
  const {verbs} = await import('./verbs.ts');
  machine.print(script(await commandTable(verbs)));
  return 0;
}
