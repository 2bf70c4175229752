// Gives tests of pages an `npx` that starts the touchstone of this tree and nothing else.
import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {temporaryFolder} from './command-line.ts';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';

/** Makes a folder for the PATH that holds it. */
export function npxFolder(): string {
  const folder = join(temporaryFolder(), 'bin');
  mkdirSync(folder);
  const program = [process.execPath, ...newestProgram('runner/main')].map(word => `"${word}"`).join(' ');
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\n[ "$1 $2" = "--no-install touchstone" ] || exit 99\nshift 2\nexec ${program} "$@"\n`);
  chmodSync(npx, 0o755);
  return folder;
}
