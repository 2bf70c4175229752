// Packs this checkout as `npm pack` would from a fresh clone, and installs the tarball into an empty folder.
import {spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isBuildNewest} from '../../runner/targets/process/newest-program.ts';

/** How a program ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The tarball, what is in it, and where it was installed. */
export interface Packed {
  /** Everything that was made lies below it. */
  readonly folder: string;
  /** The checkout as it was cloned, and built. */
  readonly clone: string;
  readonly files: readonly string[];
  /** A folder that holds nothing but what npm put there; absent when that was not wanted, or npm could reach no registry and had not kept every dependency. */
  readonly installed?: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program to its end; never through a shell. */
export function runProgram(
  command: string,
  args: readonly string[],
  {cwd, env = {}}: {readonly cwd: string; readonly env?: {readonly [name: string]: string}},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: {PATH: process.env['PATH'], HOME: process.env['HOME'], ...env},
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 170_000,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', exitCode => resolve({exitCode, stdout, stderr}));
  });
}

/** Packs, and installs where that is wanted; `remove` the folder in the end. */
export async function packAndInstall({isInstalled}: {readonly isInstalled: boolean}): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-packed-'));
  const clone = cloneInto(folder);
  // A build of the same sources is the same build.
  if (isBuildNewest()) cpSync(join(root, 'dist'), join(clone, 'dist'), {recursive: true});
  else mustSucceed(await runProgram(process.execPath, ['scripts/build.js'], {cwd: clone}));
  const packed = mustSucceed(
    await runProgram('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {cwd: clone}),
  );
  const [facts] = JSON.parse(packed.stdout) as readonly {
    readonly filename: string;
    readonly files: readonly {readonly path: string}[];
  }[];
  const files = (facts?.files ?? []).map(({path}) => path);
  if (!isInstalled) return {folder, clone, files};
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const tarball = join(folder, facts?.filename ?? '');
  const install = await runProgram('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
    cwd: empty,
  });
  if (install.exitCode !== 0 && /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/.test(install.stderr))
    return {folder, clone, files};
  mustSucceed(install);
  return {folder, clone, files, installed: empty};
}

/** Removes everything that was made. */
export function remove({folder}: Packed): void {
  rmSync(folder, {recursive: true, force: true});
}

/** Copies this checkout as it would be cloned, below the folder, with the dependencies of this one; nothing is built there. */
function cloneInto(folder: string): string {
  const clone = join(folder, 'clone');
  cpSync(root, clone, {recursive: true, filter: source => !isNotCloned(source)});
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
  return clone;
}

const notCloned = new Set(['node_modules', '.git', 'dist', '.cache', 'touchstone-results']);

function isNotCloned(path: string): boolean {
  return notCloned.has(basename(path)) && dirname(path) === join(root, '.').replace(/[/\\]$/, '');
}

function mustSucceed(ended: Ended): Ended {
  if (ended.exitCode !== 0) throw new Error(`${ended.stdout}\n${ended.stderr}`);
  return ended;
}

/** Writes every example of docs/as-a-library.md below a folder, each as the file that the page names. */
export function writeExamples(folder: string): void {
  const page = readFileSync(join(root, 'docs/as-a-library.md'), 'utf8');
  for (const [, path = '', text = ''] of page.matchAll(/<!-- file: (\S+) -->\n```\w+\n([^]*?)```/g)) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
}

/** Makes a package of this checkout usable in the folder, as if its author had it. */
export function lend(name: string, folder: string): void {
  const place = join(folder, 'node_modules', name);
  if (!existsSync(place)) symlinkSync(join(root, 'node_modules', name), place, 'junction');
}

/** The path of a program of one of our packages. */
export function programOf(path: string): string {
  return join(root, 'node_modules', path);
}
