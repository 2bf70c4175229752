// Annotations for GitHub Actions: workflow commands that put red cases beside the lines of the suites that the reader has.
import type {CaseLine} from '../../model/journal.ts';
import {caseStories, type CaseStory, type Requirements} from '../case/details.ts';
import {packagePlaceText, readersPlace} from '../case/readers-place.ts';
import {caseMessage, freeText, touchedLines} from '../case/plain-story.ts';
import {jsonText} from '../../model/json.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {runChecks, type RunCheck} from '../run/checks.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** GitHub shows ten annotations of each level per step and drops the rest; the last of ours says how many there are. */
const annotationsMax = 10;

/** Renders one command per line: errors, then warnings, then failures that cost nothing as notices. */
export function renderGithub(journal: Journal, {requirements}: {readonly requirements: Requirements}): string {
  const story = caseStories(journal, requirements);
  const cases = orderedCases(journal);
  const open = cases.filter(line => freeText(line) === undefined);
  const of = (...verdicts: readonly CaseLine['verdict'][]): readonly CaseLine[] =>
    verdicts.flatMap(one => open.filter(({verdict}) => verdict === one));
  const checks = runChecks(journal).filter(({said}) => said.length > 0);
  return [
    ...limited('error', [
      ...checks.filter(({isBroken}) => isBroken).map(check => checkCommand('error', check)),
      ...blockedLast(of('fail', 'flaky', 'error')).map(line => annotation('error', story(line), journal)),
    ]),
    ...limited('warning', [
      ...checks.filter(({isBroken}) => !isBroken).map(check => checkCommand('warning', check)),
      ...of('warn').map(line => annotation('warning', story(line), journal)),
    ]),
    ...limited(
      'notice',
      cases.filter(line => freeText(line) !== undefined).map(line => annotation('notice', story(line), journal)),
    ),
  ]
    .map(line => `${line}\n`)
    .join('');
}

// Only the first are shown, and what blocked the others is among them.
function blockedLast(lines: readonly CaseLine[]): readonly CaseLine[] {
  return [...lines.filter(({cause}) => cause !== 'blocked'), ...lines.filter(({cause}) => cause === 'blocked')];
}

type Level = 'error' | 'warning' | 'notice';

function limited(level: Level, commands: readonly string[]): readonly string[] {
  if (commands.length <= annotationsMax) return commands;
  const rest = commands.length - annotationsMax + 1;
  return [
    ...commands.slice(0, annotationsMax - 1),
    command(level, {title: 'touchstone'}, `${rest} more like these: the step summary and the reports have all of them`),
  ];
}

function checkCommand(level: Level, {kind, said}: RunCheck): string {
  return command(level, {title: `touchstone: ${kind}`}, said.join('\n'));
}

function annotation(
  level: Level,
  {line, position, findings, statements, touched, repeat}: CaseStory,
  journal: Journal,
): string {
  const [finding] = findings;
  const [statement] = statements;
  const free = freeText(line);
  const place = readersPlace(journal, position);
  const packagePlace = packagePlaceText(position);
  const lines = [
    ...(free === undefined ? [] : [free]),
    caseMessage(line),
    ...(finding?.expected === undefined ? [] : [`expected ${cutText(jsonText(finding.expected), 500)}`]),
    ...(finding?.actual === undefined ? [] : [`actual   ${cutText(jsonText(finding.actual), 500)}`]),
    ...(statement?.quote === undefined ? [] : [`${statement.id}: ${statement.quote}`]),
    ...touchedLines(touched),
    line.id,
    ...(packagePlace === undefined ? [] : [`at ${packagePlace}`]),
    ...(repeat === undefined ? [] : [`repeat: ${cutText(repeat, 1_000)}`]),
  ];
  return command(
    level,
    {
      ...(place === undefined ? {} : {file: place.file, line: place.line, col: place.column}),
      title: `${line.verdict}: ${cutText(line.title, 200)}`,
    },
    lines.map(text => visibleText(text)).join('\n'),
  );
}

function command(level: Level, values: {readonly [name: string]: string | number}, message: string): string {
  const properties = Object.entries(values)
    .map(
      ([name, value]) =>
        `${name}=${data(visibleText(String(value)))
          .replaceAll(':', '%3A')
          .replaceAll(',', '%2C')}`,
    )
    .join(',');
  return `::${level} ${properties}::${data(message)}`;
}

/** A line break would end the command and let what follows begin another one. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
