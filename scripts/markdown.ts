// Writes texts into Markdown pages so that nothing in them is taken for Markdown or HTML.

/** A text in a cell of a table. */
export function cell(text: string): string {
  return prose(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** A text in running prose: angle brackets and stars stand for themselves. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map(part => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('*', String.raw`\*`)))
    .join('');
}

/** A text as code, also within a cell. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', String.raw`\|`)}\``;
}
