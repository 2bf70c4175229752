// Text from which secrets were taken out: the only text that may be shortened, since half a secret is not recognized.
import type {Json} from './json.ts';

declare const redacted: unique symbol;

/** A text without secrets. Only a `Redaction` makes one. */
export type Redacted = string & {readonly [redacted]: true};

/** Takes secrets out of what a target sent, so that it can be shortened and shown. */
export interface Redaction {
  readonly text: (text: string) => Redacted;
  readonly json: (value: Json) => Json;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** Looks through what arrived for secrets in pieces, so that a piece alone is known later. */
  readonly notice: (bytes: Uint8Array | (() => Uint8Array)) => void;
}

/** For text that no target sent: our own, a suite's, a command line's. Nothing is taken out of it. */
export const ownWords: Redaction = {
  text: text => text as Redacted,
  json: value => value,
  bytes: bytes => bytes,
  notice: () => undefined,
};

/** Shortens a text to so many characters and marks that it went on. */
export function shortened(text: Redacted, charactersMax: number): Redacted {
  if (text.length <= charactersMax) return text;
  // A character of two code units is not cut in half.
  return `${text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '')}…` as Redacted;
}
