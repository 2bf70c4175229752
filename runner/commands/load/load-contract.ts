// Loads what suites refer to: operations, dialects, arrangements and requirements, from the cache when no text has changed.
import type {Arrangement} from '../../../model/arrangement.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Dialect, Operation} from '../../../model/operation.ts';
import type {FrameRead, Frames} from '../../../model/contexts/frame-reads.ts';
import type {Problem} from '../../../model/problem.ts';
import type {Requirement} from '../../../model/requirement.ts';
import type {Right, Rights} from '../../../model/operation.ts';
import {actorRoles} from '../../../model/actor.ts';
import {capabilities} from './capabilities.ts';
import {digestOf} from '../words/digest.ts';
import type {TextSource} from '../words/text-source.ts';

/** What suites refer to by name. */
export interface Contract {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly dialects: ReadonlyMap<string, Dialect>;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** Which right each operation on a repository asks. */
  readonly rights: Rights;
  /** What each operation must leave alone. */
  readonly frames: Frames;
}

// Raise it whenever reading the same texts gives another result.
const contractCacheVersion = '3';

/** The contract, the digest of everything it was made from, and the problems of its files. */
export interface LoadedContract {
  readonly contract: Contract;
  readonly digest: string;
  readonly problems: readonly Problem[];
}

/** Loads the contract. */
export async function loadContract(texts: TextSource, machine: Machine): Promise<LoadedContract> {
  const files = [
    'proto/hosting.openapi.yaml',
    'suites/requirements.yaml',
    'fixtures/rights.yaml',
    'fixtures/frames.yaml',
    ...texts.ownFiles('fixtures/dialects'),
    ...texts.ownFiles('fixtures/arrangements'),
  ];
  const sources = files.map(file => ({file, text: texts.own(file) ?? ''}));
  const digest = digestOf(
    JSON.stringify([
      contractCacheVersion,
      Object.keys(capabilities),
      actorRoles,
      sources.map(({file, text}) => [file, digestOf(text)]),
    ]),
  );
  const kept = machine.cache.read(`contract-${digest}.json`);
  const contract = kept === undefined ? undefined : thawed(kept);
  if (contract !== undefined) return {contract, digest, problems: []};
  const {readContract} = await import('./read-contract.ts');
  const read = readContract(sources);
  if (read.problems.length === 0) machine.cache.write(`contract-${digest}.json`, freeze(read.contract));
  return {...read, digest};
}

function freeze({operations, dialects, arrangements, requirements, rights, frames}: Contract): string {
  return JSON.stringify([
    [...operations.values()],
    [...dialects.values()],
    [...arrangements.values()],
    [...requirements.values()],
    [[...rights.operations], [...rights.subjects], [...rights.stated]],
    [frames.file, frames.anywhere, [...frames.operations]],
  ]);
}

/** What was read last in this process, which may run again. */
let last: {readonly text: string; readonly contract: Contract | undefined} | undefined;

function thawed(text: string): Contract | undefined {
  if (last?.text !== text) last = {text, contract: thaw(text)};
  return last.contract;
}

function thaw(text: string): Contract | undefined {
  try {
    const [operations, dialects, arrangements, requirements, rights, frames] = JSON.parse(text) as [
      Operation[],
      Dialect[],
      Arrangement[],
      Requirement[],
      [[string, Right][], string[], [string, Right][]],
      [string, string[], [string, FrameRead[]][]],
    ];
    const [asked, subjects, stated] = rights;
    const [file, anywhere, framed] = frames;
    return {
      operations: new Map(operations.map(one => [one.id, one])),
      dialects: new Map(dialects.map(one => [one.name, one])),
      arrangements: new Map(arrangements.map(one => [one.name, one])),
      requirements: new Map(requirements.map(one => [one.id, one])),
      rights: {operations: new Map(asked), subjects: new Set(subjects), stated: new Map(stated)},
      frames: {file, anywhere, operations: new Map(framed)},
    };
  } catch {
    return undefined;
  }
}
