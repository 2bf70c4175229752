// Reads HTML as browsers do, with parse5; the tree is bounded while it grows, because a few bytes can ask for many elements.
import type * as Parse5 from 'parse5';
import {
  charactersMax,
  checkDepth,
  elementCounter,
  newElement,
  TooLarge,
  type Document,
  type Element,
} from './element.ts';

type Parent = Parse5.DefaultTreeAdapterTypes.ParentNode;
type Child = Parse5.DefaultTreeAdapterTypes.ChildNode;

/** Reads a page; nothing that it names is requested, and nothing in it is carried out. */
export function readHtml({parse, defaultTreeAdapter}: typeof Parse5, text: string): Document {
  if (text.length > charactersMax)
    return {kind: 'problem', why: `it has more than ${String(charactersMax)} characters`};
  const count = elementCounter();
  const depths = new WeakMap<Parent, number>();
  const place = (parent: Parent, child: object): void => {
    const depth = (depths.get(parent) ?? 0) + 1;
    checkDepth(depth);
    depths.set(child as Parent, depth);
  };
  const treeAdapter: Parse5.TreeAdapter<Parse5.DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement: (name, namespace, attributes) => {
      count();
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    appendChild: (parent, child) => {
      place(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore: (parent, child, reference) => {
      place(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, reference);
    },
  };
  try {
    return {kind: 'document', root: rootOf(parse(text, {treeAdapter})), isXml: false};
  } catch (problem) {
    if (problem instanceof TooLarge) return {kind: 'problem', why: problem.message};
    throw problem;
  }
}

function rootOf(page: Parse5.DefaultTreeAdapterTypes.Document): Element {
  const root = newElement('', [], undefined);
  addChildren(root, page.childNodes);
  return root;
}

function addChildren(parent: Element, nodes: readonly Child[]): void {
  for (const node of nodes) {
    if ('value' in node) parent.children.push(node.value);
    if (!('tagName' in node)) continue;
    const element = newElement(
      node.tagName,
      node.attrs.map(({name, value}) => [name, value]),
      parent,
    );
    parent.children.push(element);
    addChildren(element, 'content' in node ? node.content.childNodes : node.childNodes);
  }
}
