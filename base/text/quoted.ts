// Quotes foreign values in messages.
import {jsonText, type Json} from '../../model/json.ts';
import {jsonWithEscapes} from './visible-text.ts';

/** Quotes foreign text, or any value that JSON has, in a message: its JSON, with hidden characters as escapes. */
export function quoted(value: unknown): string {
  return jsonWithEscapes(jsonText((value ?? null) as Json));
}
