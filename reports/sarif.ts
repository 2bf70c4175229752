// The journal as SARIF 2.1.0, for code scanning: one rule per statement, one result per red case, placed at the expectation in the YAML.
import type {CaseLine, JournalFinding} from '../runner/model/journal.ts';
import type {Json, JsonObject} from '../runner/model/json.ts';
import type {SourcePosition} from '../runner/model/problem.ts';
import {caseStories, type CaseStory, type Requirements} from './case-story.ts';
import {caseDetails, caseMessage, freeText} from './case-text.ts';
import type {Journal} from './journal-reader.ts';
import {jsonReport} from './json-report.ts';
import {orderedCases} from './ordered-cases.ts';
import {runProblem} from './run-problem.ts';
import {runNumbers, verdictWords} from './verdict-words.ts';
import {cutText, visibleText} from './visible-text.ts';
import {wellFormed} from './well-formed.ts';

/** Renders one log with one run. Cases that could not be judged are notifications of the tool: they say nothing about the target. */
export function renderSarif(journal: Journal, {requirements}: {readonly requirements: Requirements}): string {
  const story = caseStories(journal, requirements);
  const cases = orderedCases(journal);
  const told = cases.filter(({verdict}) => levels[verdict] !== undefined);
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
            rules: ruleIds.map(id => ruleOf(id, requirements)),
          },
        },
        automationDetails: {id: `touchstone/${journal.header.run}`},
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(journal, cases)],
        results: told.map(line => resultOf(story(line), ruleIds)),
        properties: factsOf(journal),
      },
    ],
  });
}

/** Verdicts that say something about the target; the others are no results. */
const levels: {readonly [verdict in CaseLine['verdict']]?: string} = {fail: 'error', flaky: 'error', warn: 'warning'};

/** A case that cites no statement, which only a user's suite can have, is its own rule. */
function ruleIdOf({requirements, id}: CaseLine): string {
  return requirements[0] ?? id;
}

function ruleOf(id: string, requirements: Requirements): JsonObject {
  const quote = requirements.get(id)?.quote;
  const reading = requirements.get(id)?.reading;
  return {
    id,
    ...(quote === undefined ? {} : {shortDescription: {text: cutText(quote, 1_000)}}),
    ...(reading === undefined ? {} : {fullDescription: {text: reading}}),
  };
}

function resultOf(story: CaseStory, ruleIds: readonly string[]): JsonObject {
  const {line, position, findings} = story;
  const free = freeText(line);
  const [first, ...others] = findings;
  const ruleId = ruleIdOf(line);
  const more = others.length + line.findingsOmitted;
  return {
    ruleId,
    ruleIndex: ruleIds.indexOf(ruleId),
    level: levels[line.verdict] ?? 'none',
    message: {
      text: `${visibleText(line.title)}: ${caseMessage(line)}${more > 0 ? ` (and ${more} more ${more === 1 ? 'finding' : 'findings'})` : ''}`,
    },
    locations: [locationOf(line.id, position)],
    ...relatedOf(others, first?.source),
    partialFingerprints: {'touchstoneCase/v1': line.id},
    ...(free === undefined ? {} : {suppressions: [{kind: 'external', status: 'accepted', justification: free}]}),
    properties: {
      verdict: line.verdict,
      ...(line.cause === undefined ? {} : {cause: line.cause}),
      requirements: [...line.requirements],
      details: caseDetails(story),
    },
  };
}

const relatedMax = 20;

function relatedOf(findings: readonly JournalFinding[], first: SourcePosition | undefined): JsonObject {
  const placed = findings.flatMap(({source, path, message}) =>
    source === undefined || (source.line === first?.line && source.file === first.file)
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

function locationOf(id: string, position: SourcePosition | undefined): JsonObject {
  return {
    ...(position === undefined ? {} : {physicalLocation: physicalOf(position)}),
    logicalLocations: [{fullyQualifiedName: id, kind: 'member'}],
  };
}

function physicalOf({file, line, column, sourceLine}: SourcePosition): JsonObject {
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

function invocationOf(journal: Journal, cases: readonly CaseLine[]): JsonObject {
  const problem = runProblem(journal);
  const unjudged = cases.filter(({verdict}) => verdict === 'error');
  const notes: readonly Json[] = [
    ...(problem === undefined
      ? []
      : [{level: 'error', message: {text: problem.message}, descriptor: {id: problem.kind}}]),
    ...unjudged.map(line => ({
      level: 'error',
      message: {text: `${visibleText(line.id)} could not be judged: ${caseMessage(line)}`},
      descriptor: {id: line.cause ?? 'error'},
      locations: [locationOf(line.id, line.source)],
    })),
  ];
  return {
    executionSuccessful: problem === undefined && !unjudged.some(({cause}) => cause === 'harness'),
    startTimeUtc: journal.header.startedAt,
    ...(journal.kind === 'complete' ? {endTimeUtc: journal.footer.endedAt, exitCode: journal.footer.exitCode} : {}),
    ...(notes.length === 0 ? {} : {toolExecutionNotifications: notes}),
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
    ...(header.target.hosting === undefined ? {} : {target: header.target.hosting.url}),
  };
}
