// Turns the nodes of a YAML document into an exact JSON value and notes keys and aliases that are refused.
import type {ParsedNode, Scalar, YAMLMap} from 'yaml';
import {isAlias, isScalar, isSeq} from './library.ts';
import type {Json} from '../../model/json.ts';
import type {Note} from './source.ts';

export type YamlNode = ParsedNode | null;

/** Values that all aliases of one file may stand for together; an alias bomb of nine levels stands for 400 million. */
const aliasedValuesMax = 10_000;

interface Walk {
  readonly notes: Note[];
  readonly anchors: Map<string, YamlNode>;
  readonly targets: Map<YamlNode, YamlNode>;
  /** Anchored nodes that are being read: an alias to one of them is a circle. */
  readonly open: Set<YamlNode>;
  aliasDepth: number;
  /** Where the outermost alias that is being read stands. */
  aliasOffset: number;
  aliasedValues: number;
  /** An alias stands for nothing, so the value is not whole and not worth checking. */
  isBroken: boolean;
}

/** Gives the value of a node, and what each alias in it stands for. */
export function yamlValue(
  node: YamlNode,
  notes: Note[],
): {readonly value: Json | undefined; readonly targets: Walk['targets']} {
  const walk: Walk = {
    notes,
    anchors: new Map(),
    targets: new Map(),
    open: new Set(),
    aliasDepth: 0,
    aliasOffset: 0,
    aliasedValues: 0,
    isBroken: false,
  };
  const value = valueOf(node, walk);
  return {value: walk.isBroken || walk.aliasedValues > aliasedValuesMax ? undefined : value, targets: walk.targets};
}

function valueOf(node: YamlNode, walk: Walk): Json {
  if (node === null) return null;
  if (walk.aliasDepth > 0 && tooManyAliased(walk)) return null;
  if (isAlias(node)) return aliasValue(node, walk);
  const anchor = node.anchor;
  if (anchor !== undefined && walk.aliasDepth === 0) walk.anchors.set(anchor, node);
  if (isScalar(node)) return scalarValue(node, walk);
  if (anchor !== undefined) walk.open.add(node);
  const value = isSeq(node) ? node.items.map(item => valueOf(item as YamlNode, walk)) : mapValue(node, walk);
  if (anchor !== undefined) walk.open.delete(node);
  return value;
}

function tooManyAliased(walk: Walk): boolean {
  walk.aliasedValues += 1;
  if (walk.aliasedValues !== aliasedValuesMax + 1) return walk.aliasedValues > aliasedValuesMax;
  const message = `the aliases of this file stand for more than ${aliasedValuesMax.toLocaleString('en')} values`;
  walk.notes.push({
    message,
    fix: 'write the values out, or use fewer aliases of aliases',
    at: {offset: walk.aliasOffset},
  });
  return true;
}

function aliasValue(alias: ParsedNode & {readonly source: string}, walk: Walk): Json {
  const target = walk.targets.get(alias) ?? walk.anchors.get(alias.source);
  walk.isBroken ||= target === undefined || walk.open.has(target);
  if (target === undefined) {
    walk.notes.push({
      message: `there is no anchor "&${alias.source}" before this alias`,
      fix: 'put a text that begins with "*" in quotes, or set the anchor first',
      at: {offset: alias.range[0]},
    });
    return null;
  }
  if (walk.open.has(target)) {
    walk.notes.push({
      message: `the alias "*${alias.source}" is inside the value that it stands for`,
      fix: 'write the inner value out',
      at: {offset: alias.range[0]},
    });
    return null;
  }
  walk.targets.set(alias, target);
  if (walk.aliasDepth === 0) walk.aliasOffset = alias.range[0];
  walk.aliasDepth += 1;
  const value = valueOf(target, walk);
  walk.aliasDepth -= 1;
  return value;
}

function mapValue(map: YAMLMap.Parsed, walk: Walk): Json {
  const object = Object.create(null) as Record<string, Json>;
  for (const {key, value} of map.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const offset = key.range[0];
    if (name === '<<') {
      walk.notes.push({message: 'merge keys ("<<") are not supported', fix: 'write the entries out', at: {offset}});
      continue;
    }
    if (isAlias(key)) walk.notes.push({message: 'a key is an alias', fix: 'write the key out', at: {offset}});
    else if (name in object)
      walk.notes.push({
        message: `the key "${name}" appears twice in one mapping`,
        fix: 'take one of the two away',
        at: {offset},
      });
    object[name] = valueOf(value, walk);
  }
  return object;
}

function scalarValue({value, source, range}: Scalar.Parsed, walk: Walk): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return numberValue(value, source, range[0], walk);
    default:
      return null;
  }
}

function numberValue(value: number, source: string, offset: number, walk: Walk): Json {
  if (Number.isSafeInteger(value)) return value;
  if (/^[-+]?\d+$/.test(source)) return BigInt(source.replace('+', ''));
  if (/^0[ox]/.test(source)) return BigInt(source);
  if (!Number.isFinite(value)) {
    walk.notes.push({
      message: `"${source}" is a number that JSON cannot hold`,
      fix: 'put it in quotes when it is a text',
      at: {offset},
    });
    return null;
  }
  return value;
}
