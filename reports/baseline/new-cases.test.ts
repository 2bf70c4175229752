// A case newer than the pinned edition costs no exit code; no report may make a gate red over it, and none may hide it.
import {expect, test} from 'vitest';
import {aCaseLine, aFailedCase, aJournalText} from '../../test/support/journal-lines.ts';
import {formats} from '../formats/all-formats.ts';
import type {FormatName} from '../formats/format-files.ts';
import {readJournal} from '../journal/reader.ts';

const tools = {requirements: new Map(), annotate: () => undefined, bodyOf: () => undefined};

const journal = readJournal(
  aJournalText(
    [
      aCaseLine({id: 'hosting/labels/old'}),
      aFailedCase({id: 'hosting/labels/new', newIn: '2031.1'}),
      aCaseLine({id: 'hosting/labels/new-error', verdict: 'error', cause: 'reset', newIn: '2031.1'}),
      aCaseLine({id: 'hosting/labels/new-and-green', newIn: '2031.1'}),
    ],
    {header: {pinnedEdition: '2030.1'}},
  ),
);

const rows: readonly (readonly [FormatName, RegExp, RegExp])[] = [
  ['junit', /failures="0" errors="0"/, /<failure|<error/],
  ['tap', /not ok \d+ - hosting\/labels\/new: .* # TODO new in edition 2031\.1/, /not ok [^#]*$/m],
  ['ctrf', /"rawStatus": "new fail"/, /"status": "failed"/],
  ['sarif', /"justification": "new in edition 2031\.1/, /a^/],
  ['github', /^::notice .*new in edition 2031\.1/m, /::error/],
  ['markdown', /- fail: `hosting\/labels\/new`, new in edition `2031\.1`/, /### fail/],
  ['html', /<span class="reading">new in edition 2031\.1, which is later than the pinned one<\/span>/, /a^/],
];

/** One has a test below, and one shows no verdicts. */
const others: readonly string[] = ['badge', 'har'];

test('no format is left out', () => {
  const held = [...rows.map(([format]) => format), ...others];
  expect(held.toSorted(), 'add a new format to `rows` of this file').toEqual(Object.keys(formats).toSorted());
});

test.each(rows)('%s shows it and does not call it a failure of the gate', (format, shown, forbidden) => {
  const text = render(format);
  expect(text).toMatch(shown);
  expect(text).not.toMatch(forbidden);
});

test.each<[FormatName, RegExp]>([
  ['markdown', /edition `2030\.1` counts/],
  ['html', /2030\.1 counts; newer cases still run and are shown, but do not fail the run/],
])('%s names the edition that counts', (format, pattern) => {
  expect(render(format)).toMatch(pattern);
});

test('the badge is not red, and not green without a word', () => {
  expect(JSON.parse(formats.badge(journalOf(), tools, 'badge.json'))).toMatchObject({
    message: '2 passed, 2 new and not yet counted',
    color: 'orange',
  });
});

function journalOf() {
  if (journal.kind === 'refused') throw new Error(journal.why);
  return journal;
}

function render(format: FormatName): string {
  return formats[format](journalOf(), tools, '-');
}
