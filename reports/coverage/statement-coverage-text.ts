// Coverage of the record as text for a terminal, as Markdown and as JSON; untested statements stand first.
import {counted} from '../../base/text/counted.ts';
import {
  coverageCounts,
  groupedCases,
  type Coverage,
  type CoverageRow,
  type CoverageState,
} from './statement-coverage.ts';
import {contextMatrixMarkdown, contextMatrixText} from './context-matrix-text.ts';
import {jsonWithEscapes, visibleLines} from '../../base/text/visible-text.ts';
import {markdownCell, markdownProse} from '../../base/text/markdown-text.ts';

/** Worst first, each with what it means. */
const headings: readonly (readonly [CoverageState, string])[] = [
  ['untested', 'UNTESTED: no case proves them'],
  ['red', 'RED: a case that proves them failed'],
  ['touched', 'TOUCHED: a case that proves them and others failed, and does not say that these are broken'],
  ['unproven', 'UNPROVEN: cases exist, and none could judge them in this run'],
  ['proven', 'PROVEN'],
  ['tested', 'TESTED: cases exist; give a journal to see their results'],
  ['unobservable', 'NOT OBSERVABLE: nothing outside the target shows them'],
];

/** Renders it as text. */
export function renderCoverageText(coverage: Coverage): string {
  const hasJournal = coverage.run !== undefined;
  const sections = headings.flatMap(([state, heading]) => {
    const rows = coverage.rows.filter(row => row.state === state);
    if (rows.length === 0) return [];
    return [`${heading} (${String(rows.length)})\n${rows.map(row => textRow(row, hasJournal)).join('\n')}`];
  });
  // Ids and causes of a journal are data; line breaks here are ours.
  const matrix = contextMatrixText(coverage.contexts).join('\n');
  return visibleLines([...sections, ...(matrix === '' ? [] : [matrix]), summary(coverage)].join('\n\n')).join('\n');
}

function textRow(row: CoverageRow, hasJournal: boolean): string {
  const {requirement, cases} = row;
  const head = `  ${requirement.id}${marks(row)}`;
  const quote = cases.length === 0 ? `\n    ${inMarks(requirement.quote)}` : '';
  const groups = groupedCases(cases, hasJournal).map(
    ({name, told}) => `\n    ${name}${told === '' ? '' : `: ${told}`}`,
  );
  return `${head}${quote}${groups.join('')}`;
}

function marks({requirement, isReferenceOnly}: CoverageRow): string {
  const words = [
    ...(requirement.level === 'should' ? ['should'] : []),
    ...(requirement.contested ? ['contested'] : []),
    ...(requirement.observe === 'api' || requirement.observe === 'wire' ? [] : [`seen by ${requirement.observe}`]),
    ...(isReferenceOnly ? ['proven on our reference only'] : []),
  ];
  return words.length === 0 ? '' : `  (${words.join('; ')})`;
}

function inMarks(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ');
  return `"${line.length > 160 ? `${line.slice(0, 160)}…` : line}"`;
}

function summary(coverage: Coverage): string {
  const {rows, run, isWhole} = coverage;
  const counts = coverageCounts(coverage);
  const shown = headings
    .filter(([state]) => counts[state] > 0)
    .map(([state]) => `${String(counts[state])} ${state === 'unobservable' ? 'not observable' : state}`);
  const missing = rows.filter(({isMissing}) => isMissing).length;
  const where = run === undefined ? 'by the suites alone' : `by the run ${run}`;
  const torn = isWhole ? '' : '\nThe journal is of a run that did not end: what it lacks may still hold.';
  return `${counted(rows.length, 'statement')} ${where}: ${shown.join(', ')}. ${String(missing)} that could be proven ${missing === 1 ? 'is' : 'are'} not.${torn}`;
}

/** Renders it as a Markdown table, untested statements first. */
export function renderCoverageMarkdown(coverage: Coverage): string {
  const hasJournal = coverage.run !== undefined;
  const order = headings.map(([state]) => state);
  const rows = coverage.rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const lines = rows.map(row => {
    const cases = groupedCases(row.cases, hasJournal).map(
      ({name, told}) => `${markdownCell(name)}${told === '' ? '' : ` ${markdownProse(told)}`}`,
    );
    const state = row.state === 'proven' || row.state === 'tested' ? row.state : `**${row.state}**`;
    const cell = cases.length === 0 ? markdownProse(inMarks(row.requirement.quote)) : cases.join('<br>');
    return `| ${markdownProse(row.requirement.id + marks(row))} | ${state} | ${cell} |`;
  });
  return [
    '# Coverage of the record',
    '',
    markdownProse(summary(coverage).replaceAll('\n', ' ')),
    '',
    '| Statement | State | Cases |',
    '| --- | --- | --- |',
    ...lines,
    '',
    ...contextMatrixMarkdown(coverage.contexts),
  ].join('\n');
}

/** Renders it as one JSON document. */
export function renderCoverageJson(coverage: Coverage): string {
  const {run, isWhole, rows, contexts} = coverage;
  const json = JSON.stringify(
    {
      ...(run === undefined ? {} : {run, isWhole}),
      counts: coverageCounts(coverage),
      missing: rows.filter(({isMissing}) => isMissing).map(({requirement}) => requirement.id),
      statements: rows.map(({requirement: {id, area, level, observe, contested}, ...row}) => ({
        id,
        area,
        level,
        observe,
        contested,
        ...row,
      })),
      contexts: contexts.map(({statement, cells}) => ({
        statement,
        values: Object.fromEntries(cells.map(({value, ...cell}) => [value, cell])),
      })),
    },
    null,
    1,
  );
  return jsonWithEscapes(json);
}
