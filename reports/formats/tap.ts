// The journal as TAP version 14, for tools that read lines: fail, flaky and error are `not ok`, skip and known failures have directives.
import type {CaseLine} from '../../model/journal.ts';
import {caseStories, type CaseStory, type Requirements} from '../case/details.ts';
import {caseCause, caseDetails, caseMessage, freeText} from '../case/plain-story.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {runChecks, type RunCheck} from '../run/checks.ts';
import {runProblem} from '../run/no-evidence.ts';
import {countsText, runNumbers, verdictWords} from '../words/verdict-words.ts';
import {quoted} from '../../base/text/quoted.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** Renders the stream; the first test points are about the run as a whole, and one that was cut short bails out. */
export function renderTap(journal: Journal, {requirements}: {readonly requirements: Requirements}): string {
  const story = caseStories(journal, requirements);
  const cases = orderedCases(journal);
  const numbers = runNumbers(journal);
  const problem = runProblem(journal);
  const checks = runChecks(journal);
  return [
    'TAP version 14',
    `1..${checks.length + cases.length + (problem === undefined ? 0 : numbers.notRun)}`,
    ...(journal.header.isSelfTest ? ['# REFERENCE SELF-TEST: our own server was judged, no other.'] : []),
    ...checks.flatMap((check, n) => checkLines(check, n + 1)),
    ...cases.flatMap((line, n) => pointLines(line, checks.length + n + 1, story)),
    `# ${verdictWords(numbers)}`,
    `# ${countsText(numbers)}`,
    ...(problem === undefined ? [] : [`Bail out! ${problem.message}`]),
    '',
  ].join('\n');
}

function checkLines({kind, claim, isBroken, said}: RunCheck, number: number): readonly string[] {
  const point = `${isBroken ? 'not ok' : 'ok'} ${number} - ${claim}`;
  if (said.length === 0) return [point];
  const lines = said.map(text => `  - ${quoted(text)}`);
  return [point, ...['---', `cause: ${kind}`, 'details:', ...lines, '...'].map(text => `  ${text}`)];
}

function pointLines(line: CaseLine, number: number, story: (line: CaseLine) => CaseStory): readonly string[] {
  const isOk = line.verdict === 'pass' || line.verdict === 'warn' || line.verdict === 'skip';
  const point = `${isOk ? 'ok' : 'not ok'} ${number} - ${escaped(`${line.id}: ${cutText(line.title, 500)}`)}`;
  return [
    point + directiveOf(line),
    ...(line.verdict === 'pass' || line.verdict === 'skip' ? [] : diagnosticLines(story(line))),
  ];
}

/** TODO is the directive for failures that cost nothing: they do not fail the run. */
function directiveOf(line: CaseLine): string {
  const free = freeText(line);
  if (free !== undefined) return ` # TODO ${escaped(free)}`;
  if (line.verdict !== 'skip') return '';
  return ` # SKIP ${escaped(`${line.cause ?? 'no cause given'}${line.detail === undefined ? '' : `: ${line.detail}`}`)}`;
}

/** A block of YAML whose scalars are JSON texts, which every YAML reader takes as they are. */
function diagnosticLines(story: CaseStory): readonly string[] {
  const {line, position, touched} = story;
  const at = position === undefined ? [] : [`at: ${quoted(`${position.file}:${position.line}:${position.column}`)}`];
  return [
    '---',
    `message: ${quoted(caseMessage(line))}`,
    `severity: ${line.verdict}`,
    `cause: ${caseCause(line)}`,
    ...at,
    `requirements: ${quoted(line.requirements)}`,
    ...(touched.length === 0 ? [] : [`touched: ${quoted(touched)}`]),
    'details:',
    ...caseDetails(story)
      .split('\n')
      .map(text => `  - ${quoted(text)}`),
    '...',
  ].map(text => `  ${text}`);
}

/** In a description `#` would begin a directive and `\` an escape. */
function escaped(text: string): string {
  return visibleText(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
}
