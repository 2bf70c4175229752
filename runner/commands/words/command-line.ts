// Reads a command's argv with commander and turns everything that is wrong into one message and exit code 2.
import {program} from '../../../base/text/program.ts';
import {Command, CommanderError, InvalidArgumentError} from 'commander';
import type {Machine} from '../../../model/machine.ts';

/** What a command line comes to: options and operands, or an exit code because help was asked for or something is wrong. */
export type CommandLine<Options> =
  | {
      readonly kind: 'go';
      readonly options: Options;
      readonly operands: readonly string[];
      /** Where each option that has a value has it from. */
      readonly sources: OptionSources;
    }
  | {readonly kind: 'stop'; readonly exitCode: number};

/** By the name of an option: `cli` for its flag, `default`, or the variable of the environment. */
export type OptionSources = ReadonlyMap<string, string>;

/** Parses argv. `configure` declares options and arguments on a fresh command; `readEnvironment` sets what no flag has set. */
export function readCommandLine<Options extends object>(
  argv: readonly string[],
  machine: Machine,
  configure: (command: Command) => Command,
  readEnvironment: (command: Command, env: Machine['env']) => readonly string[] = () => [],
): CommandLine<Options> {
  const command = configure(new Command())
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: text => {
        machine.print(text.replace(/^Usage: (?!touchstone )/, 'Usage: touchstone '));
      },
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(machine.terminal.columns, 120),
    });
  const twice = watchForRepeats(command);
  try {
    command.parse([...argv], {from: 'user'});
    if (twice.size > 0) {
      machine.talk(`touchstone ${command.name()}: ${[...twice].join(' and ')} may be given only once\n`);
      return {kind: 'stop', exitCode: 2};
    }
    const problems = readEnvironment(command, machine.env);
    for (const problem of problems) machine.talk(`touchstone ${command.name()}: ${problem}\n`);
    if (problems.length > 0) return {kind: 'stop', exitCode: 2};
    return {kind: 'go', options: command.opts<Options>(), operands: command.args, sources: sourcesOf(command)};
  } catch (problem) {
    if (!(problem instanceof CommanderError)) throw problem;
    if (problem.exitCode === 0) return {kind: 'stop', exitCode: 0};
    machine.talk(
      `touchstone ${command.name()}: ${sentence(problem.message)}\n  ${program} ${command.name()} --help lists what there is\n`,
    );
    return {kind: 'stop', exitCode: 2};
  }
}

// Of most options the last one wins, so that a script can be overruled; but nobody means to name two targets.
const single: ReadonlySet<string> = new Set(['--target', '--target-file', '--peer', '--live-peer']);

function watchForRepeats(command: Command): ReadonlySet<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const option of command.options) {
    const name = option.long ?? '';
    // `fuzz` takes several peers.
    if (!single.has(name) || option.parseArg === collect) continue;
    command.on(`option:${option.name()}`, () => {
      (once.has(name) ? twice : once).add(name);
    });
  }
  return twice;
}

/** Gives where each option that has a value has it from. */
export function sourcesOf(command: Command): OptionSources {
  return new Map(
    command.options.flatMap(option => {
      const source = command.getOptionValueSource(option.attributeName());
      return source === undefined ? [] : [[option.attributeName(), source] as const];
    }),
  );
}

function sentence(message: string): string {
  return message
    .replace(/^error: /, '')
    .replaceAll('\n(Did you mean ', '; did you mean ')
    .replace(/\?\)$/, '?');
}

/** Adds one value to a repeatable option. */
export function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Reads a comma-separated, repeatable option. */
export function collectList(value: string, before: readonly string[] | undefined): readonly string[] {
  return [
    ...(before ?? []),
    ...value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ];
}

/** Makes a parser for a whole number within a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${String(least)} to ${String(most)}.`);
  };
}

const unitMs: {readonly [unit: string]: number} = {ms: 1, s: 1_000, m: 60_000, h: 3_600_000};

/** Makes a parser for a duration such as `500ms`, `10s` or `2m`; gives milliseconds. */
export function duration(leastMs: number, mostMs: number): (text: string) => number {
  return text => {
    const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
    const ms = parts === null ? Number.NaN : Number(parts[1]) * (unitMs[parts[2] ?? ''] ?? Number.NaN);
    if (ms >= leastMs && ms <= mostMs) return Math.round(ms);
    throw new InvalidArgumentError(
      `It is a duration with its unit, e.g. 500ms, 10s or 2m, from ${String(leastMs)}ms to ${String(mostMs / 1_000)}s.`,
    );
  };
}

const unitBytes: {readonly [unit: string]: number} = {'': 1, KiB: 1024, MiB: 1024 * 1024};

/** Makes a parser for a size such as `65536`, `64KiB` or `8MiB`; gives bytes. */
export function size(leastBytes: number, mostBytes: number): (text: string) => number {
  return text => {
    const parts = /^(\d+)(KiB|MiB|)$/.exec(text);
    const bytes = parts === null ? Number.NaN : Number(parts[1]) * (unitBytes[parts[2] ?? ''] ?? Number.NaN);
    if (bytes >= leastBytes && bytes <= mostBytes) return bytes;
    throw new InvalidArgumentError(
      `It is a size, e.g. 65536, 64KiB or 8MiB, from ${String(leastBytes)} to ${String(mostBytes)} bytes.`,
    );
  };
}
