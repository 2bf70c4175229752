// What operations must leave alone: what is read before one and again after it, and how the two may differ.
import type {ArrangementStep} from '../arrangement.ts';
import type {RequirementId} from '../requirement.ts';
import type {Given} from '../suite.ts';

/** One thing that is read before an operation and again after it. */
export interface FrameRead {
  /** Its name in the file. */
  readonly name: string;
  /** What is read, in a few words that follow an article: `another issue of the repository`. */
  readonly what: string;
  /** What is made for it before the operation; nothing where it reads what is there. */
  readonly given: readonly Given[];
  readonly read: ArrangementStep;
  /** Fields that the body of the operation names may differ. */
  readonly isOwn: boolean;
  /** It needs a repository that has a first commit. */
  readonly isOfFiles: boolean;
  /** JSON Pointers into what is read that may differ; `*` stands for any key or index. */
  readonly changes: readonly string[];
  /** Statements whose quote excludes a difference at or below a JSON Pointer: it is a failure of their cases. */
  readonly excluded: readonly {readonly statement: RequirementId; readonly at: string}[];
  /** JSON Pointer of the operation's entry in the file. */
  readonly pointer: string;
}

/** What fixtures/frames.yaml says. */
export interface Frames {
  /** Path of the file, for the places of findings. */
  readonly file: string;
  /** Names of members that may differ wherever they are: counters, and times of the last change. */
  readonly anywhere: readonly string[];
  /** Operation → what is read around it, at most four things. */
  readonly operations: ReadonlyMap<string, readonly FrameRead[]>;
}

/** One operation of a case, and what is read around it. */
export interface FramedStep {
  /** Index of the step that calls the operation. */
  readonly step: number;
  readonly operation: string;
  /** Index of the step after which everything is read again: its effect has been seen then. */
  readonly until: number;
  /** The given of the case that is the repository of the operation, for `${repo}`. */
  readonly repo?: string;
  readonly reads: readonly FrameRead[];
  readonly file: string;
  readonly anywhere: readonly string[];
}

/** Nothing is read around any operation. */
export const noFrames: Frames = {file: '', anywhere: [], operations: new Map()};

/** How many things are read around one operation. */
export const frameReadsMax = 4;
