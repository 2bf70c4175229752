// Shows what the files port reads, refuses, lists and writes.
import {execFileSync} from 'node:child_process';
import * as fs from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {machineFiles} from './files.ts';

const files = machineFiles();
let folder = '';
beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'touchstone-files-')));
});
afterAll(() => fs.rmSync(folder, {recursive: true, force: true}));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  fs.mkdirSync(join(path, '..'), {recursive: true});
  fs.writeFileSync(path, content);
  return path;
}

describe('reading', () => {
  test('a text is read as it is, its byte order mark included', () => {
    expect(files.readText(put('a.yaml', '\ufeffid: é\r\n'))).toEqual({kind: 'text', text: '\ufeffid: é\r\n'});
  });

  test.each([
    ['a file that is not there', () => join(folder, 'none'), 'there is no such file or folder'],
    ['a folder', () => folder, 'it is a folder, not a regular file'],
    ['a device', () => '/dev/zero', 'it is a device, not a regular file'],
    ['a path through a file', () => join(put('file', ''), 'x'), 'a part of its path is a file, not a folder'],
    ['text that is not UTF-8', () => put('bad', Buffer.from([0x61, 0xff])), 'it is not UTF-8 text'],
    ['a file over the bound', () => put('big', 'x'.repeat(1_001)), 'it is larger than 1,000 bytes'],
  ])('YA-12 %s is unreadable', (_, path, why) => {
    expect(files.readText(path(), 1_000)).toEqual({kind: 'unreadable', why});
  });

  test('a named pipe without a writer is refused and does not hang', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(files.readText(pipe)).toEqual({kind: 'unreadable', why: 'it is a named pipe, not a regular file'});
  });

  test('a file that claims to be empty is read to its end', () => {
    const read = files.readText('/proc/self/status');
    expect(read.kind === 'text' && read.text.length > 0).toBe(true);
  });
});

describe('listing', () => {
  test('files below a folder come sorted; links out of it, and folders behind links, do not', () => {
    const root = join(folder, 'suites');
    const outside = put('outside.yaml', '');
    const [b, a] = [put('suites/b.yaml', ''), put('suites/a/x.yaml', '')];
    put('suites/readme.md', '');
    fs.symlinkSync(outside, join(root, 'out.yaml'));
    fs.symlinkSync(root, join(root, 'loop'));
    fs.symlinkSync(b, join(root, 'c.yaml'));
    expect(files.list(root, ['.yaml'])).toEqual({kind: 'files', files: [a, b, join(root, 'c.yaml')]});
    // Also when a link is named itself: a message would show a line of what it leads to.
    expect(files.list(join(root, 'c.yaml'), ['.yaml'])).toEqual({kind: 'files', files: [join(root, 'c.yaml')]});
    expect(files.list(join(root, 'out.yaml'), ['.yaml'])).toEqual({
      kind: 'unreadable',
      why: 'it is a link that leads out of its folder; name the file itself',
    });
  });

  test('a file lists itself, and a missing folder says so', () => {
    const path = put('single.txt', '');
    expect(files.list(path, ['.yaml'])).toEqual({kind: 'files', files: [path]});
    expect(files.list(join(folder, 'gone'), ['.yaml'])).toEqual({
      kind: 'unreadable',
      why: 'there is no such file or folder',
    });
  });
});

describe('writing', () => {
  test('a file is replaced as a whole, and no temporary file stays', () => {
    const path = put('out/report.xml', 'before');
    files.writeWhole(path, 'after');
    expect(fs.readFileSync(path, 'utf8')).toBe('after');
    expect(() => files.writeWhole(join(folder, 'out'), 'x')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|directory/);
    expect(fs.readdirSync(join(folder, 'out'))).toEqual(['report.xml']);
    expect(fs.readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  test('a file that could not be written is told before', () => {
    expect(files.whyNotWritable(join(folder, 'new.xml'))).toBeUndefined();
    expect(files.whyNotWritable(put('old.xml', ''))).toBeUndefined();
    expect(fs.readdirSync(folder)).not.toContain('new.xml');
    expect(files.whyNotWritable(folder)).toBe('it is a folder, not a regular file');
    expect(files.whyNotWritable(join(folder, 'missing/x.xml'))).toMatch(/no such file/);
    expect(fs.readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('a folder in which root itself can make nothing is told before', () => {
    expect(files.whyNotWritable('/proc/x.tap')).toBeDefined();
  });

  test('bytes are read as they are; what cannot be read is nothing', () => {
    const path = join(folder, 'bytes');
    fs.writeFileSync(path, Buffer.from([255, 0, 10]));
    expect([...(files.readBytes(path) ?? [])]).toEqual([255, 0, 10]);
    expect(files.readBytes(path, 2)).toBeUndefined();
    expect(files.readBytes(folder)).toBeUndefined();
    expect(files.readBytes(join(folder, 'missing'))).toBeUndefined();
  });

  test('what was appended can be read before the file is closed', () => {
    const path = put('results.jsonl', 'old\n');
    const journal = files.openAppend(path);
    journal.append('één\n');
    journal.append('two\n');
    expect(fs.readFileSync(path, 'utf8')).toBe('één\ntwo\n');
    journal.close();
  });

  test('a folder is made with its parents; a file in its way is told', () => {
    expect(files.makeFolder(join(folder, 'x/y'))).toEqual({kind: 'made'});
    expect(files.makeFolder(put('blocked', ''))).toEqual({kind: 'failed', why: 'a file of that name is in the way'});
  });

  test('an absolute path has its links resolved where the file exists', () => {
    const path = put('real.txt', '');
    fs.symlinkSync(path, join(folder, 'link.txt'));
    expect(files.absolute(join(folder, 'link.txt'))).toBe(path);
    expect(files.absolute(join(folder, 'x/../none'))).toBe(join(folder, 'none'));
  });
});
