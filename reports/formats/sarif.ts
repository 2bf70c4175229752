// The journal as SARIF 2.1.0, for code scanning: one rule per statement, one result per red case, placed in a file that the reader has.
import {createHash} from 'node:crypto';
import {program} from '../../base/text/program.ts';
import {defined} from '../../base/json/defined.ts';
import type {CaseLine, JournalFinding} from '../../model/journal.ts';
import type {JsonObject} from '../../model/json.ts';
import type {SourcePosition} from '../../model/problem.ts';
import {accusedBy, touchedBy} from '../case/accused.ts';
import {caseStories, type CaseStory, type Requirements} from '../case/details.ts';
import {caseDetails, caseMessage, freeText} from '../case/plain-story.ts';
import {anyPlace, ownPlace, packagePlaceText, type ReadersPlace} from '../case/readers-place.ts';
import type {Journal} from '../journal/reader.ts';
import {jsonReport} from '../../base/json/json-report.ts';
import {markdownCode} from '../../base/text/markdown-text.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {runChecks, type RunCheck} from '../run/checks.ts';
import {runProblem} from '../run/no-evidence.ts';
import {shellWord} from '../../base/text/shell-word.ts';
import {runNumbers, verdictWords} from '../words/verdict-words.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';
import {wellFormed} from '../../base/text/well-formed.ts';

/** Renders one log with one run. Cases that could not be judged are notifications of the tool: they say nothing about the target. */
export function renderSarif(journal: Journal, {requirements}: {readonly requirements: Requirements}): string {
  const story = caseStories(journal, requirements);
  const cases = orderedCases(journal);
  const told = cases.filter(({verdict}) => levels[verdict] !== undefined);
  const notes = notesOf(journal, cases);
  const ruleIds = [...new Set(told.map(ruleIdOf))].sort();
  return jsonReport({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'touchstone',
            version: journal.header.tool.version,
            informationUri,
            shortDescription: {
              text: 'Judges a hosting server or an overlay peer by the record, statement by statement.',
            },
            fullDescription: {text: readAReport},
            rules: ruleIds.map(id => ruleOf(id, requirements)),
            ...(notes.length === 0 ? {} : {notifications: descriptorsOf(notes)}),
          },
        },
        automationDetails: {id: `touchstone/${journal.header.run}`},
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(journal, cases, notes)],
        results: told.map(line => resultOf(story(line), ruleIds, journal)),
        properties: factsOf(journal),
      },
    ],
  });
}

/** A name and no address: touchstone has no page of its own, and the format wants an absolute URI. */
const informationUri = 'urn:touchstone:tool';

/** Verdicts that say something about the target; the others are no results. */
const levels: {readonly [verdict in CaseLine['verdict']]?: string} = {fail: 'error', flaky: 'error', warn: 'warning'};

/** A case that cites no statement, or that has several and does not say which one is broken, is its own rule. */
function ruleIdOf(line: CaseLine): string {
  return accusedBy(line)[0] ?? line.id;
}

function ruleOf(id: string, requirements: Requirements): JsonObject {
  const {quote, reading} = requirements.get(id) ?? {};
  const text = [quote, reading].filter(part => part !== undefined).join('\n\n');
  const command = `${program} explain ${shellWord(id)}`;
  return {
    id,
    shortDescription: {text: quote === undefined ? noStatement : cutText(quote, 1_000)},
    fullDescription: {text: text === '' ? noStatement : text},
    help: {
      text: `${command} ${helpWords}`,
      markdown: `${markdownCode(command)} ${helpWords}`,
    },
  };
}

const noStatement =
  'A case that cites no statement of the record, or that does not say which of its statements is broken.';
const readAReport = 'docs/read-a-report.md in the package of touchstone says how to read its results.';
const helpWords = 'shows what it demands, with an example of right and wrong, and its result in the last run.';

function resultOf(story: CaseStory, ruleIds: readonly string[], journal: Journal): JsonObject {
  const {line, position, findings} = story;
  const free = freeText(line);
  const [first, ...others] = findings;
  const ruleId = ruleIdOf(line);
  const more = others.length + line.findingsOmitted;
  const touched = touchedBy(line);
  const packagePlace = packagePlaceText(position);
  return {
    ruleId,
    ruleIndex: ruleIds.indexOf(ruleId),
    level: levels[line.verdict] ?? 'none',
    message: {
      text: `${visibleText(line.title)}: ${caseMessage(line)}${more > 0 ? ` (and ${more} more ${more === 1 ? 'finding' : 'findings'})` : ''}${packagePlace === undefined ? '' : ` [${packagePlace}]`}`,
    },
    locations: [locationOf(line.id, journal, position)],
    ...relatedOf(others, first?.source),
    partialFingerprints: {'touchstoneCase/v1': line.id, primaryLocationLineHash: hashOf(line.id)},
    ...(free === undefined ? {} : {suppressions: [{kind: 'external', status: 'accepted', justification: free}]}),
    properties: {
      verdict: line.verdict,
      ...defined({cause: line.cause}),
      requirements: [...line.requirements],
      ...(touched.length === 0 ? {} : {touched: [...touched]}),
      details: caseDetails(story),
    },
  };
}

