// A mutant is one mechanical change of the reference's code that nobody chose; all of them are in one build, switched one at a time.
import type {PeerCommand} from './peer.ts';
import type {ReferenceHouse} from './machine.ts';

/** One mechanical change. */
export interface Mutant {
  /** Its number in the build. */
  readonly id: number;
  /** Relative to the root of the package, e.g. `reference-server/rules/labels.ts`. */
  readonly file: string;
  /** Where the changed text begins and ends in the source: lines count from 1, columns from 0, the end is behind the last character. */
  readonly from: Place;
  readonly to: Place;
  /** The kind of change, e.g. `EqualityOperator`. */
  readonly mutator: string;
  /** The text that takes the place of the other. */
  readonly replacement: string;
}

/** A place in a source. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** The reference with all its mutants. */
export interface MutantBuild {
  readonly mutants: readonly Mutant[];
  /** Changes when the sources of the reference, the instrumenter or the way to build do. */
  readonly digest: string;
  /** Opens a place for healthy servers, or for those of one mutant after the other. */
  open(place: MutantPlace): MutantHouse;
  sourcesAt(commit: string): Promise<SourcesAt>;
}

/** What a place is for. */
export interface MutantPlace {
  /** Active while the modules are loaded too; such a place serves this mutant alone. */
  readonly atLoad?: number;
  /** Note what reaches these. */
  readonly watched?: readonly number[];
}

/** Processes of the instrumented build. */
export interface MutantHouse extends ReferenceHouse {
  /** The program of its decoder, for `openTestee`. */
  peer(mutant: number | undefined): PeerCommand;
  /** What was noted; to be asked when the house is closed. */
  noted(): readonly NotedUnit[];
}

/** What one unit reached: a request by its id, a question or message by its digest, or what runs outside all of them. */
export interface NotedUnit {
  readonly unit: string;
  /** Of the mutants that were watched. */
  readonly ids: readonly number[];
  /** Files any of whose mutants was reached. */
  readonly files: readonly string[];
}

/** What making the build can come to. */
export type MutantsStart =
  | {readonly kind: 'built'; readonly build: MutantBuild}
  | {readonly kind: 'cannot-build'; readonly why: string};

/** How changed sources were at a commit, or why that is not known. */
export type SourcesAt =
  | {readonly kind: 'sources'; readonly before: ReadonlyMap<string, string>}
  | {readonly kind: 'unknown'; readonly why: string};
