// `run --watch`: what a change of a file touches is run again, and nothing else, until an interrupt.
import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main as run} from '../../runner/commands/run.ts';
import {inProcess} from '../support/in-process.ts';
import {folderWith, notesEnvironment, startNotesApi, type NotesApi} from '../support/notes-api.ts';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotesApi();
});
afterAll(() => {
  api.close();
});

/** Collects what a command says, and lets a test wait for words. */
function listener() {
  let heard = '';
  let wake = (): void => undefined;
  const hear = (text: string): void => {
    heard += text;
    wake();
  };
  const until = async (words: string): Promise<string> => {
    for (;;) {
      const at = heard.indexOf(words);
      if (at !== -1) {
        const before = heard.slice(0, at + words.length);
        heard = heard.slice(at + words.length);
        return before;
      }
      await new Promise<void>(resolve => (wake = resolve));
    }
  };
  return {hear, until};
}

const one = (id: string): string =>
  `cases: [{id: ${id}, steps: [{request: GET /, as: anonymous, expect: {status: 200}}]}]\n`;

test('a changed suite runs alone, a changed file of others runs all, and an interrupt ends it', async () => {
  const {folder, remove} = folderWith({'cases/a.yaml': one('a'), 'cases/b.yaml': one('b'), 'cases/data/x.json': '{}'});
  const {hear, until} = listener();
  let interrupt = (_count: number): void => undefined;
  const handlers = new Set<(count: number) => void>();
  interrupt = count => {
    for (const handler of handlers) handler(count);
  };
  // The results lie below the folder that is watched, and do not begin another run.
  const argv = [join(folder, 'cases'), '--target', api.url, '--watch', '--output', join(folder, 'cases/results')];
  const ended = inProcess(run, argv, {
    env: {...notesEnvironment, CI: undefined},
    print: hear,
    talk: hear,
    onInterrupt: handler => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  });
  expect(await until('Ctrl-C ends\n')).toContain('All 2 judged cases passed.');
  appendFileSync(join(folder, 'cases/b.yaml'), '# changed\n');
  expect(await until('Ctrl-C ends\n')).toMatch(/^changed: \S*b\.yaml\n[^]*The one judged case passed\./);
  writeFileSync(join(folder, 'cases/data/x.json'), '[]');
  expect(await until('Ctrl-C ends\n')).toMatch(/^changed: \S*x\.json\n[^]*All 2 judged cases passed\./);
  writeFileSync(join(folder, 'cases/a.yaml'), one('a').replace('200', '404'));
  expect(await until('Ctrl-C ends\n')).toContain('1 case failed.');
  interrupt(1);
  expect((await ended).exitCode).toBe(1);
  remove();
});

test('without a folder there is nothing to watch', async () => {
  const {stderr, exitCode} = await inProcess(run, ['--reference', '--watch']);
  expect(stderr).toContain('--watch needs suites of yours');
  expect(exitCode).toBe(2);
});
