// Gives tests of pages an `npx` that starts the touchstone of this tree and nothing else.
import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {temporaryFolder} from './command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes a folder for the PATH that holds it. */
export function npxFolder(): string {
  const folder = join(temporaryFolder(), 'bin');
  mkdirSync(folder);
  const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const npx = join(folder, 'npx');
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1 $2" = "--no-install touchstone" ] || exit 99\nshift 2\nexec "${process.execPath}" --import "${tsx}" "${join(root, 'runner/main.ts')}" "$@"\n`,
  );
  chmodSync(npx, 0o755);
  return folder;
}
