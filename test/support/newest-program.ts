// Chooses what a test starts: the build in dist/ where it is newer than every source, else the sources through tsx, which compiles them at each start.
import {readdirSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sourceFolders = ['base', 'model', 'proto', 'reference-server', 'reports', 'runner', 'suites'];
let isBuilt: boolean | undefined;

/** Gives the arguments of Node that start a program of ours, named by its path below the project without ending: `runner/main`. */
export function newestProgram(program: string): readonly string[] {
  return isBuildNewest()
    ? [join(root, 'dist', `${program}.js`)]
    : // By its path: a bare name would be looked up from the test's own folder.
      ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href, join(root, `${program}.ts`)];
}

/** Says whether dist/ was built after every source was last written. */
export function isBuildNewest(): boolean {
  isBuilt ??= newestMs(sourceFolders.map(folder => join(root, folder))) < builtMs();
  return isBuilt;
}

function builtMs(): number {
  return statSync(join(root, 'dist/runner/main.js'), {throwIfNoEntry: false})?.mtimeMs ?? 0;
}

function newestMs(folders: readonly string[]): number {
  const files = folders.flatMap(folder =>
    readdirSync(folder, {recursive: true, withFileTypes: true}).flatMap(entry =>
      entry.isFile() && !entry.name.includes('.test.') ? [statSync(join(entry.parentPath, entry.name)).mtimeMs] : [],
    ),
  );
  return Math.max(...files);
}
