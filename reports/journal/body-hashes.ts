// Finds the bodies that the exchanges of a journal refer to.

/** Gives the hashes, each once. */
export function bodyHashes(exchanges: readonly unknown[]): ReadonlySet<string> {
  const text = JSON.stringify(exchanges, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return new Set([...text.matchAll(/"sha256":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash));
}
