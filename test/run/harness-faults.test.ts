// Faults of the harness itself: for each a check that the real part passes and the faulty part, switched in, does not.
import {ownWords} from '../../model/redacted.ts';
import fc from 'fast-check';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {exitCodeOf, type RunOutcome} from '../../reports/words/exit-code.ts';
import {readJournal} from '../../reports/journal/reader.ts';
import {makeRedactor} from '../../reports/redaction/redaction.ts';
import {runNumbers} from '../../reports/words/verdict-words.ts';
import {prepareCheckers} from '../../runner/check/checkers.ts';
import {matchTree} from '../../runner/check/match-tree.ts';
import {pointerPlace} from '../../runner/check/tree-path.ts';
import {finalVerdict} from '../../runner/execute/final-verdict.ts';
import {conclude} from '../../runner/execute/property/judgement.ts';
import {nothingRan} from '../../runner/execute/property/tally.ts';
import type {PropertyFacts} from '../../model/journal.ts';
import type {Attempt} from '../../model/outcome.ts';
import type {PlannedCase} from '../../model/plan.ts';
import {property} from '../../model/property.ts';
import {anAttempt} from '../support/attempts.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {aCaseLine, aFailedCase, aJournalText} from '../support/journal-lines.ts';
import {completeResults} from '../support/run-results.ts';

test('an assertion on a missing field passes', async () => {
  type Part = typeof matchTree;
  const check = async (part: Part): Promise<void> => {
    const checkers = {...(await prepareCheckers(['jsonPath', 'regex', 'schema'])), redaction: ownWords};
    for (const tree of [{name: 'x'}, {name: {$ne: 'x'}}, {name: {$not: {$eq: 'x'}}}, {list: [1]}, {deep: {name: null}}])
      expect(part(tree, {}, {place: pointerPlace('body'), pointer: '', checkers})).not.toEqual([]);
  };
  const faulty: Part = (tree, actual, options) =>
    matchTree(tree, actual, options).filter(finding => finding.actual !== undefined);
  await caught(check, {real: matchTree, faulty});
});

