// The engine for documents of HTML and XML: what reads them and what selects in them, loaded only where a case needs it.
import {createRequire} from 'node:module';
import type * as CssSelect from 'css-select';
import {compileSelector, type CompiledSelector} from './css-selector.ts';
import type {Document} from './element.ts';
import {readHtml} from './html-tree.ts';
import {readXml, type Saxes} from './xml-tree.ts';

/** The languages that documents are read in. */
export type MarkupKind = 'html' | 'xml';

/** Reads documents and compiles selectors. */
export interface MarkupEngine {
  read(kind: MarkupKind, bytes: Uint8Array): Document;
  selector(text: string): CompiledSelector;
}

/** Loads it. */
export async function loadMarkup(): Promise<MarkupEngine> {
  const [parse5, css] = await Promise.all([import('parse5'), import('css-select')]);
  const saxes = require('saxes') as Saxes;
  const known = new Map<string, CompiledSelector>();
  return {
    read: (kind, bytes) => (kind === 'html' ? readHtml(parse5, textIn(bytes)) : readXml(saxes, textIn(bytes))),
    selector: text => {
      const compiled = known.get(text) ?? compileSelector(css, text);
      known.set(text, compiled);
      return compiled;
    },
  };
}

const require = createRequire(import.meta.url);

/** Says why a selector does not compile; for those who check one and select nothing. */
export function selectorProblem(text: string): string | undefined {
  const compiled = compileSelector(require('css-select') as typeof CssSelect, text);
  return compiled.kind === 'problem' ? compiled.why : undefined;
}

/** The encoding that the bytes name, in the XML declaration or a meta element; UTF-8 otherwise. */
function textIn(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const [, label = 'utf-8'] =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(head) ??
    /<meta[^>]*?charset\s*=\s*["']?([\w-]+)/i.exec(head) ??
    [];
  return (decoderFor(label) ?? new TextDecoder()).decode(bytes);
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
