// What the HTML report knows of every case, small enough to be opened: a row for each, and the story of those that are not green.
import {counted} from '../../base/text/counted.ts';
import type {CaseLine, ExchangeLine, JournalFinding} from '../../model/journal.ts';
import {verdicts} from '../../model/verdict.ts';
import {saidOf, sideOf, textMax, type Annotate} from '../case/exchange-text.ts';
import {acceptedText, hasWords} from '../case/accepted-text.ts';
import {touchedBy} from '../case/accused.ts';
import {difference} from '../case/difference.ts';
import {sourceFrame} from '../case/source-frame.ts';
import type {Json} from '../../model/json.ts';
import type {SourcePosition} from '../../model/problem.ts';
import {exchangesByCase, statedFirst, tellingExchange} from '../case/details.ts';
import {findingSentence, freeText} from '../case/plain-story.ts';
import {htmlJson} from '../../base/text/html-text.ts';
import type {Journal} from '../journal/reader.ts';
import type {HtmlData, HtmlExchange, HtmlFinding, HtmlRow, HtmlStory} from '../browser/page-shape.ts';
import {repeatCommand} from '../words/next-command.ts';
import {repeatLine} from '../case/repeat-line.ts';
import {widthOf} from '../../base/text/text-layout.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Worst first, so that the stories of failures are kept when the page would grow too large. */
const order = ['fail', 'flaky', 'error', 'warn', 'skip', 'pass'] as const;
/** A page that opens at once from disk; a page of 4 MB opened in 0.4 s. Statements, style and script take the rest up to 5 MB. */
const dataBytesMax = 4_300_000;
const rowsBytesMax = 2_600_000;

/** Makes the data block. Stories that no longer fit are left to the journal, those of green cases first. */
export function htmlData(journal: Journal, annotate: Annotate): HtmlData {
  const lines = [...journal.cases].sort(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || (a.id < b.id ? -1 : 1),
  );
  const suites = [...new Set(lines.map(({suite}) => suite))].sort();
  const statements = [...new Set(lines.flatMap(({requirements}) => requirements))].sort();
  const suiteIndex = indexOf(suites);
  const statementIndex = indexOf(statements);
  const rowAt = (line: CaseLine, textMax: number): HtmlRow => [
    line.id,
    cutText(line.title, Math.min(300, textMax)),
    suiteIndex(line.suite),
    verdicts.indexOf(line.verdict),
    Math.round(line.durationMs),
    line.requirements.map(statementIndex),
    line.kind,
    line.cause ?? '',
    cutText(
      [...[freeText(line) ?? []].flat(), ...(line.detail === undefined ? [] : [line.detail])].join('. '),
      textMax,
    ),
  ];
  // Row by row: a hundred thousand of them are never written out only to be measured.
  const bytesAt = (textMax: number): number => lines.reduce((sum, line) => sum + bytesOf(rowAt(line, textMax)) + 1, 2);
  // Many cases with long claims and details leave less room for each, so that there is some for stories.
  let textMax = 1_000;
  let bytes = bytesAt(textMax);
  while (textMax > 32 && bytes > rowsBytesMax) {
    textMax = Math.ceil(textMax / 2);
    bytes = bytesAt(textMax);
  }
  const rows = lines.map(line => rowAt(line, textMax));
  const room = dataBytesMax - bytes;
  return {verdicts, suites, statements, rows, stories: stories(lines, {journal, annotate, room})};
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(htmlJson(value).text);
}

function stories(
  lines: readonly CaseLine[],
  {journal, annotate, room}: {readonly journal: Journal; readonly annotate: Annotate; readonly room: number},
): HtmlData['stories'] {
  const byCase = exchangesByCase(journal);
  const kept: Record<number, HtmlStory> = {};
  let left = room;
  for (const [index, line] of lines.entries()) {
    const exchanges = byCase.get(line.id) ?? [];
    if (line.verdict === 'skip' || (line.verdict === 'pass' && exchanges.length === 0 && line.property === undefined))
      continue;
    const story = storyOf(line, exchanges, journal, annotate);
    left -= bytesOf(story) + 10;
    if (left < 0) break;
    kept[index] = story;
  }
  return kept;
}

const exchangesMax = 40;

