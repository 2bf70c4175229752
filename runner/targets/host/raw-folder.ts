// A folder of raw files: inputs of a decoder, one per file, as fuzzers keep them.
import {randomBytes} from 'node:crypto';
import * as fs from 'node:fs';
import {dirname, join} from 'node:path';
import type {Files, RawFolder} from '../../../model/ports.ts';

/** Opens the folder and makes it when it is not there; says why it cannot. */
export function openRawFolder(
  path: string,
  files: Files,
): {readonly kind: 'open'; readonly folder: RawFolder} | {readonly kind: 'failed'; readonly why: string} {
  const made = files.makeFolder(path);
  if (made.kind === 'failed') return made;
  const adder = quickAdder();
  return {
    kind: 'open',
    folder: {
      list: folder => listFiles(path, folder),
      names: () =>
        entriesOf(path)
          .map(({name}) => name)
          .filter(name => !name.startsWith('.'))
          .sort(),
      read: (name, bytesMax) => readRegular(join(path, name), bytesMax),
      write: (name, bytes) => {
        writeQuickly(join(path, name), bytes);
      },
      add: (name, bytes) => {
        adder.add(join(path, name), bytes);
      },
      settled: adder.settled,
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

/** How many files are being written at once; a disk that others keep busy may need a millisecond for each. */
const addingMax = 4;

/** A search adds a thousand files in its first second and must not wait for a disk: each is one write in the background, in turn. */
function quickAdder(): Pick<RawFolder, 'add' | 'settled'> {
  const waiting: (readonly [path: string, bytes: Uint8Array])[] = [];
  const idle: (() => void)[] = [];
  let adding = 0;
  let trouble: Error | undefined;
  const next = (): void => {
    for (; adding < addingMax && waiting.length > 0; adding += 1) addOne(...waiting.shift()!, done);
    if (adding === 0) for (const resolve of idle.splice(0)) resolve();
  };
  const done = (error: Error | undefined): void => {
    trouble ??= error;
    adding -= 1;
    next();
  };
  return {
    add: (path, bytes) => {
      if (trouble !== undefined) throw trouble;
      waiting.push([path, bytes]);
      next();
    },
    settled: async () => {
      if (adding > 0) await new Promise<void>(resolve => idle.push(resolve));
      if (trouble !== undefined) throw trouble;
    },
  };
}

/** Writes one file; its folder is made when it turns out to be missing. */
function addOne(path: string, bytes: Uint8Array, done: (error: Error | undefined) => void): void {
  const write = (onMissing: () => void): void => {
    fs.writeFile(path, bytes, {flag: 'wx'}, error => {
      if (error?.code === 'ENOENT') onMissing();
      else done(error === null || error.code === 'EEXIST' ? undefined : error);
    });
  };
  write(() => {
    fs.mkdir(dirname(path), {recursive: true}, error => {
      if (error === null) write(() => done(new Error(`${path} cannot be written`)));
      else done(error);
    });
  });
}
