// Finds a form on a page with parse5 and what a browser would send from it unasked, in time that grows with the length of the page alone.
import type {Token, Tokenizer} from 'parse5';

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

/**
 * Lists the forms of a page, in order. Only the tokenizer of parse5 is used: a tree would take a time that grows with the square of the
 * depth, and a form is what stands between its tags.
 */
export async function formsOf(html: string): Promise<readonly HtmlForm[]> {
  const page = html.slice(0, pageCharactersMax);
  if (!/<form/i.test(page)) return [];
  const {Tokenizer: HtmlTokenizer, TokenizerMode} = await import('parse5');
  const reader = formReader();
  // Inside a drawing, `<title/>` and `<style/>` end where they begin.
  let drawings = 0;
  const ignore = (): void => undefined;
  const tokenizer: Tokenizer = new HtmlTokenizer(
    {},
    {
      onStartTag: tag => {
        if (isDrawing(tag) && !tag.selfClosing) drawings += 1;
        if (drawings === 0) tokenizer.state = TokenizerMode[modeAfter(tag.tagName)];
        reader.open(tag);
      },
      onEndTag: tag => {
        if (isDrawing(tag)) drawings = Math.max(0, drawings - 1);
        reader.close(tag);
      },
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(page, true);
  return reader.forms;
}

function isDrawing({tagName}: Token.TagToken): boolean {
  return tagName === 'svg' || tagName === 'math';
}

/** What comes after these tags is text up to their end, whatever it looks like. */
function modeAfter(tag: string): 'DATA' | 'RCDATA' | 'RAWTEXT' | 'SCRIPT_DATA' {
  if (tag === 'script') return 'SCRIPT_DATA';
  if (tag === 'textarea' || tag === 'title') return 'RCDATA';
  return tag === 'style' || tag === 'iframe' || tag === 'noembed' || tag === 'noframes' || tag === 'xmp'
    ? 'RAWTEXT'
    : 'DATA';
}

/** Collects forms from the tags of a page. */
function formReader() {
  const forms: {action: string; fields: Map<string, string>; hidden: Set<string>}[] = [];
  let isOpen = false;
  return {
    forms: forms as readonly HtmlForm[],
    open: (tag: Token.TagToken): void => {
      if (tag.tagName === 'form') {
        isOpen = true;
        forms.push({action: attribute(tag, 'action') ?? '', fields: new Map(), hidden: new Set()});
      }
      const form = isOpen && tag.tagName === 'input' ? forms.at(-1) : undefined;
      const name = attribute(tag, 'name') ?? '';
      if (form === undefined || name === '' || form.fields.has(name)) return;
      form.fields.set(name, attribute(tag, 'value') ?? '');
      if (attribute(tag, 'type')?.toLowerCase() === 'hidden') form.hidden.add(name);
    },
    close: ({tagName}: Token.TagToken): void => {
      if (tagName === 'form') isOpen = false;
    },
  };
}

function attribute({attrs}: Token.TagToken, wanted: string): string | undefined {
  return attrs.find(({name}) => name === wanted)?.value;
}
