// Writes the steps of normalized JSONPaths (RFC 9535, section 2.7).

/** Writes one step of a normalized path. */
export function normalizedKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  // Section 2.7 escapes what JSON escapes, and no other hidden character; only the quotation mark is the other one.
  return `['${JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`;
}
