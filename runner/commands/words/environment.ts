// Reads options from environment variables: each option has one, e.g. TOUCHSTONE_MAX_FAILURES, and a flag wins over it.
import {CommanderError, type Command} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {flagOf, type Setting} from '../../../model/setting.ts';
import {nearestName} from '../../../base/text/nearest-name.ts';
import {allSettings, variablesOf} from './all-settings.ts';
import {parseSetting} from './declare-settings.ts';
import type {TargetOptions} from './target-options.ts';

type Environment = {readonly [name: string]: string | undefined};

/** Sets what no flag has set; gives a sentence for every variable that cannot be read. */
export function readEnvironment(command: Command, env: Environment): readonly string[] {
  return command.options.flatMap(option => {
    const name = option.attributeName();
    const setting = allSettings.get(name);
    if (setting === undefined || setting.flags !== option.flags || isSaidByFlag(command, name)) return [];
    const variable = variablesOf(name, setting).find(one => (env[one] ?? '') !== '');
    if (variable === undefined) return [];
    const reading = readVariable(setting, env[variable] ?? '');
    if (reading.kind === 'wrong')
      return [`${variable} stands for ${flagOf(setting)}, and it cannot be read\n  ${reading.why}`];
    if (reading.value !== undefined) command.setOptionValueWithSource(name, reading.value, variable);
    return [];
  });
}

const secretsOfAdmin = [
  'adminToken',
  'adminTokenEnv',
  'adminTokenFile',
  'adminPassword',
  'adminPasswordEnv',
  'adminPasswordFile',
];
const serversByName = ['target', 'targetFile', 'peer', 'livePeer'];

/** Options that exclude each other: a flag for one of them is also an answer to the others. */
const alternatives: {readonly [name: string]: readonly string[]} = {
  ...Object.fromEntries(secretsOfAdmin.map(name => [name, secretsOfAdmin])),
  ...Object.fromEntries(serversByName.map(name => [name, ['reference']])),
  reference: serversByName,
  quiet: ['verbose'],
  verbose: ['quiet'],
};

function isSaidByFlag(command: Command, name: string): boolean {
  return [name, ...(alternatives[name] ?? [])].some(one => command.getOptionValueSource(one) === 'cli');
}

type Reading = {readonly kind: 'read'; readonly value: unknown} | {readonly kind: 'wrong'; readonly why: string};

function readVariable({value, isSecret}: Setting, text: string): Reading {
  if (value.kind === 'switch') return readSwitch(text);
  // Values of a list may hold commas where the flag is given once for each; lines never do.
  const parts =
    value.kind === 'each' || value.kind === 'list' ? text.split('\n').filter(line => line.trim() !== '') : [text];
  try {
    return {kind: 'read', value: parts.reduce<unknown>((before, part) => parseSetting(value, part, before), undefined)};
  } catch (problem) {
    if (!(problem instanceof CommanderError)) throw problem;
    return {kind: 'wrong', why: isSecret === true ? 'it is not of the right form' : problem.message};
  }
}

function readSwitch(text: string): Reading {
  if (/^(1|true|yes|on)$/i.test(text)) return {kind: 'read', value: true};
  if (/^(0|false|no|off)$/i.test(text)) return {kind: 'read', value: undefined};
  return {kind: 'wrong', why: 'It is 1 or true, or 0 or false.'};
}

/** Variables that are no options and belong to touchstone all the same. */
const ownVariables: ReadonlySet<string> = new Set(['TOUCHSTONE_CACHE_DIR']);

/** Notes every variable that looks like that of an option and is none; a target file may name variables of the user. */
export function noteMistyped(
  {adminTokenEnv = '', adminPasswordEnv = '', from}: TargetOptions,
  {env, talk}: Pick<Machine, 'env' | 'talk'>,
): void {
  const named = [adminTokenEnv, adminPasswordEnv, JSON.stringify(from ?? {})];
  for (const note of mistypedVariables(env, named)) talk(`note: ${note}\n`);
}

/** Gives a sentence for every variable that looks like that of an option and is none. `texts` may name variables of the user. */
export function mistypedVariables(env: Environment, texts: readonly string[]): readonly string[] {
  const known = new Set([...allSettings].flatMap(([name, setting]) => variablesOf(name, setting)));
  const named = new Set(texts.flatMap(text => text.match(/TOUCHSTONE_\w+/g) ?? []));
  return Object.keys(env)
    .filter(name => name.startsWith('TOUCHSTONE_') && !known.has(name) && !named.has(name) && !ownVariables.has(name))
    .toSorted()
    .flatMap(name => {
      const near = nearestName(withoutPrefix(name), [...known].map(withoutPrefix));
      if (near === undefined || isOwnName(withoutPrefix(name), near)) return [];
      return [`${name} is set, and no option has that name; did you mean TOUCHSTONE_${near}?`];
    });
}

/** TOUCHSTONE_TARGET_TOKEN is near to TARGET and to TARGET_FILE, and a name that somebody chose for a variable of their own. */
function isOwnName(name: string, near: string): boolean {
  const [words, others] = [name.split('_'), near.split('_')];
  if (words.length !== others.length) return name.startsWith(`${near}_`);
  return words.some((word, n) => nearestName(word, [others[n] ?? '']) === undefined);
}

function withoutPrefix(name: string): string {
  return name.slice('TOUCHSTONE_'.length);
}
