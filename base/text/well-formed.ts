// Repairs text that was cut in the middle of a character; String.prototype.toWellFormed is not in our language level yet.

/** Replaces lone surrogates by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
