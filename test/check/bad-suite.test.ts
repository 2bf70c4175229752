// Shows that a wrong suite file costs exit code 2, with file, line, column, the line itself, a caret and a fix, and that nothing is sent.
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {rawServer, reply} from '../support/raw-server.ts';

async function refused(text: string, more: {readonly [path: string]: string} = {}): Promise<string> {
  const server = await rawServer({fallback: reply(200, {body: '{}'})});
  atEnd(() => server.close());
  const folder = temporaryFolder({'my.yaml': text, ...more});
  const {exitCode, stdout, stderr} = await touchstone(['run', 'my.yaml', '--target', server.url], {cwd: folder});
  expect({exitCode, stdout, connections: server.connections()}).toEqual({exitCode: 2, stdout: '', connections: 0});
  return stderr;
}

/** A suite of one good case, with lines of its own at the end of it. */
function aSuite(...lines: readonly string[]): string {
  return [
    'suite: mine/versions',
    'title: Versions',
    'cases:',
    '  - id: one',
    '    title: the version is told',
    '    steps:',
    '      - as: anonymous',
    '        call: getVersion',
    ...lines,
    '',
  ].join('\n');
}

test.concurrent.each<[name: string, text: string, said: readonly string[]]>([
  [
    'an unknown key',
    aSuite('        expct: {status: 200}'),
    ['my.yaml:9:9', 'expct', '9 |         expct: {status: 200}', '  |         ^', 'did you mean "expect"?'],
  ],
  [
    'a double id',
    aSuite('  - id: one', '    title: again', '    steps: [{as: anonymous, call: getVersion}]'),
    ['my.yaml:9:', '"one"', '  - id: one'],
  ],
  ['a double key', aSuite('        call: getVersion'), ['my.yaml:9:9', 'call']],
  [
    'an unknown operation',
    aSuite().replace('getVersion', 'getVersoin'),
    ['my.yaml:8:15', '"getVersoin"', 'did you mean "getVersion"?'],
  ],
  ['an unknown actor', aSuite().replace('anonymous', 'alise'), ['my.yaml:7:13', '"alise"', 'did you mean "alice"?']],
  [
    'an unknown matcher',
    aSuite('        usual: {body: {version: {$equal: "1"}}}'),
    ['my.yaml:9:34', '"$equal"', 'did you mean "$eq"?'],
  ],
  [
    'a regular expression that does not compile',
    aSuite('        usual: {body: {version: {$regex: "(1"}}}'),
    ['my.yaml:9:', '$regex', '"(1"', '^'],
  ],
  ['a name that cannot be that of an actor', aSuite().replace('anonymous', 'Al Ice'), ['my.yaml:7:13', '"Al Ice"']],
  [
    'an unknown statement',
    aSuite('    proves: [LABEL-SKOPE]'),
    ['my.yaml:9:14', '"LABEL-SKOPE"', 'did you mean "LABEL-SCOPE"?'],
  ],
  ['YAML that is none', aSuite('        usual: {status: 200'), ['my.yaml:', '^']],
  ['a tag of its own', aSuite('        usual: !!js/function "x"'), ['my.yaml:9:16', '!!js/function', '^']],
  ['a merge key', aSuite('        <<: {auth: none}'), ['my.yaml:9:9', '<<']],
  ['YA-17 a command to run', aSuite('        exec: [touch, x]'), ['my.yaml:9:9', 'exec']],
  ['YA-11 no cases', 'suite: mine/none\ntitle: None\ncases: []\n', ['my.yaml:3:', 'cases']],
  ['an empty file', '', ['my.yaml']],
])('a suite with %s is refused', async (_name, text, said) => {
  const stderr = await refused(text);
  for (const part of said) expect(stderr).toContain(part);
  expect(stderr).not.toMatch(/^\s+at .*\(/m);
});

test.concurrent('all problems of all files come in one go', async () => {
  const stderr = await refused(aSuite('        expct: {}', '        cal: x'));
  expect(stderr).toContain('"expct"');
  expect(stderr).toContain('"cal"');
});

test.concurrent('check says the same without a target, and 0 when nothing is wrong', async () => {
  const folder = temporaryFolder({
    'good.yaml': aSuite('        usual: {status: 200}'),
    'bad.yaml': aSuite('        x: 1').replace('mine', 'other'),
  });
  const bad = await touchstone(['check', 'good.yaml', 'bad.yaml'], {cwd: folder});
  expect(bad).toMatchObject({exitCode: 2, stdout: ''});
  expect(bad.stderr).toContain('bad.yaml:9:9');
  const good = await touchstone(['check', 'good.yaml'], {cwd: folder});
  expect(good).toMatchObject({exitCode: 0, stderr: ''});
  expect(good.stdout).toBe('1 case in 1 suite, nothing is wrong\n');
});
