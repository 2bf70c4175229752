// Holds that the carrying out of cases gets its time from the clock port alone, so that a test can set it.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';

const folder = fileURLToPath(new URL('../../runner/execute', import.meta.url));

const ownTime =
  /\b(?:setTimeout|setInterval|setImmediate|AbortSignal\.timeout|Date\.now|performance\.now|hrtime)\b|\bnew Date\(\)/g;

/** Lists what a source takes from the machine's time. */
function ownTimesIn(source: string): readonly string[] {
  return source.match(ownTime) ?? [];
}

test('runner/execute takes no time and no timer but those of the clock port', () => {
  const sources = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(sources.length).toBeGreaterThan(50);
  const found = sources.flatMap(name =>
    ownTimesIn(readFileSync(join(folder, name), 'utf8')).map(one => `${name}: ${one}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'const timer = setTimeout(done, 5);',
  'setInterval(tick, 5);',
  'const signal = AbortSignal.timeout(5);',
  'const now = Date.now();',
  'const now = new Date();',
  'const now = performance.now();',
])('%s is found', source => {
  expect(ownTimesIn(source)).toHaveLength(1);
});
