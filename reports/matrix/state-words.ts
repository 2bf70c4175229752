// What the states of cells are called, in the table and in sentences.
import type {CellState} from './cell.ts';

interface StateWords {
  /** In the table, where a column is narrow. */
  readonly short: string;
  readonly long: string;
  readonly meaning: string;
}

export const stateWords: {readonly [state in CellState]: StateWords} = {
  holds: {short: 'yes', long: 'holds', meaning: 'every case that judged it passed'},
  fails: {short: 'no', long: 'fails', meaning: 'a case that judged it failed'},
  'in-part': {
    short: 'part',
    long: 'holds in part',
    meaning: 'it fails in certain contexts or only sometimes; the cell says in which',
  },
  unusual: {
    short: 'warn',
    long: 'does otherwise',
    meaning: 'no standard demands it; most implementations do it, and this one does not',
  },
  'not-offered': {
    short: 'none',
    long: 'not offered',
    meaning: 'the target has no such function, so there is nothing to judge',
  },
  'not-judged': {short: '?', long: 'not judged', meaning: 'no case gave a verdict; the cell says why'},
};
