// The journal as JUnit XML, for build servers: fail is a failure, error and flaky are errors, skip is skipped, warn stands in system-out.
import {nameAndVersion} from '../words/decoder-name.ts';
import type {CaseLine} from '../../model/journal.ts';
import {caseStories, type CaseStory, type Requirements} from '../case/details.ts';
import {caseCause, caseDetails, caseMessage, freeText} from '../case/plain-story.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import type {Journal} from '../journal/reader.ts';
import {runChecks, type RunCheck} from '../run/checks.ts';
import {countsText, runNumbers, verdictWords} from '../words/verdict-words.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';
import {attributes, xmlText} from '../../base/text/xml.ts';

/** Renders one document; suites in the order of their names, cases in the order of their ids, whatever order they ran in. */
export function renderJunit(journal: Journal, {requirements}: {readonly requirements: Requirements}): string {
  const story = caseStories(journal, requirements);
  const suites = new Map<string, CaseLine[]>();
  for (const line of orderedCases(journal)) {
    const lines = suites.get(line.suite);
    if (lines === undefined) suites.set(line.suite, [line]);
    else lines.push(line);
  }
  const total = tally(journal.cases);
  const whole = wholeRunSuite(journal);
  const run = {...total, tests: total.tests + whole.tests, errors: total.errors + whole.errors};
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({name: titleOf(journal), tests: run.tests, failures: run.failures, errors: run.errors, time: seconds(total.ms)})}>`,
    ...whole.lines,
    ...[...suites].flatMap(([name, lines]) => suiteLines(name, lines, journal, story)),
    '</testsuites>',
    '',
  ].join('\n');
}

function titleOf({header}: Journal): string {
  return header.isSelfTest ? 'touchstone REFERENCE SELF-TEST' : 'touchstone';
}

/** A run that was cut short, or that costs its exit code for another reason than a case, must not look green: it is a suite of its own. */
function wholeRunSuite(journal: Journal): {
  readonly tests: number;
  readonly errors: number;
  readonly lines: readonly string[];
} {
  const checks = runChecks(journal);
  const errors = checks.filter(({isBroken}) => isBroken).length;
  const numbers = runNumbers(journal);
  const verdict = `${verdictWords(numbers)}\n${countsText(numbers)}`;
  return {
    tests: checks.length,
    errors,
    lines: [
      `  <testsuite${attributes({name: 'touchstone', tests: checks.length, failures: 0, errors, skipped: 0, time: '0.000', timestamp: timestamp(journal)})}>`,
      '    <properties>',
      ...propertyLines(journal),
      '    </properties>',
      ...checks.flatMap((check, n) => checkLines(check, n === 0 ? [verdict] : [])),
      '  </testsuite>',
    ],
  };
}

function propertyLines({header}: Journal): readonly string[] {
  const {hosting, peer, livePeer} = header.target;
  return Object.entries({
    'self-test': String(header.isSelfTest),
    target: hosting?.url,
    peer: peer === undefined ? undefined : `${peer.address} (${nameAndVersion(peer)})`,
    'live-peer': livePeer?.address,
    seed: String(header.seed),
    suites: `${header.suites.edition} ${header.suites.digest}`,
    dialect: header.dialect,
    touchstone: header.tool.version,
    run: header.run,
    notes: header.notes.join('\n') || undefined,
  }).flatMap(([name, value]) =>
    value === undefined ? [] : [`      <property${attributes({name, value: visibleText(value)})}/>`],
  );
}

function checkLines({kind, claim, isBroken, said}: RunCheck, words: readonly string[]): readonly string[] {
  const [first = '', ...others] = said;
  const out = isBroken ? [...others, ...words] : [...said, ...words];
  return [
    `    <testcase${attributes({name: claim, classname: 'touchstone', time: '0.000'})}>`,
    ...(isBroken ? [`      <error${attributes({message: first, type: kind})}/>`] : []),
    ...(out.length === 0 ? [] : [`      <system-out>${xmlText(out.join('\n'))}</system-out>`]),
    '    </testcase>',
  ];
}

function suiteLines(
  name: string,
  lines: readonly CaseLine[],
  journal: Journal,
  story: (line: CaseLine) => CaseStory,
): readonly string[] {
  const {tests, failures, errors, skipped, ms} = tally(lines);
  return [
    `  <testsuite${attributes({name: visibleText(name), tests, failures, errors, skipped, time: seconds(ms), timestamp: timestamp(journal)})}>`,
    ...lines.flatMap(line => [
      `    <testcase${attributes({name: `${visibleText(line.id)}: ${cutText(visibleText(line.title), 500)}`, classname: visibleText(line.suite), time: seconds(line.durationMs)})}>`,
      // What is green has nothing to tell.
      ...(line.verdict === 'pass' && freeText(line) === undefined ? [] : outcomeLines(story(line))),
      '    </testcase>',
    ]),
    '  </testsuite>',
  ];
}

function outcomeLines(story: CaseStory): readonly string[] {
  const {line} = story;
  const message = caseMessage(line);
  const details = (): string => xmlText(caseDetails(story));
  const free = freeText(line);
  if (free !== undefined) {
    // JUnit has no word for a failure that costs nothing; a build server would turn red over it for ever.
    return [`      <skipped${attributes({message: free})}/>`, `      <system-out>${details()}</system-out>`];
  }
  switch (line.verdict) {
    case 'pass':
      return [];
    case 'warn':
      return [`      <system-out>${details()}</system-out>`];
    case 'skip':
      return [
        `      <skipped${attributes({message: `${line.cause ?? 'no cause given'}${line.detail === undefined ? '' : `: ${message}`}`})}/>`,
      ];
    case 'fail':
      return [`      <failure${attributes({message, type: caseCause(line)})}>${details()}</failure>`];
    case 'flaky':
    case 'error':
      return [`      <error${attributes({message, type: caseCause(line)})}>${details()}</error>`];
  }
}

function tally(lines: readonly CaseLine[]) {
  const open = lines.filter(line => freeText(line) === undefined);
  const count = (...verdicts: readonly string[]) => open.filter(({verdict}) => verdicts.includes(verdict)).length;
  return {
    tests: lines.length,
    failures: count('fail'),
    errors: count('error', 'flaky'),
    skipped: count('skip') + lines.length - open.length,
    ms: lines.reduce((sum, {durationMs}) => sum + durationMs, 0),
  };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

/** The schema of JUnit has no zone and no fraction. */
function timestamp({header}: Journal): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(header.startedAt)?.[0] ?? '1970-01-01T00:00:00';
}
