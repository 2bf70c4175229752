// `touchstone check`: reads suites with everything that they name, target files, dialects and baselines, and shows every problem; no target is needed.
import {counted} from '../../base/text/counted.ts';
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {renderProblems} from '../../base/yaml/render-problems.ts';
import {actorRoles, plainCast} from '../../model/actor.ts';
import {defined} from '../../base/json/defined.ts';
import type {TargetFileReading} from '../read/target/read-target-file.ts';
import {readTargetText} from './load/load-target-file.ts';
import {loadCatalog, type Catalog} from './load/catalog.ts';
import {casesAlone} from './check/cases-alone.ts';
import {openVariables} from './check/open-variables.ts';
import {unnamedStatements} from './check/unnamed-statements.ts';
import {checkOthers} from './check/other-files.ts';
import {collect, readCommandLine} from './words/command-line.ts';
import {fromCommandLine} from './run/variables.ts';
import {gatherRunnables} from './load/gather-runnables.ts';
import {readEntries} from './prove/mutants/entries-file.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './load/select-options.ts';
import {sortFiles, type SortedFiles} from './load/sort-files.ts';
import {isColored} from './words/colored.ts';

interface CheckOptions extends SelectOptions {
  readonly strict?: boolean;
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return addSelectOptions(
    command
      .option('--strict', 'report also what a run refuses where CI is set: cases with only: true')
      .addOption(
        new Option('--var <name=value>', 'a value of ${vars.name} that the runs are given (repeatable)').argParser(
          collect,
        ),
      )
      .addOption(
        new Option('--var-file <file>', 'a YAML or JSON file with such values (repeatable)').argParser(collect),
      )
      .name('check')
      .description(
        'Checks suites and everything they name, target files, dialects and baselines: all problems at once, each at its place. Nothing is sent.',
      ),
  );
}

/** Runs the command: 0 when nothing is wrong, else 2. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<CheckOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const places = readPlaces(line.operands, line.options, machine);
  if (places.problems.length > 0) {
    machine.talk(`${places.problems.join('\n')}\n`);
    return 2;
  }
  const sorted = sortFiles(places.files.users, machine);
  const targets = await readTargets(sorted, machine);
  const wrong: string[] = [];
  const vars = givenVariables(targets, fromCommandLine(line.options, machine, wrong));
  if (wrong.length > 0) {
    machine.talk(`${wrong.join('\n')}\n`);
    return 2;
  }
  const catalog = await loadCatalog(machine, {
    ...places.files,
    mesh: true,
    users: sorted.suites,
    ...defined({actors: actorsOf(targets), vars}),
  });
  const others = await checkOthers(sorted, machine, {catalog, ids: () => allIds(catalog, machine)});
  const alone = line.options.strict === true ? casesAlone(catalog.suites) : [];
  const problems = [...catalog.problems, ...others.problems, ...alone];
  const notes = [
    ...unnamedStatements(catalog.suites),
    ...(vars === undefined ? openVariables(catalog.suites) : []),
    ...others.notes,
  ];
  for (const note of notes) machine.talk(`note: ${note}\n`);
  // What people have confirmed of mutants is ours, so it is checked with everything of ours.
  const stale = line.operands.length === 0 ? readEntries(machine).problems : [];
  if (stale.length > 0) machine.talk(`${stale.join('\n')}\n`);
  if (problems.length > 0) {
    machine.talk(`${renderProblems(problems, {color: isColored(machine, machine.terminal.isTalkTerminal)})}\n`);
    return 2;
  }
  if (stale.length > 0) return 2;
  machine.print(`${whatWasChecked(catalog, sorted)}, nothing is wrong\n`);
  return 0;
}

/** Who can act in the targets that are checked with the suites; nothing where there are none. */
function actorsOf(targets: readonly TargetFileReading[]): readonly string[] | undefined {
  if (targets.length === 0) return undefined;
  return targets.flatMap(({target}) =>
    target?.auth === undefined ? [...plainCast.keys(), ...actorRoles] : Object.keys(target.auth),
  );
}

function readTargets({targets}: SortedFiles, machine: Machine): Promise<readonly TargetFileReading[]> {
  return Promise.all(targets.map(({text, file}) => readTargetText(text, file, machine)));
}

// Without a target file and --var, a run may give any variable.
function givenVariables(
  targets: readonly TargetFileReading[],
  given: readonly (readonly [string, unknown])[],
): readonly string[] | undefined {
  if (targets.length + given.length === 0 || targets.some(({target}) => target === undefined)) return undefined;
  return [...targets.flatMap(({target}) => Object.keys(target?.vars ?? {})), ...given.map(([name]) => name)];
}

// A baseline may list cases of ours as well as those that were named beside it.
async function allIds({suites}: Catalog, machine: Machine): Promise<readonly string[]> {
  const own = await loadCatalog(machine, {own: true, users: []});
  const runnables = await gatherRunnables(own, machine, {withProperties: true});
  return [...runnables.map(({id}) => id), ...suites.flatMap(({cases}) => cases.map(({id}) => id))];
}

function whatWasChecked(
  {suites, properties}: Catalog,
  {targets, baselines, fuzzBaselines, dialects}: SortedFiles,
): string {
  const cases = suites.reduce((sum, suite) => sum + suite.cases.length, 0);
  const lists = baselines.length + fuzzBaselines.length;
  const parts = [
    ...(suites.length > 0 || targets.length + lists + properties.length + dialects.length === 0
      ? [`${counted(cases, 'case')} in ${counted(suites.length, 'suite')}`]
      : []),
    ...(properties.length > 0
      ? [properties.length === 1 ? '1 property' : `${String(properties.length)} properties`]
      : []),
    ...(targets.length > 0 ? [counted(targets.length, 'target file')] : []),
    ...(lists > 0 ? [counted(lists, 'baseline')] : []),
    ...(dialects.length > 0 ? [counted(dialects.length, 'dialect')] : []),
  ];
  return parts.join(', ');
}
