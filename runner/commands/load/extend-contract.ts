// Adds to the contract what stands in a user's folders: operations, statements, arrangements and dialects of their own, which replace none of ours.
import type {Machine} from '../../../model/machine.ts';
import type {Requirement} from '../../../model/requirement.ts';
import type {Problem} from '../../../model/problem.ts';
import {readArrangements} from '../../read/suite/read-arrangements.ts';
import {readOpenapi} from '../../read/contract/read-openapi.ts';
import {prefixOf, readRequirements} from '../../read/contract/read-requirements.ts';
import {keptValue} from './kept-value.ts';
import {capabilities} from './capabilities.ts';
import {digestOf} from '../words/digest.ts';
import type {Dialect} from '../../../model/operation.ts';
import {readOwnDialects} from './read-own-dialects.ts';
import type {Contract, LoadedContract} from './load-contract.ts';
import type {SuiteHome} from './suite-home.ts';
import type {TextSource} from '../words/text-source.ts';

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Reads the files of all homes on top of what was read before, and collects the problems of all of them. */
export function extendContract(
  {contract, digest}: LoadedContract,
  homes: readonly SuiteHome[],
  texts: TextSource,
): LoadedContract {
  const sources = (part: 'contracts' | 'requirements' | 'arrangements' | 'dialects'): readonly Source[] =>
    [...new Set(homes.flatMap(home => home[part]))].map(file => ({file, text: texts.users(file) ?? ''}));
  const [contracts, statements, arranging] = [sources('contracts'), sources('requirements'), sources('arrangements')];
  const operations = addedOperations(contract, contracts);
  const requirements = addedRequirements(contract, statements);
  const arranged = readArrangements({
    files: arranging,
    known: {
      operations: operations.all,
      requirements: new Set(requirements.all.keys()),
      capabilities: Object.keys(capabilities),
    },
    others: contract.arrangements,
  });
  const spoken = addedDialects(contract, sources('dialects'), operations.all);
  return {
    contract: {
      ...contract,
      operations: operations.all,
      requirements: requirements.all,
      dialects: spoken.all,
      arrangements: new Map([...contract.arrangements, ...arranged.arrangements]),
    },
    digest: digestOf(JSON.stringify([digest, contracts, statements, arranging, sources('dialects')])),
    problems: [...operations.problems, ...requirements.problems, ...arranged.problems, ...spoken.problems],
  };
}

const meshStatements = 'suites/mesh-requirements.yaml';

/** Adds the statements about nodes that seal their datagrams; they are none of the record's. */
export function withMeshStatements(
  {contract, digest: recordDigest, problems}: LoadedContract,
  texts: TextSource,
  machine: Pick<Machine, 'cache'>,
): LoadedContract {
  const text = texts.own(meshStatements) ?? '';
  const digest = digestOf(JSON.stringify([recordDigest, text]));
  const name = `mesh-${digest}.json`;
  const kept = keptValue(machine, name) as readonly Requirement[] | undefined;
  if (kept !== undefined)
    return {contract: {...contract, requirements: new Map(kept.map(one => [one.id, one]))}, digest, problems};
  const added = addedRequirements(contract, [{file: meshStatements, text}]);
  if (added.problems.length === 0) machine.cache.write(name, JSON.stringify([...added.all.values()]));
  return {contract: {...contract, requirements: added.all}, digest, problems: [...problems, ...added.problems]};
}

interface Added<Item> {
  readonly all: ReadonlyMap<string, Item>;
  readonly problems: readonly Problem[];
}

function addedOperations(
  {operations}: Contract,
  sources: readonly Source[],
): Added<Contract['operations'] extends ReadonlyMap<string, infer Item> ? Item : never> {
  const all = new Map(operations);
  const problems: Problem[] = [];
  for (const source of sources) {
    const read = readOpenapi(source);
    problems.push(...read.problems);
    for (const operation of read.operations) {
      if (all.has(operation.id)) problems.push(twice(source.file, 'operationId', operation.id));
      else all.set(operation.id, {...operation, isUsers: true});
    }
  }
  return {all, problems};
}

function addedRequirements(
  {requirements}: Contract,
  sources: readonly Source[],
): Added<Contract['requirements'] extends ReadonlyMap<string, infer Item> ? Item : never> {
  const all = new Map(requirements);
  const taken = new Set([...requirements.keys()].map(prefixOf));
  const problems: Problem[] = [];
  for (const source of sources) {
    const read = readRequirements({...source, taken});
    problems.push(...read.problems);
    for (const requirement of read.requirements) {
      if (all.has(requirement.id)) problems.push(twice(source.file, 'requirement id', requirement.id));
      else all.set(requirement.id, requirement);
    }
  }
  return {all, problems};
}

function addedDialects(
  {dialects}: Contract,
  sources: readonly Source[],
  operations: Contract['operations'],
): Added<Dialect> {
  const read = readOwnDialects(sources, {operations, dialects});
  const taken = read.dialects.filter(({name}) => dialects.has(name)).map(({name}) => name);
  return {
    // The user's come first, so that they are recognised before ours.
    all: new Map([...read.dialects.map(dialect => [dialect.name, dialect] as const), ...dialects]),
    problems: [...read.problems, ...taken.map(name => twice('dialects', 'dialect name', name))],
  };
}

function twice(file: string, what: string, name: string): Problem {
  return {
    file,
    message: `the ${what} "${name}" is taken already`,
    fix: 'choose another name; none of ours is replaced',
  };
}
