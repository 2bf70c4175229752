// Tells one case on a terminal: claim, quote, place, expected and actual, exchange, and the line that repeats it.
import {counted} from '../../base/text/counted.ts';
import type {JournalFinding} from '../../model/journal.ts';
import {jsonText} from '../../model/json.ts';
import type {SourcePosition} from '../../model/problem.ts';
import {isOfOneCase, othersText, partOf, type CaseGroup} from '../case/alike.ts';
import type {CaseStory} from '../case/details.ts';
import {difference} from '../case/difference.ts';
import {touchedLines} from '../case/plain-story.ts';
import {sourceFrame} from '../case/source-frame.ts';
import {fit, type Paper, widthOf, wrap} from '../../base/text/text-layout.ts';
import {exchangeLines} from './exchange-lines.ts';
import {propertyLines, replayLines, requestLines} from './property-lines.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** Gives the lines of a case that is told in full, and the names of the others that went the same way */
export function consoleCase(story: CaseStory, group: CaseGroup, paper: Paper): readonly string[] {
  const {line, findings} = story;
  const {paint} = paper;
  const head = line.verdict.toUpperCase();
  const name = paint.bold((line.verdict === 'warn' ? paint.yellow : paint.red)(head.padEnd(5)));
  return [
    `${name} ${visibleText(line.id)}`,
    ...indent(wrap(visibleText(line.title), paper.width - 2).map(paint.bold), 2),
    ...section(quoteLines(story, paper)),
    ...section(detailLines(story, paper)),
    ...(findings.length === 0 && line.source !== undefined ? section(positionLines(line.source, paper)) : []),
    ...findings
      .slice(0, findingsMax)
      .flatMap((finding, n) => [
        ...section(isSamePlace(finding.source, findings[n - 1]?.source) ? [] : positionLines(finding.source, paper)),
        ...section(findingLines(finding, paper)),
      ]),
    ...section(moreFindings(story).flatMap(text => wrap(text, paper.width - 2))),
    ...section(propertyLines(story, paper)),
    ...consoleExchange(story, paper),
    ...section(replayLines(story, paper)),
    ...section(otherLines(group, paper)),
    '',
  ];
}

/** Gives the exchange that a story is about and the line that repeats it. */
export function consoleExchange(story: CaseStory, paper: Paper): readonly string[] {
  const {exchange, further, repeat, requests} = story;
  const alone =
    repeat === undefined ? [] : [...wrap(repeatTitle(story), paper.width - 2), ...indent(repeat.split('\n'), 2)];
  return [
    ...section(exchange === undefined ? [] : exchangeLines(exchange, further, paper)),
    ...section(requests.length > 1 ? requestLines(story, paper) : alone),
  ];
}

// What was removed is not there for the line alone.
function repeatTitle({exchange, isRemoved}: CaseStory): string {
  return isRemoved && exchange?.exchange.kind === 'http'
    ? 'To reproduce (create the data first; the run removed it):'
    : 'To reproduce:';
}

/** Findings told in full; the rest is in the journal. */
const findingsMax = 5;

function quoteLines({statements, touched, line}: CaseStory, paper: Paper): readonly string[] {
  if (statements.length === 0) return [];
  const isAll = touched.length === line.requirements.length;
  const beside = touchedLines(isAll ? [] : touched.map(id => visibleText(id))).flatMap(text =>
    wrap(text, paper.width - 2),
  );
  const lead =
    line.verdict === 'warn'
      ? 'Known implementations do it; the record does not demand it. The case is about:'
      : isAll
        ? 'The case does not say which of these is broken:'
        : statements.every(({source}) => source !== undefined)
          ? 'Standards and known nodes say:'
          : statements.every(({isOfUser}) => isOfUser)
            ? 'Your own requirements say:'
            : 'The record says:';
  const shown = statements.slice(0, 3).flatMap(({id, quote, source}) => {
    const text = quote === undefined ? '(a statement that this version does not know)' : `“${visibleText(quote)}”`;
    return indent(
      wrap(`${text} ${visibleText(id)}${source === undefined ? '' : ` (${visibleText(source)})`}`, paper.width - 4),
      2,
    ).map(paper.paint.cyan);
  });
  const rest =
    statements.length > 3
      ? [
          `  and ${statements
            .slice(3)
            .map(({id}) => id)
            .join(', ')}`,
        ]
      : [];
  return [...wrap(lead, paper.width - 2), ...shown, ...rest, ...beside];
}

