// Tells what of the machine was in the way from what is a bug of ours.

const systemFaults: {readonly [code: string]: string} = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file has reached the largest size that is allowed',
  EIO: 'the disk cannot be written',
  EROFS: 'the disk is read-only',
  EMFILE: 'too many files are open; allow more with ulimit -n, or give --jobs 1',
  ENFILE: 'the system has too many open files',
};

/** Says what of the machine was in the way; nothing for what is a bug of ours. */
export function faultOfSystem(problem: unknown): string | undefined {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
  return Object.hasOwn(systemFaults, code) ? systemFaults[code] : undefined;
}
