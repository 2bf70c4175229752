// Says in one sentence what a value should be and what came, as the laws about overlay messages tell it.
import {jsonText, type Json} from '../../../model/json.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {hexOf} from '../../../base/text/hex.ts';

/** Texts that are longer are shown from just before where they differ. */
const charactersMax = 200;

/** Says which bytes were to be decoded; the story has them whole. */
export function decodeWords(message: OverlayMessage, bytes: Uint8Array): string {
  const hex = hexOf(bytes);
  const isLong = hex.length > charactersMax / 2;
  return `decode ${message} ${isLong ? `${hex.slice(0, charactersMax / 4)}… (${String(bytes.length)} bytes)` : hex || '-'}`;
}

/** Gives e.g. `expected {"Port":65536}, got {"Port":0}`. */
export function expectedAndGot(expected: Json, got: Json | undefined): string {
  const [one, other] = [jsonText(expected), got === undefined ? 'nothing' : jsonText(got)];
  const longest = Math.max(one.length, other.length);
  if (longest <= charactersMax) return `expected ${one}, got ${other}`;
  const isSame = (at: number): boolean => one[at] === other[at];
  let differs = 0;
  while (differs < longest && isSame(differs)) differs += 1;
  const from = Math.max(0, differs - charactersMax / 4);
  const cut = (text: string): string =>
    `${from === 0 ? '' : '…'}${text.slice(from, from + charactersMax)}${text.length > from + charactersMax ? '…' : ''}`;
  return `expected ${cut(one)}, got ${cut(other)}`;
}
