// Reads XML strictly with saxes, which expands no entity but the five of XML itself and requests nothing.
import {
  charactersMax,
  checkDepth,
  elementCounter,
  newElement,
  TooLarge,
  type Document,
  type Element,
} from './element.ts';

/** What is used of the package; its own types do not go with exact optional properties. */
export interface Saxes {
  readonly SaxesParser: new (options: {readonly position: boolean}) => {
    on(event: 'error', handler: (problem: Error) => void): void;
    on(
      event: 'opentag',
      handler: (tag: {readonly name: string; readonly attributes: {readonly [name: string]: string}}) => void,
    ): void;
    on(event: 'closetag', handler: () => void): void;
    on(event: 'text' | 'cdata', handler: (text: string) => void): void;
    write(text: string): {close(): void};
  };
}

class Malformed extends Error {}

/** Reads a document; one that is not well-formed is a problem, which says where. */
export function readXml({SaxesParser}: Saxes, text: string): Document {
  if (text.length > charactersMax)
    return {kind: 'problem', why: `it has more than ${String(charactersMax)} characters`};
  const root = newElement('', [], undefined);
  let open: Element = root;
  let depth = 0;
  const count = elementCounter();
  const parser = new SaxesParser({position: true});
  parser.on('error', ({message}) => {
    throw new Malformed(message);
  });
  parser.on('opentag', ({name, attributes}) => {
    count();
    checkDepth((depth += 1));
    const element = newElement(name, Object.entries(attributes), open);
    open.children.push(element);
    open = element;
  });
  parser.on('closetag', () => {
    depth -= 1;
    open = open.parent ?? root;
  });
  const add = (part: string): void => {
    open.children.push(part);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
    return {kind: 'document', root, isXml: true};
  } catch (problem) {
    if (problem instanceof TooLarge) return {kind: 'problem', why: problem.message};
    if (problem instanceof Malformed) return {kind: 'problem', why: `it is not well-formed: ${problem.message}`};
    throw problem;
  }
}
