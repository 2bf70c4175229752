// Declares options of the tables on a command line, and reads their values the same way wherever these come from.
import {InvalidArgumentError, Option, type Command} from 'commander';
import type {Setting, SettingGroup, SettingTable, SettingValue} from '../../../model/setting.ts';
import {collect, collectList, duration, size, wholeNumber} from './command-line.ts';
import {readShard} from './shard-option.ts';

/**
 * Declares the options of these groups, each group under its title. `said` replaces what the table says about an option; those that are unused
 * are read, so that a command that names a target as another one does works, and its help does not offer them.
 */
export function declareSettings(
  command: Command,
  groups: readonly SettingGroup[],
  said: {readonly [name: string]: string} = {},
  unused: ReadonlySet<string> = new Set(),
): Command {
  for (const {title, settings} of groups) {
    command.optionsGroup(title);
    declareTable(command, settings, said, unused);
  }
  return command;
}

/** Declares the options of one table in the group that the command is at. */
export function declareTable(
  command: Command,
  settings: SettingTable,
  said: {readonly [name: string]: string} = {},
  unused: ReadonlySet<string> = new Set(),
): Command {
  for (const [name, setting] of Object.entries(settings))
    command.addOption(optionOf(setting, said[name] ?? setting.about).hideHelp(unused.has(name)));
  return command;
}

function optionOf(setting: Setting, about: string): Option {
  const {flags, value, standard} = setting;
  const option = new Option(flags, about);
  if (value.kind === 'choice') option.choices(value.choices);
  else if (value.kind !== 'switch' && value.kind !== 'text') option.argParser(parserOf(value));
  if (standard !== undefined) option.default(standard);
  return option;
}

/** Reads one text as the flag would; `before` is what an earlier one of the same option came to. Throws what commander tells the user. */
export function parseSetting(value: SettingValue, text: string, before?: unknown): unknown {
  if (value.kind === 'switch') return text === 'true';
  if (value.kind === 'text') return text;
  if (value.kind !== 'choice') return parserOf(value)(text, before);
  if (value.choices.includes(text)) return text;
  throw new InvalidArgumentError(`Allowed choices are ${value.choices.join(', ')}.`);
}

type Parser = (text: string, before: unknown) => unknown;

function parserOf(value: Exclude<SettingValue, {readonly kind: 'switch' | 'text' | 'choice'}>): Parser {
  switch (value.kind) {
    case 'pattern':
      return readPattern;
    case 'part':
      return readShard;
    case 'each':
      return (text, before) => collect(text, textsOf(before));
    case 'list':
      return (text, before) => collectList(text, textsOf(before));
    case 'count':
      return wholeNumber(value.least, value.most);
    case 'duration':
      return duration(value.least, value.most);
    case 'size':
      return size(value.least, value.most);
  }
}

function textsOf(before: unknown): readonly string[] | undefined {
  return Array.isArray(before) ? before.map(String) : undefined;
}

function readPattern(text: string): string {
  try {
    void new RegExp(text, 'iu');
    return text;
  } catch (problem) {
    const why = problem instanceof Error ? problem.message.replace(/^.*: /, '') : String(problem);
    throw new InvalidArgumentError(`It is not a regular expression: ${why}.`);
  }
}
