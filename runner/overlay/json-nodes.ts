// Scans JSON text by the letter of RFC 8259, keeping what ordinary parsers lose: number spelling and double keys.

/** One JSON value as it was written. */
export type JsonNode =
  | {readonly kind: 'null'; readonly at: number}
  | {readonly kind: 'boolean'; readonly at: number}
  | {readonly kind: 'string'; readonly at: number; readonly text: string}
  | {readonly kind: 'number'; readonly at: number; readonly text: string}
  | {readonly kind: 'list'; readonly at: number; readonly items: readonly JsonNode[]}
  | {readonly kind: 'object'; readonly at: number; readonly members: readonly JsonMember[]};

export interface JsonMember {
  readonly at: number;
  readonly key: string;
  readonly node: JsonNode;
}

/** The one value of a text, or the character offset at which it stops being JSON. Nesting beyond 100 counts as not JSON: no overlay value is that deep. */
export function scanJson(text: string): JsonNode | {readonly kind: 'not-json'; readonly at: number} {
  const scan = new Scan(text);
  const node = scan.value(0);
  if (node === undefined) return {kind: 'not-json', at: scan.at};
  scan.space();
  return scan.at === text.length ? node : {kind: 'not-json', at: scan.at};
}

const depthMax = 100;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// eslint-disable-next-line no-control-regex -- JSON strings exclude exactly the control characters
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const space = /[ \t\n\r]*/y;

class Scan {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  space(): void {
    this.match(space);
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  take(character: string): boolean {
    if (!this.text.startsWith(character, this.at)) return false;
    this.at += character.length;
    return true;
  }

  value(depth: number): JsonNode | undefined {
    this.space();
    const at = this.at;
    if (depth > depthMax) return undefined;
    if (this.take('{')) return this.object(at, depth);
    if (this.take('[')) return this.list(at, depth);
    if (this.take('null')) return {kind: 'null', at};
    if (this.take('true') || this.take('false')) return {kind: 'boolean', at};
    const quoted = this.match(string);
    if (quoted !== undefined) return {kind: 'string', at, text: JSON.parse(quoted) as string};
    const spelled = this.match(number);
    return spelled === undefined ? undefined : {kind: 'number', at, text: spelled};
  }

  list(at: number, depth: number): JsonNode | undefined {
    const items: JsonNode[] = [];
    this.space();
    if (this.take(']')) return {kind: 'list', at, items};
    for (;;) {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      this.space();
      if (this.take(']')) return {kind: 'list', at, items};
      if (!this.take(',')) return undefined;
    }
  }

  object(at: number, depth: number): JsonNode | undefined {
    const members: JsonMember[] = [];
    this.space();
    if (this.take('}')) return {kind: 'object', at, members};
    for (;;) {
      const member = this.member(depth);
      if (member === undefined) return undefined;
      members.push(member);
      this.space();
      if (this.take('}')) return {kind: 'object', at, members};
      if (!this.take(',')) return undefined;
    }
  }

  member(depth: number): JsonMember | undefined {
    this.space();
    const at = this.at;
    const quoted = this.match(string);
    if (quoted === undefined) return undefined;
    this.space();
    if (!this.take(':')) return undefined;
    const node = this.value(depth + 1);
    return node === undefined ? undefined : {at, key: JSON.parse(quoted) as string, node};
  }
}
