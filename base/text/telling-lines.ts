// Picks from what a program wrote on stderr the lines that say why it ended.

const linesMax = 3;
const charactersMax = 500;

/**
 * Gives the line that names the error, as Node.js, Go, Rust and sanitizers write it before the stack, and the last lines, where Python writes it after
 * it, or the summary of a sanitizer; on one line, at most 500 characters. Empty when nothing was written.
 */
export function tellingLines(stderr: string): string {
  const lines = linesOf(stderr).map(line => line.trim());
  const from = Math.max(0, lines.length - linesMax);
  const named = errorAt(lines);
  const last = lines.findLast(isSummary) ?? lines.at(-1);
  const shown = named < 0 || named >= from ? lines.slice(from) : [lines[named], '…', last];
  return shown.join(' | ').slice(0, charactersMax);
}

/** Gives at most so many lines, from the one that names the error on; the last ones where none does. */
export function linesFromError(stderr: string, count: number): readonly string[] {
  const lines = linesOf(stderr);
  const named = errorAt(lines);
  const last = Math.max(0, lines.length - count);
  const from = named < 0 ? last : Math.min(named, last);
  return lines.slice(from, from + count);
}

/**
 * Gives eight hexadecimal digits that stay the same when a program ends of the same mistake again, and differ for another. They are made of the line of
 * the source that stands with the error, in the summary of a sanitizer or at the top of the stack, or else of the line that names the error, without its
 * numbers. Undefined when neither was written.
 */
export function errorMark(stderr: string): string | undefined {
  const lines = linesOf(stderr).map(line => line.trim());
  const at = errorAt(lines);
  const line = lines.findLast(isSummary) ?? lines[at];
  if (line === undefined) return undefined;
  const place = [line, ...lines.slice(at + 1, at + 1 + stackLinesMax)].map(placeIn).find(one => one !== undefined);
  const lasting = place ?? line.replaceAll(/-?(?:0x[0-9a-f]+|\d+)/gi, '').slice(0, charactersMax);
  let mixed = 0x811c_9dc5;
  for (let at = 0; at < lasting.length; at += 1) mixed = Math.imul(mixed ^ lasting.charCodeAt(at), 0x0100_0193);
  return (mixed >>> 0).toString(16).padStart(8, '0');
}

function linesOf(stderr: string): readonly string[] {
  return stderr.split(/\r?\n/).filter(line => line.trim() !== '');
}

/** The last line that names an error: before it a decoder may have logged what it refused. −1 when there is none. */
function errorAt(lines: readonly string[]): number {
  const sanitizer = lines.findLastIndex(line => /^\s*==\d+==ERROR: /.test(line));
  return sanitizer >= 0
    ? sanitizer
    : lines.findLastIndex(line => namesError(line) && !isFrame(line) && !isSummary(line));
}

function namesError(line: string): boolean {
  return /\b(?:panic|panicked|fatal|exception|abort(?:ed)?)\b|error\b/i.test(line);
}

/** A line of a stack: `at f (x.js:1)`, `#0 0x55 in f`, `File "x.py", line 1`. */
function isFrame(line: string): boolean {
  return /^\s*(?:at |#\d|File ")/.test(line);
}

/** Behind the error; below the frames of its own library Go names ours. */
const stackLinesMax = 12;

/** Gives a line of a source such as `main.go:213` or `decoder.py", line 7`, without folders; none of a runtime that throws for others. */
function placeIn(line: string): string | undefined {
  if (/(?:[/\\](?:runtime|lib|usr|rustc|internal)[/\\]|node:|java\.base)/.test(line)) return undefined;
  const [, file, number] = /([\w.-]+\.[a-z]\w*)(?:"?, line |:)(\d+)/i.exec(line) ?? [];
  return file === undefined ? undefined : `${file}:${number ?? ''}`;
}

function isSummary(line: string): boolean {
  return line.startsWith('SUMMARY: ');
}
