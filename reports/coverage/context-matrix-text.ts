// The matrix of statements and values of contexts for a terminal and as Markdown.
import {markdownCell, markdownProse} from '../../base/text/markdown-text.ts';
import {contextValues, sharedHoles, type CellState, type ContextRow} from './context-matrix.ts';

/** What a cell shows. */
const marks: {readonly [state in CellState]: string} = {
  seen: '+',
  chosen: '+',
  red: 'F',
  unavailable: '?',
  'not-run': 'o',
  fixed: '-',
  derived: '-',
  nothing: '.',
};

const legend = [
  '+ seen there (without a journal: a run sees it there)',
  'F a case failed there',
  '? the target could not offer it',
  'o not in this run, or seen there with another statement of its suite',
  '- excluded by its cases or by a rule',
  '. no case has anything that the value could change',
];

/** Renders it as text: a line for each statement, then the reasons of the holes. */
export function contextMatrixText(rows: readonly ContextRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({statement}) => statement.length));
  const numbers = contextValues.map((_, index) => String(index + 1).padStart(2)).join(' ');
  return [
    `CONTEXTS: where each statement is seen besides the plain context (${String(rows.length)})`,
    ...contextValues.map((value, index) => `  ${String(index + 1).padStart(2)} ${value}`),
    ...legend.map(line => `  ${line}`),
    `  ${' '.repeat(width)}  ${numbers}`,
    ...rows.map(
      ({statement, cells}) =>
        `  ${statement.padEnd(width)}  ${cells.map(({state}) => marks[state].padStart(2)).join(' ')}`,
    ),
    'Why not elsewhere:',
    ...sharedHoles(rows).map(
      ({value, why, statements}) => `  ${value}: ${why} (${counted(statements.length)}): ${statements.join(', ')}`,
    ),
  ];
}

/** Renders it as a Markdown table with a list of the reasons below. */
export function contextMatrixMarkdown(rows: readonly ContextRow[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    '## Contexts',
    '',
    markdownProse(legend.join('; ')),
    '',
    `| Statement | ${contextValues.map(value => markdownCell(value)).join(' | ')} |`,
    `| --- |${' --- |'.repeat(contextValues.length)}`,
    ...rows.map(
      ({statement, cells}) =>
        `| ${markdownProse(statement)} | ${cells.map(({state}) => markdownCell(marks[state])).join(' | ')} |`,
    ),
    '',
    '| Value | Why not | Statements |',
    '| --- | --- | --- |',
    ...sharedHoles(rows).map(
      ({value, why, statements}) =>
        `| ${markdownCell(value)} | ${markdownProse(why)} | ${markdownProse(statements.join(', '))} |`,
    ),
    '',
  ];
}

function counted(statements: number): string {
  return statements === 1 ? '1 statement' : `${String(statements)} statements`;
}
