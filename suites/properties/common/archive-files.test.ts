import {deflateRawSync, gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import {BrokenArchive, filesInTar, filesInZip, type ArchivedFiles} from './archive-files.ts';

const words = Buffer.from('words\n');

/** One member of a tar archive, with its header. */
function member(path: string, content: Uint8Array, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(`${content.byteLength.toString(8).padStart(11, '0')}\0`, 124);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.byteLength % 512)) % 512)]);
}

function tar(...members: readonly Buffer[]): Uint8Array {
  return gzipSync(Buffer.concat([...members, Buffer.alloc(1024)]));
}

function record(text: string, more = 0): Buffer {
  const length = Buffer.byteLength(text) + 4;
  return Buffer.from(`${String(length + more)} ${text}\n`);
}

const path = 'f/Grüße.txt';
const byPax = [member('PaxHeader', record(`path=${path}`), 'x'), member('f/short', words)] as const;

/** A zip archive of one file. */
function zip(sum: number, content: Uint8Array = words): Buffer {
  const name = Buffer.from(path);
  const packed = deflateRawSync(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(sum, 10);
  shared.writeUInt32LE(packed.byteLength, 14);
  shared.writeUInt32LE(content.byteLength, 18);
  shared.writeUInt16LE(name.byteLength, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.alloc(2), shared, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.byteLength, 16);
  return Buffer.concat([local, central, end]);
}

/** The checksum of the words, by hand: `printf 'words\n' | gzip -c | tail -c8 | head -c4`. */
const wordsSum = 0xd6_a8_b4_86;

function told(files: ArchivedFiles): readonly (readonly [string, string])[] {
  return [...files].map(([name, content]) => [name, Buffer.from(content).toString()]);
}

describe('files in archives', () => {
  it('are those of a tar archive, by the path of an extended header where there is one', () => {
    const archive = tar(
      member('pax_global_header', record('comment=x'), 'g'),
      member('f/', Buffer.alloc(0), '5'),
      ...byPax,
      member('f/b', words),
    );
    expect(told(filesInTar(archive))).toEqual([
      [path, 'words\n'],
      ['f/b', 'words\n'],
    ]);
  });

  it('are those of a zip archive', () => {
    expect(told(filesInZip(zip(wordsSum)))).toEqual([[path, 'words\n']]);
  });

  it.each<[string, () => ArchivedFiles, string]>([
    [
      'a record that says another length',
      () => filesInTar(tar(member('PaxHeader', record(`path=${path}`, -2), 'x'), member('f/a', words))),
      'not as long as it says',
    ],
    [
      'a header with another sum',
      () => filesInTar(gzipSync(Buffer.concat([member('a', words).fill('b', 0, 1), Buffer.alloc(1024)]))),
      'the sum of a header',
    ],
    ['an archive that is cut', () => filesInTar(gzipSync(member('a', words))), 'no end'],
    ['what is not compressed', () => filesInTar(words), 'does not unpack'],
    ['what is no zip archive', () => filesInZip(words), 'no central directory'],
    ['a file with another checksum', () => filesInZip(zip(wordsSum + 1)), 'another size or checksum'],
  ])('%s is refused', (_, read, why) => {
    expect(read).toThrow(BrokenArchive);
    expect(read).toThrow(why);
  });
});
