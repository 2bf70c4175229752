// Starts the notes API of docs/notes-api, and writes suites and target files for it into a folder of the test.
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {packageRoot} from './in-process.ts';

/** A notes API that is running. */
export interface NotesApi {
  readonly url: string;
  close(): void;
}

/** Secrets of its clients, as the target files of tests name them. */
export const notesEnvironment = {
  NO_COLOR: '1',
  TOUCHSTONE_TOKEN_ALICE: 'token-of-alice-0123456789',
  TOUCHSTONE_SECRET_ALICE: 'wonderland-42',
  TOUCHSTONE_SECRET_BOB: 'builder-4242',
} as const;

/** Starts it on a free port; `change` makes another server of its text. */
export async function startNotesApi(change?: (text: string) => string): Promise<NotesApi> {
  const file = join(packageRoot, 'docs/notes-api/server.mjs');
  const changed = change === undefined ? undefined : folderWith({'server.mjs': change(readFileSync(file, 'utf8'))});
  const place = changed === undefined ? file : join(changed.folder, 'server.mjs');
  const child = spawn(process.execPath, [place, '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /http:\S+/.exec(chunk.toString('utf8'))?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url,
    close: () => {
      child.kill();
      changed?.remove();
    },
  };
}

/** A folder with these files, and the way to remove it. */
export function folderWith(files: {readonly [path: string]: string}): {
  readonly folder: string;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-any-api-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
  return {
    folder,
    remove: () => {
      rmSync(folder, {recursive: true, force: true});
    },
  };
}
