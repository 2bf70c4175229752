// Says where a reader finds a case in a file of their own: scanners and forges link to files of the repository that was tested.
import type {SourcePosition} from '../../model/problem.ts';
import type {Journal} from '../journal/reader.ts';
import {optionWords} from '../words/option-words.ts';

/** A place in a file that the reader has; the line is 1 where the file as a whole is meant. */
export type ReadersPlace = Pick<SourcePosition, 'file' | 'line' | 'column'> & {readonly sourceLine?: string};

/**
 * Gives the expectation where it is in a suite of the reader. Our suites are in the package and not in the repository, and
 * properties are in no suite: of these it is the target file, which says what was tested; nothing where the run had none.
 */
export function readersPlace(journal: Journal, position: SourcePosition | undefined): ReadersPlace | undefined {
  const own = ownPlace(position);
  if (own !== undefined) return own;
  const [, file] = optionWords(journal.header, ['--target-file']);
  return file === undefined ? undefined : {file, line: 1, column: 1};
}

/** The same, or else the journal, for formats that demand a file. */
export function anyPlace(journal: Journal, position: SourcePosition | undefined): ReadersPlace {
  return readersPlace(journal, position) ?? {file: journal.path ?? 'results.jsonl', line: 1, column: 1};
}

/** Gives a place unless it is in our package. */
export function ownPlace(position: SourcePosition | undefined): SourcePosition | undefined {
  return position?.isOfPackage === true ? undefined : position;
}

/** Names the expectation where it is in our package, as text: no link leads there. */
export function packagePlaceText(position: SourcePosition | undefined): string | undefined {
  if (position?.isOfPackage !== true) return undefined;
  return `${position.file}:${position.line} in the package of touchstone`;
}
