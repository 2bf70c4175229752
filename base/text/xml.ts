// Writes any text as XML 1.0 that every parser takes.
import {visibleEscape} from './visible-text.ts';

/** Escapes text for the inside of an element; characters that XML forbids are shown as `\x1b` or `\uffff`. */
export function xmlText(text: string): string {
  return legal(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

/** Writes attributes with a blank before each; line breaks and tabs survive as references. */
export function attributes(values: {readonly [name: string]: string | number}): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${xmlText(String(value)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join('');
}

// XML 1.0, production 2 (Char).
// oxlint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function legal(text: string): string {
  return text.replace(illegal, visibleEscape);
}
