// Writes the help that stands above all commands: the commands by group, and the first steps.
import {program} from '../../base/text/program.ts';
import {verbGroups, verbs} from './verbs.ts';

/** Gives the text of `touchstone --help`. */
export function usage(): string {
  const width = Math.max(...Object.keys(verbs).map(name => name.length));
  const groups = verbGroups.flatMap(group => [
    `${group}:`,
    ...Object.entries(verbs)
      .filter(([, verb]) => verb.group === group)
      .map(([name, {summary}]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
  ]);
  return [
    'touchstone tests an implementation of the record, statement by statement.',
    '',
    'Usage: touchstone COMMAND [OPTIONS]',
    '',
    ...groups,
    'touchstone COMMAND --help shows the options of a command; touchstone --version shows the version.',
    '',
    'First steps:',
    `  ${program} run --reference`,
    `  ${program} init --target http://127.0.0.1:3000`,
    `  ${program} doctor --target-file touchstone.yaml`,
    '',
  ].join('\n');
}
