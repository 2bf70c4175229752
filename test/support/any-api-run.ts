// Runs suites of a user against the notes API in this process, and gives everything that the run says and leaves.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {main as run} from '../../runner/commands/run.ts';
import {inProcess, type Said} from './in-process.ts';
import {folderWith, notesEnvironment} from './notes-api.ts';

/** A finished run: what it said, its journal, and all of its reports as one text. */
export interface Ran extends Said {
  readonly journal: readonly {readonly [key: string]: unknown}[];
  readonly written: string;
  readonly ledger: string;
}

/** Runs the files; words that begin like one of them are taken for its path. */
export async function runFiles(
  files: {readonly [path: string]: string},
  {
    argv = ['cases', '--target-file', 'target.yaml'],
    env = {},
  }: {
    readonly argv?: readonly string[];
    readonly env?: {readonly [name: string]: string | undefined};
  } = {},
): Promise<Ran> {
  const made = folderWith(files);
  try {
    const isOurs = (word: string): boolean =>
      Object.keys(files).some(path => path.split('/')[0] === word.split('/')[0]);
    const words = argv.map(word => (isOurs(word) ? join(made.folder, word) : word));
    const output = join(made.folder, 'results');
    const said = await inProcess(run, [...words, '--output', output], {env: {...notesEnvironment, ...env}});
    const read = (name: string): string => {
      try {
        return readFileSync(join(output, name), 'utf8');
      } catch {
        return '';
      }
    };
    const lines = read('results.jsonl')
      .split('\n')
      .filter(line => line !== '');
    return {
      ...said,
      journal: lines.map(line => JSON.parse(line) as {readonly [key: string]: unknown}),
      written: ['results.jsonl', 'report.md', 'report.html', 'junit.xml'].map(read).join('\n'),
      ledger: read('ledger.jsonl'),
    };
  } finally {
    made.remove();
  }
}
