// Tries the commands of the pages as they stand there: a block below `<!-- tried: N -->` is given to a shell, and its last command ends with N.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/command-line.ts';
import {fences} from '../support/doc-fences.ts';
import {liveReference} from '../support/live-reference.ts';
import {npxFolder} from '../support/npx-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// A server with something to find.
const faulty = liveReference(['reaction-again-201']);

/** The pages, in the order in which a reader comes to them; each goes on in the folder where the one before ended. */
const pages = ['docs/test-your-server.md', 'docs/read-a-report.md'];

test('the commands of the pages do what the pages say', async () => {
  const folder = temporaryFolder();
  const bin = npxFolder();
  const tried = pages.flatMap(page => triedBlocks(readFileSync(join(root, page), 'utf8')));
  expect(tried.length).toBeGreaterThan(5);
  for (const {script, exitCode} of tried) {
    const here = script
      .replaceAll('http://127.0.0.1:3000', faulty().url)
      .replaceAll('--admin-user root', `--admin-user ${faulty().admin.user}`);
    const ended = await shell(here, {cwd: folder, bin});
    expect(`${script}${ended.log}\nexit code ${String(ended.exitCode)}`).toMatch(
      new RegExp(`\nexit code ${String(exitCode)}$`),
    );
  }
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('hosting/reactions/');
  expect(readFileSync(join(folder, 'touchstone-baseline.yaml'), 'utf8')).toContain('case: hosting/reactions/');
});

interface TriedBlock {
  readonly script: string;
  readonly exitCode: number;
}

function triedBlocks(page: string): readonly TriedBlock[] {
  const lines = page.split('\n');
  return fences(page, 'sh').flatMap(({text, line}) => {
    // The fence opens one line above its text.
    const [, exitCode] = /^<!-- tried: (\d+) -->$/.exec(lines[line - 3] ?? '') ?? [];
    return exitCode === undefined ? [] : [{script: text, exitCode: Number(exitCode)}];
  });
}

function shell(
  script: string,
  {cwd, bin}: {readonly cwd: string; readonly bin: string},
): Promise<{readonly exitCode: number | null; readonly log: string}> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-ec', script], {
      cwd,
      env: {
        ...faulty().env,
        PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
        HOME: process.env['HOME'] ?? '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.once('error', reject);
    child.once('close', exitCode => {
      resolve({exitCode, log});
    });
  });
}
