// Waits until whoever started this process asks it to end.

/** Resolves at SIGTERM or SIGINT, and with stdin where the parent holds the other end of it (REFERENCE_PARENT_PIPE=1). */
export function untilAskedToEnd(): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    if (process.env['REFERENCE_PARENT_PIPE'] !== '1') return;
    process.stdin
      .once('end', () => resolve())
      .once('error', () => resolve())
      .resume();
  });
}
