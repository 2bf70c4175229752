// What a node that the run started wrote into its log during a case, beside what went wrong in it.
import type {NodePort} from '../../../model/peer.ts';
import {linesFromError} from '../../../base/text/telling-lines.ts';
import {cutText} from '../../../base/text/visible-text.ts';
import {happened, type Story} from '../attempt/story.ts';

/** Where a log was when a case began: its last lines then. */
export type LogMark = readonly string[];

const markLines = 3;
/** More than a case makes a node write. */
const keptLines = 400;
const shownLines = 12;
const shownCharacters = 400;
const head = 'log of the node: ';

/** Marks where the log is now. */
export function markLog(node: Pick<NodePort, 'lastLines'> | undefined): LogMark {
  return node?.lastLines(markLines) ?? [];
}

/** Gives the lines that were written since, from the one that names an error on, or else the last ones. */
export function linesSince(mark: LogMark, lines: readonly string[]): readonly string[] {
  const isMark = (at: number): boolean => mark.every((line, offset) => lines[at + offset] === line);
  const at = mark.length === 0 ? -1 : lines.findLastIndex((_, index) => isMark(index));
  const fresh = at < 0 ? lines : lines.slice(at + mark.length);
  return linesFromError(fresh.join('\n'), shownLines).map(line => cutText(line.trim(), shownCharacters));
}

/** Notes them, once an attempt: a node that was started again has another log. */
export function noteLog(story: Story, mark: LogMark): void {
  const {node} = story.run.ports.live ?? {};
  if (node === undefined || story.events.some(event => event.kind === 'noted' && event.note.startsWith(head))) return;
  for (const line of linesSince(mark, node.lastLines(keptLines)))
    happened(story, {kind: 'noted', note: `${head}${line}`});
}
