import {expect, test} from 'vitest';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {aFailedCase, aFinding, aJournalText} from '../../test/support/journal-lines.ts';
import {readJournal} from '../journal/reader.ts';
import {renderMarkdown} from './markdown.ts';

const options = {requirements: goldenRequirements};

test.each(Object.entries(goldenJournals))('the Markdown summary of the run "%s"', async (name, journal) => {
  const text = renderMarkdown(journal, options);
  await expect(text).toMatchFileSnapshot(`../../test/golden/markdown-${name}.md`);
  expect(renderMarkdown(journal, options)).toBe(text);
});

test.each([
  ['`', '`` ` ``'],
  ['a``b', '```a``b```'],
  ['x\n# heading', '`x\\n# heading`'],
  ['<img src=x>', '`<img src=x>`'],
])('%j of a target stays in its code span', (text, span) => {
  const reading = readJournal(aJournalText([aFailedCase({findings: [aFinding({path: text, message: 'm'})]})]));
  if (reading.kind === 'refused') throw new Error(reading.why);
  expect(renderMarkdown(reading, options)).toContain(`- at ${span}: `);
});

test('a claim cannot mention people or add markup', () => {
  const reading = readJournal(aJournalText([aFailedCase({title: '@everyone **bold** <b> #1'})]));
  if (reading.kind === 'refused') throw new Error(reading.why);
  expect(renderMarkdown(reading, options)).toContain('### fail: @\u200beveryone \\*\\*bold\\*\\* \\<b\\> \\#1');
});

test.each([
  [{}, ['1. `add a/x`', '2. `read the labels`']],
  [
    {shrinkingCut: 'stopped after 60 s'},
    [
      '1. `add a/x`',
      '2. `read the labels`',
      '',
      'Shrinking ended early (stopped after 60 s), so some steps may not be needed.',
    ],
  ],
])('the story of a property says whether it may be longer than it has to be (%j)', (cut, story) => {
  const property = {seed: 1, asked: 2, done: 1, skipped: 0, floor: 1, commands: {}, path: '0:1', ...cut};
  const line = aFailedCase({kind: 'property', property: {...property, story: ['add a/x', 'read the labels']}});
  const reading = readJournal(aJournalText([line]));
  if (reading.kind === 'refused') throw new Error(reading.why);
  expect(renderMarkdown(reading, options)).toContain(['', ...story, '', 'Replay it: '].join('\n'));
});
