// An element of an HTML or XML document, and what keeps a document from costing more than it may.

/** One element. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: Element | undefined;
  /** Elements and texts, in order. */
  readonly children: (Element | string)[];
}

/** A document: its root stands above every element of it and has no name. Or why it was not read. */
export type Document =
  | {readonly kind: 'document'; readonly root: Element; readonly isXml: boolean}
  | {readonly kind: 'problem'; readonly why: string};

/** A selector looks at pairs of elements at worst: with so many of them that takes about a second. */
const elementsMax = 10_000;

/** Elements within each other. */
const depthMax = 200;

/** Characters of a document. */
export const charactersMax = 2_000_000;

/** Says why a document is not read to its end. */
export class TooLarge extends Error {}

/** Counts the elements of a document. */
export function elementCounter(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > elementsMax) throw new TooLarge(`it has more than ${String(elementsMax)} elements`);
  };
}

/** Throws where elements stand too deep. */
export function checkDepth(depth: number): void {
  if (depth > depthMax) throw new TooLarge(`its elements are nested more than ${String(depthMax)} deep`);
}

/** Makes an element without children. */
export function newElement(
  name: string,
  attributes: Iterable<readonly [string, string]>,
  parent: Element | undefined,
): Element {
  return {name, attributes: new Map(attributes), parent, children: []};
}

/** Gives all text in an element, in order. */
export function textOf(element: Element): string {
  return element.children.map(child => (typeof child === 'string' ? child : textOf(child))).join('');
}
