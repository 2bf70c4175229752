// The kill matrix as text for a terminal and as a Markdown page.
import {counted} from '../../base/text/counted.ts';
import {program} from '../../base/text/program.ts';
import {contextText, contextWith} from '../../model/contexts/context.ts';
import type {ReferenceFault} from '../../model/machine.ts';
import {
  caseOf,
  isToBeNoticed,
  witnessesOf,
  witnessesShown,
  type FaultRow,
  type KillMatrix,
  type Noticed,
} from './kill-matrix.ts';
import {markdownCell, markdownCode, markdownProse, markdownOfOurs} from '../../base/text/markdown-text.ts';
import {visibleLines, visibleText} from '../../base/text/visible-text.ts';

/** Renders the matrix: the score first, then a line per fault, then the problems. */
export function renderMatrix({faults, noticed, rows, problems, isWhole}: KillMatrix): string {
  const width = Math.max(0, ...rows.map(({fault}) => fault.name.length));
  const lines = rows.map(row => `  ${word(row)}  ${row.fault.name.padEnd(width)}  ${visibleText(witnesses(row))}`);
  return [
    scoreOf(faults, noticed),
    '',
    ...lines,
    '',
    ...(problems.length === 0
      ? [
          isWhole
            ? 'Every fault is noticed as it should be, and every case of a must can go red.'
            : 'Each of these is noticed as it should be; whether every case of a must can go red, only a run of all faults shows.',
        ]
      : [
          `${counted(problems.length, 'problem')}:`,
          ...problems.map(problem => `  ${visibleLines(problem).join('\n')}`),
        ]),
  ].join('\n');
}

/** Renders the matrix as a Markdown page: the score in the first line, then one row per fault. */
export function renderMatrixMarkdown({faults, noticed, rows, problems}: KillMatrix): string {
  return [
    scoreOf(faults, noticed),
    '',
    `Written by \`${program} prove --markdown docs/kill-matrix.md\`. Each fault is one wrong reading of one statement by the reference server;`,
    `a fault of something stated is noticed by cases that fail, one of something usual by cases that warn. \`${program} prove --list\` says what each does.`,
    ...(problems.length === 0 ? [] : ['', ...problems.map(problem => `- ${markdownProse(oneLine(problem))}`)]),
    '',
    `At most ${String(witnessesShown)} cases of each fault are named; when so many of its own statement have noticed it, no other need run against it, but with \`--full\`.`,
    'Of basis `usual` is what no statement says and known servers do, `protocol` what proto3 or HTTP say, `information` what changes no value: that is',
    'reported, and not counted. A fault that only a certificate can detect is refused by `certify`, and not counted either.',
    '',
    ...[...topics(rows)].flatMap(([topic, of]) => [`## ${topic}`, '', ...table(of), '']),
    ...inOneContext(rows),
    ...whyAlone(rows),
  ].join('\n');
}

type Rows = KillMatrix['rows'];

/** Puts together the faults of one statement, and the statements of one subject, which is what their ids begin with. */
function topics(rows: Rows): ReadonlyMap<string, Rows> {
  const byTopic = new Map<string, Rows[number][]>();
  for (const row of rows.toSorted((a, b) => compare(a.fault.requirement, b.fault.requirement))) {
    const topic = row.fault.requirement.replace(/-.*/s, '');
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), row]);
  }
  return byTopic;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function table(rows: Rows): readonly string[] {
  return [
    '| statement | fault | basis | noticed by |',
    '|---|---|---|---|',
    ...rows.map(
      ({fault, noticed}) =>
        `| ${markdownProse(fault.requirement)} | ${markdownCell(fault.name)} | ${fault.basis} | ${firstWitnesses(fault, noticed)} |`,
    ),
  ];
}

/** Lists the faults that show in one context only, value by value. */
function inOneContext(rows: Rows): readonly string[] {
  const values = new Map<string, string[]>();
  for (const {fault} of rows) {
    if (fault.onlyIn === undefined) continue;
    const value = contextText(contextWith(fault.onlyIn));
    values.set(value, [...(values.get(value) ?? []), fault.name]);
  }
  if (values.size === 0) return [];
  return [
    '## Faults that show in one context only',
    '',
    'No case notices them in the plain context, and narrowing names this one.',
    '',
    '| context | faults |',
    '|---|---|',
    ...[...values].map(([value, names]) => `| ${markdownCell(value)} | ${names.map(markdownCell).join(', ')} |`),
    '',
  ];
}

/** Says of each statement that has one fault alone why that is enough. */
function whyAlone(rows: Rows): readonly string[] {
  const alone = rows.flatMap(({fault: {name, requirement, alone: why}}) =>
    why === undefined ? [] : [`- ${markdownProse(requirement)} (${markdownCode(name)}): ${markdownOfOurs(why)}`],
  );
  return alone.length === 0 ? [] : ['## Statements with one fault, and why it is enough', '', ...alone, ''];
}

function scoreOf(faults: number, noticed: number): string {
  return `${String(faults)} ${faults === 1 ? 'fault' : 'faults'}, ${String(noticed)} noticed`;
}

function firstWitnesses(fault: ReferenceFault, noticed: readonly Noticed[]): string {
  const ids = [...new Set(witnessesOf(fault, noticed).map(({case: id}) => caseOf(id)))];
  const shown = ids.slice(0, witnessesShown).map(id => markdownCell(id));
  if (shown.length === 0) return isToBeNoticed(fault) ? '**nobody**' : forWhom(fault);
  const left = ids.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${String(left)} more` : ''}`;
}

function forWhom({noticedBy}: ReferenceFault): string {
  return noticedBy === undefined ? '(reported only)' : `(${markdownCell(noticedBy)} refuses it)`;
}

function oneLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function word({isNoticed: isSeen, fault}: KillMatrix['rows'][number]): string {
  if (isSeen) return 'noticed';
  return isToBeNoticed(fault) ? 'MISSED ' : 'info   ';
}

function witnesses({fault, noticed}: FaultRow): string {
  const red = witnessesOf(fault, noticed);
  const [first] = red;
  if (first === undefined) return '-';
  return `${first.case}${red.length > 1 ? ` and ${String(red.length - 1)} more` : ''}`;
}
