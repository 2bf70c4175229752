// Parses one YAML 1.2 document into exact JSON, refuses what could surprise, and remembers where everything stands.
import type {CST, Document, ErrorCode} from 'yaml';
import type {Json} from '../../model/json.ts';
import {yamlLibrary} from './library.ts';
import {lineIndex, type LineIndex} from './line-index.ts';
import {locateNode, type NodeRange} from './locate-node.ts';
import type {Note, Source} from './source.ts';
import {unusableText} from './unusable-text.ts';
import {bareTemplate, unclosedQuote, yamlTrouble} from './yaml-trouble.ts';
import {yamlValue, type YamlNode} from './yaml-value.ts';

/** Reads a text; never throws. Lines are counted only when somebody asks for a position. */
export function parseYaml({text: raw, file}: {readonly text: string; readonly file: string}): Source {
  const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  const notes: Note[] = [];
  const {value, root, targets} = readDocument(text, notes);
  let index: LineIndex | undefined;
  const lines = (): LineIndex => (index ??= lineIndex(text));
  const range = (pointer: string): NodeRange => locateNode(root, targets, pointer);
  return {
    file,
    value,
    notes,
    positionOf: (pointer, side) => lines().positionAt(side === 'key' ? range(pointer).key : range(pointer).value),
    positionAt: offset => lines().positionAt(offset),
    linesOf: pointer => {
      const {key, end} = range(pointer);
      return {first: lines().lineAt(key), last: lines().lineAt(Math.max(key, end - 1))};
    },
  };
}

interface ReadDocument {
  readonly value: Json | undefined;
  readonly root: YamlNode;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<YamlNode, YamlNode>;
}

const nothing: ReadDocument = {value: undefined, root: null, targets: new Map()};

function readDocument(text: string, notes: Note[]): ReadDocument {
  const trouble = unusableText(text);
  if (trouble !== undefined) {
    const {message, fix, offset} = trouble;
    notes.push({message, fix, at: offset === undefined ? 'file' : {offset}});
    return nothing;
  }
  const openQuotes = new Map<number, number>();
  const tokens = tokensOf(text, notes, openQuotes);
  if (tokens === undefined) return nothing;
  const document = compose(tokens, text);
  if (document === undefined || document.contents === null) {
    notes.push({message: 'the file is empty', fix: 'write a mapping into it', at: 'file'});
    return nothing;
  }
  if (noteParserTroubles(document, {text, openQuotes}, notes)) return {...nothing, root: document.contents};
  const {value, targets} = yamlValue(document.contents, notes);
  return {value, root: document.contents, targets};
}

/**
 * Lists or mappings within each other, at most. The deepest thing that anybody has reason to write is a request body; the composer
 * of the `yaml` package recurses and was seen to run out of stack at 20,000.
 */
const nestingMax = 100;

// The parser keeps one entry for the document and up to two for each level.
const stackMax = nestingMax + 2;

/** `openQuotes` gets every quoted text that nothing closes: where it ends, as the parser complains there, and where it begins. */
function tokensOf(text: string, notes: Note[], openQuotes: Map<number, number>): CST.Token[] | undefined {
  const {CST: lexemes, Lexer, Parser} = yamlLibrary();
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let isScalarNext = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isScalarNext && lexeme.charCodeAt(0) === exclamationMark) noteTag(lexeme, parser.offset, notes);
    if (!isScalarNext && isOpenQuote(lexeme)) openQuotes.set(parser.offset + lexeme.length, parser.offset);
    isScalarNext = lexeme === lexemes.SCALAR;
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > stackMax) {
      const message = `lists and mappings are nested more than ${String(nestingMax)} deep`;
      notes.push({message, fix: 'write a flatter structure', at: {offset: parser.offset}});
      return undefined;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return isOneDocument(tokens, notes) ? tokens : undefined;
}

const exclamationMark = 0x21;

function isOpenQuote(lexeme: string): boolean {
  const [mark] = lexeme;
  return (mark === '"' || mark === "'") && (lexeme.length === 1 || !lexeme.endsWith(mark));
}

function noteTag(tag: string, offset: number, notes: Note[]): void {
  notes.push({
    message: `the tag "${tag}" is not supported`,
    fix: 'take it away; quote the value when it is a text',
    at: {offset},
  });
}

function isOneDocument(tokens: readonly CST.Token[], notes: Note[]): boolean {
  const second = tokens.filter(token => token.type === 'document')[1];
  if (second !== undefined) {
    notes.push({
      message: 'a second document begins here',
      fix: 'put it into a file of its own',
      at: {offset: second.offset},
    });
  }
  const directive = tokens.find(token => token.type === 'directive' && !/^%YAML\s+1\.2\b/.test(token.source));
  if (directive !== undefined && 'source' in directive) {
    const message = `the directive "${directive.source.trim()}" is not supported`;
    notes.push({message, fix: 'take the line away; files are read as YAML 1.2', at: {offset: directive.offset}});
  }
  return second === undefined && directive === undefined;
}

function compose(tokens: readonly CST.Token[], text: string): Document.Parsed | undefined {
  const {Composer} = yamlLibrary();
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    // `yaml` compares each key with all before it, so that a large mapping takes minutes; yaml-value.ts uses a set.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  for (const document of composer.compose(tokens, false, text.length)) return document;
  return undefined;
}

// One missing bracket can make hundreds of complaints; the first ones say it.
const parserTroublesMax = 10;

/** Notes errors and warnings of the parser alike, and tells whether there were any. Tags are noted by their tokens. */
function noteParserTroubles(
  {errors, warnings}: Document,
  {text, openQuotes}: {readonly text: string; readonly openQuotes: ReadonlyMap<number, number>},
  notes: Note[],
): boolean {
  const troubles = [...errors, ...warnings].filter(({code}) => code !== tagTrouble);
  // What is missing at the end of a file is missing behind its last character.
  const end = text.trimEnd().length;
  let said: {readonly message: string; readonly offset: number} | undefined;
  for (const {code, message: parserMessage, pos} of troubles.slice(0, parserTroublesMax)) {
    if (text.startsWith('${', pos[0] - 1)) {
      notes.push({...bareTemplate, at: {offset: pos[0] - 1}});
      break;
    }
    const opening = code === 'MISSING_CHAR' ? openQuotes.get(pos[0]) : undefined;
    const offset = opening ?? Math.min(pos[0], end);
    const words = opening === undefined ? yamlTrouble(code, parserMessage) : unclosedQuote;
    // The parser complains of both ends of `[}`; one complaint of a kind is enough for a line.
    const isAgain = said?.message === words.message && !text.slice(said.offset, offset).includes('\n');
    if (!isAgain) notes.push({...words, at: {offset}});
    said = {message: words.message, offset};
    // What a quote has swallowed is missing elsewhere, and what follows a text that does not fit does not fit either.
    if (opening !== undefined || code === 'UNEXPECTED_TOKEN') break;
  }
  return troubles.length > 0;
}

const tagTrouble: ErrorCode = 'TAG_RESOLVE_FAILED';
