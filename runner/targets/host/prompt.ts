// Asks the person at the terminal, one line at a time; what is typed as a secret is not shown.
import {Writable} from 'node:stream';

/** Asks; gives nothing when standard input is no terminal, or when it ends before an answer. */
export async function ask(question: string, isHidden = false): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const {createInterface} = await import('node:readline/promises');
  // readline echoes what is typed to its output; a secret gets an output that keeps it.
  const silent = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? silent : process.stderr,
    terminal: true,
  });
  // Not before: what is typed until the terminal is ready is shown by the terminal itself.
  if (isHidden) process.stderr.write(question);
  const ended = new AbortController();
  lines.once('close', () => {
    ended.abort();
  });
  lines.once('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await lines.question(isHidden ? '' : question, {signal: ended.signal});
  } catch (problem) {
    if (ended.signal.aborted) return undefined;
    throw problem;
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
}
