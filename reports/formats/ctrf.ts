// The journal in the Common Test Report Format (CTRF), for tools that show and send test results.
import {defined} from '../../base/json/defined.ts';
import type {CaseLine} from '../../model/journal.ts';
import type {JsonObject} from '../../model/json.ts';
import {caseStories, type CaseStory, type Requirements} from '../case/details.ts';
import {ownPlace} from '../case/readers-place.ts';
import {caseDetails, caseMessage, freeText} from '../case/plain-story.ts';
import type {Journal} from '../journal/reader.ts';
import {jsonReport} from '../../base/json/json-report.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {runChecks, type RunCheck} from '../run/checks.ts';
import {runNumbers, verdictWords} from '../words/verdict-words.ts';
import {visibleText} from '../../base/text/visible-text.ts';

/** The version of the format that we write. */
const specVersion = '0.0.0';

/** Renders one report. A case without a judgement counts as failed there: the format has no word for it, and it must not look green. */
export function renderCtrf(journal: Journal, {requirements}: {readonly requirements: Requirements}): string {
  const story = caseStories(journal, requirements);
  const tests = [...runChecks(journal).map(checkTest), ...orderedCases(journal).map(line => caseTest(story(line)))];
  const count = (status: string): number => tests.filter(test => test['status'] === status).length;
  const {header} = journal;
  const start = timeOf(header.startedAt);
  const stop = journal.kind === 'complete' ? Math.max(start, timeOf(journal.footer.endedAt)) : start;
  return jsonReport({
    reportFormat: 'CTRF',
    specVersion,
    timestamp: journal.kind === 'complete' ? journal.footer.endedAt : header.startedAt,
    generatedBy: 'touchstone',
    results: {
      tool: {name: 'touchstone', version: header.tool.version},
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        flaky: tests.filter(test => test['flaky'] === true).length,
        suites: new Set(journal.cases.map(({suite}) => suite)).size,
        start,
        stop,
        extra: {verdict: verdictWords(runNumbers(journal)), notRun: runNumbers(journal).notRun},
      },
      tests,
      environment: {
        appName: visibleText(
          header.target.hosting?.url ?? header.target.peer?.name ?? header.target.livePeer?.address ?? 'unknown',
        ),
        ...(appVersion(journal) === undefined ? {} : {appVersion: visibleText(appVersion(journal) ?? '')}),
        extra: {
          isSelfTest: header.isSelfTest,
          run: header.run,
          seed: header.seed,
          suites: {...header.suites},
          ...defined({dialect: header.dialect}),
        },
      },
    },
  });
}

function appVersion({header}: Journal): string | undefined {
  return header.target.hosting?.version ?? header.target.peer?.version;
}

/** A run that was cut short must not look green, so the run itself is a test; what is only told of it is `other`. */
function checkTest({kind, claim, isBroken, said}: RunCheck): JsonObject {
  return {
    name: claim,
    status: isBroken ? 'failed' : said.length > 0 ? 'other' : 'passed',
    duration: 0,
    suite: ['touchstone'],
    ...(said.length === 0 ? {} : {rawStatus: kind, message: said.join('\n')}),
  };
}

const statuses: {readonly [verdict in CaseLine['verdict']]: string} = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failed',
  flaky: 'failed',
  error: 'failed',
  skip: 'skipped',
};

function caseTest(story: CaseStory): JsonObject {
  const {line} = story;
  const place = ownPlace(story.position);
  const free = freeText(line);
  const isTold = line.verdict !== 'pass';
  return {
    name: `${visibleText(line.id)}: ${visibleText(line.title)}`,
    // Failures that cost nothing are "other": neither green nor a reason to act today.
    status: free === undefined ? statuses[line.verdict] : 'other',
    duration: Math.round(line.durationMs),
    suite: line.suite.split('/').map(visibleText),
    rawStatus: free === undefined ? line.verdict : `${line.known === undefined ? 'new' : 'known'} ${line.verdict}`,
    type: line.kind,
    ...(line.requirements.length === 0 ? {} : {tags: [...line.requirements]}),
    ...(isTold ? {message: free === undefined ? caseMessage(line) : `${free}: ${caseMessage(line)}`} : {}),
    ...(isTold && line.verdict !== 'skip' ? {trace: caseDetails(story)} : {}),
    ...(place === undefined ? {} : {filePath: place.file, line: place.line}),
    ...(line.verdict === 'flaky' ? {flaky: true} : {}),
    ...(line.attempts > 1 ? {retries: line.attempts - 1} : {}),
  };
}

function timeOf(iso: string): number {
  const ms = Date.parse(iso);
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}
