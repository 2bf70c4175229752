// Says that there is no such command, and which one was probably meant.
import {program} from '../../base/text/program.ts';
import {suggestName} from '../../base/text/nearest-name.ts';
import {quoted} from '../../base/text/quoted.ts';

/** Gives the message for standard error. */
export function unknownCommand(typed: string, commands: readonly string[]): string {
  const isOption = typed.startsWith('-');
  const suggestion = isOption
    ? suggestName(typed, ['--version', '--help'], 'options before a command')
    : suggestName(typed, commands, 'commands');
  return `touchstone: there is no ${isOption ? 'option' : 'command'} ${quoted(typed)}\n  ${suggestion}\n  ${program} --help lists the commands\n`;
}
