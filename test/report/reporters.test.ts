// Shows that reports go where they were asked for, alone on stdout, and that a report that cannot be written stops a run before it sends anything.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';
import {readStrictXml} from '../support/strict-xml.ts';

const faulty = liveReference(['reaction-again-201']);
const some = ['--id', 'hosting/reactions/*'];

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  const finished = await touchstone(['run', ...faulty().args, '--output', 'out', ...some, ...args], {
    env: {...faulty().env, ...env},
    cwd,
  });
  return {...finished, cwd, at: (path: string) => readFileSync(join(cwd, path), 'utf8')};
}

test('several reports at once, each in its place, and no other', async () => {
  const {exitCode, at, cwd} = await run(['--reporter', 'junit:a.xml,html:deep/b.html,sarif,badge:c.json']);
  expect(exitCode).toBe(1);
  expect(readStrictXml(at('a.xml')).name).toBe('testsuites');
  expect(at('deep/b.html')).toContain('<!doctype html>');
  expect(JSON.parse(at('out/report.sarif'))).toMatchObject({version: '2.1.0'});
  expect(JSON.parse(at('c.json'))).toMatchObject({schemaVersion: 1, color: 'red'});
  expect(existsSync(join(cwd, 'out/report.md'))).toBe(false);
  expect(at('out/results.jsonl')).toContain('"type":"footer"');
});

test('a report on stdout stands there alone', async () => {
  const {stdout, stderr} = await run(['--reporter', 'ctrf:-']);
  expect(JSON.parse(stdout)).toMatchObject({reportFormat: 'CTRF'});
  expect(stderr).toContain('failed.');
});

test('in a GitHub job: annotations in the log, and a summary after what other steps wrote', async () => {
  const summary = join(temporaryFolder({'summary.md': '# before\n'}), 'summary.md');
  const {stdout} = await run(['--reporter', 'github'], {GITHUB_STEP_SUMMARY: summary});
  expect(stdout).toMatch(/^::error title=fail%3A creating a reaction/m);
  const text = readFileSync(summary, 'utf8');
  expect(text).toMatch(/^# before\n## touchstone: /);
  expect(text.match(/^### fail/gm)?.length).toBeLessThanOrEqual(3);
  expect(text).toContain('- expected: `200`');
  expect(text).toContain('npx --no-install touchstone run');
});

describe('refused before anything is sent', () => {
  test.each([
    ['junitt:a.xml', /there is no format "junitt"\n {2}formats are junit, markdown, html, sarif,/],
    ['junit:', /the file is missing after the colon/],
    ['junit:here', /it cannot be written: it is a folder, not a regular file/],
    ['junit:file/a.xml', /it cannot be written: a file of that name is in the way/],
    ['junit:/dev/null', /it cannot be written: it is .*, not a regular file/],
    ['markdown:own.yaml', /own\.yaml: it is there already, and its name is not that of a report/],
    ['junit:out/results.jsonl', /files of that name are journals/],
    ['junit:held/x.xml', /another command is writing into its folder \(process \d+\)\n {2}wait for it/],
    ['junit:a,html:./a', /junit and html would both go to \.\/a/],
    ['junit:-,html:-', /junit and html would both go to stdout/],
  ])('--reporter %s', async (list, message) => {
    const cwd = temporaryFolder({file: '', 'own.yaml': 'suite: own\n'});
    mkdirSync(join(cwd, 'here'));
    mkdirSync(join(cwd, 'held'));
    writeFileSync(join(cwd, 'held/.lock'), `${String(process.pid)} \n`);
    const before = await faulty().accounts();
    const finished = await touchstone(['run', ...faulty().args, ...some, '--reporter', list], {env: faulty().env, cwd});
    expect(finished.exitCode).toBe(2);
    expect(finished.stdout).toBe('');
    expect(finished.stderr).toMatch(message);
    expect(await faulty().accounts()).toEqual(before);
  });
});

test('report makes any format again from the journal, byte for byte', async () => {
  const {cwd, at} = await run(['--record', 'all', '--reporter', 'html,har,tap']);
  const again = await touchstone(
    ['report', 'out/results.jsonl', '--to', 'html:again.html,har:again.har,tap:again.tap'],
    {cwd},
  );
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toBe('wrote again.html\nwrote again.har\nwrote again.tap\n');
  expect(at('again.html')).toBe(at('out/report.html'));
  expect(at('again.har')).toBe(at('out/exchanges.har'));
  expect(at('again.tap')).toBe(at('out/report.tap'));
});

test('compare tells a regression from a fix by its exit code', async () => {
  const {cwd} = await run([]);
  const good = join(cwd, 'good.jsonl');
  const text = readFileSync(join(cwd, 'out/results.jsonl'), 'utf8');
  // The same run, as if every case had passed.
  writeFileSync(
    good,
    text
      .replaceAll('"verdict":"fail","cause":"expectation"', '"verdict":"pass"')
      .replace(
        /"counts":\{"pass":(\d+),"fail":(\d+)/,
        (_, pass: string, fail: string) => `"counts":{"pass":${Number(pass) + Number(fail)},"fail":0`,
      ),
  );
  const worse = await touchstone(['compare', good, 'out'], {cwd});
  expect(worse.exitCode).toBe(1);
  expect(worse.stdout).toMatch(/^Newly failing \(\d+\)$/m);
  const better = await touchstone(['compare', 'out', good, '--to', 'json'], {cwd});
  expect(better.exitCode).toBe(0);
  expect(JSON.parse(better.stdout)).toMatchObject({regressions: 0});
  expect(worse.stdout).toMatch(/^Newly failing/);
  const page = await touchstone(['compare', good, 'out', '--to', 'html:compared.html'], {cwd});
  expect(page.exitCode).toBe(1);
  expect(page.stdout).toMatch(/^\d+ regressions?; \d+ unchanged\.\n$/);
  expect(readFileSync(join(cwd, 'compared.html'), 'utf8')).toContain('<a href="out/report.html">');
  const none = await touchstone(['compare', 'out'], {cwd});
  expect(none.exitCode).toBe(2);
  expect(none.stderr).toBe('touchstone compare: give the journals of two runs or more, oldest first\n');
});