function detailLines({line}: CaseStory, paper: Paper): readonly string[] {
  const cause = line.cause === undefined || line.cause === 'expectation' ? '' : `${line.cause}: `;
  const lines =
    line.detail === undefined
      ? cause === ''
        ? []
        : [line.cause === 'server-error' ? `${cause}the server broke and answered with 5xx` : cause.slice(0, -2)]
      : [cause + cutText(visibleText(line.detail), 1_000)];
  const notes = line.notes.slice(0, 5).map(note => `note: ${cutText(visibleText(note), 300)}`);
  return [...lines, ...notes].flatMap(text => wrap(text, paper.width - 2));
}

function isSamePlace(a: SourcePosition | undefined, b: SourcePosition | undefined): boolean {
  return a === undefined || (a.file === b?.file && a.line === b.line && a.column === b.column);
}

function positionLines(position: SourcePosition | undefined, paper: Paper): readonly string[] {
  if (position === undefined) return [];
  const {place, gutter, emptyGutter, text, before} = sourceFrame(position, paper.width);
  const room = paper.width - gutter.length - 3;
  return [
    paper.paint.dim(place),
    `${paper.paint.dim(gutter)} ${fit(text, room)}`,
    `${paper.paint.dim(emptyGutter)} ${' '.repeat(Math.min(widthOf(before), room))}${paper.paint.red('^')}`,
  ];
}

function findingLines(finding: JournalFinding, paper: Paper): readonly string[] {
  const {paint} = paper;
  const step = finding.step === undefined ? '' : ` of step ${finding.step + 1}`;
  const basis = finding.basis === 'usual' ? ' (usual, not stated)' : '';
  const head = `${visibleText(finding.path) || 'the reply'}${step}${basis}`;
  if (finding.expected === undefined && finding.actual === undefined) {
    return [`${head}:`, ...indent(wrap(cutText(visibleText(finding.message), 2_000), paper.width - 4), 2)];
  }
  const lines = difference(finding.expected, finding.actual);
  const isPair = lines.length === 2;
  const texts = lines.flatMap(({sign, text}) => {
    const label = isPair
      ? {expected: 'expected  ', actual: 'actual    ', both: '', note: ''}[sign]
      : {expected: '- ', actual: '+ ', both: '  ', note: '  '}[sign];
    const color = {expected: paint.green, actual: paint.red, both: paint.dim, note: paint.dim}[sign];
    return wrap(text, paper.width - 4 - label.length).map((piece, n) =>
      color((n === 0 ? label : ' '.repeat(label.length)) + piece),
    );
  });
  const legend = isPair ? [] : [paint.dim('- expected  + actual')];
  return [`${head}:`, ...indent(isPair ? saidOtherwise(finding, paper) : [], 2), ...indent([...legend, ...texts], 2)];
}

/** The message of a finding, where it says more than its two sides. */
function saidOtherwise({message, expected, actual}: JournalFinding, paper: Paper): readonly string[] {
  const plain = `expected ${expected === undefined ? 'nothing' : jsonText(expected)}, got ${actual === undefined ? 'nothing' : jsonText(actual)}`;
  return message === plain || message === '' ? [] : wrap(cutText(visibleText(message), 600), paper.width - 4);
}

function moreFindings({findings, line}: CaseStory): readonly string[] {
  const more = findings.length - Math.min(findings.length, findingsMax) + line.findingsOmitted;
  return more === 0 ? [] : [`… ${counted(more, 'more finding')} of this case; the journal holds ${findings.length}`];
}

function otherLines(group: CaseGroup, paper: Paper): readonly string[] {
  const {others} = group;
  if (others.length === 0) return [];
  const names = others.slice(0, 20).map(({id}) => visibleText(isOfOneCase(group) ? partOf(id) : id));
  const more = others.length > 20 ? ` and ${others.length - 20} more` : '';
  return wrap(`The same in ${othersText(group)}: ${names.join(', ')}${more}`, paper.width - 2);
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...indent(lines, 2)];
}

function indent(lines: readonly string[], by: number): readonly string[] {
  return lines.map(line => ' '.repeat(by) + line);
}
