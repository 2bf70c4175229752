// Reads which cases noticed which fault of the reference in the matrix that the package carries.
import type {Machine} from '../../../model/machine.ts';
import {readKillList, type KillList} from '../../../reports/coverage/kill-list.ts';

/** Gives the list of docs/kill-matrix.jsonl; empty where there is none. */
export function publishedKills({files, packageRoot}: Pick<Machine, 'files' | 'packageRoot'>): KillList {
  const read = files.readText(`${packageRoot}/docs/kill-matrix.jsonl`);
  return readKillList(read.kind === 'text' ? read.text : '');
}
