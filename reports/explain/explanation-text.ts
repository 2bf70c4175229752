// Writes an explanation for people: the record first, then what is checked, then what is known.
import {program} from '../../base/text/program.ts';
import type {Requirement} from '../../model/requirement.ts';
import type {
  CaseExplanation,
  CaughtFault,
  ExampleOfCase,
  Explanation,
  FaultExplanation,
  LastResult,
  StatementExplanation,
} from './explanation.ts';
import {shellWord} from '../../base/text/shell-word.ts';
import {makePaper, wrap, type Paper} from '../../base/text/text-layout.ts';
import {visibleText} from '../../base/text/visible-text.ts';

/** Gives the page. */
export function renderExplanation(
  explanation: Explanation,
  looks: {readonly width: number; readonly color: boolean},
): string {
  const paper = makePaper(looks);
  return [...linesOf(explanation, paper), ''].join('\n');
}

function linesOf(explanation: Explanation, paper: Paper): readonly string[] {
  switch (explanation.kind) {
    case 'statement':
      return statementLines(explanation, paper);
    case 'case':
      return caseLines(explanation, paper);
    case 'fault':
      return faultLines(explanation, paper);
  }
}

function statementLines(told: StatementExplanation, paper: Paper): readonly string[] {
  const {requirement, cases, example, faults, differ, last} = told;
  return [
    ...recordLines(requirement, paper),
    ...section(
      'checked by',
      listed(
        cases.map(({id, title}) => `${id}: ${title}`),
        nobodyChecks(requirement),
      ),
      paper,
    ),
    ...exampleLines(example, paper),
    ...faultsLines(faults, paper),
    ...section('servers known to differ', differ.length === 0 ? ['none is known'] : differ, paper),
    ...lastLines(last, paper),
    ...next([`${program} run --reference --requirement ${requirement.id}`], paper),
  ];
}

function nobodyChecks({observe}: Requirement): string {
  return observe === 'none' ? 'nothing outside the target shows it, so no case checks it' : 'no case checks it';
}

function caseLines(told: CaseExplanation, paper: Paper): readonly string[] {
  const {id, title, place, rows, statements, needs, steps, example, faults, differ, last} = told;
  return [
    paper.paint.bold(id),
    ...wrap(`  ${title}`, paper.width),
    `  ${place}`,
    '',
    ...section('rows', rows, paper),
    ...(statements.length === 0
      ? section(
          'statements',
          told.isUsers === true ? [] : ['none: it reports and judges nothing that the record states'],
          paper,
        )
      : statements.flatMap(statement => recordLines(statement, paper))),
    ...section('needs', needs, paper),
    ...section('steps', steps, paper),
    ...exampleLines(example, paper),
    ...faultsLines(faults, paper),
    ...section('servers known to differ', differ, paper),
    ...lastLines(last, paper),
    ...next(
      [
        told.isUsers === true
          ? `${program} run ${shellWord(place)} --target-file FILE`
          : `${program} run --reference --id '${id}'`,
      ],
      paper,
    ),
  ];
}

function faultLines(
  {name, says, basis, requirement, noticedBy, command}: FaultExplanation,
  paper: Paper,
): readonly string[] {
  const noticed = noticedBy.map(
    ({case: id, verdict, detail}) => `${id} (${verdict})${detail === undefined ? '' : `: ${detail}`}`,
  );
  return [
    `${paper.paint.bold(name)}  a wrong behaviour of the reference, of something ${basis}`,
    ...wrap(`  ${says}`, paper.width),
    '',
    ...(requirement === undefined ? [] : recordLines(requirement, paper)),
    ...section('noticed by', listed(noticed, 'no case, as far as the last whole proof knows'), paper),
    ...next([command], paper),
  ];
}

/** The statement as the record has it, how it is read, and what it leaves open. */
function recordLines(requirement: Requirement, paper: Paper): readonly string[] {
  const {id, level, observe, contested, quote, reading, notClaimed} = requirement;
  const tags = [level, `seen by ${observe}`, ...(contested ? ['contested'] : [])];
  return [
    `${paper.paint.bold(id)}  ${tags.join(' · ')}`,
    ...quote.split('\n').flatMap(line => wrap(`  > ${line}`, paper.width)),
    ...(reading === undefined ? [] : wrap(`  read as: ${reading}`, paper.width)),
    ...(notClaimed === undefined ? [] : wrap(`  not claimed: ${notClaimed}`, paper.width)),
    '',
  ];
}

function exampleLines(example: ExampleOfCase | undefined, paper: Paper): readonly string[] {
  if (example === undefined || example.lines.length === 0) return [];
  const {paint} = paper;
  const lines = example.lines.flatMap(({what, right, wrong, says, miss}) => [
    `  ${what}`,
    ...(right === undefined ? [] : wrap(`    ${paint.green('right')}  ${right}`, paper.width)),
    ...(wrong === undefined ? [] : wrap(`    ${paint.red('wrong')}  ${wrong}`, paper.width)),
    ...(says === undefined ? [] : wrap(`           ${miss}: ${says}`, paper.width)),
  ]);
  return [paint.bold('example'), ...wrap(`  ${example.step}  (${example.case})`, paper.width), ...lines, ''];
}

function sentence(says: string): string {
  return says.endsWith('.') ? says : `${says}.`;
}

const faultsShown = 12;

function faultsLines(faults: readonly CaughtFault[], paper: Paper): readonly string[] {
  const lines = faults
    .slice(0, faultsShown)
    .map(({name, says, found}) => `${name}: ${sentence(says)}${found === undefined ? '' : ` It finds: ${found}`}`);
  const more = faults.length - faultsShown;
  return section('faults that it catches', more > 0 ? [...lines, `and ${String(more)} more`] : lines, paper);
}

function lastLines(last: LastResult, paper: Paper): readonly string[] {
  if (last.kind === 'none') return section('last result', [last.why], paper);
  const shown = last.cases.map(
    ({id, verdict, detail}) => `${verdict.padEnd(5)} ${id}${detail === undefined ? '' : `: ${visibleText(detail)}`}`,
  );
  const head = `${last.startedAt} at ${visibleText(last.target)} (${last.journal})`;
  return section('last result', [head, ...cut(shown, 20)], paper);
}

function cut(lines: readonly string[], linesMax: number): readonly string[] {
  const more = lines.length - linesMax;
  return more <= 0 ? lines : [...lines.slice(0, linesMax), `and ${String(more)} more`];
}

function next(commands: readonly string[], paper: Paper): readonly string[] {
  return [paper.paint.bold('try it'), ...commands.map(command => `  ${command}`)];
}

function listed(lines: readonly string[], none: string): readonly string[] {
  return lines.length === 0 ? [none] : cut(lines, 40);
}

function section(title: string, lines: readonly string[], paper: Paper): readonly string[] {
  if (lines.length === 0) return [];
  return [paper.paint.bold(title), ...lines.flatMap(line => wrap(`  ${line}`, paper.width)), ''];
}
