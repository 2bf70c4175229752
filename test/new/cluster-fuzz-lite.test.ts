// Shows that what `new fuzz-target --clusterfuzzlite` writes builds a target of each message that runs, and that nothing is replaced or half-written.
import {execFileSync} from 'node:child_process';
import {appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {overlayMessages} from '../../model/peer.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {packageRoot} from '../support/in-process.ts';

const words = ['new', 'fuzz-target', '--from', './decoder.mjs', '--clusterfuzzlite'];

test('build.sh makes a target of each message, with the oracle inside and the corpus beside', async () => {
  const out = temporaryFolder();
  const cwd = temporaryFolder({
    // It reads nothing but an empty message.
    'fuzz/README.md': '',
    'decoder.mjs':
      'export function decode(message, bytes) {\n  if (bytes.length > 0) throw new Error("no");\n  return {};\n}\n',
    'corpus/OverlayPing/seed': 'x',
    // Stand for the programs of the image: npm has installed already, and what is compiled is named.
    'bin/npm': '#!/bin/sh\nexit 0\n',
    'bin/compile_javascript_fuzzer': `#!/bin/sh\necho "$*" >> ${out}/compiled\n`,
    'bin/zip': '#!/bin/sh\necho "$*" >> "$OUT/zipped"\n',
  });
  for (const name of readdirSync(join(cwd, 'bin'))) chmodSync(join(cwd, 'bin', name), 0o755);
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(packageRoot, join(cwd, 'node_modules/touchstone'));
  const made = await touchstone([...words, '--output', 'fuzz/target.mjs'], {cwd});
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('.clusterfuzzlite/build.sh are written')]);

  const folder = join(cwd, '.clusterfuzzlite');
  expect(parse(readFileSync(join(folder, 'project.yaml'), 'utf8'))).toMatchObject({language: 'javascript'});
  expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toMatch(/^FROM \S+\/base-builder-javascript$/m);
  const env = {PATH: [join(cwd, 'bin'), process.env['PATH'] ?? ''].join(delimiter), OUT: out};
  execFileSync('bash', ['-eu', join(folder, 'build.sh')], {cwd, env});
  const compiled = readFileSync(join(out, 'compiled'), 'utf8').trim().split('\n');
  expect(compiled).toEqual(overlayMessages.map(name => `. fuzz-${name}.mjs --sync --excludes touchstone`));
  expect(readFileSync(join(out, 'zipped'), 'utf8')).toBe(
    `-jq ${out}/fuzz-OverlayPing.mjs_seed_corpus.zip corpus/OverlayPing/seed\n`,
  );
  const target = pathToFileURL(join(cwd, 'fuzz-OverlayPing.mjs')).href;
  const script = `const {fuzz} = await import(${JSON.stringify(target)}); fuzz(new Uint8Array()); try { fuzz(new Uint8Array([16, 7])); } catch (problem) { console.log(problem.message); }`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {cwd, encoding: 'utf8'});
  expect(said).toMatch(/^OverlayPing: [^]*bytes +1007/);
});

test('a file of the folder that is there is kept, and then nothing is written', async () => {
  const cwd = temporaryFolder({'decoder.mjs': '', '.clusterfuzzlite/build.sh': 'mine\n'});
  const refused = await touchstone(words, {cwd});
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('.clusterfuzzlite/build.sh is there already; --force replaces it'),
  ]);
  expect(readFileSync(join(cwd, '.clusterfuzzlite/build.sh'), 'utf8')).toBe('mine\n');
  expect(existsSync(join(cwd, 'fuzz-target.mjs'))).toBe(false);
});

test('a target that was written before is not in the way, but one that was edited is', async () => {
  const cwd = temporaryFolder({'decoder.mjs': ''});
  expect((await touchstone(words.slice(0, -1), {cwd})).exitCode).toBe(0);
  const target = join(cwd, 'fuzz-target.mjs');
  expect(await touchstone(words, {cwd})).toMatchObject({exitCode: 0});
  appendFileSync(target, '// mine\n');
  const refused = await touchstone(words, {cwd});
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('fuzz-target.mjs: it is there already; --force replaces it'),
  ]);
  expect(readFileSync(target, 'utf8')).toMatch(/\/\/ mine\n$/);
});
