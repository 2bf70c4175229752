// Checks bytes that are written as hex.
import {note, noteType, type Place} from '../../../base/yaml/yaml-place.ts';
import {writtenValues, type Row} from './rows.ts';

/** Checks hex at a place, or in the rows that stand there; a mapping is somebody else's matcher. */
export function checkHex(place: Place | undefined, what: string, rows: readonly Row[]): void {
  if (place === undefined) return;
  for (const hex of writtenValues(place, rows)) {
    if (typeof hex.value === 'string') checkText(hex, what, hex.value);
    else if (typeof hex.value !== 'object' || hex.value === null)
      noteType(hex, what, 'hex as a text', 'write it in quotes, e.g. "0801"; no bytes are ""');
  }
}

function checkText(place: Place, what: string, hex: string): void {
  const wrong = hex.search(/[^0-9a-fA-F]/);
  if (wrong !== -1)
    note(
      place,
      `${what} holds "${hex.charAt(wrong)}", which is not a hex digit`,
      'write two digits 0-9 a-f for each byte, without spaces',
    );
  else if (hex.length % 2 === 1)
    note(place, `${what} has an odd number of hex digits`, 'write two digits for each byte, e.g. "08"');
}