function storyOf(line: CaseLine, exchanges: readonly ExchangeLine[], journal: Journal, annotate: Annotate): HtmlStory {
  const {source, property} = line;
  const touched = touchedBy(line);
  const telling = line.verdict === 'pass' ? undefined : tellingExchange(line, exchanges);
  const last = exchanges.slice(-exchangesMax);
  const told = telling === undefined || last.includes(telling) ? last : [telling, ...last.slice(1)];
  return {
    ...(source === undefined ? {} : {place: placeOf(source), source: cutText(source.sourceLine, 300)}),
    ...(touched.length === 0 ? {} : {touched}),
    run: repeatCommand(journal, line),
    attempts: line.attempts,
    findings: statedFirst(line.findings).slice(0, 50).map(findingOf),
    findingsOmitted: line.findingsOmitted + Math.max(0, line.findings.length - 50),
    notes: line.notes.map(note => cutText(note, 1_000)),
    ...(property === undefined
      ? {}
      : {
          property: `${property.done} of ${counted(property.asked, 'run')} (at least ${property.floor}), seed ${property.seed}${property.path === undefined ? '' : `, path ${property.path}`}${property.shrinkingCut === undefined ? '' : `; shrinking ended early (${property.shrinkingCut}), so some steps may not be needed`}`,
        }),
    ...(property === undefined
      ? {}
      : {
          story:
            toldStory(line) ??
            (property.counterexample === undefined ? [] : [cutText(property.counterexample, textMax)]),
        }),
    exchanges: told.map(exchange => ({
      ...exchangeOf(exchange, journal, annotate),
      ...(exchange === telling ? {tells: true} : {}),
    })),
    exchangesOmitted: exchanges.length - told.length,
  };
}

/** The sentences of a story, up to what went wrong. */
function toldStory({property, findings, verdict}: CaseLine): readonly string[] | undefined {
  const [finding] = findings;
  if (property?.story === undefined || finding === undefined || verdict === 'pass') return property?.story;
  return [...property.story, `→ ${findingSentence(finding, property.story.length)}`];
}

function findingOf({basis, path, message, step, source, expected, actual}: JournalFinding): HtmlFinding {
  return {
    basis,
    path: cutText(path, 500),
    message: cutText(message, 2_000),
    ...(step === undefined ? {} : {step: step + 1}),
    ...(source === undefined ? {} : {place: placeOf(source), frame: frameOf(source)}),
    ...sidesOf(expected, actual),
  };
}

const frameWidth = 120;

function frameOf(source: SourcePosition): string {
  const {gutter, emptyGutter, text, before} = sourceFrame(source, frameWidth);
  return `${gutter} ${cutText(text, 300)}\n${emptyGutter} ${' '.repeat(widthOf(before))}^`;
}

/** Both sides, or the lines of their difference where they are long. */
function sidesOf(expected: Json | undefined, actual: Json | undefined): Partial<HtmlFinding> {
  const lines = expected === undefined || actual === undefined ? [] : difference(expected, actual);
  if (lines.some(({sign}) => sign === 'both' || sign === 'note'))
    return {lines: lines.map(({sign, text}) => [sign, text])};
  return {
    ...(expected === undefined
      ? {}
      : {expected: hasWords(expected) ? cutText(acceptedText(expected), textMax) : sideOf(expected)}),
    ...(actual === undefined ? {} : {actual: sideOf(actual)}),
  };
}

function exchangeOf(line: ExchangeLine, journal: Journal, annotate: Annotate): HtmlExchange {
  const {phase, step, actor, operation, attempt, durationMs} = line;
  const where = step === undefined ? phase : `step ${step + 1}`;
  const repeat = repeatLine(line, journal.header.target, journal.path);
  return {
    title: [`attempt ${attempt}`, where, actor, operation]
      .filter(text => text !== undefined && text !== '')
      .join(' · '),
    ms: Math.round(durationMs),
    ...saidOf(line.exchange, annotate),
    ...(repeat === undefined ? {} : {repeat: cutText(repeat, textMax)}),
  };
}

function placeOf({file, line, column}: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

function indexOf(names: readonly string[]): (name: string) => number {
  const indexes = new Map(names.map((name, index) => [name, index]));
  return name => indexes.get(name) ?? -1;
}
