import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aJournalText,
  anExchangeLine,
  anHttpRecord,
} from '../../test/support/journal-lines.ts';
import {renderConsole} from './console.ts';
import {readJournal, type Journal} from '../journal/reader.ts';

const options = {
  requirements: goldenRequirements,
  color: false,
  width: 100,
  isQuiet: false,
  reports: ['touchstone-results/results.jsonl', 'touchstone-results/junit.xml'],
};

test.each(Object.entries(goldenJournals))('the console report of the run "%s"', async (name, journal) => {
  const text = renderConsole(journal, options);
  await expect(text + '\n').toMatchFileSnapshot(`../../test/golden/console-${name}.txt`);
  expect(renderConsole(journal, options)).toBe(text);
});

const read = (text: string): Journal => {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
};

test('HT-35, RP-02 nothing that a target says can command a terminal or a build log', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '\u001b[2J',
        '\u009b',
        '\r',
        '\n',
        '::error::x',
        ' ::add-mask::x',
        '##[group]',
        '##vso[task]',
        '\u202e',
        '\u200b',
        '\ud83d',
        'a',
        ' ',
      ),
      {maxLength: 30},
    )
    .map(parts => parts.join(''));
  fc.assert(
    fc.property(hostile, text => {
      const exchange = anHttpRecord({
        reply: {status: 200, headers: [['content-type', text]], body: {kind: 'text', text}, notes: []},
        request: {method: 'POST', url: `http://h/${text}`, headers: [['x', text]], body: {kind: 'text', text}},
      });
      const line = aFailedCase({
        title: text,
        detail: text,
        notes: [text],
        findings: [aFinding({path: text, message: text, expected: text, actual: [text]})],
      });
      const shown = renderConsole(
        read(aJournalText([anExchangeLine({exchange}), line], {footer: {leftovers: [text]}})),
        options,
      );
      // oxlint-disable-next-line no-control-regex
      expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]|^\s*::|##[a-z]*\[/m);
      expect(Buffer.from(shown).toString()).toBe(shown);
    }),
    {numRuns: 200, seed: 3},
  );
});

test.each([40, 60, 100, 160])('no line but a command is wider than %d columns', width => {
  for (const journal of Object.values(goldenJournals)) {
    const lines = renderConsole(journal, {...options, width}).split('\n');
    const wide = lines.filter(
      line =>
        line.length > width && !/curl|npx|printf|^(FAIL|FLAKY|ERROR|WARN) /.test(line) && / \S+ /.test(line.trim()),
    );
    expect(wide).toEqual([]);
  }
});

test('a narrow, absent or absurd width is survived', () => {
  for (const width of [0, -1, 1, NaN, 100_000])
    expect(renderConsole(goldenJournals['fail'] as Journal, {...options, width})).toContain('cases failed');
});

test('--quiet names the red cases, says the verdict and counts, and nothing else', () => {
  const journal = goldenJournals['fail'] as Journal;
  const quiet = renderConsole(journal, {...options, isQuiet: true});
  const verdict = quiet.slice(quiet.search(/^\d+ cases failed/m));
  expect(verdict.split('\n').length).toBeLessThan(4);
  expect(verdict).toMatch(/^\d+ cases failed.*\n\d+ pass · /);
  expect(renderConsole(journal, options)).toContain(`${verdict}\n`);
  expect(quiet.slice(0, quiet.indexOf(verdict)).trimEnd().split('\n')).toEqual([
    'fail  hosting/labels/scope-is-text-before-last-slash[deep] and 2 more like it',
    'fail  hosting/labels/whole-label',
    'flaky hosting/reactions/flaky',
    'fail  hosting/reactions/hostile',
    'fail  overlay/ping/field-order',
    'fail  properties/labels/one-per-scope',
  ]);
});

test('--quiet names fifty red cases and counts the others', () => {
  const red = Array.from({length: 60}, (_, n) =>
    aCaseLine({id: `hosting/x/case-${n}`, verdict: 'fail', title: `t${n}`}),
  );
  const journal = read(aJournalText(red));
  const lines = renderConsole(journal, {...options, isQuiet: true}).split('\n');
  expect(lines.filter(line => line.startsWith('fail  hosting/x/case-'))).toHaveLength(50);
  expect(lines).toContain('… and 10 more red cases');
});

