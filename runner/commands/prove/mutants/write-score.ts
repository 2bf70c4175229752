// Writes the score of the mutants into the page of the kill matrix, and keeps it there when the matrix is written again.
import type {MutantResult} from '../../../../reports/mutants/mutant-result.ts';
import {renderMutantsMarkdown} from '../../../../reports/mutants/mutant-text.ts';
import type {Machine} from '../../../../model/machine.ts';

const [begin, end] = ['<!-- mutants -->', '<!-- end of mutants -->'] as const;

/** Puts the score behind the first paragraphs of the page, in the place of an earlier one. */
export function writeScore({files}: Pick<Machine, 'files'>, page: string, result: MutantResult): void {
  const read = files.readText(page);
  const text = read.kind === 'text' ? read.text : '';
  files.writeWhole(page, withScore(text, renderMutantsMarkdown(result)));
}

/** Gives a page the score that another version of it has. */
export function keepScore(page: string, earlier: string): string {
  const score = scoreIn(earlier);
  return score === undefined ? page : withScore(page, score);
}

/** Finds the score in a page. */
function scoreIn(text: string): string | undefined {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  return from === -1 || to === -1 ? undefined : text.slice(from + begin.length, to).trim();
}

function withScore(text: string, score: string): string {
  const part = `${begin}\n\n${score.trim()}\n\n${end}\n`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from !== -1 && to !== -1) return `${text.slice(0, from)}${part}${text.slice(to + end.length).replace(/^\n/, '')}`;
  const heading = text.indexOf('\n## ');
  if (heading === -1) return text === '' ? part : `${text.trimEnd()}\n\n${part}`;
  return `${text.slice(0, heading + 1)}${part}\n${text.slice(heading + 1)}`;
}
