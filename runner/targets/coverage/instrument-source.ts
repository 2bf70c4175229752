// Puts a counter into every branch of a JavaScript source, and lists the constants that it compares something with.
import {parse, type Node} from 'acorn';

/** A source that counts. */
export interface InstrumentedSource {
  readonly text: string;
  /** How many counters it has. */
  readonly counters: number;
  readonly constants: readonly ComparedConstant[];
}

/** A whole number other than the small ones, in 64 bits, or a text, that is compared with something where a counter counts; -1: outside of all of them. */
interface ComparedConstant {
  readonly counter: number;
  readonly value: bigint | string;
}

/** What is written for the counters of a source: the statement that it begins with, and each counter by its number in the source. */
export interface CounterWords {
  readonly head: string;
  readonly counter: (at: number) => string;
}

/** Gives the source with counters, its line numbers kept; undefined where it cannot be parsed, which whoever runs it reports. */
export function instrumentSource(
  source: string,
  sourceType: 'module' | 'script',
  wordsOf: (counters: number, constants: InstrumentedSource['constants']) => CounterWords,
): InstrumentedSource | undefined {
  let program: TreeNode;
  try {
    program = parse(source, {
      sourceType,
      ecmaVersion: 'latest',
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowSuperOutsideMethod: true,
      allowAwaitOutsideFunction: sourceType === 'module',
    }) as unknown as TreeNode;
  } catch {
    return undefined;
  }
  const edits = new Edits();
  const constants: ComparedConstant[] = [];
  const left: (readonly [node: TreeNode, counter: number])[] = [[program, -1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [node, outer] = next;
    const counter = edits.counterOf(node) ?? outer;
    count(node, edits);
    if (constants.length < constantsMax) for (const value of comparedIn(node)) constants.push({counter, value});
    for (const held of Object.values(node))
      for (const inner of Array.isArray(held) ? held : [held]) if (isNode(inner)) left.push([inner, counter]);
  }
  const start = startOf(program, source.startsWith('#!') ? source.indexOf('\n') + 1 : 0);
  return {
    text: edits.apply(source, start, wordsOf(edits.counters, constants)),
    counters: edits.counters,
    constants,
  };
}

const constantsMax = 2_000;

type TreeNode = Node & {readonly [key: string]: unknown};

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && typeof (value as {type?: unknown}).type === 'string';
}

/** Pieces to put between the characters of a source, most of them with a counter of their own. */
class Edits {
  counters = 0;
  private readonly pieces: Piece[] = [];
  private readonly owners = new Map<TreeNode, number>();

  /** Counts at a place how often these nodes are run. */
  open(at: number, before: string, after: string, counted: readonly TreeNode[]): void {
    for (const node of counted) this.owners.set(node, this.counters);
    this.add(at, this.pieces.length, before, after);
  }

  counterOf(node: TreeNode): number | undefined {
    return this.owners.get(node);
  }

  /** What is closed at a place is closed inside out, and before anything opens there. */
  close(at: number, before: string, after: string): void {
    this.add(at, -1 - this.pieces.length, before, after);
  }

  end(at: number, text: string): void {
    this.pieces.push({at, order: -1 - this.pieces.length, before: text});
  }

  apply(source: string, headAt: number, {head, counter}: CounterWords): string {
    const all: Piece[] = [...this.pieces, {at: headAt, order: -Infinity, before: `;${head}`}];
    let text = '';
    let from = 0;
    for (const {at, before, counted} of all.toSorted((a, b) => a.at - b.at || a.order - b.order)) {
      text += source.slice(from, at) + before;
      if (counted !== undefined) text += counter(counted.at) + counted.after;
      from = at;
    }
    return text + source.slice(from);
  }

  private add(at: number, order: number, before: string, after: string): void {
    this.pieces.push({at, order, before, counted: {at: this.counters, after}});
    this.counters += 1;
  }
}

interface Piece {
  readonly at: number;
  readonly order: number;
  readonly before: string;
  readonly counted?: {readonly at: number; readonly after: string};
}

function count(node: TreeNode, edits: Edits): void {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const body = node['body'] as TreeNode;
      if (body.type === 'BlockStatement') edits.open(startOf(body, body.start + 1), ';', ';', [body]);
      else countExpression(body, edits);
      return;
    }
    case 'IfStatement':
      if (isNode(node['alternate'])) countBranch(node['alternate'], edits);
      else edits.close(node.end, 'else{', '}');
      countBranch(node['consequent'] as TreeNode, edits);
      return;
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      countBranch(node['body'] as TreeNode, edits);
      return;
    case 'CatchClause':
      countBranch(node['body'] as TreeNode, edits);
      return;
    case 'SwitchCase': {
      const statements = node['consequent'] as readonly TreeNode[];
      if (statements[0] !== undefined) edits.open(statements[0].start, '', ';', statements);
      return;
    }
    case 'ConditionalExpression':
      countExpression(node['consequent'] as TreeNode, edits);
      countExpression(node['alternate'] as TreeNode, edits);
      return;
    case 'LogicalExpression':
      countExpression(node['right'] as TreeNode, edits);
      return;
    default:
  }
}

