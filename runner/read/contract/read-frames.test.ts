// Everything that can be wrong in a file of frames is found, at its place.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {packageRoot} from '../../../test/support/in-process.ts';
import {readContract} from '../../commands/load/read-contract.ts';
import {machineOf} from '../../targets/machine.ts';
import {textSource} from '../../commands/words/text-source.ts';
import {someOf} from '../../../test/support/length.ts';

const texts = textSource(machineOf({root: packageRoot, version: '0.0.0'}));
const others = [
  'proto/hosting.openapi.yaml',
  'suites/requirements.yaml',
  ...texts.ownFiles('fixtures/arrangements'),
].map(file => ({file, text: texts.own(file) ?? ''}));
const own = readFileSync(join(packageRoot, 'fixtures/frames.yaml'), 'utf8');

const good = `anywhere: {updated_at: it moves}
reads:
  own-issue:
    what: the issue
    read: {as: alice, call: issueGetIssue, params: {owner: "\${params.owner}", repo: "\${params.repo}", index: "\${params.index}"}}
    own: true
    changes: {/comments: it counts}
operations:
  issueEditIssue:
    - {read: own-issue, excluded: {LABEL-EXCLUSIVE: {at: /labels, words: on the same issue}}}
`;

const problemsOf = (text: string): readonly string[] =>
  readContract([...others, {file: 'fixtures/frames.yaml', text}]).problems.map(({message}) => message);

test('our own file and a small one are right', () => {
  expect(problemsOf(own)).toEqual([]);
  expect(problemsOf(good)).toEqual([]);
});

test.each(
  someOf(
    [
      ['issueEditIssue:', 'issueEditIsue:', 'unknown operation "issueEditIsue"'],
      ['issueEditIssue:', 'issueGetIssue:', '"issueGetIssue" changes nothing'],
      ['call: issueGetIssue', 'call: issueGetIsue', 'unknown operation "issueGetIsue"'],
      ['params.index}"', 'paramz.index}"', 'paramz'],
      ['/comments: it counts', 'comments: it counts', '"comments" is not a place that may differ'],
      ['/comments: it counts', '/comments: " "', 'the reason for "/comments" must be a text'],
      ['updated_at: it moves', 'updated_at: " "', 'the reason for "updated_at" must be a text'],
      ['at: /labels', 'at: labels', '"labels" is not a JSON Pointer'],
      ['on the same issue', 'on another issue', 'the quote of LABEL-EXCLUSIVE does not say "on another issue"'],
      ['LABEL-EXCLUSIVE:', 'LABEL-EXCLUDES:', 'unknown statement "LABEL-EXCLUDES"'],
      ['- {read: own-issue,', '- {read: own-isue,', 'unknown read "own-isue"'],
      ['  issueEditIssue:\n', `  issueEditIssue:\n${'    - own-issue\n'.repeat(4)}`, '"issueEditIssue" has 5 reads'],
    ],
    3,
  ),
)('%j as %j is refused', (right, wrong, message) => {
  const problems = problemsOf(good.replace(right, wrong));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});
