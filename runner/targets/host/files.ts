// The files of the machine: regular files only, bounded in size, written whole or line by line.
import {randomBytes} from 'node:crypto';
import * as fs from 'node:fs';
import {dirname, join, resolve, sep} from 'node:path';
import {lock, otherHolderOf} from './lock-file.ts';
import {watchFolders} from './watch-folders.ts';
import {whyNot} from './why-not.ts';
import type {FileBytes, Files, FileText} from '../../../model/ports.ts';

/** Gives the machine's files. */
export function machineFiles(): Files {
  return {
    readText,
    readWhole,
    readBytes,
    list,
    beside,
    whyNotWritable,
    writeSecret,
    writeWhole,
    openAppend,
    lock,
    lockedBy: otherHolderOf,
    makeFolder,
    removeEmptyFolder,
    exists: fs.existsSync,
    isBelow,
    watch: watchFolders,
    absolute,
  };
}

const textBytesMax = 16 * 1024 * 1024;
/** A folder of suites has hundreds of files; this many means that the wrong folder was named. */
const filesMax = 20_000;

function readText(path: string, bytesMax = textBytesMax): FileText {
  const read = readWhole(path, bytesMax);
  if (read.kind === 'unreadable') return read;
  try {
    return {kind: 'text', text: new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(read.bytes)};
  } catch (error) {
    return unreadable(whyNot(error));
  }
}

