/** Writes a changed file that is not text as git does for programs to read: both contents, packed, in letters. */
import {deflateSync} from 'node:zlib';

/** Gives the lines of a patch from which `git apply` makes either content of the other. */
export function binaryLines(before: Uint8Array, after: Uint8Array): readonly string[] {
  return ['GIT binary patch', ...literalLines(after), '', ...literalLines(before), ''];
}

/** A line holds so many bytes, after a letter that says how many. */
const bytesOfLine = 52;

function literalLines(content: Uint8Array): readonly string[] {
  const packed = deflateSync(content, {level: 1});
  const starts = Array.from({length: Math.ceil(packed.length / bytesOfLine)}, (_, at) => at * bytesOfLine);
  const lines = starts.map(start => lettersOf(packed.subarray(start, start + bytesOfLine)));
  return [`literal ${content.byteLength}`, ...lines];
}

function lettersOf(bytes: Uint8Array): string {
  const length = String.fromCodePoint(bytes.length <= 26 ? 64 + bytes.length : 70 + bytes.length);
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const words = Array.from({length: padded.length / 4}, (_, at) => padded.readUInt32BE(at * 4));
  return length + words.map(fiveLetters).join('');
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Writes 32 bits in base 85, the highest digit first. */
function fiveLetters(word: number): string {
  const powers = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1];
  return powers.map(power => alphabet[Math.floor(word / power) % 85]).join('');
}
