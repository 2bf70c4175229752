// Keeps the content of what a link leads to out of messages: a link in a checkout can lead to a key of whoever runs it.
import {counted} from '../../../base/text/counted.ts';
import {folderOf} from '../../../base/text/dirname.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Problem} from '../../../model/problem.ts';

/** Gives the problems of a file as they may be shown: where the file is a link that leads out of its folder, that there are some, and nothing else. */
export function shownProblems(problems: readonly Problem[], file: string, {files}: Machine): readonly Problem[] {
  const [first] = problems;
  if (first === undefined || files.isBelow(file, folderOf(file))) return problems;
  return [
    {
      file,
      line: first.line ?? 1,
      column: first.column ?? 1,
      message: `it is a link that leads out of its folder, and what it leads to has ${counted(problems.length, 'problem')}`,
      fix: 'give the path of the file itself to see them',
    },
  ];
}
