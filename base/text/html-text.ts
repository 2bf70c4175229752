// The one place where text becomes part of an HTML page: a template whose values are text unless they are already markup.
import {quoted} from './quoted.ts';
import {jsonEscape, visibleText} from './visible-text.ts';
import {wellFormed} from './well-formed.ts';

/** A piece of a page: every text that is in it was escaped. */
export class Markup {
  readonly text: string;

  /** Takes text as markup; only for what holds nothing from outside, such as a style or a script of ours. */
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: text, which it escapes, and markup, also in lists; undefined is nothing. */
export type HtmlPart = Markup | string | number | undefined | readonly HtmlPart[];

/** Makes markup of a template. Its values are elements, text of elements, or inside quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  return new Markup(strings.map((text, n) => (n === 0 ? '' : textOf(parts[n - 1])) + text).join(''));
}

/** Joins pieces with line breaks. */
export function htmlLines(parts: readonly HtmlPart[]): Markup {
  return new Markup(parts.map(textOf).join('\n'));
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part));
}

/** Escapes text for an element or a quoted attribute, with hidden characters made visible. */
function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** Quotes a sentence of the record: of a row of a table its cells, and what Markdown marks as code or bold as such. */
export function htmlQuote(text: string): Markup {
  const parts = rowText(text)
    .split(/`([^`]*)`/)
    .map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : boldParts(part)));
  return html`<q>${parts}</q>`;
}

/** The same where there is room for text alone. */
export function plainQuote(text: string): string {
  return rowText(text)
    .split(/`([^`]*)`/)
    .map((part, n) => (n % 2 === 1 ? part : part.replaceAll(bold, '$1')))
    .join('')
    .replaceAll(/\s+/g, ' ');
}

const bold = /\*\*([^*]+)\*\*/g;

function boldParts(text: string): HtmlPart {
  return text.split(bold).map((part, n) => (n % 2 === 1 ? html`<b>${part}</b>` : part));
}

/** `| Port | uint32 | 2 |` → `Port: uint32, 2`; `- host lookup` → `host lookup`. */
function rowText(text: string): string {
  if (!/^\|.*\|$/s.test(text.trim())) return text.replace(/^\s*[-*] /, '');
  const [name = '', ...others] = text
    .trim()
    .slice(1, -1)
    .split('|')
    .map(cell => cell.trim())
    .filter(cell => cell !== '');
  return others.length === 0 ? name : `${name}: ${others.join(', ')}`;
}

/** Writes data for a `<script type="application/json">` block: no character in it can end the block, begin a comment or turn the text around. */
export function htmlJson(value: unknown): Markup {
  return new Markup(quoted(value).replace(/[<>&]/g, jsonEscape));
}

/** Encodes a name for the fragment of a link within the page. */
export function linkText(name: string): string {
  return encodeURIComponent(wellFormed(name)).replaceAll("'", '%27');
}
