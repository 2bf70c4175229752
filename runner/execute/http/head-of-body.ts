// Shows how a body begins, without secrets.
import type {Redaction} from '../../../model/redacted.ts';

/** Secrets are looked for in so many bytes: far more than are shown, so that none is cut at the end of what is shown. */
const searchedBytesMax = 64 * 1024;

/** Gives the first characters of a body, as text. */
export function headOfBody(body: Uint8Array, redaction: Redaction, charactersMax: number): string {
  const text = Buffer.from(redaction.bytes(body.subarray(0, searchedBytesMax))).toString('utf8');
  return text.slice(0, charactersMax).trimEnd();
}
