// Finds a form on a page and what a browser would send from it unasked, in time that grows with the length of the page alone.

/** A form as it stands on a page. */
export interface HtmlForm {
  /** Where it is sent, as written; empty means the page's own address. */
  readonly action: string;
  /** Every named field with the value that it has before anybody types. */
  readonly fields: ReadonlyMap<string, string>;
  /** Names of the fields that nobody sees. */
  readonly hidden: ReadonlySet<string>;
}

// Sign-in pages have some ten kilobytes; what comes after a million is not looked at.
const pageCharactersMax = 1_000_000;

const tagPattern = /<(\/?)(form|input)\b([^<>]*)>/gi;

/** Lists the forms of a page, in order. */
export function formsOf(html: string): readonly HtmlForm[] {
  const forms: {action: string; fields: Map<string, string>; hidden: Set<string>}[] = [];
  let isOpen = false;
  for (const [, slash, tag = '', text = ''] of html.slice(0, pageCharactersMax).matchAll(tagPattern)) {
    if (tag.toLowerCase() === 'form') {
      isOpen = slash === '';
      if (isOpen) forms.push({action: attributesOf(text).get('action') ?? '', fields: new Map(), hidden: new Set()});
      continue;
    }
    const form = isOpen ? forms.at(-1) : undefined;
    const attributes = attributesOf(text);
    const name = attributes.get('name') ?? '';
    if (form === undefined || name === '' || form.fields.has(name)) continue;
    form.fields.set(name, attributes.get('value') ?? '');
    if (attributes.get('type')?.toLowerCase() === 'hidden') form.hidden.add(name);
  }
  return forms;
}

const attributePattern = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(attributePattern)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, unescaped(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
]);

const entityPattern = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi;

function unescaped(text: string): string {
  return text.replaceAll(entityPattern, (whole: string, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return character(Number(decimal));
    if (hex !== undefined) return character(parseInt(hex, 16));
    return named.get(name) ?? whole;
  });
}

function character(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\u{FFFD}';
}
