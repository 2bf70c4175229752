// Shortens text for a message.

/** Gives at most so many UTF-16 code units of a text, and `…` where it went on; a character of two is not cut in half. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '')}…`;
}
