// A short summary in Markdown for the page of a job or a pull request: verdict, numbers, and the first failures.
import {jsonText, type Json} from '../../model/json.ts';
import type {ExchangeLine, PropertyFacts} from '../../model/journal.ts';
import {groupByReason, othersText, type CaseGroup} from '../case/alike.ts';
import {freeText, touchedLines} from '../case/plain-story.ts';
import {caseStories, exchangesByCase, type CaseStory, type Requirements} from '../case/details.ts';
import {causeText, likelyCauses} from '../case/likely-cause.ts';
import {saidOf} from '../case/exchange-text.ts';
import {counted} from '../../base/text/counted.ts';
import type {Journal} from '../journal/reader.ts';
import {markdownCode as code, markdownProse as escaped} from '../../base/text/markdown-text.ts';
import {cleanCommand, nextCommand} from '../words/next-command.ts';
import {exitWords} from '../run/checks.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {staleWords} from '../words/stale-words.ts';
import {durationText, runNumbers, verdictWords, type RunNumbers} from '../words/verdict-words.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** How much of it. */
export interface MarkdownOptions {
  readonly requirements: Requirements;
  /** Failures told; the rest is counted. */
  readonly failuresMax?: number;
}

/** Renders the summary. Text of a target stands only in code spans, where nothing in it can act. */
export function renderMarkdown(journal: Journal, {requirements, failuresMax = 3}: MarkdownOptions): string {
  const numbers = runNumbers(journal);
  const open = orderedCases(journal).filter(line => freeText(line) === undefined);
  const exchanges = exchangesByCase(journal);
  const red = likelyCauses(
    [...open.filter(({verdict}) => verdict === 'fail'), ...open.filter(({verdict}) => verdict === 'flaky')],
    exchanges,
  );
  const story = caseStories(journal, requirements);
  const next = nextCommand(journal);
  return [
    `## touchstone: ${escaped(verdictWords(numbers))}`,
    '',
    ...exitLines(journal),
    ...headLines(journal, numbers),
    ...table(numbers),
    '',
    ...red.slice(0, failuresMax).flatMap(group => failureLines(story(group.first), group)),
    ...furtherLines(red.slice(failuresMax), exchanges),
    ...newLines(journal),
    ...baselineLines(journal),
    ...errorLines(journal),
    ...vacuityLines(journal),
    ...leftoverLines(journal),
    `${next.why}: ${code(next.command)}`,
    '',
  ].join('\n');
}

/** The likely causes that are not told in full, a line each. */
function furtherLines(
  groups: readonly CaseGroup[],
  exchanges: ReadonlyMap<string, readonly ExchangeLine[]>,
): readonly string[] {
  if (groups.length === 0) return [];
  const told = groups.slice(0, furtherMax).map(({first, others}) => {
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more case')}`;
    return `- ${code(first.id)}${more}: ${code(cutText(causeText(first, exchanges), 300))}`;
  });
  const rest = groups.slice(furtherMax).reduce((sum, {others}) => sum + 1 + others.length, 0);
  return ['Also failed:', '', ...told, ...(rest === 0 ? [] : [`- … and ${counted(rest, 'more case')}`]), ''];
}

const furtherMax = 10;

function exitLines(journal: Journal): readonly string[] {
  const words = exitWords(journal);
  return words === undefined ? [] : [`**${escaped(words)}**`, ''];
}

/** What the clean-up could not remove; names may be those of the target. */
function leftoverLines(journal: Journal): readonly string[] {
  const leftovers = journal.kind === 'complete' ? journal.footer.leftovers : [];
  if (leftovers.length === 0) return [];
  const clean = cleanCommand(journal);
  const fix = clean === undefined ? 'Remove them by hand.' : `To try to remove them again: ${code(clean)}`;
  const rest = leftovers.length > 3 ? ` and ${leftovers.length - 3} more` : '';
  return [`**Left behind**: ${leftovers.slice(0, 3).map(code).join(', ')}${rest}. ${fix}`, ''];
}

