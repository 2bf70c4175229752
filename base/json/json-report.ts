// Writes a report that is JSON: indented, ASCII where a character could act on a terminal, with a line break at its end.
import {jsonText, type Json} from '../../model/json.ts';
import {hiddenCharacters} from '../text/visible-text.ts';

/** Gives the text; hidden characters inside strings stay what they are but are written as escapes. */
export function jsonReport(value: Json): string {
  return `${jsonText(value, 2).replace(hiddenCharacters, escapeOf)}\n`;
}

function escapeOf(character: string): string {
  if (character === '\n') return character;
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
