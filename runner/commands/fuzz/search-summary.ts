// A search as data, for scripts: what was tested, how much, and everything that was found.
import type {FuzzCluster, FuzzShares, FuzzTally} from '../../../model/decoder-search.ts';
import {fuzzBugs} from '../../execute/fuzz/bugs.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {findingJson} from './finding-file.ts';
import type {FuzzFacts} from './search-progress.ts';
import {jsonWithEscapes} from '../../../base/text/visible-text.ts';

/** Gives the text of `fuzz.json`. */
export function summaryText({
  version,
  seed,
  facts,
  exitCode,
  tallies,
  clusters,
  shares,
  decoders,
}: {
  readonly version: string;
  readonly seed: number;
  readonly facts: FuzzFacts;
  readonly exitCode: number;
  readonly tallies: readonly FuzzTally[];
  readonly clusters: readonly FuzzCluster[];
  readonly shares: FuzzShares;
  readonly decoders: readonly string[];
}): string {
  const summary = {
    type: 'fuzz',
    schema: 1,
    tool: {name: 'touchstone', version},
    seed,
    decoders,
    ...facts,
    elapsedMs: Math.round(facts.elapsedMs),
    inputsPerSecond: Math.round(facts.inputsPerSecond),
    exitCode,
    bugs: fuzzBugs(tallies).map(({cause, lead, forms}) => ({
      cause,
      decoder: lead.finding.decoder,
      kind: lead.finding.kind,
      basis: lead.finding.basis,
      isKnown: lead.isKnown,
      count: forms.reduce((sum, form) => sum + form.count, 0),
      kinds: forms.map(({finding}) => finding.kind),
    })),
    kinds: tallies.map(({finding, count, isKnown, also, alike}) => ({
      ...findingJson(finding),
      count,
      isKnown,
      also: [...also],
      alike: [...alike],
    })),
    ...(decoders.length > 1 ? {shares} : {}),
    clusters: clusters.map(({about, groups, example, count}) => ({
      about,
      count,
      groups,
      example: {message: example.message, hex: hexOf(example.bytes)},
    })),
  };
  return `${jsonWithEscapes(JSON.stringify(summary, undefined, 1))}\n`;
}
