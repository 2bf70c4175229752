// Reads settings that a program gives as values, with the same ranges, defaults and variables of the environment as on a command line.
import {Command, InvalidArgumentError} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {flagOf, type Setting} from '../../../model/setting.ts';
import {allSettings} from './all-settings.ts';
import {sourcesOf, type CommandLine} from './command-line.ts';
import {parseSetting} from './declare-settings.ts';
import {readEnvironment} from './environment.ts';

/** Settings by name, as a program gives them; what is undefined is not given. */
export type GivenSettings = {readonly [name: string]: unknown};

/** Gives the options and operands of one command; every wrong setting is said on the machine, and the exit code is then 2. */
export function readGivenSettings<Options extends object>(
  {places = [], ...settings}: GivenSettings & {readonly places?: readonly string[]},
  machine: Machine,
  configure: (command: Command) => Command,
): CommandLine<Options> {
  const command = configure(new Command());
  const known = new Set(command.options.map(option => option.attributeName()));
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const problems = given.flatMap(([name, value]) => {
    const setting = known.has(name) ? allSettings.get(name) : undefined;
    if (setting === undefined) return [`unknown setting "${name}"; ${suggestName(name, [...known], 'settings')}`];
    const reading = readGiven(name, setting, value);
    if (reading.kind === 'wrong') return [reading.why];
    if (reading.value !== undefined) command.setOptionValueWithSource(name, reading.value, 'cli');
    return [];
  });
  problems.push(...(problems.length > 0 ? [] : readEnvironment(command, machine.env)));
  for (const problem of problems) machine.talk(`touchstone ${command.name()}: ${problem}\n`);
  if (problems.length > 0) return {kind: 'stop', exitCode: 2};
  return {kind: 'go', options: command.opts<Options>(), operands: places, sources: sourcesOf(command)};
}

type Reading = {readonly kind: 'read'; readonly value: unknown} | {readonly kind: 'wrong'; readonly why: string};

function readGiven(name: string, setting: Setting, given: unknown): Reading {
  const wrong = (why: string): Reading => ({kind: 'wrong', why: `setting "${name}" (${flagOf(setting)}): ${why}`});
  const {value, isSecret} = setting;
  if (value.kind === 'switch') {
    if (typeof given !== 'boolean') return wrong('It is true or false.');
    return {kind: 'read', value: given ? true : undefined};
  }
  const isList = value.kind === 'each' || value.kind === 'list';
  if (Array.isArray(given) !== isList) return wrong(isList ? 'It is a list of texts.' : 'It is one value, not a list.');
  const texts: readonly unknown[] = isList ? (given as readonly unknown[]) : [given];
  if (!texts.every(text => typeof text === 'string' || typeof text === 'number'))
    return wrong('It is a text or a number.');
  try {
    return {
      kind: 'read',
      value: texts.reduce<unknown>((before, text) => parseSetting(value, String(text), before), undefined),
    };
  } catch (problem) {
    if (!(problem instanceof InvalidArgumentError)) throw problem;
    return wrong(
      isSecret === true ? 'it is not of the right form' : `'${texts.join(', ')}' is invalid. ${problem.message}`,
    );
  }
}
