// Names a place inside an observed value, the way a finding prints it.
import {escapeKey} from './point-into.ts';

/** One place: its text, and the places one key or index below it. */
export interface Place {
  readonly text: string;
  child(key: string | number): Place;
}

/** A place by JSON Pointer. The root of the value prints as `rootName`, e.g. `body`. */
export function pointerPlace(rootName: string, pointer = ''): Place {
  return {
    text: pointer === '' ? rootName : pointer,
    child: key => pointerPlace(rootName, `${pointer}/${typeof key === 'number' ? key : escapeKey(key)}`),
  };
}

/** A place by words, e.g. `headers/link`. */
export function namedPlace(text: string): Place {
  return {text, child: key => namedPlace(`${text}/${typeof key === 'number' ? key : escapeKey(key)}`)};
}

/** The list of nodes that a JSONPath selected: the query itself, and below it each node by its normalized path. */
export function nodesPlace(query: string, nodes: readonly {readonly path: string}[]): Place {
  return {text: query, child: key => pathPlace(() => nodes[Number(key)]?.path ?? `${query} (node ${key})`)};
}

// By the normalized path of RFC 9535, section 2.7, e.g. `$[0]['name']`; most places are asked for and never printed.
function pathPlace(path: () => string): Place {
  return {
    get text() {
      return path();
    },
    child: key => pathPlace(() => path() + normalizedKey(key)),
  };
}

/** Writes one step of a normalized path. */
export function normalizedKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  // Section 2.7 escapes what JSON escapes, and no other hidden character; only the quotation mark is the other one.
  return `['${JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`;
}
