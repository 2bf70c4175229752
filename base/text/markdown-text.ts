// Puts any text into Markdown so that nothing in it can act: as a code span, or as prose without markup.
import {visibleText} from './visible-text.ts';

/** Makes a code span whose fence is longer than any run of backticks inside. */
export function markdownCode(text: string): string {
  const shown = visibleText(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(shown) || shown === '' ? ' ' : '';
  // A code span in a table or list ends with its line, so nothing else has to be escaped.
  return fence + pad + shown + pad + fence;
}

/** Makes prose: nothing in it is Markdown, HTML or a mention. */
export function markdownProse(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_[\]#!|<>~&$]/g, '\\$&')
    .replace(/^(\s*)([-+])/, '$1\\$2')
    .replace(/^(\s*\d+)\./, '$1\\.')
    .replace(/@(?=\S)/g, '@\u200b');
}
