// Says how bytes differ from what they should be: where, and how many there are.

/** Bytes on either side that are shown whole. */
const wholeMax = 64;

/** Bytes that are shown of longer ones, from where they begin to differ. */
const shownMax = 16;

/** Gives the difference of two texts of hex in bytes; nothing where both are short enough to be read whole, or the same. */
export function bytesMiss(expected: string, actual: string): string | undefined {
  const [wanted, got] = [bytesOf(expected), bytesOf(actual)];
  if (expected === actual || (wanted.length <= wholeMax && got.length <= wholeMax)) return undefined;
  const at = wanted.findIndex((byte, index) => byte !== got[index]);
  const [all, came] = [String(wanted.length), String(got.length)];
  if (at === got.length) return `cut off after ${came} of ${all} bytes`;
  if (at === -1) return `expected ${all} bytes, got ${came}: after the last of them comes ${shown(got, wanted.length)}`;
  const counts = all === came ? '' : `; expected ${all} bytes, got ${came}`;
  return `differs from byte ${String(at)} on (counted from 0): expected ${shown(wanted, at)}, got ${shown(got, at)}${counts}`;
}

function bytesOf(hex: string): readonly string[] {
  return hex.match(/../g) ?? [];
}

function shown(bytes: readonly string[], from: number): string {
  const part = bytes.slice(from, from + shownMax);
  return `${part.join('')}${bytes.length > from + shownMax ? '…' : ''}`;
}
