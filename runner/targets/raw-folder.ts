// A folder of raw files: inputs of a decoder, one per file, as fuzzers keep them.
import {randomBytes} from 'node:crypto';
import * as fs from 'node:fs';
import {dirname, join} from 'node:path';
import type {Files, RawFolder} from '../model/ports.ts';

/** Opens the folder and makes it when it is not there; says why it cannot. */
export function openRawFolder(
  path: string,
  files: Files,
): {readonly kind: 'open'; readonly folder: RawFolder} | {readonly kind: 'failed'; readonly why: string} {
  const made = files.makeFolder(path);
  if (made.kind === 'failed') return made;
  return {
    kind: 'open',
    folder: {
      list: folder => listFiles(path, folder),
      read: (name, bytesMax) => readRegular(join(path, name), bytesMax),
      write: (name, bytes) => {
        writeQuickly(join(path, name), bytes);
      },
      add: (name, bytes) => {
        addQuickly(join(path, name), bytes);
      },
      remove: name => {
        fs.rmSync(join(path, name), {force: true});
      },
    },
  };
}

function listFiles(root: string, folder: string): readonly {readonly name: string; readonly bytes: number}[] {
  const found: {name: string; bytes: number}[] = [];
  for (const entry of entriesOf(join(root, folder))) {
    // Links could lead anywhere, and names with a dot are half-written or somebody's notes.
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const stat = fs.statSync(join(root, folder, entry.name), {throwIfNoEntry: false});
    if (stat !== undefined)
      found.push({name: folder === '' ? entry.name : `${folder}/${entry.name}`, bytes: stat.size});
  }
  return found.sort((a, b) => a.bytes - b.bytes || (a.name < b.name ? -1 : 1));
}

function entriesOf(path: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(path, {withFileTypes: true});
  } catch {
    // A message of which nobody has kept an input yet.
    return [];
  }
}

function readRegular(path: string, bytesMax: number): Uint8Array | undefined {
  let handle: number | undefined;
  try {
    handle = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW);
    const stat = fs.fstatSync(handle);
    if (!stat.isFile() || stat.size > bytesMax) return undefined;
    const bytes = new Uint8Array(stat.size);
    const count = fs.readSync(handle, bytes);
    return bytes.subarray(0, count);
  } catch {
    // Somebody else may tidy up the same corpus.
    return undefined;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

// Without fsync: a thousand inputs a second may be kept, and each can be found again.
function writeQuickly(path: string, bytes: Uint8Array | string): void {
  const folder = dirname(path);
  fs.mkdirSync(folder, {recursive: true});
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    fs.writeFileSync(temporary, bytes);
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, {force: true});
    throw error;
  }
}

// A search adds a thousand files in its first second: one open, one write, and the folder made when it turns out to be missing.
function addQuickly(path: string, bytes: Uint8Array): void {
  try {
    fs.writeFileSync(path, bytes, {flag: 'wx'});
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    fs.mkdirSync(dirname(path), {recursive: true});
    fs.writeFileSync(path, bytes);
  }
}
