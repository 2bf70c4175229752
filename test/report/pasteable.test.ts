// Every command that we print for somebody to paste begins with `npx --no-install touchstone`, because nobody else knows the word.
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {verbs} from '../../runner/commands/verbs.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = ['base', 'model', 'reports', 'runner'].flatMap(folder =>
  readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => join(folder, file)),
);

// At the beginning of a text or of a line of it, or between backticks with an operand: a hint, and no mention of the command's name.
const bare = new RegExp(`(?:\\\\n *|['"\`])touchstone (?:${Object.keys(verbs).join('|')}) [^:\`]`);

test.each([
  ["'touchstone verify certificate.json'", true],
  ['`x\\n  touchstone list shows`', true],
  ["'npx --no-install touchstone list shows'", false],
  ['`touchstone verify: ${why}`', false],
  ['with `touchstone prove`', false],
])('%s', (text, isBare) => {
  expect(bare.test(text)).toBe(isBare);
});

test('no printed command is bare', () => {
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, n) => (bare.test(line.replace(/^\s*(?:\/\/|\/?\*).*/, '')) ? [`${file}:${n + 1} ${line}`] : [])),
  );
  expect(found).toEqual([]);
});
