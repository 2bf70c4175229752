// Reads a baseline: the YAML file that lists the known failures of one target, with every problem placed.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import type {Problem} from '../../model/problem.ts';
import {quoted} from '../../base/text/visible-text.ts';

/** One known failure, or several that one pattern names. */
export interface BaselineEntry {
  /** A case id, or a pattern with `*` and `?`. */
  readonly case: string;
  /** Patterns over `PATH: MESSAGE`; every finding of the case must match one. */
  readonly findings: readonly string[];
  readonly reason: string;
  readonly owner?: string;
  readonly issue?: string;
  /** Last day on which it counts, `YYYY-MM-DD`. */
  readonly expires?: string;
  /** It fails only sometimes, so that a pass does not make it stale. */
  readonly isFlaky: boolean;
}

/** A baseline as read; the document keeps comments and order for edits. */
export interface BaselineReading {
  /** The edition of the suites that the baseline was written for. */
  readonly edition?: string;
  readonly entries: readonly BaselineEntry[];
  readonly problems: readonly Problem[];
  readonly document: Document;
  /** The node of each entry, in order. */
  readonly nodes: readonly Node[];
}

/** Reads the text; with any problem nothing of it may be used. */
export function readBaseline({text, file}: {readonly text: string; readonly file: string}): BaselineReading {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, version: '1.2', schema: 'core', uniqueKeys: true});
  const problems: Problem[] = [];
  const at = (offset: number, message: string, fix: string): void => {
    const {line, col} = lines.linePos(offset);
    problems.push({file, line, column: col, sourceLine: sourceLine(text, line), message, fix});
  };
  for (const {message, pos} of [...document.errors, ...document.warnings])
    at(pos[0], message.split('\n')[0] ?? message, 'the file must be plain YAML 1.2');
  const entries = problems.length > 0 ? [] : entriesOf(document, at);
  const known: unknown = document.get('known', true);
  const edition: unknown = document.get('edition');
  if (edition !== undefined && (typeof edition !== 'string' || !/^\d{4}\.\d+$/.test(edition)))
    at(
      offsetOf(document.get('edition', true) as Node),
      '"edition" is no edition',
      'write it in quotes, e.g. edition: "2026.1"',
    );
  return {
    ...(typeof edition === 'string' ? {edition} : {}),
    entries,
    problems,
    document,
    nodes: isSeq(known) ? ([...known.items] as Node[]) : [],
  };
}

type At = (offset: number, message: string, fix: string) => void;

const example = 'write "baseline: 1" and, below "known:", a list of entries with case, finding and reason';

function entriesOf(document: Document, at: At): readonly BaselineEntry[] {
  const root = document.contents;
  if (!isMap(root)) {
    at(0, 'this is no baseline', example);
    return [];
  }
  checkKeys(root as YAMLMap<Node, Node>, rootKeys, at);
  const version = document.get('baseline');
  if (version !== 1)
    at(
      offsetOf(document.get('baseline', true) as Node),
      `"baseline" is ${quoted(version ?? null)}`,
      'this touchstone reads form 1: write "baseline: 1"',
    );
  const known = document.get('known', true);
  if (!isSeq(known)) {
    at(offsetOf(known as Node), '"known" is not a list', example);
    return [];
  }
  return known.items.flatMap(item => entryOf(item as Node, at) ?? []);
}

const rootKeys = ['baseline', 'edition', 'known'];
const entryKeys = ['case', 'finding', 'reason', 'owner', 'issue', 'expires', 'flaky'];

function entryOf(item: Node, at: At): BaselineEntry | undefined {
  if (!isMap(item)) {
    at(
      offsetOf(item),
      'an entry is not a map',
      'an entry has case, finding, reason and, if you like, owner, issue, expires',
    );
    return undefined;
  }
  const map = item as YAMLMap<Node, Node>;
  checkKeys(map, entryKeys, at);
  const textOf = (key: string): string | undefined => {
    const node = map.get(key, true) as Node | undefined;
    if (node === undefined) return undefined;
    const value: unknown = isScalar(node) ? node.value : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
    at(
      offsetOf(node),
      `"${key}" is not a text`,
      `write ${key}: followed by a text, in quotes if it has special characters`,
    );
    return undefined;
  };
  const required = (key: string, fix: string): string => {
    if (!map.has(key)) at(offsetOf(item), `the entry has no "${key}"`, fix);
    return textOf(key) ?? '';
  };
  const owner = textOf('owner');
  const issue = textOf('issue');
  const expires = textOf('expires');
  if (expires !== undefined && !isDay(expires))
    at(offsetOf(map.get('expires', true)), `"expires" is ${quoted(expires)}`, 'write a day as YYYY-MM-DD');
  return {
    case: required('case', 'write the id of a case, or a pattern such as hosting/labels/*'),
    findings: findingsOf(map, at),
    reason: required('reason', 'say why the failure is known, for whoever reads this next'),
    ...(owner === undefined ? {} : {owner}),
    ...(issue === undefined ? {} : {issue}),
    ...(expires === undefined ? {} : {expires}),
    isFlaky: flagOf(map, at),
  };
}

function findingsOf(map: YAMLMap<Node, Node>, at: At): readonly string[] {
  const node = map.get('finding', true) as Node | undefined;
  const items = isSeq(node) ? (node.items as Node[]) : node === undefined ? [] : [node];
  const texts = items.flatMap(item =>
    isScalar(item) && typeof item.value === 'string' && item.value !== '' ? [item.value] : [],
  );
  if (texts.length === 0 || texts.length < items.length)
    at(
      offsetOf(node ?? map),
      'the entry has no usable "finding"',
      'write the finding that it must match, e.g. "status: expected 200, got *", or a list of such texts',
    );
  return texts;
}

function flagOf(map: YAMLMap<Node, Node>, at: At): boolean {
  const value = map.get('flaky');
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  at(
    offsetOf(map.get('flaky', true)),
    '"flaky" is neither true nor false',
    'write flaky: true for a case that fails only sometimes',
  );
  return false;
}

function checkKeys(map: YAMLMap<Node, Node>, known: readonly string[], at: At): void {
  for (const {key, value} of map.items) {
    const name: unknown = isScalar(key) ? key.value : undefined;
    if (typeof name !== 'string' || !known.includes(name))
      at(offsetOf(key), `unknown key ${quoted(name ?? null)}`, `keys here are ${known.join(', ')}`);
    if (isAlias(value)) at(offsetOf(value), 'an alias stands here', 'write the value itself');
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function offsetOf(node: Node | undefined): number {
  return node?.range?.[0] ?? 0;
}

function sourceLine(text: string, line: number): string {
  return (text.split('\n')[line - 1] ?? '').replace(/\r$/, '').slice(0, 200);
}
