/** Writes pages as HTML; every text that somebody chose is escaped. */

/** One part of a page. */
export type Part =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'code'; readonly text: string}
  | {readonly kind: 'link'; readonly href: string; readonly text: string}
  | {readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[]}
  | {readonly kind: 'form'; readonly action: string; readonly button: string; readonly fields: readonly FormField[]};

interface FormField {
  readonly name: string;
  readonly type: 'text' | 'password' | 'hidden';
  readonly label?: string;
  readonly value?: string;
}

export function page(title: string, parts: readonly Part[]): string {
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><style>body{font-family:sans-serif;margin:2em}td,th{text-align:left;padding:0 1em 0 0}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>\n<h1>${escapeHtml(title)}</h1>\n${parts.map(render).join('\n')}\n</body></html>\n`;
}

function render(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<p>${escapeHtml(part.text)}</p>`;
    case 'code':
      return `<pre>${escapeHtml(part.text)}</pre>`;
    case 'link':
      return `<p><a href="${escapeHtml(part.href)}">${escapeHtml(part.text)}</a></p>`;
    case 'table':
      return `<table>${[part.head].map(row => renderRow('th', row)).join('')}${part.rows.map(row => renderRow('td', row)).join('')}</table>`;
    case 'form': {
      const fields = part.fields.map(renderField).join('');
      return `<form method="post" action="${escapeHtml(part.action)}">${fields}<button>${escapeHtml(part.button)}</button></form>`;
    }
  }
}

function renderRow(tag: 'td' | 'th', cells: readonly string[]): string {
  return `<tr>${cells.map(cell => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>\n`;
}

function renderField({name, type, label, value = ''}: FormField): string {
  const input = `<input type="${type}" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
  return label === undefined ? input : `<p><label>${escapeHtml(label)} ${input}</label></p>`;
}

/** Writes a text so that HTML shows it as it is. */
export function escapeHtml(text: string): string {
  const signs: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;'};
  return text.replaceAll(/[&<>"']/g, sign => signs[sign] ?? sign);
}
