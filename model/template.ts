// Substitution of `${name}` in parsed scalars: the whole template language there is.
import {isJsonList, isJsonObject, jsonText, newJsonObject, type Json, type JsonObject} from './json.ts';

/** A scalar seen as a template: plain text, one value alone (keeps its type), or text with values in it. */
export type Template =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'value'; readonly path: string}
  | {readonly kind: 'mixed'; readonly parts: readonly TemplatePart[]}
  | {readonly kind: 'malformed'; readonly why: string};

type TemplatePart = {readonly text: string} | {readonly path: string};

/** Looks up a dotted name such as `repo.owner`; undefined when there is no such value. */
export type Lookup = (path: string) => Json | undefined;

const namePattern = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;

/** Templates that were read; a run fills the same ones into step after step. */
const known = new Map<string, Template>();
const knownMax = 10_000;

/** Reads one scalar as a template. `$${` is a literal `${`. */
export function readTemplate(text: string): Template {
  if (!text.includes('${')) return {kind: 'text', text};
  const before = known.get(text);
  if (before !== undefined) return before;
  const template = parseTemplate(text);
  if (known.size >= knownMax) known.clear();
  known.set(text, template);
  return template;
}

function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let plain = '';
  let index = 0;
  while (index < text.length) {
    if (text.startsWith('$${', index)) {
      plain += '${';
      index += 3;
    } else if (text.startsWith('${', index)) {
      const end = text.indexOf('}', index);
      if (end === -1) return {kind: 'malformed', why: '"${" is not closed'};
      const path = text.slice(index + 2, end);
      if (!namePattern.test(path)) return {kind: 'malformed', why: `"${path}" is not a name`};
      if (plain !== '') parts.push({text: plain});
      plain = '';
      parts.push({path});
      index = end + 1;
    } else {
      plain += text.charAt(index);
      index += 1;
    }
  }
  if (plain !== '') parts.push({text: plain});
  const [first] = parts;
  if (first === undefined) return {kind: 'text', text: ''};
  if (parts.length === 1) return 'path' in first ? {kind: 'value', path: first.path} : {kind: 'text', text: first.text};
  return {kind: 'mixed', parts};
}

/** Thrown by `substitute` when a name has no value: `name` is the dotted path. */
export class MissingValue extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`no value is bound to "\${${path}}"`);
    this.name = 'MissingValue';
    this.path = path;
  }
}

/** Replaces every template in a tree; keys are never substituted. A tree without templates is given back as it is. Throws MissingValue for a name without value. */
export function substitute(tree: Json, lookup: Lookup): Json {
  if (typeof tree === 'string') return tree.includes('${') ? substituteScalar(tree, lookup) : tree;
  if (isJsonList(tree)) return substituteList(tree, lookup);
  return isJsonObject(tree) ? substituteObject(tree, lookup) : tree;
}

function substituteList(list: readonly Json[], lookup: Lookup): readonly Json[] {
  let filled: Json[] | undefined;
  for (const [index, item] of list.entries()) {
    const value = substitute(item, lookup);
    if (value === item) continue;
    filled ??= [...list];
    filled[index] = value;
  }
  return filled ?? list;
}

function substituteObject(tree: JsonObject, lookup: Lookup): JsonObject {
  let filled: Record<string, Json> | undefined;
  for (const key of Object.keys(tree)) {
    const item = tree[key] ?? null;
    const value = substitute(item, lookup);
    if (value === item) continue;
    filled ??= Object.assign(newJsonObject(), tree);
    filled[key] = value;
  }
  return filled ?? tree;
}

function substituteScalar(text: string, lookup: Lookup): Json {
  const template = readTemplate(text);
  switch (template.kind) {
    case 'text':
      return template.text;
    case 'value':
      return valueOf(template.path, lookup);
    case 'mixed':
      return template.parts.map(part => ('text' in part ? part.text : asText(valueOf(part.path, lookup)))).join('');
    case 'malformed':
      throw new Error(`malformed template "${text}": ${template.why}`);
  }
}

function valueOf(path: string, lookup: Lookup): Json {
  const value = lookup(path);
  if (value === undefined) throw new MissingValue(path);
  return value;
}

function asText(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? jsonText(value) : String(value);
}

/** Lists the dotted names that a tree refers to, each once, in order of appearance. */
export function referencesIn(tree: Json): readonly string[] {
  const found = new Set<string>();
  visit(tree, found);
  return [...found];
}

function visit(tree: Json, found: Set<string>): void {
  if (typeof tree === 'string') {
    if (!tree.includes('${')) return;
    const template = readTemplate(tree);
    if (template.kind === 'value') found.add(template.path);
    if (template.kind === 'mixed') for (const part of template.parts) if ('path' in part) found.add(part.path);
  } else if (isJsonList(tree)) {
    for (const item of tree) visit(item, found);
  } else if (isJsonObject(tree)) {
    for (const key of Object.keys(tree)) visit(tree[key] ?? null, found);
  }
}

/** Follows a dotted path through objects and lists; undefined when a part is missing. */
export function lookUp(root: Json | undefined, path: string): Json | undefined {
  let value = root;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(part)] as Json | undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, part) ? value[part] : undefined;
    else return undefined;
  }
  return value;
}
