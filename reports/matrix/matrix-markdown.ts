// The matrix as Markdown: one table for each section of the record, and what every column was judged by.
import {counted} from '../../base/text/counted.ts';
import {markdownProse} from '../../base/text/markdown-text.ts';
import {cellStates} from './cell.ts';
import {
  isDiffering,
  newestRuns,
  runsAbout,
  sectionsOf,
  type Matrix,
  type MatrixRun,
  type MatrixStatement,
} from './matrix-of-runs.ts';
import {stateWords} from './state-words.ts';

/** Renders the newest version of each implementation. */
export function renderMatrixMarkdown(matrix: Matrix): string {
  const runs = newestRuns(matrix);
  const differing = matrix.statements.filter(({id}) => isDiffering(id, runs)).length;
  return [
    '# Conformance matrix',
    '',
    `${counted(matrix.statements.length, 'statement')} by ${counted(runs.length, 'implementation')}; they differ in ${String(differing)}.`,
    '',
    ...cellStates.map(
      state => `- **${stateWords[state].short}**: ${stateWords[state].long}; ${stateWords[state].meaning}`,
    ),
    '',
    '## Implementations',
    '',
    ...table(
      ['implementation', 'version', 'tested', 'edition', ...cellStates.map(state => stateWords[state].long), 'notes'],
      runs.map(run => [
        run.name,
        run.version,
        run.startedAt.slice(0, 10),
        run.edition,
        ...stateCounts(run),
        run.marks.join('; '),
      ]),
    ),
    ...sectionsOf(matrix).flatMap(({section, statements}) => [
      '',
      `## ${markdownProse(section)}`,
      '',
      ...sectionTable(statements, runsAbout(statements, runs)),
    ]),
    '',
  ].join('\n');
}

function stateCounts({cells}: MatrixRun): readonly string[] {
  const states = [...cells.values()].map(({state}) => state);
  return cellStates.map(state => String(states.filter(one => one === state).length));
}

function sectionTable(statements: readonly MatrixStatement[], runs: readonly MatrixRun[]): readonly string[] {
  return table(
    ['statement', ...runs.map(({name, version}) => `${name} ${version}`)],
    statements.map(({id}) => [id, ...runs.map(({cells}) => shortOf(cells.get(id)?.state))]),
  );
}

function shortOf(state: keyof typeof stateWords | undefined): string {
  return state === undefined ? '' : stateWords[state].short;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownProse).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}
