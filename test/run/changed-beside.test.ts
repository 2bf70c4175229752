// A server that changes something beside what it was asked to change: the run says what, in every report, and the case can be replayed.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as replay} from '../../runner/commands/replay.ts';
import {main as run} from '../../runner/commands/run.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';
import {completeResults} from '../support/run-results.ts';

const warned = 'hosting/issues/edit-leaves-identity-alone[identifiers]';
const failed = 'hosting/labels/scope-is-text-before-last-slash[same-scope]';
const drawn = 'properties/operations/fields-of-pull-request';
const faults = [
  'issue-edit-clears-milestones',
  'label-add-clears-other-issues',
  'pull-edit-closes-other-pulls',
].flatMap(name => ['--fault', name]);

test('it is a warning, or a failure where the words of a quote exclude it', async () => {
  const output = join(temporaryFolder(), 'out');
  const reports = 'html,markdown,junit,sarif';
  const ids = ['--id', warned, '--id', failed, '--id', drawn];
  const red = await inProcess(run, ['--reference', ...faults, ...ids, '--output', output, '--reporter', reports]);
  expect(red.exitCode).toBe(1);
  const {cases} = completeResults(output);
  const lost = {operation: 'issueEditIssue', what: 'another issue of the repository', path: '/milestone', after: null};
  expect(cases.get(warned)).toMatchObject({verdict: 'warn', cause: 'changed-beside', changedBeside: [lost]});
  expect(cases.get(failed)).toMatchObject({
    verdict: 'fail',
    attempts: 2,
    changedBeside: [{operation: 'issueAddLabel', path: '/labels/0'}],
    findings: [{basis: 'stated', path: 'beside/labels/0', cause: 'changed-beside', statement: 'LABEL-EXCLUSIVE'}],
  });
  // A property names the statement that its call is about.
  const closed = {path: 'beside/state', basis: 'usual', statement: 'ISSUE-EDIT-COLS', cause: 'changed-beside'};
  expect(cases.get(drawn)).toMatchObject({
    verdict: 'warn',
    changedBeside: [{operation: 'repoEditPullRequest', what: 'another pull request of the repository'}],
    findings: [closed],
    property: {promotable: false},
  });
  const said = 'issueAddLabel changed another issue of the repository: expected ';
  for (const one of [said, said.replace('AddLabel', 'EditIssue')])
    expect(red.stdout.replaceAll(/\s+/g, ' ')).toContain(one);
  for (const form of ['report.html', 'report.md', 'junit.xml', 'report.sarif'])
    expect(readFileSync(join(output, form), 'utf8')).toContain(said);
  const journal = join(output, 'results.jsonl');
  const again = await inProcess(replay, ['--from', journal, '--reference', ...faults]);
  expect([again.exitCode, again.stdout]).toEqual([1, expect.stringMatching(/^STILL FAILS +hosting\/labels/m)]);
});
