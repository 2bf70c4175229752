// Reads the contract files; loaded only when the cache does not hold them.
import type {Problem} from '../../../model/problem.ts';
import {readArrangements} from '../../read/suite/read-arrangements.ts';
import {readDialects} from '../../read/contract/read-dialect.ts';
import {readOpenapi} from '../../read/contract/read-openapi.ts';
import {readRequirements} from '../../read/contract/read-requirements.ts';
import {readFrames} from '../../read/contract/read-frames.ts';
import {readRights} from '../../read/contract/read-rights.ts';
import {noFrames} from '../../../model/contexts/frame-reads.ts';
import {noRights} from '../../../model/operation.ts';
import {actorRoles} from '../../../model/actor.ts';
import {capabilities} from './capabilities.ts';
import type {Contract} from './load-contract.ts';

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Reads all files of the contract and collects the problems of all of them. */
export function readContract(sources: readonly Source[]): {
  readonly contract: Contract;
  readonly problems: readonly Problem[];
} {
  const below = (prefix: string): readonly Source[] => sources.filter(({file}) => file.startsWith(prefix));
  const openapi = below('proto/').map(readOpenapi);
  const rows = below('suites/').map(readRequirements);
  const operations = new Map(openapi.flatMap(read => read.operations).map(one => [one.id, one]));
  const requirements = new Map(rows.flatMap(read => read.requirements).map(one => [one.id, one]));
  const dialects = readDialects(below('fixtures/dialects/'), {operations});
  const [asked] = below('fixtures/rights.yaml').map(source =>
    readRights({...source, operations: new Set(operations.keys()), requirements: new Set(requirements.keys())}),
  );
  const known = {
    operations,
    requirements: new Set(requirements.keys()),
    actors: actorRoles,
    capabilities: Object.keys(capabilities),
  };
  const arranged = readArrangements({files: below('fixtures/arrangements/'), known});
  const [framed] = below('fixtures/frames.yaml').map(source =>
    readFrames({...source, known: {...known, arrangements: arranged.arrangements, quotes: requirements}}),
  );
  return {
    contract: {
      operations,
      requirements,
      dialects: new Map(dialects.dialects.map(dialect => [dialect.name, dialect])),
      arrangements: arranged.arrangements,
      rights: asked?.rights ?? noRights,
      frames: framed?.frames ?? noFrames,
    },
    problems: [
      ...openapi,
      ...rows,
      dialects,
      asked,
      arranged,
      ...(arranged.problems.length > 0 ? [] : [framed]),
    ].flatMap(read => read?.problems ?? []),
  };
}
