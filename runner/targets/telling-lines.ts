// Picks from what a program wrote on stderr the lines that say why it ended.

const linesMax = 3;
const charactersMax = 500;

/**
 * Gives the first line that names an error, as Node.js, Go and Rust write it before the stack, and the last lines, where Python writes it after it;
 * on one line, at most 500 characters. Empty when nothing was written.
 */
export function tellingLines(stderr: string): string {
  const lines = stderr
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
  const from = Math.max(0, lines.length - linesMax);
  const named = lines.findIndex(line => /\b(?:panic|panicked|fatal|exception)\b|error\b/i.test(line));
  const shown = named < 0 || named >= from ? lines.slice(from) : [lines[named], '…', lines.at(-1)];
  return shown.join(' | ').slice(0, charactersMax);
}
