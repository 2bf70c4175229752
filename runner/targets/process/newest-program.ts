// Chooses what is started from source: the build in dist/ where it is newer than every source, else the sources through tsx, which compiles them at each start.
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = packageRoot(dirname(fileURLToPath(import.meta.url)));
const sourceFolders = ['base', 'model', 'proto', 'reference-server', 'reports', 'runner', 'suites'];
let isBuilt: boolean | undefined;

/** Gives the arguments of Node that start a program of ours, named by its path below the project without ending: `runner/main`. */
export function newestProgram(program: string): readonly string[] {
  return isBuildNewest() ? [builtProgram(program)] : [...tsxFlags(), join(root, `${program}.ts`)];
}

/** Some are also there in few files, which start sooner. */
function builtProgram(program: string): string {
  const bundled = join(root, 'dist/bundled', `${program}.js`);
  return existsSync(bundled) ? bundled : join(root, 'dist', `${program}.js`);
}

/** Gives the flags of Node that let it run TypeScript. By the path of tsx: a bare name would be looked up from the folder that we are started in. */
export function tsxFlags(): readonly string[] {
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}

/** Says whether dist/ was built after every source was last written; what runs from it cannot be older. */
export function isBuildNewest(): boolean {
  isBuilt ??= import.meta.url.endsWith('.js') || newestMs(sourceFolders.map(folder => join(root, folder))) < builtMs();
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

function packageRoot(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && isOurs(readFileSync(file, 'utf8'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('no package.json of touchstone was found above its own code');
  return packageRoot(parent);
}

function isOurs(text: string): boolean {
  return (JSON.parse(text) as {readonly name?: unknown}).name === 'touchstone';
}
