// Reads XML 1.0 strictly, as far as our reports use it: anything that a conforming parser must refuse is refused with its place.

/** One element with its attributes, child elements, and the text directly inside it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: {readonly [name: string]: string};
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Reads one document and gives its root element; throws where the text is not well-formed. */
export function readStrictXml(xml: string): XmlElement {
  const at = {place: 0};
  // oxlint-disable-next-line no-control-regex
  const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u.exec(xml);
  if (illegal !== null) throw new Error(`character ${illegal.index} is not a character of XML`);
  take(xml, at, /<\?xml version="1\.0" encoding="UTF-8"\?>/y, 'an XML declaration');
  take(xml, at, /\s*/y, 'white space');
  const root = readElement(xml, at);
  take(xml, at, /\s*$/y, 'the end');
  return root;
}

interface At {
  place: number;
}

function readElement(xml: string, at: At): XmlElement {
  const name = take(xml, at, /<([A-Za-z_][\w.-]*)/y, 'an element');
  const attributes: Record<string, string> = {};
  for (;;) {
    if (tryTake(xml, at, /\s*\/>/y) !== undefined) return {name, attributes, children: [], text: ''};
    if (tryTake(xml, at, /\s*>/y) !== undefined) break;
    const key = take(xml, at, /\s+([A-Za-z_][\w.-]*)="/y, 'an attribute');
    if (Object.hasOwn(attributes, key)) throw new Error(`attribute ${key} stands twice before ${at.place}`);
    attributes[key] = unescaped(take(xml, at, /([^<"]*)"/y, 'an attribute value'), at);
  }
  const children: XmlElement[] = [];
  let text = '';
  for (;;) {
    const end = tryTake(xml, at, /<\/([A-Za-z_][\w.-]*)\s*>/y);
    if (end === name) return {name, attributes, children, text};
    if (end !== undefined) throw new Error(`</${end}> closes <${name}> at ${at.place}`);
    const piece = tryTake(xml, at, /([^<]+)/y);
    if (piece === undefined) children.push(readElement(xml, at));
    else if (piece.includes(']]>')) throw new Error(`"]]>" in text before ${at.place}`);
    else text += unescaped(piece, at);
  }
}

const entities: {readonly [name: string]: string} = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};

function unescaped(text: string, at: At): string {
  return text.replace(/&([^;]{0,8};)?/g, (whole, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? '';
    const number = /^#(\d+)$/.exec(name)?.[1];
    const value = number === undefined ? entities[name] : String.fromCodePoint(Number(number));
    if (value === undefined) throw new Error(`${whole} is no reference, before ${at.place}`);
    return value;
  });
}

function take(xml: string, at: At, pattern: RegExp, what: string): string {
  const taken = tryTake(xml, at, pattern);
  if (taken === undefined) throw new Error(`expected ${what} at ${at.place}: ${xml.slice(at.place, at.place + 40)}`);
  return taken;
}

function tryTake(xml: string, at: At, pattern: RegExp): string | undefined {
  pattern.lastIndex = at.place;
  const match = pattern.exec(xml);
  if (match === null) return undefined;
  at.place = pattern.lastIndex;
  return match[1] ?? match[0];
}
