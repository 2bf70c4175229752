// Writes a report that is JSON: indented, ASCII where a character could act on a terminal, with a line break at its end.
import {jsonText, type Json} from '../../model/json.ts';
import {jsonWithEscapes} from '../text/visible-text.ts';

/** Gives the text; hidden characters inside strings stay what they are but are written as escapes. */
export function jsonReport(value: Json): string {
  return `${jsonWithEscapes(jsonText(value, 2))}\n`;
}
