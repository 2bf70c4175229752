// Keeps a program of the reference alive or ends it in order when nobody can read what it prints.

/** Lets readers close our output early, as in `… --list-faults | head`. Where it cannot be written, says why and ends with 6: nobody would learn where a server listens. */
export function survivesLostOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (problem: NodeJS.ErrnoException) => {
      if (problem.code === 'EPIPE' || problem.code === 'EIO') return;
      if (problem.code === undefined) throw problem;
      if (stream === process.stdout) process.stderr.write(`standard output cannot be written: ${problem.code}\n`);
      process.exit(6);
    });
}
