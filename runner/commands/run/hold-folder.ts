// Keeps two commands from writing into one folder at a time: what they leave would be a mixture that nobody can read.
import type {Machine} from '../../../model/machine.ts';
import {printProblems} from '../words/print-problems.ts';

/** Does the work while this process holds the folder, which is made where it is missing; 2 where another one holds it. */
export async function holdFolder(
  {folder, command}: {readonly folder: string; readonly command: string},
  machine: Machine,
  work: () => Promise<number>,
): Promise<number> {
  const refuse = (why: string): number => {
    printProblems(machine, command, [`--output ${folder}: ${why}`]);
    return 2;
  };
  const isNew = !machine.files.exists(folder);
  const made = machine.files.makeFolder(folder);
  if (made.kind === 'failed') return refuse(`${made.why}\n  choose a folder that can be written`);
  const lock = machine.files.lock(`${folder}/.lock`);
  if (lock.kind === 'failed') return refuse(lock.why);
  if (lock.kind === 'taken')
    return refuse(
      `another command is writing there (process ${String(lock.by)})\n  wait for it, or choose another folder`,
    );
  try {
    return await work();
  } finally {
    lock.release();
    // Work that was refused or interrupted leaves nothing there.
    if (isNew) machine.files.removeEmptyFolder(folder);
  }
}
