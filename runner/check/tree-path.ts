// Names a place inside an observed value, the way a finding prints it.
import {pointerTo} from '../../base/json/json-pointer.ts';
import {normalizedKey} from '../../base/patterns/normalized-key.ts';

/** One place: its text, and the places one key or index below it. */
export interface Place {
  readonly text: string;
  child(key: string | number): Place;
}

/** A place by JSON Pointer. The root of the value prints as `rootName`, e.g. `body`. */
export function pointerPlace(rootName: string, pointer = ''): Place {
  return {
    text: pointer === '' ? rootName : pointer,
    child: key => pointerPlace(rootName, pointerTo(pointer, key)),
  };
}

/** A place by words, e.g. `headers/link`. */
export function namedPlace(text: string): Place {
  return {text, child: key => namedPlace(pointerTo(text, key))};
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
