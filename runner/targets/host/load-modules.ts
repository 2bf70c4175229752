// Loads a user's TypeScript or JavaScript files: their properties and matchers, which are code of theirs and run as such.
import {register} from 'node:module';
import {pathToFileURL} from 'node:url';
import type {LoadedModule} from '../../../model/machine.ts';
import {loadingFault, loadingPlace} from './loading-fault.ts';

/** Loads each file; one that cannot be loaded says why in one sentence, and stops no other. */
export async function loadModules(files: readonly string[]): Promise<readonly LoadedModule[]> {
  const {tsImport} = await import('tsx/esm/api');
  lendOurNames([...new Set(files.map(file => new URL('.', pathToFileURL(file)).href))]);
  const loaded: LoadedModule[] = [];
  for (const file of files) {
    try {
      // Without the user's tsconfig: its path aliases and decorators would make a file mean another thing elsewhere.
      const module: unknown = await tsImport(pathToFileURL(file).href, {parentURL: import.meta.url, tsconfig: false});
      loaded.push({kind: 'loaded', file, exports: exportsOf(module)});
    } catch (problem) {
      loaded.push({kind: 'broken', file, why: `${loadingFault(problem)}${loadingPlace(problem)}`});
    }
  }
  return loaded;
}

// A file that counts as CommonJS, because no package.json says otherwise, has its exports once more below "default".
function exportsOf(module: unknown): readonly unknown[] {
  if (typeof module !== 'object' || module === null) return [];
  const values = Object.entries(module).flatMap(([name, value]: readonly [string, unknown]) =>
    (name === 'default' || name === 'module.exports') && typeof value === 'object' && value !== null
      ? [value, ...Object.values(value)]
      : [value],
  );
  return [...new Set<unknown>(values)];
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/**
 * Makes two things hold while a user's files are resolved. Suites can stand in a folder without node_modules: there `touchstone` means this
 * touchstone, and `fast-check` the one that it uses; where the folder has its own, that is meant. And TypeScript is a module of the language's own
 * kind, whatever the nearest package.json says, as `import` at its head promises.
 */
function lendOurNames(folders: readonly string[]): void {
  const ours = {
    touchstone: new URL(`../../library/touchstone${extension}`, import.meta.url).href,
    'fast-check': import.meta.resolve('fast-check'),
  };
  const hook = `const ours = ${JSON.stringify(ours)};
const folders = ${JSON.stringify(folders)};
export async function resolve(name, context, next) {
  let found;
  try {
    found = await next(name, context);
  } catch (problem) {
    if (!Object.hasOwn(ours, name)) throw problem;
    return {url: ours[name], shortCircuit: true};
  }
  const isTheirs = /\\.ts(?:\\?|$)/.test(found.url) && folders.some(folder => found.url.startsWith(folder));
  return isTheirs ? {...found, format: 'module'} : found;
}`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
