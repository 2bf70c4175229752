// Finds what makes a text unusable before anybody parses it: its size, its encoding, characters that YAML does not allow.

/** Bytes of the largest file that is read: a suite of ten thousand cases has about 8 MB and should be several files. */
const fileBytesMax = 4 * 1024 * 1024;

/** What is wrong with a text; without offset it is the whole file. */
export interface UnusableText {
  readonly message: string;
  readonly fix: string;
  readonly offset?: number;
}

/** Tells why a text (without byte order mark) cannot be read as YAML, or undefined when it can be tried. */
export function unusableText(text: string): UnusableText | undefined {
  if (text.length > fileBytesMax || Buffer.byteLength(text) > fileBytesMax) {
    return {message: 'the file is larger than 4 MiB', fix: 'split it into several files'};
  }
  // Decoded as UTF-8, the mark of a UTF-16 file becomes two replacement characters, and each of its ASCII letters a NUL and the letter.
  if (/^(?:\uFFFD\uFFFD|\uFFFE|[^\0]\0|\0[^\0])/.test(text)) {
    return {message: 'the file looks like UTF-16', fix: 'save it as UTF-8'};
  }
  const offset = text.search(forbidden);
  if (offset === -1) return undefined;
  const character = text.charCodeAt(offset);
  if (character === 0x0d)
    return {message: 'a carriage return without line feed', fix: 'end lines with a line feed', offset};
  const name = `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
  return {
    message: `the character ${name} may not appear in a file`,
    fix: `write it as an escape in a double-quoted text, e.g. "\\u${name.slice(2)}"`,
    offset,
  };
}

// Anything but what YAML 1.2 (5.1) calls printable; a carriage return only before a line feed.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\r(?!\n)/;