const nothing = {pass: 0, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
const anOutcome = (counts: Partial<RunOutcome['counts']>, changes: Partial<RunOutcome> = {}): RunOutcome => ({
  counts: {...nothing, ...counts},
  skips: {},
  notRun: 0,
  leftovers: 0,
  ...changes,
});

test('an empty suite reports success', () =>
  caught((part: typeof exitCodeOf) => expect(part(anOutcome({}))).toBe(6), {
    real: exitCodeOf,
    faulty: outcome => (outcome.counts.fail + outcome.counts.error > 0 ? 1 : 0),
  }));

test('exit code 0 with errors', () =>
  caught(
    (part: typeof exitCodeOf) => {
      expect(part(anOutcome({pass: 9, error: 1}))).toBe(6);
      expect(part(anOutcome({pass: 9}, {hasHarnessError: true}))).toBe(3);
      expect(part(anOutcome({pass: 9}, {notRun: 1}))).toBe(6);
    },
    {
      real: exitCodeOf,
      faulty: ({counts, ...others}) =>
        exitCodeOf({...others, hasHarnessError: false, notRun: 0, counts: {...counts, error: 0}}),
    },
  ));

test('skipped is counted as passed', () =>
  caught(
    (part: typeof runNumbers) => {
      const journal = readJournal(
        aJournalText([aCaseLine(), aCaseLine({id: 'b', verdict: 'skip', cause: 'filtered'})]),
      );
      if (journal.kind === 'refused') throw new Error(journal.why);
      expect(part(journal).counts).toMatchObject({pass: 1, skip: 1});
      expect(exitCodeOf(anOutcome({skip: 1}, {skips: {filtered: 1}}))).toBe(6);
    },
    {
      real: runNumbers,
      faulty: journal => {
        const numbers = runNumbers(journal);
        const {pass, skip} = numbers.counts;
        return {...numbers, counts: {...numbers.counts, pass: pass + skip, skip: 0}};
      },
    },
  ));

test('a retry hides a failure', async () => {
  const law = property({
    id: 'law',
    title: 'a law',
    proves: [],
    area: 'hosting',
    needs: [],
    runs: 1,
    floor: 1,
    input: fc.constant(1),
    check: () => Promise.resolve(),
  });
  const planned: PlannedCase = {runnable: {kind: 'property', id: 'p/law', file: 'p.ts', definition: law}};
  const twice = (first: Attempt['verdict'], second: Attempt['verdict']) => ({
    planned,
    attempts: [anAttempt({verdict: first}), anAttempt({verdict: second})],
  });
  await caught(
    (part: typeof finalVerdict) => {
      expect(part(twice('fail', 'pass')).verdict).toBe('flaky');
      expect(part(twice('fail', 'warn')).verdict).toBe('flaky');
      expect(part(twice('fail', 'fail')).verdict).toBe('fail');
      expect(exitCodeOf(anOutcome({pass: 9, flaky: 1}))).toBe(1);
    },
    {
      real: finalVerdict,
      faulty: ({planned: same, attempts}) => finalVerdict({planned: same, attempts: attempts.slice(-1)}),
    },
  );
});

test('a property that ran no case passes', async () => {
  const facts: PropertyFacts = {seed: 1, asked: 10, done: 0, skipped: 10, floor: 6, commands: {}};
  await caught(
    (part: typeof conclude) => {
      const told = {telling: undefined, tally: nothingRan};
      expect(part(told, facts, 1).verdict).toBe('error');
      expect(part({...told, over: 'no time was left'}, facts, 1)).toMatchObject({
        verdict: 'error',
        cause: 'below-floor',
      });
    },
    {
      real: conclude,
      faulty: (told, ...others) => ({
        ...conclude(told, ...others),
        ...(told.telling === undefined ? {verdict: 'pass'} : {}),
      }),
    },
  );
});

test('a truncated journal reads as complete', () =>
  caught(
    (part: (text: string) => {readonly kind: string}) => {
      const whole = aJournalText([aCaseLine(), aFailedCase({id: 'b'})]);
      expect(part(whole).kind).toBe('complete');
      for (let length = 0; length < whole.length; length += 1)
        expect(part(whole.slice(0, length)).kind).not.toBe('complete');
    },
    {
      real: readJournal,
      faulty: text => ({kind: readJournal(text).kind === 'refused' ? 'refused' : 'complete'}),
    },
  ));

test('a secret survives in one encoding', async () => {
  const secret = `p4+s/s "wör'd&%`;
  const encodings: readonly ((text: string) => string)[] = [
    text => text,
    text => JSON.stringify(text),
    text => encodeURIComponent(text),
    text => Buffer.from(text).toString('base64'),
    text => Buffer.from(text).toString('base64url'),
    text => Buffer.from(`bob:${text}`).toString('base64'),
    text => Buffer.from(text).toString('hex'),
    text => new URLSearchParams({x: text}).toString().slice(2),
  ];
  const check = (part: typeof makeRedactor): void => {
    const redactor = part();
    redactor.register(secret, 'TOKEN');
    for (const encode of encodings) expect(redactor.redactText(`a ${encode(secret)} b`)).toContain('[redacted:TOKEN]');
  };
  const forgetting = (forgotten: (text: string) => string): typeof makeRedactor => {
    return () => {
      const redactor = makeRedactor();
      return {
        ...redactor,
        redactText: text => (text.includes(forgotten(secret)) ? ownWords.text(text) : redactor.redactText(text)),
      };
    };
  };
  for (const forgotten of encodings) await caught(check, {real: makeRedactor, faulty: forgetting(forgotten)});
});

test('a failed arrangement marks no case as passed', async () => {
  const suite = [
    'suite: mine/arranged',
    'title: What an arrangement that breaks does',
    'cases:',
    '  - id: rests-on-it',
    '    title: a case that would pass if its arrangement did not matter',
    '    given:',
    '      repo: {arrange: repository, name: "no name for a repository/"}',
    '    steps:',
    '      - {as: anonymous, call: getVersion, usual: {status: 200}}',
    '',
  ].join('\n');
  const cwd = temporaryFolder({'mine.yaml': suite});
  const {exitCode} = await touchstone(['run', 'mine.yaml', '--reference', '--output', 'out'], {cwd});
  const [line] = completeResults(join(cwd, 'out')).journal.cases;
  expect(line).toMatchObject({verdict: 'error', cause: 'blocked'});
  expect(exitCode).toBe(6);
});

/** Whether the check passes with the real part, and goes red with the faulty one. */
async function caught<Part>(
  check: (part: Part) => void | Promise<void>,
  {real, faulty}: {readonly real: Part; readonly faulty: Part},
): Promise<void> {
  await check(real);
  await expect((async () => check(faulty))()).rejects.toMatchObject({name: 'AssertionError'});
}
