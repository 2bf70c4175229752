import {expect, test} from 'vitest';
import type {JournalLine} from '../../model/journal.ts';
import {
  aCaseLine,
  aFailedCase,
  aFooterLine,
  aHeaderLine,
  aJournalText,
  anExchangeLine,
  aProbeLine,
} from '../../test/support/journal-lines.ts';
import {readJournal, type JournalUse} from './reader.ts';

const lines = [
  aProbeLine(),
  anExchangeLine(),
  aFailedCase({title: 'ein Schlüssel 🔑'}),
  aCaseLine({id: 'b', verdict: 'skip', cause: 'needs-variant'}),
];
const whole = aJournalText(lines);

test('a whole journal is complete', () => {
  expect(readJournal(whole)).toMatchObject({
    kind: 'complete',
    cases: [{id: 'hosting/labels/replace'}, {id: 'b'}],
    probes: [{name: 'clock'}],
  });
});

test('RN-05 a journal cut at any byte never reads as complete, and loses no whole case', () => {
  const bytes = Buffer.from(whole);
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = bytes.subarray(0, length).toString();
    const reading = readJournal(cut);
    expect(reading.kind).not.toBe('complete');
    if (!cut.includes('\n')) continue;
    expect(reading).toMatchObject({kind: 'incomplete', tornLines: cut.endsWith('\n') ? 0 : 1});
    const wholeCases = cut
      .split('\n')
      .slice(0, -1)
      .filter(line => line.startsWith('{"type":"case"')).length;
    expect(reading).toHaveProperty('cases.length', wholeCases);
    expect(readJournal(bytes.subarray(0, length))).toEqual(reading);
  }
});

test('any whole line taken out of a journal is noticed', () => {
  const rows = whole.split('\n').slice(0, -1);
  rows.forEach((_row, index) => {
    expect(readJournal(rows.toSpliced(index, 1).join('\n') + '\n').kind).not.toBe('complete');
  });
});

test('a reader that wants the exchanges of some cases gets those, and notices the same of the others', () => {
  const red = aFailedCase({id: 'red \\ "one"'});
  const all = [anExchangeLine({case: 'green'}), aCaseLine({id: 'green'}), anExchangeLine({case: red.id}), red];
  const use: JournalUse = cases => cases.filter(({verdict}) => verdict === 'fail');
  const text = aJournalText(all);
  const [few, every] = [readJournal(text, use), readJournal(text)];
  if (every.kind !== 'complete') throw new Error('the journal is whole');
  expect(few).toEqual({...every, exchanges: every.exchanges.filter(line => line.case === red.id)});
  expect(readJournal(Buffer.from(text), use)).toEqual(few);
  const rows = text.split('\n').slice(0, -1);
  rows.forEach((row, n) => {
    for (const other of [rows.toSpliced(n, 1), rows.toSpliced(n, 0, row)])
      expect(readJournal(other.join('\n') + '\n', use).kind).not.toBe('complete');
  });
});

test('an incomplete journal says why', () => {
  expect(readJournal(whole.slice(0, -10))).toMatchObject({
    why: 'the run was killed before it ended, so 2 of 2 cases have a verdict; its journal has no footer and its last line is torn',
  });
});

const text = (all: readonly JournalLine[]) => all.map(line => JSON.stringify(line) + '\n').join('');

test.each<[string, string, string]>([
  [
    'nothing',
    '',
    'the journal holds no whole line, so it has no header: the run ended before it began, or this is another file',
  ],
  ['another file', '<html>\n', 'line 1 is not JSON, and it is not the last line: the file was damaged or edited'],
  ['no header', text([aCaseLine()]), 'line 1 is not the header of a journal: give the results.jsonl that a run wrote'],
  [
    'another form',
    text([aHeaderLine({schema: 3})]),
    'line 1: this journal is written in form 3 and this touchstone reads forms 1 and 2: read it with the version of touchstone that wrote it',
  ],
  ['two headers', text([aHeaderLine(), aHeaderLine()]), 'line 2 is a second header: two journals were joined by hand'],
  [
    'a case twice',
    aJournalText([aCaseLine(), aCaseLine()]),
    'the case "hosting/labels/replace" is in the journal twice, so its verdict is unknown',
  ],
  [
    'an exchange twice',
    aJournalText([anExchangeLine(), anExchangeLine(), aCaseLine()]),
    'the exchange 0 of attempt 1 of the case "hosting/labels/replace" is in the journal twice',
  ],
  [
    'a line after the footer',
    whole + text([aCaseLine({id: 'c'})]),
    'line 7 is after the footer: the file was changed after the run',
  ],
  ['text after the footer', whole + '{', 'line 7 is after the footer: the file was changed after the run'],
  [
    'a broken line',
    text([aHeaderLine()]) + '{"type":\n' + text([aCaseLine()]),
    'line 2 is not JSON, and it is not the last line: the file was damaged or edited',
  ],
  [
    'an unknown verdict',
    aJournalText([aCaseLine({verdict: 'great' as 'pass'})]),
    'line 2: /verdict is not one of pass, fail, warn, flaky, skip, error, so this is not a line of a journal; was the file edited?',
  ],
  [
    'a day that no calendar has',
    text([aHeaderLine({startedAt: '2026-13-01T00:00:00Z'}), aCaseLine()]),
    'line 1: /startedAt is not a time such as 2026-01-02T03:04:05.678Z, so this is not a line of a journal; was the file edited?',
  ],
  [
    'a lost case',
    text([aHeaderLine(), aFooterLine([aCaseLine()])]),
    'the journal says 1 case lines and holds 0: lines were lost, added or changed',
  ],
  [
    'a changed verdict',
    text([aHeaderLine(), aCaseLine(), aFooterLine([aFailedCase()])]),
    'the journal says 0 cases with the verdict pass and holds 1: lines were lost, added or changed',
  ],
  [
    'a changed skip',
    text([
      aHeaderLine(),
      aCaseLine({verdict: 'skip', cause: 'filtered'}),
      aFooterLine([aCaseLine({verdict: 'skip', cause: 'needs-variant'})]),
    ]),
    'the journal says 0 skips for filtered and holds 1: lines were lost, added or changed',
  ],
  [
    'fewer than planned',
    aJournalText([aCaseLine()], {header: {planned: 5}}),
    'the journal says 5 planned cases (with a verdict, probed or not run) and holds 1: lines were lost, added or changed',
  ],
  [
    'exchanges of no case',
    aJournalText([anExchangeLine({case: 'x'}), aCaseLine()]),
    'the journal holds exchanges of the case "x" but not the case: a line was removed',
  ],
])('%s is refused', (_name, journal, why) => {
  expect(readJournal(journal)).toEqual({kind: 'refused', why});
});
