// Reads how changed sources were at a commit of the checkout.
import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {SourcesAt} from '../../../model/mutants.ts';

/** Gives the old text of each source of the reference that is another now, and nothing for one that was not there. */
export async function sourcesAt(root: string, commit: string): Promise<SourcesAt> {
  const git = (args: readonly string[]): Promise<{readonly stdout: string}> =>
    promisify(execFile)('git', ['-C', root, ...args], {maxBuffer: 64 * 1024 * 1024});
  try {
    // After `--end-of-options`, a name that begins with a dash is no option.
    const {stdout: id} = await git(['rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`]);
    const {stdout: names} = await git(['diff', '--relative', '--name-only', '-z', id.trim(), '--', 'reference-server']);
    const files = names.split('\0').filter(name => name.endsWith('.ts'));
    const texts = files.map(async (file): Promise<readonly [string, string]> => {
      try {
        return [file, (await git(['show', `${id.trim()}:./${file}`])).stdout];
      } catch {
        return [file, ''];
      }
    });
    return {kind: 'sources', before: new Map(await Promise.all(texts))};
  } catch (problem) {
    const said = typeof problem === 'object' && problem !== null && 'stderr' in problem ? String(problem.stderr) : '';
    return {kind: 'unknown', why: said.trim().split('\n', 1)[0] || 'git cannot be run'};
  }
}
