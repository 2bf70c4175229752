// Names what a read suite depends on, so that it can be kept.

/** Raise it whenever reading the same text gives another result or another form. */
const suiteCacheVersion = 8;

/**
 * Gives the key of a suite in a cache. `digests` are those of everything that `known` was made of: contract, arrangements, requirements, actors,
 * matchers, capabilities, messages. The tables that a suite names are known only after reading: `deserializeSuite` compares them.
 */
export function suiteCacheKey({
  text,
  file,
  digests,
  digestOf,
}: {
  readonly text: string;
  readonly file: string;
  readonly digests: readonly string[];
  readonly digestOf: (text: string) => string;
}): string {
  return digestOf(JSON.stringify([suiteCacheVersion, file, digestOf(text), digests]));
}
