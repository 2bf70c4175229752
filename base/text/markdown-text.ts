// Puts any text into Markdown so that nothing in it can act: as a code span, or as prose without markup.
import {visibleText} from './visible-text.ts';

/** Makes a code span whose fence is longer than any run of backticks inside. */
export function markdownCode(text: string): string {
  const shown = visibleText(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(shown) || shown === '' ? ' ' : '';
  // A code span in a list ends with its line, so nothing else has to be escaped.
  return fence + pad + shown + pad + fence;
}

/** Makes a code span for a cell of a table, where even a code span ends at a bar. */
export function markdownCell(text: string): string {
  return markdownCode(text).replaceAll('|', String.raw`\|`);
}

/** Makes prose: nothing in it is Markdown, HTML or a mention. */
export function markdownProse(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_[\]#!|<>~&$]/g, '\\$&')
    .replace(/^(\s*)([-+])/, '$1\\$2')
    .replace(/^(\s*\d+)\./, '$1\\.')
    .replace(/@(?=\S)/g, '@\u200b');
}

/** Keeps the Markdown of a text of our own (code, links, lists); only HTML and stars in it stand for themselves. Never for text from outside. */
export function markdownOfOurs(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map(part => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('*', String.raw`\*`)))
    .join('');
}
