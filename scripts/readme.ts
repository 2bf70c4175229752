// Puts real output between the markers of the pages: what `npm start` prints (README.md), and how one failure looks (docs/read-a-report.md).
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-readme-'));

const whole = run('run', '--reference');
const red = run(
  'run',
  'suites/hosting/labels.yaml',
  '--id',
  '*nested-scopes*',
  '--reference',
  '--fault',
  'label-scope-first-slash',
);
const told = /^FAIL [\s\S]*?(?=\nREFERENCE SELF-TEST\. \d+ cases? failed)/m.exec(red)?.[0];
if (told?.includes('To reproduce') !== true) throw new Error(`the failing run looks different now:\n${red}`);
put('README.md', 'transcript', whole);
put('docs/read-a-report.md', 'failure', told);
rmSync(scratch, {recursive: true, force: true});

/** Runs the compiled command line in an empty folder and gives what a person would see there. */
function run(...args: readonly string[]): string {
  const main = join(root, 'dist/runner/main.js');
  const {stdout, stderr} = spawnSync(process.execPath, [main, ...args], {
    cwd: scratch,
    encoding: 'utf8',
    env: {...process.env, NO_COLOR: '1'},
  });
  return `${stderr}${stdout}`.trimEnd();
}

function put(page: string, name: string, output: string): void {
  const path = join(root, page);
  const text = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`${page} has no markers for "${name}"`);
  const filled = `${text.slice(0, from + start.length)}\n\`\`\`text\n${output.trimEnd()}\n\`\`\`\n${text.slice(to)}`;
  writeFileSync(path, filled);
}