/** Signs that the run may have shown nothing; they may quote the target. */
function vacuityLines(journal: Journal): readonly string[] {
  const signs = journal.kind === 'complete' ? (journal.footer.vacuous ?? []) : [];
  if (signs.length === 0) return [];
  const price = journal.header.isStrict === true ? ' (`--strict`: exit code 6)' : '';
  const lines = signs.slice(0, 10).map(({message, likely}) => `- ${code(message)}; likely: ${code(likely)}`);
  return [`**Weak evidence**${price}:`, '', ...lines, ''];
}

function headLines(journal: Journal, numbers: RunNumbers): readonly string[] {
  const {header} = journal;
  const {hosting, peer, livePeer} = header.target;
  const addresses = [hosting?.url, peer?.address, livePeer?.address];
  // The decoder of our own server has no address; the first lines say whose it is.
  const targets = addresses.flatMap(text =>
    text === undefined || text === 'of the embedded reference' ? [] : [code(text)],
  );
  const unnamed = header.isSelfTest ? 'the embedded reference' : 'unknown';
  const took = journal.kind === 'complete' ? `, ${durationText(journal.footer.durationMs)}` : '';
  const pinned = header.pinnedEdition === undefined ? '' : `, edition ${code(header.pinnedEdition)} counts`;
  return [
    ...(header.isSelfTest ? ['**REFERENCE SELF-TEST**: our own server was judged, no other.', ''] : []),
    ...(journal.kind === 'incomplete' ? [`**INCOMPLETE**: ${escaped(journal.why)}.`, ''] : []),
    ...(numbers.isInterrupted ? ['**INTERRUPTED**', ''] : []),
    ...(hosting?.isInsecure === true ? ['**Certificates were not checked** (`--insecure`).', ''] : []),
    `Target ${targets.join(', ') || unnamed}, seed ${header.seed}${took}${pinned}. Run ${code(header.run)}.`,
    '',
  ];
}

function table({counts, notRun}: RunNumbers): readonly string[] {
  return [
    '| pass | fail | warn | flaky | skip | error | not run |',
    '|---:|---:|---:|---:|---:|---:|---:|',
    `| ${counts.pass} | ${counts.fail} | ${counts.warn} | ${counts.flaky} | ${counts.skip} | ${counts.error} | ${notRun} |`,
  ];
}

function failureLines(
  {line, statements, touched, findings, position, exchange, replay}: CaseStory,
  group: CaseGroup,
): readonly string[] {
  const [statement] = statements;
  const [finding] = findings;
  return [
    `### ${line.verdict}: ${escaped(cutText(line.title, 300))}`,
    '',
    `${code(line.id)}${group.others.length > 0 ? ` and ${othersText(group)}` : ''}`,
    '',
    ...(statement?.quote === undefined ? [] : [`> ${escaped(statement.quote)}`, `> — ${escaped(statement.id)}`, '']),
    ...touchedLines(touched).flatMap(text => [escaped(text), '']),
    ...(finding === undefined
      ? [`- ${code(line.detail ?? line.cause ?? 'no detail')}`]
      : [`- at ${finding.path === '' ? 'the reply' : code(finding.path)}: ${code(cutText(finding.message, 500))}`]),
    ...sideLine('expected', finding?.expected),
    ...sideLine('actual', finding?.actual),
    ...(exchange === undefined ? [] : wireLines(exchange)),
    ...(exchange === undefined ? [] : [`- ${code(cutText(exchangeWords(exchange), 500))}`]),
    ...(position === undefined ? [] : [`- expected at ${code(`${position.file}:${position.line}`)}`]),
    ...(replay === undefined ? [] : ['', ...storyLines(line.property), '', `Replay it: ${code(replay)}`]),
    '',
  ];
}

const sentencesMax = 12;

/** The last sentences of the story of a property, one per line; text of a target stands in code spans. */
function storyLines({story = [], shrinkingCut}: Pick<PropertyFacts, 'story' | 'shrinkingCut'> = {}): readonly string[] {
  const left = Math.max(0, story.length - sentencesMax);
  const told = story.slice(left).map((sentence, n) => `${left + n + 1}. ${code(cutText(sentence, 300))}`);
  return [
    ...(left === 0
      ? []
      : [`The last ${sentencesMax} of ${story.length} steps; the other reports have all of them:`, '']),
    ...told,
    ...(shrinkingCut === undefined
      ? []
      : ['', `Shrinking ended early (${escaped(shrinkingCut)}), so some steps may not be needed.`]),
  ];
}