test('with colour, the text without its colours is the same', () => {
  const journal = goldenJournals['fail'] as Journal;
  // oxlint-disable-next-line no-control-regex
  const plain = renderConsole(journal, {...options, color: true}).replace(/\u001b\[\d+m/g, '');
  expect(plain).toBe(renderConsole(journal, options));
});

test('hundreds of failing cases stay readable', () => {
  const cases = Array.from({length: 300}, (_, n) => aFailedCase({id: `hosting/labels/case-${n}`}));
  const text = renderConsole(read(aJournalText(cases)), options);
  expect(text).toContain('… and 280 more cases with the verdict fail:');
  expect(text.split('\n').length).toBeLessThan(700);
});

test.each([
  [0, '→ in step 1: status: expected 400, got 500'],
  [1, '→ status: expected 400, got 500'],
])('a story whose last sentences are not about the finding says which is (step %i)', (step, end) => {
  const finding = {basis: 'stated', path: 'status', message: 'expected 400, got 500', step} as const;
  const property = {seed: 1, asked: 2, done: 1, skipped: 0, floor: 1, commands: {}, path: '0'};
  const story = ['alice tries to create a repository', 'to clean up, alice deletes it'];
  const line = aFailedCase({kind: 'property', findings: [finding], property: {...property, story}});
  expect(renderConsole(read(aJournalText([line])), options)).toContain(`\n    ${end}\n`);
});

test.each([
  [60, 4, ['1. request 0', '5. request 4'], ['request 5', 'earlier ones']],
  [60, 50, ['… 11 earlier ones, which the journal has', '51. request 50'], ['request 10 ', 'request 51']],
  [30, 4, ['1. request 0', '30. request 29'], ['earlier ones']],
])(
  'a story of %i sentences that went wrong in sentence %i from 0 ends there where it is long',
  (length, step, shown, left) => {
    const finding = {basis: 'stated', path: 'status', message: 'expected 400, got 500', step} as const;
    const property = {seed: 1, asked: 2, done: 1, skipped: 0, floor: 1, commands: {}, path: '0'};
    const story = Array.from({length}, (_, n) => `request ${String(n)}`);
    const line = aFailedCase({kind: 'property', findings: [finding], property: {...property, story}});
    const text = renderConsole(read(aJournalText([line])), options);
    expect(text).toContain('What was done up to there:');
    for (const words of shown) expect(text).toContain(words);
    for (const words of left) expect(text).not.toContain(words);
  },
);

test.each<[title: string, cleanUp: readonly [method: string, status: number] | undefined, isSaid: boolean]>([
  ['a case that made nothing', undefined, false],
  ['a case whose clean-up removed something', ['DELETE', 204], true],
  ['a case whose clean-up was refused', ['DELETE', 403], false],
  ['a case whose clean-up only looked', ['GET', 200], false],
])('that the run removed something is said of what is so: %s', (_, cleanUp, isSaid) => {
  const line = aFailedCase({findings: [aFinding()]});
  const act = anExchangeLine({case: line.id});
  const [method = '', status = 0] = cleanUp ?? [];
  const {request} = anHttpRecord();
  const removal = anExchangeLine({
    case: line.id,
    attempt: act.attempt,
    index: act.index + 1,
    phase: 'clean-up',
    exchange: anHttpRecord({
      request: {...request, method},
      reply: {status, headers: [], body: {kind: 'none'}, notes: []},
    }),
  });
  const text = renderConsole(read(aJournalText([act, ...(cleanUp === undefined ? [] : [removal]), line])), options);
  expect(text).toContain('To reproduce');
  expect(text.includes('the run removed it')).toBe(isSaid);
});

test('many red cases end with one line for each likely cause, the largest first', () => {
  const finding = (path: string) => [
    aFinding({path, message: 'expected true, got false', expected: true, actual: false}),
  ];
  const lines = [...Array(12).keys()].flatMap(n => {
    const id = `s/case-${String(n)}`;
    return [
      anExchangeLine({case: id, operation: 'repoGetPullRequest'}),
      aFailedCase({id, findings: finding(n < 4 ? '/merged' : '/draft')}),
    ];
  });
  const text = renderConsole(read(aJournalText(lines)), options);
  expect(text.match(/LIKELY CAUSES.*?\n\n/s)?.[0]).toBe(`LIKELY CAUSES
12 red cases by what differs, with an example of each:
     8  repoGetPullRequest /draft: expected true, got false
        s/case-10
     4  repoGetPullRequest /merged: expected true, got false
        s/case-0

`);
  expect(text.match(/^FAIL/gm)).toHaveLength(2);
});