/**
 * What code scanning of GitHub knows an alert by. Made from the line of the file, as its upload does where a result has none, rows of
 * one table and cases at one target file would be one alert.
 */
function hashOf(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 16)}:1`;
}

const relatedMax = 20;

function relatedOf(findings: readonly JournalFinding[], first: SourcePosition | undefined): JsonObject {
  const placed = findings.flatMap(({source, path, message}) =>
    source === undefined ||
    ownPlace(source) === undefined ||
    (source.line === first?.line && source.file === first.file)
      ? []
      : [{source, path, message}],
  );
  if (placed.length === 0) return {};
  return {
    relatedLocations: placed.slice(0, relatedMax).map(({source, path, message}, id) => ({
      id,
      physicalLocation: physicalOf(source),
      message: {text: cutText(visibleText(`${path || 'the reply'}: ${message}`), 1_000)},
    })),
  };
}

function locationOf(id: string, journal: Journal, position: SourcePosition | undefined): JsonObject {
  return {
    physicalLocation: physicalOf(anyPlace(journal, position)),
    logicalLocations: [{fullyQualifiedName: id, kind: 'member'}],
  };
}

function physicalOf({file, line, column, sourceLine = ''}: ReadersPlace): JsonObject {
  return {
    artifactLocation: {uri: uriOf(file)},
    region: {
      startLine: Math.max(1, line),
      startColumn: Math.max(1, column),
      ...(sourceLine === '' ? {} : {snippet: {text: visibleText(sourceLine)}}),
    },
  };
}

/** Paths stay relative, so that a scanner finds them in its checkout; an absolute one becomes a file address. */
function uriOf(file: string): string {
  const path = wellFormed(file).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${path}`;
  return /^[A-Za-z]%3A\//.test(path) ? `file:///${path.replace('%3A', ':')}` : path;
}

/** Something about the run or the tool that is no result: a sign that the run shows little, or a case that could not be judged. */
interface Note {
  readonly id: string;
  readonly level: 'error' | 'warning';
  readonly text: string;
  readonly line?: CaseLine;
}

function notesOf(journal: Journal, cases: readonly CaseLine[]): readonly Note[] {
  const ofRun = runChecks(journal).flatMap(({kind, isBroken, said}) =>
    said.map((text): Note => ({id: kind, level: isBroken ? 'error' : 'warning', text})),
  );
  const ofCases = cases
    .filter(({verdict}) => verdict === 'error')
    .map((line): Note => {
      const text = `${visibleText(line.id)} could not be judged: ${caseMessage(line)}`;
      return {id: line.cause ?? 'error', level: 'error', text, line};
    });
  return [...ofRun, ...ofCases];
}

function descriptorsOf(notes: readonly Note[]): readonly JsonObject[] {
  return idsOf(notes).map(id => ({
    id,
    shortDescription: {text: aboutNote(id)},
    fullDescription: {text: aboutNote(id)},
    help: {text: readAReport},
  }));
}

function idsOf(notes: readonly Note[]): readonly string[] {
  return [...new Set(notes.map(({id}) => id))].sort();
}

function aboutNote(id: string): string {
  return aboutRun[id] ?? 'A case could not be judged, for the cause that the identifier names.';
}

const aboutRun: {readonly [id: string]: string} = {
  interrupted: 'The run was interrupted.',
  incomplete: 'The run did not finish.',
  'nothing-judged': 'No case came to a judgement.',
  'left-behind': 'The clean-up could not remove what the run made on the target.',
  'shows-little': 'A sign that the run may have shown nothing about the target.',
  skipped: 'Something was skipped that had to run.',
  'stale-baseline': 'The baseline no longer says what is so.',
} satisfies {readonly [kind in RunCheck['kind']]: string};

function invocationOf(journal: Journal, cases: readonly CaseLine[], notes: readonly Note[]): JsonObject {
  const ids = idsOf(notes);
  const hasBrokenOff = runProblem(journal) !== undefined || cases.some(({cause}) => cause === 'harness');
  return {
    executionSuccessful: !hasBrokenOff,
    startTimeUtc: journal.header.startedAt,
    ...(journal.kind === 'complete' ? {endTimeUtc: journal.footer.endedAt, exitCode: journal.footer.exitCode} : {}),
    ...(notes.length === 0
      ? {}
      : {
          toolExecutionNotifications: notes.map(({id, level, text, line}) => ({
            level,
            message: {text},
            descriptor: {id, index: ids.indexOf(id)},
            ...(line === undefined ? {} : {locations: [locationOf(line.id, journal, line.source)]}),
          })),
        }),
  };
}

function factsOf(journal: Journal): JsonObject {
  const {header} = journal;
  const numbers = runNumbers(journal);
  return {
    verdict: verdictWords(numbers),
    isSelfTest: header.isSelfTest,
    counts: {...numbers.counts},
    notRun: numbers.notRun,
    seed: header.seed,
    suites: {...header.suites},
    ...defined({target: header.target.hosting?.url}),
  };
}
