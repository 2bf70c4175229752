// Judges `html:` and `xml:`: a CSS selector names the texts or attributes of a document, a list of them.
import type {MarkupKind} from '../../base/markup/markup.ts';
import {escapeKey} from '../../base/json/json-pointer.ts';
import {quoted} from '../../base/text/quoted.ts';
import type {JsonObject} from '../../model/json.ts';
import {checkSelected} from './check-at.ts';
import type {Checkers} from './checkers.ts';
import type {TreeFinding} from './match-tree.ts';

const names = {html: 'HTML', xml: 'XML'} as const;

/** Gives every difference between a document and the trees at its selectors. `pointer` is that of `html` or `xml` in the suite. */
export function checkMarkup(
  selectors: JsonObject,
  body: Uint8Array,
  {kind, pointer, checkers}: {readonly kind: MarkupKind; readonly pointer: string; readonly checkers: Checkers},
): readonly TreeFinding[] {
  const {markup} = checkers;
  if (markup === undefined) throw new Error('the engine for documents was not prepared');
  const document = markup.read(kind, body);
  if (document.kind === 'problem') {
    const why = quoted(document.why.slice(0, whyMax)).slice(1, -1);
    return [{path: kind, pointer, message: `expected ${names[kind]}, and it cannot be read: ${why}`}];
  }
  return Object.entries(selectors).flatMap(([selector, tree]) => {
    const compiled = markup.selector(selector);
    if (compiled.kind === 'problem') throw new Error(`the selector ${selector} does not compile: ${compiled.why}`);
    return checkSelected(selector, tree, {
      nodes: compiled.select(document),
      pointer: `${pointer}/${escapeKey(selector)}`,
      checkers,
    });
  });
}

/** A parser may quote the document. */
const whyMax = 300;
