// The library that reads YAML, loaded when a first text is read: its seventy files cost a start more than most commands need, as what was read before is kept.
import {createRequire} from 'node:module';
import type * as Yaml from 'yaml';
import type {Alias, Scalar, YAMLMap, YAMLSeq} from 'yaml';

type Library = typeof Yaml;

const require = createRequire(import.meta.url);
let library: Library | undefined;

/** Gives the library. */
export function yamlLibrary(): Library {
  return (library ??= require('yaml') as Library);
}

export function isAlias(node: unknown): node is Alias {
  return yamlLibrary().isAlias(node);
}

export function isMap<Key = unknown, Value = unknown>(node: unknown): node is YAMLMap<Key, Value> {
  return yamlLibrary().isMap(node);
}

export function isScalar<Value = unknown>(node: unknown): node is Scalar<Value> {
  return yamlLibrary().isScalar(node);
}

export function isSeq<Item = unknown>(node: unknown): node is YAMLSeq<Item> {
  return yamlLibrary().isSeq(node);
}
