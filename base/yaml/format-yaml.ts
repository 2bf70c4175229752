// Lays out a YAML file in one way: comments, order and values stay, and laying it out again changes nothing.
import {Parser, parseDocument, visit, type Document} from 'yaml';
import type {Problem} from '../../model/problem.ts';
import {parseYaml} from './parse-yaml.ts';
import {problemsOf} from './source.ts';

/** The text as it should be, or why the file is left alone. */
export type Formatting =
  | {readonly kind: 'formatted'; readonly text: string}
  | {readonly kind: 'refused'; readonly problems: readonly Problem[]};

/** Formats the text: two blanks of indentation, no padding in braces, one line end at the end. */
export function formatYaml({text, file}: {readonly text: string; readonly file: string}): Formatting {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parsed = parseYaml({text: source, file});
  const problems = problemsOf(parsed);
  if (problems.length > 0) return {kind: 'refused', problems};
  // A key or a list of passwords is often one text to YAML; its lines would be joined.
  if (typeof parsed.value === 'string')
    return {
      kind: 'refused',
      problems: [{file, message: 'it is neither a mapping nor a list', fix: 'give a YAML file'}],
    };
  let now = source;
  for (let round = 0; round < roundsMax; round += 1) {
    const next = layOut(now);
    if (next === now) break;
    now = next;
  }
  if (layOut(now) !== now || !isSame(source, now))
    return {
      kind: 'refused',
      problems: [
        {
          file,
          message: 'it cannot be laid out without changing what it says',
          fix: 'put comments on lines of their own, before what they are about',
        },
      ],
    };
  return {kind: 'formatted', text: now};
}

// A list that became a block can hold one that is too long in turn.
const roundsMax = 10;

// A list or mapping in braces that was broken over lines goes into one line up to this length, and becomes a block beyond it.
const flowMax = 140;

function layOut(text: string): string {
  const document = parse(text);
  visit(document, {
    Collection: (_key, node) => {
      const [from, to] = node.range ?? [0, 0];
      const own = text.slice(from, to);
      if (node.flow === true && own.includes('\n') && !own.includes('#') && oneLine(own).length > flowMax)
        node.flow = false;
    },
  });
  const written = document.toString({lineWidth: 0, flowCollectionPadding: false, indentSeq: true});
  return `${written.trimEnd()}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function parse(text: string): Document {
  return parseDocument(text, {version: '1.2', schema: 'core', intAsBigInt: true});
}

function isSame(before: string, after: string): boolean {
  return (
    JSON.stringify(parse(before).toJS(), exact) === JSON.stringify(parse(after).toJS(), exact) &&
    commentsOf(before).join('\n') === commentsOf(after).join('\n')
  );
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `integer ${value.toString()}` : value;
}

/** All comments in the order of the file, blanks at their ends left out. */
function commentsOf(text: string): readonly string[] {
  const found: string[] = [];
  const look = (token: unknown): void => {
    if (typeof token !== 'object' || token === null) return;
    if ('type' in token && token.type === 'comment' && 'source' in token && typeof token.source === 'string')
      found.push(token.source.trimEnd());
    for (const below of Object.values(token)) look(below);
  };
  for (const token of new Parser().parse(text)) look(token);
  return found;
}
