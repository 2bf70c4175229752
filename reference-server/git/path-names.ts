/** Says which paths a file of a repository may have: none that git refuses when it reads a tree, and none that no request can name again. */

/** What no request and no file system can hold: a name longer than 255 bytes, a path longer than 4096, as Linux limits both. */
const nameBytesMax = 255;
const pathBytesMax = 4096;

/** Gives why no file can have this path, as the second half of a sentence; undefined when a file can. */
export function flawOfPath(path: string): string | undefined {
  if (Buffer.byteLength(path) > pathBytesMax) return `it is longer than ${pathBytesMax} bytes`;
  for (const name of path.split('/')) {
    const flaw = flawOfName(name);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/** Gives why no file or folder can have this name. */
export function flawOfName(name: string): string | undefined {
  if (name === '') return 'it has an empty name in it';
  if (name.includes('/') || name.includes('\\')) return 'a name must not have a slash or a backslash in it';
  if (name.includes('\0')) return 'a name must not have a zero byte in it';
  if (/\p{Cs}/u.test(name)) return 'it is not Unicode text';
  if (Buffer.byteLength(name) > nameBytesMax) return `a name must not be longer than ${nameBytesMax} bytes`;
  if (isFolderOfSystem(name)) return 'a name must not be . or ..';
  return isGitFolder(name) ? 'a name must not be .git, nor what some file systems take for it' : undefined;
}

/** Drops the letters that HFS+ does not look at when it compares names. */
function visible(name: string): string {
  return name.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '');
}

function isFolderOfSystem(name: string): boolean {
  return ['.', '..'].includes(visible(name));
}

/** Tells whether a file system may take a name for `.git`: HFS+ skips letters, NTFS ignores the end, and has short names. */
function isGitFolder(name: string): boolean {
  const [beforeStream = ''] = visible(name).split(':');
  const compared = beforeStream.toLowerCase().replace(/[. ]+$/, '');
  return compared === '.git' || /^\.?git~[1-9]$/.test(compared);
}