/** Says in one line what was asked and what came back, e.g. `bob: GET http://h/x → status 200 {"id":7}`. */
function exchangeWords({exchange, actor}: ExchangeLine): string {
  const {asked, answered, answeredBody = ''} = saidOf(exchange, () => undefined);
  const body = cutText(answeredBody.replaceAll(/\s+/g, ' '), 200);
  return `${actor === undefined ? '' : `${actor}: `}${firstLine(asked)} → ${firstLine(answered)} ${body}`.trimEnd();
}

/** The input of a decoder, as it was given: bytes in hex, or JSON. */
function wireLines({exchange}: ExchangeLine): readonly string[] {
  if (exchange.kind !== 'testee' || exchange.given === null) return [];
  const {question, form, given} = exchange;
  const isBytes = question === 'decode' && typeof given === 'string' && form === 'binary';
  const text = typeof given === 'string' ? given : jsonText(given);
  return [`- ${isBytes ? 'bytes' : 'input'}: ${text === '' ? '(none)' : code(cutText(text, 500))}`];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function sideLine(name: string, value: Json | undefined): readonly string[] {
  return value === undefined ? [] : [`- ${name}: ${code(cutText(jsonText(value), 500))}`];
}

const newMax = 20;

/** Lists the cases that are newer than the pinned edition and not in order: they cost nothing until the pin is moved. */
function newLines({cases}: Journal): readonly string[] {
  const fresh = cases.filter(line => line.known === undefined && freeText(line) !== undefined);
  if (fresh.length === 0) return [];
  return [
    `Newer than the pinned edition, so they do not fail this run: ${fresh.length}`,
    '',
    ...fresh
      .slice(0, newMax)
      .map(({id, verdict, newIn = ''}) => `- ${verdict}: ${code(id)}, new in edition ${code(newIn)}`),
    ...(fresh.length > newMax ? [`- … and ${fresh.length - newMax} more`] : []),
    '',
  ];
}

function baselineLines(journal: Journal): readonly string[] {
  const baseline = journal.kind === 'complete' ? journal.footer.baseline : undefined;
  if (baseline === undefined) return [];
  const kinds = [...new Set(baseline.stale.map(({kind}) => kind))];
  const {knownRed, file, isStaleAllowed} = baseline;
  return [
    `Known failures: ${knownRed}, listed in ${code(file)}.`,
    '',
    ...kinds.flatMap(kind => {
      const {title, command} = staleWords(kind, baseline, 'touchstone-results/results.jsonl');
      const entries = baseline.stale.filter(one => one.kind === kind);
      const shown = entries
        .slice(0, 3)
        .map(({entry}) => code(entry))
        .join(', ');
      const rest = entries.length > 3 ? ` and ${entries.length - 3} more` : '';
      return [
        `**Baseline stale**${isStaleAllowed ? ' (a warning only)' : ''}: ${title}: ${shown}${rest}. To fix it: ${code(command)}`,
        '',
      ];
    }),
  ];
}

const reasonsMax = 3;

/** Why cases could not be judged, what blocked others before what was blocked. */
function errorLines({cases}: Journal): readonly string[] {
  const groups = groupByReason(cases.filter(({verdict}) => verdict === 'error'));
  const isBlocked = ({first}: CaseGroup): boolean => first.cause === 'blocked';
  const ordered = [...groups.filter(one => !isBlocked(one)), ...groups.filter(isBlocked)];
  if (ordered.length === 0) return [];
  const rest = ordered.slice(reasonsMax).reduce((sum, {others}) => sum + 1 + others.length, 0);
  return [
    'Not judged:',
    '',
    ...ordered.slice(0, reasonsMax).map(({first, others}) => {
      const why = first.detail === undefined ? '' : `: ${code(cutText(first.detail, 300))}`;
      return `- ${code(first.id)}${others.length === 0 ? '' : ` and ${others.length} more`}: ${first.cause ?? 'no cause given'}${why}`;
    }),
    ...(rest > 0 ? [`- … and ${rest} more`] : []),
    '',
  ];
}
