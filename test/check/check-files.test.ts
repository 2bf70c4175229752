// Shows that check takes every kind of file that people write, and tells each problem at its place.
import {symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/check.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';

const baseline = 'baseline: 1\nknown:\n  - {case: hosting/labels/*, finding: "status: *", reason: known}\n';

test('a folder with a target file, a baseline and a list of a search is right', async () => {
  const folder = temporaryFolder({
    'staging.yaml': 'target: staging\nurl: http://127.0.0.1:3000\nadmin: {tokenEnv: TOUCHSTONE_TOKEN}\n',
    'known.yaml': baseline,
    'deviations.yaml': 'known:\n  - kind: "reads another * from a tag"\n',
  });
  expect(await inProcess(main, [folder])).toEqual({
    exitCode: 0,
    stdout: '1 target file, 2 baselines, nothing is wrong\n',
    stderr: '',
  });
});

test.each([
  [
    'target: staging\nurl: http://127.0.0.1:3000\nadmn: {}\n',
    /file\.yaml:3:1 {2}unknown key "admn"/,
    'did you mean "admin"?',
  ],
  ['target: staging\nurl: http://127.0.0.1:3000\nadmin: {tokenEnv: MY_TOKEN}\n', /file\.yaml:3:\d+/, 'TOUCHSTONE_'],
  ['target: staging\nurl: http://127.0.0.1:3000\nedition: "1999.1"\n', /file\.yaml/, '1999.1'],
  [
    baseline.replace('reason', 'raison'),
    /file\.yaml:3:\d+ {2}unknown key "raison" in an entry/,
    'did you mean "reason"?',
  ],
  ['known:\n  - kind: "*"\n', /file\.yaml/, 'a "kind" must say more than "*"'],
  ['target: [\n', /file\.yaml:\d+:\d+/, ''],
])('%j is refused at its place', async (text, where, says) => {
  const folder = temporaryFolder({'file.yaml': text});
  const {exitCode, stderr} = await inProcess(main, [join(folder, 'file.yaml')]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(where);
  expect(stderr).toContain(says);
});

test('all problems of all files are told at once', async () => {
  const folder = temporaryFolder({
    'a.yaml': 'target: A B\nurl: 7\n',
    'b.yaml': 'baseline: 9\nknown: []\n',
    'c.yaml': 'suite: x/y\ntitle: t\ncases: 3\n',
  });
  const {exitCode, stderr} = await inProcess(main, [folder]);
  expect(exitCode).toBe(2);
  for (const file of ['a.yaml:1', 'a.yaml:2', 'b.yaml:1', 'c.yaml:3']) expect(stderr).toContain(file);
});

test('an entry of a baseline that no case answers to is told, and costs nothing', async () => {
  const folder = temporaryFolder({'b.yaml': baseline.replace('hosting/labels/*', 'hosting/lables/exclusive')});
  const {exitCode, stderr} = await inProcess(main, [join(folder, 'b.yaml')]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('no case answers to "hosting/lables/exclusive"');
});

test('our own examples are right', async () => {
  const files = [
    'fixtures/targets/example.yaml',
    'fixtures/targets/reference.yaml',
    'fixtures/testees/java/known.yaml',
  ];
  const {exitCode, stdout} = await inProcess(
    main,
    files.map(file => join(packageRoot, file)),
  );
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: '2 target files, 1 baseline, nothing is wrong\n'});
});

test.each([
  ['{status: 200}', true],
  ['{proves: LABEL-SCOPE, status: 200}', false],
])('a case of two statements that expects %s is told: %j', async (expected, isTold) => {
  const folder = temporaryFolder({
    'own.yaml': `suite: own/labels
title: Labels of our own
cases:
  - id: read
    title: labels are read
    proves: [LABEL-SCOPE, LABEL-OPTION]
    given: {repo: {arrange: repository}}
    steps:
      - {as: alice, call: issueListLabels, params: {owner: "\${repo.owner}", repo: "\${repo.name}"}, expect: ${expected}}
`,
  });
  const {exitCode, stderr} = await inProcess(main, [join(folder, 'own.yaml')]);
  const told = /^note: \S*own\.yaml:4: the case proves LABEL-SCOPE, LABEL-OPTION, and no expectation says which/m;
  expect([exitCode, told.test(stderr)]).toEqual([0, isTold]);
});

test('YA-12 a link that leads out of its folder is named as such, and nothing of what it leads to is shown', async () => {
  const folder = temporaryFolder({'elsewhere.txt': 'root: x\n', 'suites/readme.md': ''});
  const link = join(folder, 'suites/a.yaml');
  symlinkSync(join(folder, 'elsewhere.txt'), link);
  const {stdout, stderr, exitCode} = await inProcess(main, [link]);
  expect([exitCode, (stdout + stderr).split('\n')[0]]).toEqual([
    2,
    `${link}: it is a link that leads out of its folder; name the file itself`,
  ]);
  expect(stdout + stderr).not.toContain('root');
});