function countBranch(statement: TreeNode, edits: Edits): void {
  if (statement.type === 'BlockStatement') return edits.open(statement.start + 1, '', ';', [statement]);
  // Old scripts may declare a function here, which a block of its own would hide.
  if (statement.type === 'FunctionDeclaration') return;
  edits.open(statement.start, '{', ';', [statement]);
  edits.end(statement.end, '}');
}

/** A function or class here may take its name from where it is written, so nothing is put around it. */
const namedByPlace = new Set(['FunctionExpression', 'ArrowFunctionExpression', 'ClassExpression']);

function countExpression(expression: TreeNode, edits: Edits): void {
  if (namedByPlace.has(expression.type)) return;
  edits.open(expression.start, '(', ',', [expression]);
  edits.end(expression.end, ')');
}

/** The place behind "use strict" and its like, which must come first. */
function startOf(block: TreeNode, otherwise: number): number {
  const statements = block['body'] as readonly TreeNode[];
  return statements.findLast(({directive}) => typeof directive === 'string')?.end ?? otherwise;
}

const comparisons = new Set(['===', '==', '!==', '!=', '<', '<=', '>', '>=']);

function comparedIn(node: TreeNode): readonly (bigint | string)[] {
  if (node.type === 'SwitchCase') return constantOf(node['test']);
  if (node.type !== 'BinaryExpression' || !comparisons.has(String(node['operator']))) return [];
  const {left, right} = node;
  return [...constantOf(left), ...constantOf(right), ...solved(left, valueOf(right)), ...solved(right, valueOf(left))];
}

/** What has to be in the place of something that is calculated with before it is compared, so that the result is equal: 224 << 24 for `ip >>> 24 === 224`. */
function solved(node: unknown, result: bigint | string | undefined): readonly bigint[] {
  if (!isNode(node) || node.type !== 'BinaryExpression' || typeof result !== 'bigint') return [];
  const {left, right} = node;
  const by = valueOf(right);
  const before = typeof by === 'bigint' ? operandOf(String(node['operator']), by, result) : undefined;
  if (before === undefined || valueOf(left) !== undefined) return [];
  const alsoEqual = node['operator'] === '%' && typeof by === 'bigint' ? tellable(result + by) : [];
  return [...tellable(before), ...alsoEqual, ...solved(left, before)];
}

/** Gives an operand of which `operand OPERATOR by` is the result; undefined where none is known. */
function operandOf(operator: string, by: bigint, result: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return result - by;
    case '-':
      return result + by;
    case '^':
      return BigInt.asUintN(64, result ^ by);
    case '>>':
    case '>>>':
      return by >= 0n && by < 64n ? result << by : undefined;
    case '<<':
      return by >= 0n && by < 64n ? result >> by : undefined;
    case '*':
      return by !== 0n && result % by === 0n ? result / by : undefined;
    case '/':
      return result * by;
    case '%':
      return result;
    default:
      return undefined;
  }
}

/** Nothing and one are drawn often anyway. */
const smallNumbers = 2n;

function constantOf(node: unknown): readonly (bigint | string)[] {
  const value = valueOf(node);
  // Numbers of 64 bits are texts in many decoders.
  if (typeof value === 'string' && /^\d{2,19}$/.test(value)) return [BigInt(value)];
  if (typeof value === 'string') return value.length > 1 && value.length <= 64 ? [value] : [];
  return value === undefined ? [] : tellable(value);
}

function tellable(value: bigint): readonly bigint[] {
  if (value >= 1n << 64n || value < -(1n << 63n)) return [];
  // A negative number is in a message as 64 bits.
  return value < 0n || value >= smallNumbers ? [BigInt.asUintN(64, value)] : [];
}

/** The text or the whole number that an expression of literals gives, such as `-40`, `60 * 60` or `1n << 40n`. */
function valueOf(node: unknown): bigint | string | undefined {
  if (!isNode(node)) return undefined;
  switch (node.type) {
    case 'Literal': {
      const {value} = node;
      if (typeof value === 'string' || typeof value === 'bigint') return value;
      return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
    }
    case 'UnaryExpression': {
      const value = valueOf(node['argument']);
      return typeof value === 'bigint' && node['operator'] === '-' ? -value : undefined;
    }
    case 'BinaryExpression': {
      const left = valueOf(node['left']);
      const right = valueOf(node['right']);
      if (typeof left !== 'bigint' || typeof right !== 'bigint') return undefined;
      return calculated(String(node['operator']), left, right);
    }
    default:
      return undefined;
  }
}

function calculated(operator: string, left: bigint, right: bigint): bigint | undefined {
  const isSmall = right >= 0n && right <= 64n;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '**':
      return isSmall && left >= -2n && left <= 16n ? left ** right : undefined;
    case '<<':
      return isSmall ? left << right : undefined;
    case '|':
      return left | right;
    default:
      return undefined;
  }
}
