// Scans JSON text by the letter of RFC 8259, keeping what ordinary parsers lose: number spelling and double keys.

/** One JSON value as it was written. */
export type JsonNode =
  | {readonly kind: 'null'; readonly at: number}
  | {readonly kind: 'boolean'; readonly at: number}
  | {readonly kind: 'string'; readonly at: number; readonly text: string}
  | {readonly kind: 'number'; readonly at: number; readonly text: string}
  | {readonly kind: 'list'; readonly at: number; readonly items: readonly JsonNode[]}
  | {readonly kind: 'object'; readonly at: number; readonly members: readonly JsonMember[]};

interface JsonMember {
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
const [braceOpen, braceClose, listOpen, listClose, quote, comma, colon, backslash, minus] = [
  0x7b, 0x7d, 0x5b, 0x5d, 0x22, 0x2c, 0x3a, 0x5c, 0x2d,
] as const;

/** Character by character: a search reads a text in every twelfth input. What is unusual is left to the patterns. */
class Scan {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  space(): void {
    for (let code = this.code(); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; code = this.code())
      this.at += 1;
  }

  /** The character where reading stands; not a number behind the end, which is equal to no character. */
  code(): number {
    return this.text.charCodeAt(this.at);
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  takeCode(code: number): boolean {
    if (this.code() !== code) return false;
    this.at += 1;
    return true;
  }

  takeWord(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  value(depth: number): JsonNode | undefined {
    this.space();
    const at = this.at;
    if (depth > depthMax) return undefined;
    const code = this.code();
    if (code === quote) {
      const text = this.string();
      return text === undefined ? undefined : {kind: 'string', at, text};
    }
    if (isDigit(code) || code === minus) {
      const text = this.number();
      return text === undefined ? undefined : {kind: 'number', at, text};
    }
    if (this.takeCode(braceOpen)) return this.object(at, depth);
    if (this.takeCode(listOpen)) return this.list(at, depth);
    if (this.takeWord('null')) return {kind: 'null', at};
    return this.takeWord('true') || this.takeWord('false') ? {kind: 'boolean', at} : undefined;
  }

  string(): string | undefined {
    if (this.code() !== quote) return undefined;
    const start = this.at + 1;
    for (let at = start; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return this.text.slice(start, at);
      }
      if (code === backslash || code < 0x20) break;
    }
    const quoted = this.match(string);
    return quoted === undefined ? undefined : (JSON.parse(quoted) as string);
  }

  number(): string | undefined {
    const start = this.at;
    if (this.code() === minus || this.text.charCodeAt(start) === 0x30) return this.match(number);
    let at = start + 1;
    while (isDigit(this.text.charCodeAt(at))) at += 1;
    const next = this.text.charCodeAt(at);
    // A point or an exponent, either letter.
    if (next === 0x2e || next === 0x65 || next === 0x45) return this.match(number);
    this.at = at;
    return this.text.slice(start, at);
  }

  list(at: number, depth: number): JsonNode | undefined {
    const items: JsonNode[] = [];
    this.space();
    if (this.takeCode(listClose)) return {kind: 'list', at, items};
    for (;;) {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      this.space();
      if (this.takeCode(listClose)) return {kind: 'list', at, items};
      if (!this.takeCode(comma)) return undefined;
    }
  }

  object(at: number, depth: number): JsonNode | undefined {
    const members: JsonMember[] = [];
    this.space();
    if (this.takeCode(braceClose)) return {kind: 'object', at, members};
    for (;;) {
      const member = this.member(depth);
      if (member === undefined) return undefined;
      members.push(member);
      this.space();
      if (this.takeCode(braceClose)) return {kind: 'object', at, members};
      if (!this.takeCode(comma)) return undefined;
    }
  }

  member(depth: number): JsonMember | undefined {
    this.space();
    const at = this.at;
    const key = this.string();
    if (key === undefined) return undefined;
    this.space();
    if (!this.takeCode(colon)) return undefined;
    const node = this.value(depth + 1);
    return node === undefined ? undefined : {at, key, node};
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
