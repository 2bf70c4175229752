// Puts a counter into every branch of a JavaScript source, and lists the constants that it compares something with.
import {parse, type Node} from 'acorn';

/** A source that counts. */
export interface InstrumentedSource {
  readonly text: string;
  /** How many counters it has. */
  readonly counters: number;
  readonly constants: readonly ComparedConstant[];
}

/** A whole number above the small ones, or a text, that is compared with something where a counter counts; -1: outside of all of them. */
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
  return [...constantOf(node['left']), ...constantOf(node['right'])];
}

/** Nothing and one are drawn often anyway. */
const smallNumbers = 2n;

function constantOf(node: unknown): readonly (bigint | string)[] {
  if (!isNode(node) || node.type !== 'Literal') return [];
  const {value} = node;
  // Numbers of 64 bits are texts in many decoders.
  if (typeof value === 'string' && /^\d{2,19}$/.test(value)) return [BigInt(value)];
  if (typeof value === 'string') return value.length > 1 && value.length <= 64 ? [value] : [];
  const number = typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(value as number) : 0n;
  return number >= smallNumbers && number < 1n << 64n ? [number] : [];
}
