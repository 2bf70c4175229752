// Keeps what was read from unchanged files: beside our compiled code for what we ship, in the user's cache folder for the rest.
import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {join} from 'node:path';
import type {Cache} from '../../../model/ports.ts';

/** Gives the cache; one that cannot be written only costs time. `TOUCHSTONE_CACHE_DIR` names another folder. */
export function machineCache(root: string, env: {readonly [name: string]: string | undefined}): Cache {
  const chosen = env['TOUCHSTONE_CACHE_DIR'];
  const own =
    chosen !== undefined && chosen !== ''
      ? chosen
      : join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'touchstone');
  const folders = [join(root, 'dist', 'cache'), own];
  return {
    read: name => {
      for (const folder of folders) {
        try {
          return readFileSync(join(folder, name), 'utf8');
        } catch {
          // Not kept there; the next folder may have it.
        }
      }
      return undefined;
    },
    write: (name, text) => {
      try {
        mkdirSync(own, {recursive: true});
        const temporary = join(own, `${name}.${String(process.pid)}.part`);
        writeFileSync(temporary, text);
        renameSync(temporary, join(own, name));
      } catch {
        // Without a cache the texts are read anew each time.
      }
    },
  };
}
