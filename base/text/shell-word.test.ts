import {execFileSync} from 'node:child_process';
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {shellWord} from './shell-word.ts';

test('whatever the text, bash reads one word that is the text', () => {
  const texts = fc
    .sample(
      fc.oneof(
        fc.string({unit: 'binary'}),
        fc.string({
          unit: fc.constantFrom("'", '"', '$', '`', '\\', '\n', '\r', '!', '#', '[', '*', ' ', '\u202e', '1'),
        }),
      ),
      {numRuns: 400, seed: 7},
    )
    .map(text => text.replaceAll('\0', ''));
  const script = texts.map(text => `printf '%s\\0' ${shellWord(text)}`).join('\n');
  const printed = execFileSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: {...process.env, LC_ALL: 'C.UTF-8'},
    maxBuffer: 1 << 26,
  });
  expect(printed.split('\0').slice(0, -1)).toEqual(texts);
});

test.each([
  ['plain', 'plain'],
  ['', "''"],
  ["it's", `'it'\\''s'`],
  ['$(rm -rf ~)', "'$(rm -rf ~)'"],
  ['\x1b[31m', "$'\\033[31m'"],
  ['##[group]', `'#''#[group]'`],
  ['token [redacted:TOUCHSTONE_TOKEN_BOB]', `'token '"$TOUCHSTONE_TOKEN_BOB"`],
  ['[redacted:client_secret]', '"$TOUCHSTONE_CLIENT_SECRET"'],
  ['[redacted:$(id)]', '"$TOUCHSTONE__ID_"'],
])('%j becomes %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
