// Reads the dialect files of a user, and gives each a digest for journals.
import type {Dialect} from '../../../model/operation.ts';
import type {Problem} from '../../../model/problem.ts';
import {readDialects, type DialectKnown} from '../../read/contract/read-dialect.ts';
import {digestOf} from '../words/digest.ts';

/** Reads them; journals name each with a digest, as its names can change without ours changing. */
export function readOwnDialects(
  sources: readonly {readonly file: string; readonly text: string}[],
  known: DialectKnown,
): {readonly dialects: readonly Dialect[]; readonly problems: readonly Problem[]} {
  const {dialects, problems} = readDialects(sources, known);
  return {
    dialects: dialects.map(dialect => ({...dialect, said: ['*'], own: digestOf(JSON.stringify(dialect)).slice(0, 8)})),
    problems,
  };
}
