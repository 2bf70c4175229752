// Writes the pages of a kill matrix: Markdown with the list that `explain` reads, and HTML with the chart.
import {folderOf} from '../../../base/text/dirname.ts';
import type {Machine} from '../../../model/machine.ts';
import {renderKillList} from '../../../reports/coverage/kill-list.ts';
import {renderMatrixHtml} from '../../../reports/coverage/kill-matrix-html.ts';
import {renderMatrixMarkdown} from '../../../reports/coverage/kill-matrix-text.ts';
import type {KillMatrix} from '../../../reports/coverage/kill-matrix.ts';
import {keepScore} from './mutants/write-score.ts';

/** Where pages go. */
export interface PageOptions {
  readonly markdown?: string;
  readonly html?: string;
}

/** Says why a page cannot be written, before anything is run; makes its folder. */
export function whyNoPage({files}: Machine, {markdown, html}: PageOptions): string | undefined {
  for (const [flag, file] of [['--markdown', markdown] as const, ['--html', html] as const]) {
    if (file === undefined) continue;
    const folder = files.makeFolder(folderOf(file));
    const why = folder.kind === 'made' ? files.whyNotWritable(file) : folder.why;
    if (why !== undefined) return `${flag} ${file}: ${why}`;
  }
  return undefined;
}

/** Writes the pages that are wanted. */
export function writePages({files}: Machine, {markdown, html}: PageOptions, matrix: KillMatrix): void {
  if (html !== undefined) files.writeWhole(html, renderMatrixHtml(matrix));
  if (markdown === undefined) return;
  const before = files.readText(markdown);
  const page = renderMatrixMarkdown(matrix);
  files.writeWhole(markdown, before.kind === 'text' ? keepScore(page, before.text) : page);
  files.writeWhole(`${markdown.replace(/\.md$/, '')}.jsonl`, renderKillList(matrix));
}
