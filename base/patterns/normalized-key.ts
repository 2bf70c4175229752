// Writes the steps of normalized JSONPaths (RFC 9535, section 2.7).

/** Writes one step of a normalized path. */
export function normalizedKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return `['${key.replaceAll(/['\\]|\p{Cc}/gu, escapeCharacter)}']`;
}

const shortEscapes: {readonly [character: string]: string} = {
  "'": "\\'",
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function escapeCharacter(character: string): string {
  // Section 2.7 escapes the control characters below U+0020 and no others.
  if (character >= '\u007f') return character;
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
