import {describe, expect, test} from 'vitest';
import {matchesStars as matches} from '../../base/patterns/star-pattern.ts';
import type {JournalLine} from '../../model/journal.ts';
import {aCaseLine, aFailedCase, aFinding, aJournalText} from '../../test/support/journal-lines.ts';
import {initBaseline, pruneBaseline, updateBaseline} from './edit-entries.ts';
import {readBaseline} from './read-entries.ts';
import {findingPatterns, isNarrow} from './finding-pattern.ts';
import {readJournal, type Journal} from '../journal/reader.ts';

const facts = {reason: 'nobody knows', expires: '2030-04-01'};
const update = {facts, today: '2030-01-02', matches};

const written = `# Ours, read by the team on Mondays.
baseline: 1
known:
  # Waits for the new label code.
  - case: hosting/labels/replace # the famous one
    finding: '/0/name: expected "kind/bug", got "kind/feature"'
    reason: labels are next
    expires: 2029-12-31
  - case: hosting/reactions/*
    finding: "status: *"
    reason: reactions are last # really
`;

test('a new list has one entry per red case and is a valid baseline', async () => {
  const {text, changes} = initBaseline(
    journal([
      aFailedCase(),
      aCaseLine({id: 'hosting/labels/green'}),
      aFailedCase({id: 'hosting/labels/w', verdict: 'flaky'}),
    ]),
    {facts: {...facts, owner: 'ada', issue: '#12'}, matches},
  );
  await expect(text).toMatchFileSnapshot('../../test/golden/baseline-init.yaml');
  expect(changes).toEqual(['added hosting/labels/replace', 'added hosting/labels/w']);
  expect(readBaseline({text, file: 'f'}).problems).toEqual([]);
});

describe('contexts', () => {
  const elsewhere = {id: 'hosting/labels/replace@owner=organization'};
  const otherwise = {...elsewhere, findings: [aFinding({path: 'status', message: 'expected 200, got 500'})]};

  test('a new list has one entry for all contexts that fail alike, and one more for one that fails otherwise', () => {
    const init = (line: JournalLine): readonly string[] =>
      initBaseline(journal([aFailedCase(), line]), {facts, matches}).changes;
    expect(init(aFailedCase(elsewhere))).toEqual(['added hosting/labels/replace']);
    expect(init(aFailedCase(otherwise))).toEqual(['added hosting/labels/replace', `added ${elsewhere.id}`]);
    const alone = initBaseline(journal([aCaseLine(), aFailedCase(elsewhere)]), {facts, matches});
    expect(alone.changes).toEqual([`added ${elsewhere.id}`]);
  });

  test('an update adds nothing that an entry covers, and takes over what a context finds', () => {
    const lines = (line: JournalLine) => journal([aFailedCase(), line]);
    expect(updateBaseline(reading(), lines(aFailedCase(elsewhere)), update).changes).toEqual([]);
    const {text, changes} = updateBaseline(reading(), lines(aFailedCase(otherwise)), update);
    expect(changes).toEqual(['hosting/labels/replace: lists the findings of this run']);
    expect(text).toContain('- "status: expected 200, got 500"');
    expect(text).toContain('expected "kind/bug"');
  });

  test('prune keeps an entry of which one context is red', () => {
    const other = aFailedCase({id: 'hosting/reactions/red'});
    const prune = (...lines: JournalLine[]) => pruneBaseline(reading(), journal([...lines, other]), {matches}).changes;
    expect(prune(aCaseLine(), aFailedCase(elsewhere))).toEqual([]);
    expect(prune(aCaseLine(), aCaseLine(elsewhere))).toEqual(['removed hosting/labels/replace: it passes now']);
  });
});

test('an update that finds nothing to fix changes no byte', () => {
  const run = journal([aFailedCase()]);
  expect(updateBaseline(reading(), run, update)).toEqual({text: written, changes: []});
});

test('an update adds, takes over findings and renews; every comment stays', async () => {
  const run = journal([
    aFailedCase({findings: [aFinding({path: 'status', message: 'expected 200, got 500'})]}),
    aFailedCase({id: 'hosting/issues/new'}),
  ]);
  const {text, changes} = updateBaseline(reading(), run, {...update, renewUntil: '2030-06-01'});
  await expect(text).toMatchFileSnapshot('../../test/golden/baseline-update.yaml');
  expect(changes).toEqual([
    'hosting/labels/replace: lists the findings of this run',
    'hosting/labels/replace: counts until 2030-06-01',
    'added hosting/issues/new',
  ]);
  const again = updateBaseline({...readBaseline({text, file: 'f'})}, run, {...update, renewUntil: '2030-06-01'});
  expect(again.changes).toEqual([]);
});

test('an update replaces a pattern that is too broad by its red cases', () => {
  const lines = Array.from({length: 21}, (_, n) => {
    const line = {
      id: `hosting/reactions/${n}`,
      findings: [aFinding({path: 'status', message: 'expected 200, got 201'})],
    };
    return n < 2 ? aFailedCase(line) : aCaseLine({id: line.id});
  });
  const {text, changes} = updateBaseline(reading(), journal(lines), update);
  expect(changes).toEqual(['hosting/reactions/*: replaced by its 2 red cases']);
  expect(text).toContain('  - case: hosting/reactions/0\n');
  expect(text).toContain('  - case: hosting/reactions/1\n');
  expect(text).not.toContain('reactions/*');
  expect(text.match(/reactions are last/g)).toHaveLength(2);
});

