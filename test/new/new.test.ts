// Shows what becomes of curl lines: drafts that check accepts and that run, without a secret of the line.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as check} from '../../runner/commands/check.ts';
import {main} from '../../runner/commands/new.ts';
import {main as run} from '../../runner/commands/run.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess} from '../support/in-process.ts';

const base = 'http://127.0.0.1:3000/git/api/v1';
const token = ['-H', 'Authorization: token 5ecre7-of-the-line'];

const lines: readonly (readonly [words: readonly string[], holds: readonly string[]])[] = [
  [[`${base}/version`], ['as: anonymous', 'call: getVersion', 'usual: {status: 2xx}']],
  [
    [...token, `${base}/repos/octo/cat/issues/7`],
    ['as: alice', 'call: issueGetIssue', 'repo: {arrange: repository}', 'index: "${issue.number}"'],
  ],
  [
    [...token, '-d', '{"title":"x","labels":[1]}', `${base}/repos/octo/cat/issues`],
    ['call: issueCreateIssue', 'title: x'],
  ],
  [
    ['-u', 'root:5ecre7-of-the-line', `${base}/user`],
    ['auth: basic', 'call: userGetCurrent'],
  ],
  [[`${base}/user?token=5ecre7-of-the-line`], ['as: alice', 'call: userGetCurrent']],
  [[...token, `${base}/repos/octo/cat/contents/a/b%20c.txt`], ['filepath: a/b c.txt']],
  [
    [...token, '-d', '{"client_secret":"5ecre7-of-the-line","a":"${b}"}', `${base}/nothing/like/this`],
    ['request:', 'method: POST', 'path: /api/v1/nothing/like/this', 'existing.from-curl.client-secret', 'a: $${b}'],
  ],
  [['-H', 'X-Api-Key: 5ecre7-of-the-line', `${base}/version`], ['existing.from-curl.x-api-key']],
  [
    ['-F', 'name=x', '-X', 'PUT', 'http://h/elsewhere'],
    ['path: /elsewhere', 'multipart'],
  ],
];

test.each(lines)('curl %j', async (words, holds) => {
  const file = join(temporaryFolder(), 'draft.yaml');
  const said = await inProcess(main, ['--output', file, '--', 'curl', '-sS', ...words]);
  expect(said).toMatchObject({exitCode: 0, stdout: ''});
  const text = readFileSync(file, 'utf8');
  for (const part of holds) expect(text).toContain(part);
  expect(text + said.stderr).not.toContain('5ecre7');
  expect(await inProcess(check, [file])).toMatchObject({exitCode: 0});
});

test('a draft that proves a statement runs green on the reference', {timeout: 60_000}, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'draft.yaml');
  const line = [...token, '-d', '{"title":"x"}', `${base}/repos/octo/cat/issues`];
  await inProcess(main, ['--proves', 'ISSUE-POSTER', '--output', file, '--', 'curl', ...line]);
  expect(readFileSync(file, 'utf8')).toContain('expect: {status: 2xx}');
  const {exitCode, stdout} = await inProcess(run, [
    file,
    '--reference',
    '--contexts',
    'plain',
    '--output',
    join(folder, 'out'),
  ]);
  expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 pass') as string});
});

test.each([
  [['--', 'curl'], 'there is no URL'],
  [['--', 'curl', '-d', '@-', 'http://h/'], 'standard input'],
  [['--proves', 'ISSUE-POSTR', '--', 'curl', 'http://h/'], '--proves ISSUE-POSTR: there is no such statement'],
])('%j is refused', async (argv, says) => {
  const {exitCode, stderr} = await inProcess(main, argv);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
});

test('a dialect is drafted of what doctor found, and check reads it', async () => {
  const dialect = {
    name: 'gitea',
    version: '1.1.0',
    document: 'Forge API.',
    differs: [{path: 'hookType', instead: 'forge'}],
  };
  const folder = temporaryFolder({'doctor.json': JSON.stringify({dialect}), 'words.txt': 'no JSON'});
  const file = join(folder, 'forge.yaml');
  const from = ['dialect', '--from', join(folder, 'doctor.json')];
  expect(await inProcess(main, [...from, '--output', file])).toMatchObject({exitCode: 0, stdout: ''});
  expect(readFileSync(file, 'utf8')).toContain('hookType: forge');
  expect(await inProcess(check, [file])).toMatchObject({exitCode: 0});
  const again = await inProcess(main, [...from, '--output', file]);
  expect(again).toMatchObject({exitCode: 2, stderr: expect.stringContaining('it is there already')});
  const wrong = await inProcess(main, ['dialect', '--from', join(folder, 'words.txt')]);
  expect(wrong).toMatchObject({exitCode: 2, stderr: expect.stringContaining('it is not JSON')});
  const bare = await inProcess(main, ['dialect']);
  expect(bare).toMatchObject({exitCode: 2, stderr: expect.stringContaining('doctor … --format json')});
});
