// Loads everything that is data: contract, dialects, arrangements, requirements and suites, read anew only where a text has changed.
import type {Machine} from '../model/machine.ts';
import {currentEdition} from '../model/profile.ts';
import type {Problem, SourcePosition, SourceRef} from '../model/problem.ts';
import type {SuiteDefinition} from '../model/suite.ts';
import type {Positions} from '../read/position-of.ts';
import {digestOf} from './digest.ts';
import {loadContract, type Contract} from './load-contract.ts';
import {loadSuites, type SuiteFiles} from './load-suites.ts';
import {textSource} from './text-source.ts';

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
  positionOf(ref: SourceRef): Promise<SourcePosition>;
}

/** Loads the catalog; problems of all files are collected, and with any of them nothing may be sent. */
export async function loadCatalog(machine: Machine, wanted: SuiteFiles): Promise<Catalog> {
  const texts = textSource(machine);
  const {contract, digest: contractDigest, problems} = await loadContract(texts, machine);
  const loaded =
    problems.length > 0
      ? {suites: [], problems: []}
      : await loadSuites({texts, machine, contract, contractDigest, wanted});
  const positions = new Map<string, Positions>();
  return {
    ...contract,
    suites: loaded.suites,
    suitesDigest: digestOf(loaded.suites.map(({digest}) => digest).join('\n')),
    edition: currentEdition,
    contractDigest,
    requirementsDigest: digestOf(texts.own('suites/requirements.yaml') ?? ''),
    problems: [...texts.problems, ...problems, ...loaded.problems],
    positionOf: async ({file, pointer}) => {
      const {positionsIn} = await import('../read/position-of.ts');
      const known = positions.get(file) ?? positionsIn({text: texts.any(file) ?? '', file});
      positions.set(file, known);
      return known(pointer);
    },
  };
}