describe('prune', () => {
  test('removes what passes and narrows a pattern of which a part passes', async () => {
    const run = journal([
      aCaseLine(),
      aCaseLine({id: 'hosting/reactions/green'}),
      aFailedCase({id: 'hosting/reactions/red'}),
      aCaseLine({id: 'hosting/reactions/unjudged', verdict: 'error', cause: 'reset'}),
    ]);
    const {text, changes} = pruneBaseline(reading(), run, {matches});
    await expect(text).toMatchFileSnapshot('../../test/golden/baseline-prune.yaml');
    expect(changes).toEqual([
      'removed hosting/labels/replace: it passes now',
      'hosting/reactions/*: narrowed to 2 of 3 cases; the others pass now',
    ]);
  });

  test('removes what matches nothing only when the run looked at everything', () => {
    const lines = [aFailedCase()];
    const gone = ['removed hosting/reactions/*: no case has this id'];
    expect(pruneBaseline(reading(), journal(lines), {matches}).changes).toEqual(gone);
    expect(pruneBaseline(reading(), journal(lines, {filtered: 9}), {matches}).changes).toEqual([]);
    const stale = [
      {kind: 'matches-nothing', entry: 'hosting/reactions/*', cases: [], message: 'no case has this id'},
    ] as const;
    const baseline = {file: 'f', entries: 2, knownRed: 1, isStaleAllowed: false, stale};
    expect(pruneBaseline(reading(), journal(lines, {filtered: 9, baseline}), {matches}).changes).toEqual(gone);
  });

  test('a list that becomes empty is still a baseline', () => {
    const run = journal([aCaseLine(), aCaseLine({id: 'hosting/reactions/green'})]);
    const {text} = pruneBaseline(reading(), run, {matches});
    expect(text).toContain('known: []');
    expect(readBaseline({text, file: 'f'}).problems).toEqual([]);
  });
});

describe('the pattern of a finding', () => {
  test.each([
    ['expected "a", got "b"', 'status: expected "a", got "b"'],
    ['expected "ts-mdj4mb6j10", got "alice-goc1kghp"', 'status: expected "*", got "*"'],
    ['expected only 1 item, got {"user": {"id": 2}, …}', 'status: expected only 1 item, got {*'],
    [
      'expected a list with an item 1059, got an empty list',
      'status: expected a list with an item *, got an empty list',
    ],
    ['got ["a"]; missing "b", "c"; too many "a"', 'status: got [*; missing "b", "c"; too many "a"'],
    ['got ["a"]; missing "b"; too many {"id": 7}', 'status: got [*'],
    ['got ["a"]; missing "ts-mdj4mb6j10"', 'status: got [*; missing "*"'],
    ['got http://127.0.0.1:44391/avatars/3', 'status: got */avatars/3'],
    ['got "2026-11-21T04:34:55.259Z"', 'status: got "*"'],
    ['got "0123456789abcdef0123456789abcdef01234567"', 'status: got "*"'],
    [
      'one of {"$contains": "label-u9pqq0u5dn"}, {"$contains": {"id": 192}} holds, got ["a"]',
      'status: one of {"$contains": "label-*"}, {"$contains": {"id": *}} holds, got [*',
    ],
    ['expected "release/one", got "release/*"', 'status: expected "release/one", got "release/*"'],
    ['expected 422, got 200', 'status: expected 422, got 200'],
  ])('%s', (message, pattern) => {
    const line = aFailedCase({findings: [aFinding({path: 'status', message})]});
    expect(findingPatterns(line, {run: 'goc1kghp'})).toEqual([pattern]);
    expect(matches(pattern, `status: ${message}`)).toBe(true);
  });

  test.each([
    ['/0/name', 'expected "zy", got "aA"', '/*/name: expected *, got *'],
    ['status', 'expected 4xx, got 200', 'status: expected 4xx, got 200'],
    ['', 'limit 3 gave 4 items, "a" twice', 'the reply: limit * gave * items, * twice'],
  ])('of a property it lacks what was drawn, as other seeds draw other values: %s %s', (path, message, pattern) => {
    const line = aFailedCase({kind: 'property', findings: [aFinding({path, message})]});
    expect(findingPatterns(line, {run: 'goc1kghp'})).toEqual([pattern]);
    expect(matches(pattern, `${path || 'the reply'}: ${message}`)).toBe(true);
  });

  test.each([
    ['status: *', false],
    ['body: expected *', true],
    ['/a/b: *', false],
    ['status: expected 4xx, got 200', true],
    ['*', false],
  ])('%s is about one failure: %s', (pattern, isOne) => {
    expect(isNarrow(pattern)).toBe(isOne);
  });
});

function reading() {
  return readBaseline({text: written, file: 'known.yaml'});
}

function journal(
  lines: readonly JournalLine[],
  footer: NonNullable<Parameters<typeof aJournalText>[1]>['footer'] = {},
): Journal {
  const read = readJournal(aJournalText(lines, {footer}));
  if (read.kind === 'refused') throw new Error(read.why);
  return read;
}
