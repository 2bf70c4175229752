// Shows that a command that finds several problems prints each of them under its own name, whichever part of it found them.
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

const webhooks = ['--target', 'http://127.0.0.1:9', '--webhook-listen', 'nonsense', '--webhook-url', 'nonsense'];

test.each([
  ['run', webhooks, ['--webhook-listen nonsense', '--webhook-url nonsense']],
  ['doctor', webhooks, ['--webhook-listen nonsense', '--webhook-url nonsense']],
  ['doctor', ['--target-file', 'target.yaml'], ['target.yaml: the token of alice', 'target.yaml: the token of bob']],
  [
    'diff',
    ['--target', 'http://127.0.0.1:9', '--target', 'http://127.0.0.1:9', ...webhooks.slice(2)],
    ['the second target: --webhook-listen nonsense', 'the second target: --webhook-url nonsense'],
  ],
  ['openid', ['--openid-listen', 'nonsense', '--openid-url', 'nonsense'], ['--openid-listen', '--openid-url']],
  ['explain', ['LABEL-COLOR', '--suites', 'a.yaml', '--suites', 'b.yaml'], ['a.yaml', 'b.yaml']],
] as const)(
  '%s prints each of its problems under its own name',
  async (verb, args, problems) => {
    const cwd = temporaryFolder({'target.yaml': target});
    const {exitCode, stderr} = await touchstone([verb, ...args], {cwd});
    const begins = stderr.split('\n').filter(line => line.startsWith('touchstone '));
    expect(begins).toEqual(problems.map(problem => expect.stringContaining(`touchstone ${verb}: ${problem}`)));
    expect(exitCode).toBe(2);
  },
  60_000,
);

const target = `
target: two-secrets
url: http://127.0.0.1:9
accounts:
  alice: {tokenEnv: TOUCHSTONE_ALICE}
  bob: {tokenEnv: TOUCHSTONE_BOB}
`;
