// Selects lists of nodes by JSONPath (RFC 9535), each node with its normalized path.
import {createRequire} from 'node:module';
import type {Json} from '../../model/json.ts';
import {isJsonList, isJsonObject} from '../../model/json.ts';
import type * as JsonP3 from 'json-p3';
import type {JSONPathQuery, JSONValue} from 'json-p3';
import {normalizedKey} from './normalized-key.ts';

/** One node that a query selected. */
export interface PathNode {
  /** Normalized path, e.g. `$[0]['name']`. */
  readonly path: string;
  readonly value: Json;
}

/** One compiled query, or why it does not compile. */
export type CompiledPath =
  | {readonly kind: 'path'; readonly select: (root: Json) => readonly PathNode[]}
  | {readonly kind: 'problem'; readonly why: string; readonly usesRegex: boolean};

/** Compiles a query; the same text is compiled once. */
export type PathCompiler = (query: string) => CompiledPath;

// The package is CommonJS: `import` looks through its text for names to export, which costs 40 ms of CPU; `require` costs one (measured with 2.3).
const require = createRequire(import.meta.url);

/** Loads the JSONPath engine, without `match` and `search`: their regular expressions run in exponential time. */
export function loadJsonPath(): PathCompiler {
  const {JSONPathEnvironment} = require('json-p3') as typeof JsonP3;
  const environment = new JSONPathEnvironment({maxRecursionDepth: recursionMax});
  environment.functionRegister.delete('match');
  environment.functionRegister.delete('search');
  const compiled = new Map<string, CompiledPath>();
  return query => {
    const known = compiled.get(query);
    if (known !== undefined) return known;
    const fresh = compile(query, text => environment.compile(text));
    compiled.set(query, fresh);
    return fresh;
  };
}

/** More levels than `readJson` ever reads; the engine's own default is 50. */
const recursionMax = 2_000;

function compile(query: string, engine: (query: string) => JSONPathQuery): CompiledPath {
  try {
    const path = engine(query);
    return {kind: 'path', select: onceEach(root => select(path, root))};
  } catch (error) {
    return {kind: 'problem', ...whyNot((error as Error).message)};
  }
}

// Deliveries are judged again by every step that waits for one; what an object holds does not change.
function onceEach(of: (root: Json) => readonly PathNode[]): (root: Json) => readonly PathNode[] {
  const known = new WeakMap<object, readonly PathNode[]>();
  return root => {
    if (typeof root !== 'object' || root === null) return of(root);
    const nodes = known.get(root) ?? of(root);
    known.set(root, nodes);
    return nodes;
  };
}

function whyNot(message: string): {readonly why: string; readonly usesRegex: boolean} {
  const refused = /no such function '(match|search)'/.exec(message)?.[1];
  if (refused === undefined) return {why: message, usesRegex: false};
  const why = `${refused}() is refused because its regular expression may take exponential time; select the nodes and use $regex`;
  return {why, usesRegex: true};
}

function select(path: JSONPathQuery, root: Json): readonly PathNode[] {
  const hasBig = holdsBigint(root);
  // The engine knows no bigint: filters compare the nearest double, and the exact value is taken from the root.
  const nodes = nodesOf(path, (hasBig ? withDoubles(root) : root) as JSONValue);
  return nodes.map(({location, value}) => ({
    // Only findings name it: written for each node of a large payload, it took longer than the query.
    get path() {
      return `$${location.map(normalizedKey).join('')}`;
    },
    value: hasBig ? valueAt(root, location) : (value as Json),
  }));
}

// The fast way puts all nodes of a list on the stack as arguments, where some 120,000 have room (measured with 2.3); the other takes one at a time.
function nodesOf(path: JSONPathQuery, root: JSONValue): readonly JsonP3.JSONPathNode[] {
  try {
    return path.query(root).nodes;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [...path.lazyQuery(root)];
  }
}

function holdsBigint(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return isJsonList(value) ? value.some(holdsBigint) : Object.values(value).some(holdsBigint);
}

function withDoubles(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonList(value)) return value.map(withDoubles);
  if (!isJsonObject(value)) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value)) copy[key] = withDoubles(value[key] as Json);
  return copy;
}

function valueAt(root: Json, location: readonly (string | number)[]): Json {
  let value = root;
  for (const key of location) value = (value as {readonly [key: string | number]: Json})[key] as Json;
  return value;
}
