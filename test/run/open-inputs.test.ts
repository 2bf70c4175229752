// Shows that where the guide leaves open whether an input is read, the value that is read is compared all the same: run, fuzz and certify are red.
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {packageRoot} from '../support/in-process.ts';
import {isLong} from '../support/length.ts';

const peer = `module:${packageRoot}/fixtures/peers/keeps-all-bits.mjs`;

test('run is red where an open input is read as another value, and certify refuses the journal of it', async () => {
  const cwd = temporaryFolder();
  const words = ['--id', 'overlay/uint32/reads-or-refuses*', '--output', 'ran'];
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, ...words], {cwd});
  expect(stdout).toMatch(/^FAIL +overlay\/uint32\/reads-or-refuses\[varint-10th-byte-03-cookie\]/m);
  expect(stdout).toContain('36893488147419103231');
  expect(exitCode).toBe(1);
  const who = ['--implementation', 'a peer', '--implementation-version', '7', '--contact', 'a@example.org'];
  const certifying = ['certify', '--profile', 'overlay-codec', ...who, '--issuer', 'a laboratory'];
  const refused = await touchstone([...certifying, '--join', 'ran/results.jsonl', '--output', 'out'], {cwd});
  expect(refused.stderr).toMatch(
    /cases? of the profile ha(?:s|ve) the verdict fail: overlay\/uint32\/reads-or-refuses\[/,
  );
  expect(refused.exitCode).toBe(1);
  expect(existsSync(join(cwd, 'out/certificate.json'))).toBe(false);
}, 60_000);

test.runIf(isLong)(
  'fuzz calls it a finding (in npm run test:long)',
  async () => {
    const words = ['--runs', '100000', '--seed', '1', '--max-findings', '1'];
    const {exitCode, stdout} = await touchstone(['fuzz', '--peer', peer, ...words], {budgetMs: 110_000});
    expect(stdout).toMatch(/answers an impossible \w+ to an input that is left open/);
    expect(exitCode).toBe(1);
  },
  120_000,
);

test('a bare JSON number above 2^53 may be read exactly or as the nearest double', async () => {
  const right = `module:${packageRoot}/fixtures/peers/rounds-json-numbers.mjs`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', right, '--id', 'overlay/json/*']);
  expect(stdout).toMatch(/ 0 fail · 0 warn · 0 flaky /);
  expect(exitCode).toBe(0);
}, 60_000);

test('how deep unknown groups are read is left open above the smallest limit of known decoders', async () => {
  const right = `module:${packageRoot}/fixtures/peers/stops-at-64-groups.mjs`;
  const ids = ['reads[*', 'reads-or-refuses*', 'refuses*'].flatMap(rows => ['--id', `overlay/long/${rows}`]);
  const {exitCode, stdout} = await touchstone(['run', '--peer', right, ...ids, '--variants']);
  expect(stdout).toMatch(/^[1-9]\d* pass · 0 fail · 0 warn · 0 flaky /m);
  expect(exitCode).toBe(0);
}, 60_000);
