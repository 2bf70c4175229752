// Finds where the value at a JSON Pointer stands in a YAML text.
import type {YAMLMap} from 'yaml';
import {isAlias, isMap, isScalar, isSeq} from './library.ts';
import {readPointer} from '../json/json-pointer.ts';
import type {YamlNode} from './yaml-value.ts';

/** Offsets of one entry: its key (or list item), its value, and the end of its value. */
export interface NodeRange {
  readonly key: number;
  readonly value: number;
  readonly end: number;
}

/** Follows a pointer as far as it leads; the rest of a pointer that leads nowhere is ignored. */
export function locateNode(root: YamlNode, targets: ReadonlyMap<YamlNode, YamlNode>, pointer: string): NodeRange {
  let range = rangeOf(root, root);
  let node = root;
  for (const token of readPointer(pointer) ?? []) {
    if (isAlias(node)) node = targets.get(node) ?? null;
    const entry = entryOf(node, token);
    if (entry === undefined) return range;
    range = rangeOf(entry.key, entry.value);
    node = entry.value;
  }
  return range;
}

type Pairs = ReadonlyMap<string, Entry>;

/** The last pair of each key. A file of thousands of wrong keys asks for thousands of places. */
const pairs = new WeakMap<NonNullable<YamlNode>, Pairs>();

function pairsOf(map: YAMLMap.Parsed): Pairs {
  const known = pairs.get(map);
  if (known !== undefined) return known;
  const made = new Map<string, Entry>();
  for (const {key, value} of map.items) if (isScalar(key)) made.set(String(key.value), {key, value});
  pairs.set(map, made);
  return made;
}

interface Entry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

function entryOf(node: YamlNode, token: string): Entry | undefined {
  if (isMap(node)) {
    const pair = pairsOf(node).get(token);
    return pair === undefined ? undefined : {key: pair.key, value: pair.value};
  }
  if (isSeq(node)) {
    const item: YamlNode | undefined = node.items[Number(token)];
    return item === undefined ? undefined : {key: item, value: item};
  }
  return undefined;
}

function rangeOf(key: YamlNode, value: YamlNode): NodeRange {
  const keyStart = key?.range[0] ?? 0;
  const keyEnd = key?.range[1] ?? 0;
  // A key without value has an empty node somewhere behind it: point at the key instead.
  const isEmpty = value === null || value.range[0] === value.range[1];
  return {key: keyStart, value: isEmpty ? keyStart : value.range[0], end: isEmpty ? keyEnd : value.range[1]};
}
