/** Runs the git program in folders of its own, with nobody's settings and no prompt; used by tests alone. */
import {spawn, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';

/** Whether git is installed; tests that need it are skipped where it is not. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

/** How one call of git ended. */
interface GitEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** What it printed on both streams. */
  readonly text: string;
}

export interface GitFolder {
  readonly path: string;
  /** Runs git; fails when git does, with its words. */
  readonly git: (...args: readonly string[]) => Promise<string>;
  /** Runs git however it ends. */
  readonly tries: (...args: readonly string[]) => Promise<GitEnd>;
  /** Gives a program of git something to read. */
  readonly feed: (input: string, ...args: readonly string[]) => Promise<GitEnd>;
  /** Writes files, and commits everything; gives the id of the commit. */
  readonly commit: (files: Readonly<Record<string, string | Uint8Array>>, message?: string) => Promise<string>;
  /** Gives a folder inside, such as a clone. */
  readonly inside: (name: string) => GitFolder;
  readonly remove: () => void;
}

/** Makes an empty folder to run git in. */
export function gitFolder(): GitFolder {
  const home = mkdtempSync(join(tmpdir(), 'touchstone-git-'));
  return folderAt(home, home);
}

function folderAt(path: string, home: string): GitFolder {
  const feed: GitFolder['feed'] = async (input, ...args) => run({cwd: path, home, args, input});
  const tries: GitFolder['tries'] = async (...args) => feed('', ...args);
  const git: GitFolder['git'] = async (...args) => {
    const {exitCode, stdout, text} = await tries(...args);
    if (exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${String(exitCode)}: ${text}`);
    return stdout.trim();
  };
  return {
    path,
    git,
    tries,
    feed,
    commit: async (files, message = 'Change') => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), {recursive: true});
        writeFileSync(join(path, name), content);
      }
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    inside: name => folderAt(join(path, name), home),
    remove: () => rmSync(home, {recursive: true, force: true}),
  };
}

interface Call {
  readonly cwd: string;
  readonly home: string;
  readonly args: readonly string[];
  readonly input: string;
}

async function run({cwd, home, args, input}: Call): Promise<GitEnd> {
  const names = {GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org'};
  const committer = {GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.org'};
  const alone = {GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', HOME: home, LC_ALL: 'C'};
  const child = spawn('git', ['-c', 'init.defaultBranch=main', ...args], {
    cwd,
    env: {PATH: process.env['PATH'], ...alone, ...names, ...committer},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // What git does not read is no matter.
  child.stdin.on('error', () => undefined).end(input);
  let stdout = '';
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
    text += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', exitCode => resolve({exitCode, stdout, text}));
  });
}
