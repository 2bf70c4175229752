// What is wrong with a file that somebody wrote: where, what, and what to do about it.

/** One problem in one file. Lines and columns count from 1; both are absent when the problem is the whole file. */
export interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The source line that the caret points into, without line break, at most 200 characters. */
  readonly sourceLine?: string;
  /** Column of the first character of `sourceLine` when the line was cut in front; 1 when absent. */
  readonly sourceStart?: number;
  /** What is wrong, e.g. `unknown matcher "$equal"`. */
  readonly message: string;
  /** What to do, e.g. `did you mean "$eq"?`. */
  readonly fix: string;
}

/** A place in a data file: the file and a JSON Pointer (RFC 6901) into its parsed value. Lines are looked up only when a message needs them. */
export interface SourceRef {
  readonly file: string;
  readonly pointer: string;
}

/** A place in a file as people read it; lines and columns count from 1. */
export interface SourcePosition {
  readonly file: string;
  /** The file is one of the package, named by its path in it: whoever tests their own server does not have it. */
  readonly isOfPackage?: true;
  readonly line: number;
  readonly column: number;
  readonly sourceLine: string;
  /** Column of the first character of `sourceLine` when the line was cut in front; 1 when absent. */
  readonly sourceStart?: number;
}
