// Digests of texts: what caches are keyed by and what two runs are compared by.
import {createHash} from 'node:crypto';

/** Hex SHA-256 of a text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
