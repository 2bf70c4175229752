// Reads every command line that there is into one table, for completion and for the option page.
import {defined} from '../../../base/json/defined.ts';
import {Command, type Argument, type Option} from 'commander';

/** One command with everything that can be written after it. */
export interface CommandRow {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  readonly arguments: readonly ArgumentRow[];
  readonly options: readonly OptionRow[];
}

interface ArgumentRow {
  readonly name: string;
  readonly about: string;
  readonly isRequired: boolean;
  readonly isMany: boolean;
}

/** One option. `names` are e.g. `-q` and `--quiet`. */
export interface OptionRow {
  readonly names: readonly string[];
  /** What stands after it, e.g. `<file>`; absent for a flag. */
  readonly value?: string;
  readonly about: string;
  readonly choices: readonly string[];
  /** The heading in the command's help. */
  readonly group: string;
  /** What holds when it is not given, where commander knows it. */
  readonly usual?: string;
}

/** The commands by name, as verbs.ts lists them. */
export type Verbs = Readonly<
  Record<
    string,
    {readonly group: string; readonly summary: string; load(): Promise<{configure(command: Command): Command}>}
  >
>;

/** Loads all commands and gives the table in the order of the help. */
export async function commandTable(verbs: Verbs): Promise<readonly CommandRow[]> {
  return Promise.all(
    Object.entries(verbs).map(async ([name, verb]) => {
      const {group, summary} = verb;
      const command = (await verb.load()).configure(new Command());
      return {
        name,
        group,
        summary,
        description: command.description(),
        arguments: command.registeredArguments.map(argumentRow),
        options: command.options.map(optionRow),
      };
    }),
  );
}

function argumentRow(argument: Argument): ArgumentRow {
  return {
    name: argument.name(),
    about: argument.description,
    isRequired: argument.required,
    isMany: argument.variadic,
  };
}

function optionRow(option: Option): OptionRow {
  const {short, long, flags, description, argChoices, helpGroupHeading, defaultValue} = option;
  const value = /[<[].*$/.exec(flags)?.[0];
  const usual: unknown = defaultValue;
  const isShown = typeof usual === 'string' || typeof usual === 'number';
  return {
    names: [short, long].filter(name => name !== undefined),
    ...defined({value}),
    about: description,
    choices: argChoices ?? [],
    group: helpGroupHeading?.replace(/:$/, '') ?? 'Options',
    ...(isShown ? {usual: String(usual)} : {}),
  };
}
