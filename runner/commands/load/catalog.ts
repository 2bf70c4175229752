// Loads everything that is data: contract, dialects, arrangements, requirements and suites, read anew only where a text has changed.
import type {Matcher} from '../../check/matcher.ts';
import type {Machine} from '../../../model/machine.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import {currentEdition} from '../../../model/profile.ts';
import type {Problem, SourcePosition, SourceRef} from '../../../model/problem.ts';
import type {Requirement} from '../../../model/requirement.ts';
import type {SuiteDefinition} from '../../../model/suite.ts';
import type {Positions} from '../../../base/yaml/position-of.ts';
import {digestOf} from '../words/digest.ts';
import {loadContract, type Contract, type LoadedContract} from './load-contract.ts';
import {loadSuites, type SuiteFiles} from './load-suites.ts';
import {loadUserCode} from './load-user-code.ts';
import {isBare, type SuiteHome} from './suite-home.ts';
import {sortFiles} from './sort-files.ts';
import {textSource, type TextSource} from '../words/text-source.ts';

/** Everything that a run knows before it speaks to a target. */
export interface Catalog extends Contract {
  readonly suites: readonly SuiteDefinition[];
  readonly suitesDigest: string;
  /** The edition of our suites; a gate may pin one. */
  readonly edition: string;
  readonly requirementsDigest: string;
  /** Of operations, dialects and arrangements. */
  readonly contractDigest: string;
  readonly problems: readonly Problem[];
  /** Matchers of the user's folders. */
  readonly matchers: ReadonlyMap<string, Matcher>;
  /** Properties of the user's folders. */
  readonly properties: readonly PlannedProperty[];
  /** The user's suites name actors of their target, who play no roles of ours. */
  readonly hasOwnActors: boolean;
  /** Statements that are not of the record: the user's, and those about meshes. */
  readonly statements: readonly Requirement[];
  positionOf(ref: SourceRef): Promise<SourcePosition>;
}

/** Loads the catalog; problems of all files are collected, and with any of them nothing may be sent. */
export async function loadCatalog(machine: Machine, wanted: SuiteFiles): Promise<Catalog> {
  const texts = textSource(machine);
  const record = await loadContract(texts, machine);
  const own = wanted.mesh === true ? await withMesh(record, texts, machine) : record;
  const homes = (wanted.homes ?? []).filter(home => !isBare(home));
  const {contract, digest: contractDigest, problems: contractProblems} = await withHomes(own, homes, texts);
  const code = await loadUserCode(homes, machine, {requirements: new Set(contract.requirements.keys())});
  // Target files and baselines may lie beside the suites.
  const users = sortFiles(wanted.users, machine).suites;
  const problems = [...contractProblems, ...code.problems];
  const loaded =
    problems.length > 0
      ? {suites: [], problems: []}
      : await loadSuites({
          texts,
          machine,
          contract,
          contractDigest,
          own: {record, mesh: own},
          wanted: {...wanted, users},
          code,
        });
  const positions = new Map<string, Positions>();
  return {
    ...contract,
    suites: loaded.suites,
    suitesDigest: digestOf([...loaded.suites.map(({digest}) => digest), ...codeDigests(homes, texts)].join('\n')),
    edition: currentEdition,
    contractDigest,
    requirementsDigest: digestOf(texts.own('suites/requirements.yaml') ?? ''),
    matchers: code.matchers,
    properties: code.properties,
    hasOwnActors: wanted.actors === undefined,
    statements: [...contract.requirements.values()].filter(({id}) => !record.contract.requirements.has(id)),
    problems: [...texts.problems, ...problems, ...loaded.problems],
    positionOf: async ({file, pointer}) => {
      const {positionsIn} = await import('../../../base/yaml/position-of.ts');
      const known = positions.get(file) ?? positionsIn({text: texts.any(file) ?? '', file});
      positions.set(file, known);
      return {...known(pointer), ...(texts.isOwn(file) ? {isOfPackage: true} : {})};
    },
  };
}

async function withHomes(own: LoadedContract, homes: readonly SuiteHome[], texts: TextSource): Promise<LoadedContract> {
  if (homes.length === 0 || own.problems.length > 0) return own;
  return (await import('./extend-contract.ts')).extendContract(own, homes, texts);
}

async function withMesh(record: LoadedContract, texts: TextSource, machine: Machine): Promise<LoadedContract> {
  return (await import('./extend-contract.ts')).withMeshStatements(record, texts, machine);
}

// A user's properties and matchers say what is tested as their suites do; ours change with our version.
function codeDigests(homes: readonly SuiteHome[], texts: TextSource): readonly string[] {
  const files = homes.flatMap(({matchers, properties}) => [...matchers, ...properties]);
  return files.map(file => digestOf(texts.users(file) ?? ''));
}
