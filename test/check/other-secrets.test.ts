// Shows that no message quotes a file that is of another kind than it was given as, nor what a link out of its folder leads to.
import {symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

const secrets = {
  key: '-----BEGIN OPENSSH PRIVATE KEY-----\nSECRETa1k2NzaC1rZXktdjEAAAA+bm9uZQ==\nSECRETb3\n-----END OPENSSH PRIVATE KEY-----\n',
  shadow: 'root:$6$SECRETSALT$HASH:19000:0:99999:7:::\nSECRETUSER:*:19000:0:99999:7:::\n',
  'broken JSON': '{"SECRETkey": "SECRETval", "q": [}',
  'another YAML': 'a_key: SECRETval\nother: &SECRETanchor 1\n',
};

const uses = {
  'run --target-file': ['run', '--target-file', 'FILE'],
  'clean --target-file': ['clean', '--target-file', 'FILE'],
  'run --baseline': ['run', '--reference', '--baseline', 'FILE'],
  'run --dialect': ['run', '--reference', '--dialect', 'FILE'],
  'run --errata': ['run', '--reference', '--errata', 'FILE'],
  'fuzz --baseline': ['fuzz', '--peer', 'module:x', '--baseline', 'FILE'],
  'fuzz --dict': ['fuzz', '--peer', 'module:x', '--dict', 'FILE'],
  'reference --ini': ['reference', '--ini', 'FILE'],
  'reference --seed-file': ['reference', '--seed-file', 'FILE'],
  'new suite --from': ['new', 'suite', '--from', 'FILE'],
  check: ['check', 'FILE'],
};

describe.each(Object.entries(uses))('%s', (_, words) => {
  test.each(Object.entries(secrets))('of %s quotes nothing', async (_kind, text) => {
    const folder = temporaryFolder({'file.yaml': text});
    const args = words.map(word => (word === 'FILE' ? join(folder, 'file.yaml') : word));
    const {exitCode, stdout, stderr} = await touchstone(args, {cwd: folder});
    expect(exitCode).toBe(2);
    expect(stdout + stderr).not.toMatch(/SECRET|BEGIN/);
    expect(stderr).toContain('file.yaml');
  });
});

test.each([
  ['run', '--target-file', 'target: SECRET A\nurl: http://127.0.0.1:1\n'],
  ['run', '--baseline', 'baseline: 1\nknown: []\nSECRET: 1\n'],
  ['run', '--dialect', 'dialect: own\ntitle: own\nSECRET: 1\n'],
])('%s %s of a link out of its folder quotes nothing', async (verb, option, text) => {
  const folder = temporaryFolder({'elsewhere/file.yaml': text, 'here/other.yaml': ''});
  symlinkSync('../elsewhere/file.yaml', join(folder, 'here/link.yaml'));
  const target = option === '--target-file' ? [] : ['--reference'];
  const {exitCode, stdout, stderr} = await touchstone([verb, ...target, option, 'here/link.yaml'], {cwd: folder});
  expect(exitCode).toBe(2);
  expect(stdout + stderr).not.toContain('SECRET');
  expect(stderr).toMatch(/here\/link\.yaml:\d+:\d+ {2}it is a link that leads out of its folder, and .* has 1 problem/);
});
