// Selects values of a document by CSS selectors with css-select: the texts of elements, or, with `@name` behind the selector, an attribute of them.
import type * as CssSelect from 'css-select';
import {textOf, type Document, type Element} from './element.ts';

/** One value that was selected, and where it is. */
interface Selected {
  readonly path: string;
  readonly value: string;
}

/** One compiled selector, or why it does not compile. */
export type CompiledSelector =
  | {
      readonly kind: 'selector';
      readonly select: (document: Document & {readonly kind: 'document'}) => readonly Selected[];
    }
  | {readonly kind: 'problem'; readonly why: string};

type Node = Element | string;

const isElement = (node: Node): node is Element => typeof node !== 'string';

type Adapter = NonNullable<CssSelect.Options<Node, Element>['adapter']>;

const adapter: Adapter = {
  isTag: isElement,
  getAttributeValue: (element, name) => element.attributes.get(name),
  hasAttrib: (element, name) => element.attributes.has(name),
  getName: ({name}) => name,
  getChildren: node => (isElement(node) ? node.children : []),
  // The root of a document is no element of it.
  getParent: ({parent}) => (parent?.parent === undefined ? null : parent),
  getSiblings: node => (isElement(node) ? (node.parent?.children ?? [node]) : [node]),
  getText: node => (isElement(node) ? textOf(node) : node),
  removeSubsets: nodes => nodes.filter(node => !nodes.some(other => isAbove(other, node))),
};

function isAbove(above: Node, node: Node): boolean {
  if (!isElement(node)) return false;
  for (let at = node.parent; at !== undefined; at = at.parent) if (at === above) return true;
  return false;
}

/** Compiles a selector such as `li.open`, or `a.next @href` for an attribute. */
export function compileSelector({selectAll}: typeof CssSelect, text: string): CompiledSelector {
  const [, before = text, attribute] = /^(.*?)\s*@([\w:.-]+)$/s.exec(text) ?? [];
  const select = (root: Element, isXml: boolean): readonly Node[] =>
    selectAll<Node, Element>(before, root.children, {adapter, xmlMode: isXml, cacheResults: false});
  try {
    select({name: '', attributes: new Map(), parent: undefined, children: []}, true);
  } catch (problem) {
    return {kind: 'problem', why: (problem as Error).message};
  }
  return {
    kind: 'selector',
    select: ({root, isXml}) =>
      select(root, isXml)
        .filter(isElement)
        .flatMap((element, index) => {
          const value = attribute === undefined ? shownText(element, isXml) : element.attributes.get(attribute);
          return value === undefined ? [] : [{path: `${text} (${String(index + 1)})`, value}];
        }),
  };
}

/** The text without the white space around it; on a page, white space within it counts as one blank, as browsers show it. */
function shownText(element: Element, isXml: boolean): string {
  const text = textOf(element).trim();
  return isXml ? text : text.replaceAll(/\s+/g, ' ');
}
