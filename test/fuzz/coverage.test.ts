// What the code of a decoder does leads a search to what no answer leads to: modules here, and the files that decoders in C and Python take along.
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {afterAll, expect, test} from 'vitest';
import {defaultBounds} from '../../model/bounds.ts';
import {overlayMessages, type NewlyReached} from '../../model/peer.ts';
import {fuzzClusters} from '../../runner/execute/fuzz/clusters.ts';
import {fuzzPool} from '../../runner/execute/fuzz/corpus.ts';
import {fuzzLedger} from '../../runner/execute/fuzz/difference-counts.ts';
import {ReachedCode} from '../../runner/execute/fuzz/reached-code.ts';
import {fuzz} from '../../runner/execute/fuzz/search-loop.ts';
import {openTestee} from '../../runner/targets/testee/open-testee.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = (path: string): string => join(root, 'fixtures/testees', path);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-coverage-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Two conditions one behind the other: the first changes no answer. */
const deep = join(folder, 'deep.mjs');
writeFileSync(
  deep,
  `import {decode as rightly} from ${JSON.stringify(pathToFileURL(example('protobufjs.mjs')).href)};
  export function decode(message, bytes) {
    const value = rightly(message, bytes);
    if (message === 'OverlayPing' && value.Time === '1700000000') {
      if (value.Type === 4242) value.Type = 0;
    }
    return value;
  }`,
);

test('a search finds a bug behind two constants in a module, because the branch behind the first one is counted', async () => {
  const start = await openTestee(`module:${deep}`, {bounds: defaultBounds, packageRoot: root, isCounted: true});
  if (start.kind === 'cannot-start') throw new Error(start.detail);
  const {port} = start;
  const reached = new ReachedCode();
  const noFolder = {names: () => [], list: () => [], read: () => undefined, add: () => undefined};
  const found: string[] = [];
  await fuzz({
    decoders: [{name: 'deep', ports: [port]}],
    seed: 1,
    messages: overlayMessages,
    otherWays: [],
    pool: fuzzPool(noFolder as unknown as Parameters<typeof fuzzPool>[0], overlayMessages),
    reached,
    ledger: fuzzLedger(({kind}) => kind.includes('more than ten bytes')),
    clusters: fuzzClusters(['deep']),
    clock: {
      monotonicMs: () => performance.now(),
      alarm: () => () => undefined,
    } as unknown as Parameters<typeof fuzz>[0]['clock'],
    first: 0,
    bounds: {runsMax: 60_000, timeMs: 60_000, findingsMax: 1, replyTimeoutMs: 5_000},
    stop: new AbortController().signal,
    tick: () => undefined,
    found: ({finding, isKnown}) => {
      if (!isKnown) found.push(`${finding.message} ${finding.got}`);
    },
  });
  await port.close();
  expect(found).toEqual([expect.stringContaining('OverlayPing')]);
  expect(reached.edges).toBeGreaterThan(100);
});

test('a module says once in a process what its code was reached by, and the same in every process', async () => {
  const ask = async (): Promise<readonly (NewlyReached | undefined)[]> => {
    const start = await openTestee(`module:${deep}`, {bounds: defaultBounds, packageRoot: root, isCounted: true});
    if (start.kind === 'cannot-start') throw new Error(start.detail);
    const said: (NewlyReached | undefined)[] = [];
    for (const time of [1, 1, 1, 1_700_000_000]) {
      let more: NewlyReached | undefined;
      const bytes = Buffer.from(time === 1 ? '1001' : '1080e2cfaa06', 'hex');
      await start.port.ask(
        {kind: 'decode', message: 'OverlayPing', form: 'binary', bytes},
        {reached: reached => (more = reached)},
      );
      said.push(more);
    }
    await start.port.close();
    return said;
  };
  const [first, second] = [await ask(), await ask()];
  // The first one has the library make its functions, which the second one is read by.
  expect(first[2]).toBeUndefined();
  expect(first[3]?.constants).toContain(4242n);
  expect(second).toEqual(first);
});

const compilers = [
  ['gcc', 'trace-pc,trace-cmp'],
  ['clang', 'inline-8bit-counters,trace-cmp'],
] as const;

for (const [compiler, counters] of compilers) {
  const isHere = spawnSync(compiler, ['--version']).status === 0;
  test.skipIf(!isHere)(
    `coverage.c says the places and constants of a program, the same in every process (${compiler})`,
    () => {
      writeFileSync(
        join(folder, 'program.c'),
        `#include <stdio.h>
      #include <stdlib.h>
      size_t touchstone_reached(char *, size_t);
      int main(int count, char **words) {
        for (int at = 1; at < count; at++) {
          long number = atol(words[at]);
          if (number == 4242) puts("deep");
          char text[65536];
          printf("%s\\n", touchstone_reached(text, sizeof text) ? text : "-");
        }
      }`,
      );
      const at = (name: string): string => join(folder, `${compiler}-${name}`);
      const strict = ['-Wall', '-Wextra', '-Werror'];
      execFileSync(compiler, [...strict, '-c', example('coverage/coverage.c'), '-o', at('coverage.o')]);
      const counted = `-fsanitize-coverage=${counters}`;
      execFileSync(compiler, [counted, '-c', join(folder, 'program.c'), '-o', at('program.o')]);
      execFileSync(compiler, [at('program.o'), at('coverage.o'), '-o', at('program')]);
      const run = (): readonly string[] =>
        execFileSync(at('program'), ['1', '1', '1', '4242']).toString().trim().split('\n');
      const [first = '', , again = '', word = '', deeper = ''] = run();
      expect(first).toMatch(/^\d+( \d+)* compared 4242$/);
      // The end of the loop was reached after the first answer.
      expect([again, word]).toEqual(['-', 'deep']);
      expect(deeper).toMatch(/^\d+( \d+)*$/);
      expect(run()).toEqual(run());
    },
  );
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('decoder_coverage.py says the lines and constants of a program (python3)', () => {
  copyFileSync(example('coverage/decoder_coverage.py'), join(folder, 'decoder_coverage.py'));
  writeFileSync(
    join(folder, 'under_test.py'),
    "def read(n):\n    if n == 4242:\n        return 'deep'\n    return n\n",
  );
  writeFileSync(
    join(folder, 'program.py'),
    'import decoder_coverage as coverage\ncoverage.start()\nimport under_test\nfor n in (1, 1, 4242):\n    under_test.read(n)\n    print(coverage.reached() or "-")\n',
  );
  const run = (): readonly string[] =>
    execFileSync('python3', [join(folder, 'program.py')])
      .toString()
      .trim()
      .split('\n');
  const said = run();
  expect(said[0]).toMatch(/^\d+( \d+)+ compared (\S+ )*4242( |$)/);
  expect(said[2]).toMatch(/^\d+( compared x64656570)?$/);
  expect(run()).toEqual(said);
});
