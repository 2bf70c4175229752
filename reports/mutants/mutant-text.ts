// The result of trying mutants as text for a terminal, and as a part of a Markdown page.
import {cutText} from '../../base/text/cut-text.ts';
import {counted} from '../../base/text/counted.ts';
import {program} from '../../base/text/program.ts';
import {
  entryKinds,
  entryOf,
  isSurvivor,
  scoresOf,
  type FolderScore,
  type MutantResult,
  type MutantRow,
  type MutantScope,
  type Score,
} from './mutant-result.ts';

/** Renders the scores, then the survivors by file, then the problems. */
export function renderMutants(result: MutantResult): string {
  const {rows, problems} = result;
  const survivors = rows.filter(row => isSurvivor(row) && entryOf(row.mutant, result.entries) === undefined);
  const broken = rows.filter(({outcome}) => outcome.kind === 'broken');
  const unreached = rows.filter(({outcome}) => outcome.kind === 'not-reached');
  return [
    headline(result),
    '',
    ...table(scoresOf(result)),
    '',
    ...section(`${counted(survivors.length, 'survivor')} without an entry:`, survivors.flatMap(survivor)),
    ...section(`${String(broken.length)} cannot be judged:`, broken.flatMap(brokenLines)),
    ...section(
      `${String(unreached.length)} are reached by no case:`,
      unreached.map(row => `  ${change(row)}`),
    ),
    ...(problems.length === 0
      ? []
      : [`${counted(problems.length, 'problem')}:`, ...problems.map(problem => `  ${problem}`)]),
  ]
    .join('\n')
    .trimEnd();
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines, ''];
}

const scopes: Readonly<Record<MutantScope, string>> = {
  all: 'mutants',
  changes: 'mutants in changed functions',
  hosting: 'mutants of the hosting server',
  overlay: 'mutants of the overlay peer',
  places: 'mutants of some folders',
};

function headline({rows, outOf, seed, date, of}: MutantResult): string {
  return `${String(rows.length)} of ${String(outOf)} ${scopes[of]}, seed ${String(seed)}, ${date}`;
}

const columns: readonly (readonly [title: string, of: (score: FolderScore) => string])[] = [
  ['', ({folder}) => folder],
  ['drawn', ({drawn}) => String(drawn)],
  ['raw score', ({raw}) => scoreText(raw)],
  ['without entries', ({withoutEntries}) => scoreText(withoutEntries)],
  ['visible, not judged', ({notJudged}) => String(notJudged)],
  ['not visible', ({notVisible}) => String(notVisible)],
  ['not reached', ({notReached}) => String(notReached)],
  ['cannot be judged', ({broken}) => String(broken)],
  ['entries', ({entries}) => entriesText(entries)],
];

function table(scores: readonly FolderScore[]): readonly string[] {
  const rows = [columns.map(([title]) => title), ...scores.map(score => columns.map(([, of]) => of(score)))];
  const widths = columns.map((_, index) => Math.max(...rows.map(row => row[index]?.length ?? 0)));
  return rows.map(row => `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd());
}

function scoreText({percent, noticed, of, low, high}: Score): string {
  if (percent === undefined) return '-';
  return `${percent.toFixed(0)} % (${String(noticed)} of ${String(of)}; ${low.toFixed(0)} to ${high.toFixed(0)} %)`;
}

function entriesText(entries: FolderScore['entries']): string {
  const parts = entryKinds.filter(kind => entries[kind] > 0).map(kind => `${String(entries[kind])} ${kind}`);
  return parts.length === 0 ? '-' : parts.join(', ');
}

const textMax = 160;

function short(text: string): string {
  return cutText(text, textMax);
}

function change({mutant: {file, line, function: name, mutator, before, after}}: MutantRow): string {
  return `${file}:${String(line)}  ${name}  ${mutator}: ${short(before)} → ${after === '' ? '(nothing)' : short(after)}`;
}

function survivor(row: MutantRow): readonly string[] {
  const {outcome, statements, reachedBy} = row;
  const near = statements.length === 0 ? '' : `; near ${statements.join(', ')}`;
  if (outcome.kind !== 'not-judged')
    return [
      `  ${change(row)}`,
      `    no reply of the ${counted(reachedBy, 'case that reaches', 'cases that reach')} it differs${near}`,
    ];
  const {case: id, where, healthy, mutant} = outcome;
  return [`  ${change(row)}`, `    visible in ${id}: ${where}: ${short(healthy)} became ${short(mutant)}${near}`];
}

function brokenLines(row: MutantRow): readonly string[] {
  const {outcome} = row;
  return outcome.kind === 'broken' ? [`  ${change(row)}`, `    ${outcome.how}: ${short(outcome.detail)}`] : [];
}

/** Renders the part of docs/kill-matrix.md that shows the score beside the listed faults. */
export function renderMutantsMarkdown(result: MutantResult): string {
  const {seed, date, outOf, rows} = result;
  return [
    `## Mutants: random changes`,
    '',
    `${String(rows.length)} of ${String(outOf)} mechanical changes of the reference server, drawn with seed ${String(seed)} on ${date} by`,
    `\`${program} prove --mutants ${String(result.wanted)} --seed ${String(seed)}\`. [prove.md](prove.md#mutants) says what each column means.`,
    '',
    `| ${columns.map(([title]) => title || 'folder').join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...scoresOf(result).map(score => `| ${columns.map(([, of]) => of(score)).join(' | ')} |`),
    '',
  ].join('\n');
}
