// The one place where text becomes part of an HTML page.
import {jsonEscape, quoted, visibleText} from './visible-text.ts';
import {wellFormed} from './well-formed.ts';

/** Escapes text for an element or a quoted attribute, with hidden characters made visible. */
export function htmlText(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** The same for a sentence of the record, whose backticks mark code. */
export function htmlQuote(text: string): string {
  return `<q>${htmlText(text).replace(/`([^`]*)`/g, '<code>$1</code>')}</q>`;
}

/** Writes data for a `<script type="application/json">` block: no character in it can end the block, begin a comment or turn the text around. */
export function htmlJson(value: unknown): string {
  return quoted(value).replace(/[<>&]/g, jsonEscape);
}

/** Encodes a name for the fragment of a link within the page. */
export function linkText(name: string): string {
  return encodeURIComponent(wellFormed(name)).replaceAll("'", '%27');
}