function readWhole(path: string, bytesMax = textBytesMax): FileBytes {
  let handle: number | undefined;
  try {
    // Without O_NONBLOCK, opening a named pipe waits for a writer for ever.
    handle = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stat = fs.fstatSync(handle);
    if (!stat.isFile()) return unreadable(`it is ${kindOf(stat)}, not a regular file`);
    if (stat.size > bytesMax) return unreadable(tooLarge(bytesMax));
    const bytes = readAtMost(handle, {size: stat.size, bytesMax: bytesMax + 1});
    return bytes.length > bytesMax ? unreadable(tooLarge(bytesMax)) : {kind: 'bytes', bytes};
  } catch (error) {
    return unreadable(whyNot(error));
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

function readBytes(path: string, bytesMax = textBytesMax): Uint8Array | undefined {
  try {
    const stat = fs.statSync(path);
    return stat.isFile() && stat.size <= bytesMax ? fs.readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

// A file can grow after its size was asked for, and files below /proc claim to be empty: what comes after the size is read in chunks.
function readAtMost(handle: number, {size, bytesMax}: {readonly size: number; readonly bytesMax: number}): Uint8Array {
  const chunks: Buffer[] = [];
  for (let total = 0; total < bytesMax;) {
    const chunk = Buffer.allocUnsafe(Math.min(total < size ? size - total : 65_536, bytesMax - total));
    const count = fs.readSync(handle, chunk);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

function list(path: string, endings: readonly string[]): ReturnType<Files['list']> {
  try {
    if (!fs.statSync(path).isDirectory())
      return fs.lstatSync(path).isSymbolicLink() && !isFileBelow(path, fs.realpathSync(dirname(path)))
        ? unreadable('it is a link that leads out of its folder; name the file itself')
        : {kind: 'files', files: [path]};
    const root = fs.realpathSync(path);
    const found: string[] = [];
    collect(path, {root, endings, found});
    return {kind: 'files', files: found.sort()};
  } catch (error) {
    return unreadable(whyNot(error));
  }
}

// Links are followed only to files below the folder that was named, and never to folders: they can lead out of it or round in circles.
function collect(
  folder: string,
  search: {readonly root: string; readonly endings: readonly string[]; readonly found: string[]},
): void {
  for (const entry of fs.readdirSync(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') collect(path, search);
    } else if (search.endings.some(ending => entry.name.endsWith(ending)) && isFileBelow(path, search.root))
      search.found.push(path);
    if (search.found.length > filesMax) throw new Error(`there are more than ${filesMax} files below it`);
  }
}

function beside(folder: string, endings: readonly string[]): readonly string[] {
  try {
    const root = fs.realpathSync(folder);
    return fs
      .readdirSync(folder)
      .filter(name => endings.some(ending => name.endsWith(ending)))
      .map(name => join(folder, name))
      .filter(path => isFileBelow(path, root))
      .sort();
  } catch {
    return [];
  }
}

function isBelow(path: string, folder: string): boolean {
  try {
    return isFileBelow(path, fs.realpathSync(folder));
  } catch {
    return false;
  }
}

function isFileBelow(path: string, root: string): boolean {
  try {
    const real = fs.realpathSync(path);
    return real.startsWith(join(root, '/')) && fs.statSync(real).isFile();
  } catch {
    return false;
  }
}

// A file is written beside its place and renamed, so that is tried; a device such as /dev/null must not be replaced.
function whyNotWritable(path: string): string | undefined {
  try {
    const stat = fs.statSync(path, {throwIfNoEntry: false});
    if (stat !== undefined && !stat.isFile()) return `it is ${kindOf(stat)}, not a regular file`;
    // Rights alone do not say it: root has all of them, also where nothing can be made, as below /proc.
    const temporary = temporaryBeside(path);
    fs.closeSync(fs.openSync(temporary, 'wx'));
    fs.rmSync(temporary);
    return undefined;
  } catch (error) {
    return whyNot(error);
  }
}

function temporaryBeside(path: string): string {
  return join(dirname(path), `.${randomBytes(6).toString('hex')}.tmp`);
}

function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = temporaryBeside(path);
  try {
    const handle = fs.openSync(temporary, 'wx');
    try {
      fs.writeFileSync(handle, content);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, {force: true});
    throw error;
  }
}

const ownerOnly = 0o600;

function writeSecret(path: string, content: string): ReturnType<Files['writeSecret']> {
  let handle: number | undefined;
  try {
    // `wx` makes the file or fails: nobody's key is ever replaced, and no link is followed to another place.
    handle = fs.openSync(path, 'wx', ownerOnly);
    fs.writeFileSync(handle, content, {flush: true});
    return {kind: 'written'};
  } catch (error) {
    // Half a key would be in the way of the next attempt.
    if (handle !== undefined) fs.rmSync(path, {force: true});
    return {kind: 'failed', why: whyNot(error)};
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

function openAppend(path: string, options?: {readonly isKept: boolean}): ReturnType<Files['openAppend']> {
  const handle = fs.openSync(path, options?.isKept === true ? 'a' : 'w');
  return {
    append: text => {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length;) done += fs.writeSync(handle, bytes, done);
    },
    close: () => {
      fs.fsyncSync(handle);
      fs.closeSync(handle);
    },
  };
}

function makeFolder(path: string): ReturnType<Files['makeFolder']> {
  try {
    fs.mkdirSync(path, {recursive: true});
    fs.accessSync(path, fs.constants.W_OK);
    return fs.statSync(path).isDirectory()
      ? {kind: 'made'}
      : {kind: 'failed', why: 'a file of that name is in the way'};
  } catch (error) {
    return {kind: 'failed', why: whyNot(error)};
  }
}

function removeEmptyFolder(path: string): void {
  try {
    fs.rmdirSync(path);
  } catch {
    // Something is in it, or it is gone already.
  }
}

function absolute(path: string): string {
  const whole = resolve(path);
  const real = fs.existsSync(whole) ? fs.realpathSync(whole) : whole;
  // Elsewhere than on Windows a backslash is an ordinary character of a name.
  return sep === '/' ? real : real.replaceAll(sep, '/');
}

function unreadable(why: string): {readonly kind: 'unreadable'; readonly why: string} {
  return {kind: 'unreadable', why};
}

function tooLarge(bytesMax: number): string {
  return `it is larger than ${bytesMax.toLocaleString('en-US')} bytes`;
}

function kindOf(stat: fs.Stats): string {
  if (stat.isDirectory()) return 'a folder';
  if (stat.isFIFO()) return 'a named pipe';
  return stat.isSocket() ? 'a socket' : 'a device';
}
