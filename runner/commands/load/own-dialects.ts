// Finds the names that a user brings: the file of a dialect, dialects beside suites, and single values of a target file.
import type {Machine} from '../../../model/machine.ts';
import type {Dialect, Operation} from '../../../model/operation.ts';
import {isDialectFile} from '../../../model/target-file.ts';
import {withOwnValues} from '../../read/contract/merge-dialect.ts';
import {shownProblems} from './linked-file.ts';
import {isColored} from '../words/colored.ts';
import {digestOf} from '../words/digest.ts';
import type {TargetOptions} from '../words/target-options.ts';
import {jsonText} from '../../../model/json.ts';

/** All dialects there are to choose from, the name of the one that was asked for, and what is laid over it. */
export interface OwnNames {
  readonly dialects: ReadonlyMap<string, Dialect>;
  readonly name?: string;
  /** Lays the values of the target file over the dialect that was chosen. */
  readonly complete: (dialect: Dialect) => Dialect;
}

/** Gives them, or what is wrong with the file that was named. */
export async function ownNames(
  {dialect, from}: TargetOptions,
  {
    dialects,
    operations,
  }: {readonly dialects: ReadonlyMap<string, Dialect>; readonly operations: ReadonlyMap<string, Operation>},
  machine: Machine,
): Promise<{readonly kind: 'names'; readonly names: OwnNames} | {readonly kind: 'unusable'; readonly why: string}> {
  const {values} = from ?? {};
  const complete = (chosen: Dialect): Dialect =>
    values === undefined ? chosen : withOwnValues(chosen, values, digestOf(jsonText(values)).slice(0, 8));
  if (dialect === undefined || !isDialectFile(dialect))
    return {kind: 'names', names: {dialects, complete, ...(dialect === undefined ? {} : {name: dialect})}};
  const read = machine.files.readText(dialect);
  if (read.kind === 'unreadable') return {kind: 'unusable', why: `--dialect ${dialect}: ${read.why}`};
  const {readOwnDialects} = await import('./read-own-dialects.ts');
  const own = readOwnDialects([{file: dialect, text: read.text}], {operations, dialects});
  const [first] = own.dialects;
  if (first === undefined || own.problems.length > 0) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    const problems = renderProblems(shownProblems(own.problems, dialect, machine), {
      color: isColored(machine, machine.terminal.isTalkTerminal),
    });
    return {kind: 'unusable', why: `the dialect cannot be used:\n${problems}`};
  }
  return {kind: 'names', names: {dialects: new Map([...dialects, [first.name, first]]), name: first.name, complete}};
}

/** Gives what is wrong with the names that the options bring; nothing when they can be used. */
export async function ownNamesProblems(
  options: TargetOptions,
  catalog: {readonly dialects: ReadonlyMap<string, Dialect>; readonly operations: ReadonlyMap<string, Operation>},
  machine: Machine,
): Promise<readonly string[]> {
  const own = await ownNames(options, catalog, machine);
  return own.kind === 'unusable' ? [own.why] : [];
}
