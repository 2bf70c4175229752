// Reads a CSV file (RFC 4180) as the rows of a table: the first line names the columns.
import {counted} from '../../../base/text/counted.ts';
import {lineIndex} from '../../../base/yaml/line-index.ts';
import type {Note, Source} from '../../../base/yaml/source.ts';
import {jsonObject, type Json} from '../../../model/json.ts';

interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Where it begins. */
  readonly offset: number;
}

/** Reads it. A row without a column `id` is known by its number; a cell that is a number, true or false is one, an empty one is null, and one in quotes is a text. */
export function csvSource(raw: string, file: string): Source {
  const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  const notes: Note[] = [];
  const [head = [], ...lines] = cellsOf(text, notes);
  const names = head.map(cell => cell.text.trim());
  checkNames(head, names, notes);
  const hasId = names.includes('id');
  const rows = lines.map((cells, index) => {
    const [first] = cells;
    if (cells.length !== names.length && first !== undefined)
      notes.push({
        message: `this row has ${counted(cells.length, 'cell')}, and the first line names ${counted(names.length, 'column')}`,
        fix: 'give each column a cell; put a cell that holds a comma in quotes',
        at: {offset: first.offset},
      });
    const entries = names.map((name, column): readonly [string, Json] => [name, valueOf(cells[column], name)]);
    return jsonObject(hasId ? entries : [['id', String(index + 1)], ...entries]);
  });
  const index = lineIndex(text);
  const offsetOf = (pointer: string): number => lines[Number(pointer.split('/')[2])]?.[0]?.offset ?? 0;
  return {
    file,
    value: notes.length > 0 ? undefined : jsonObject([['rows', rows]]),
    notes,
    positionOf: pointer => index.positionAt(offsetOf(pointer)),
    positionAt: offset => index.positionAt(offset),
    linesOf: pointer => {
      const line = index.lineAt(offsetOf(pointer));
      return {first: line, last: line};
    },
  };
}

function checkNames(head: readonly Cell[], names: readonly string[], notes: Note[]): void {
  const wrong = names.findIndex((name, at) => name === '' || names.indexOf(name) !== at);
  if (wrong === -1 && head.length > 0) return;
  const name = names[wrong] ?? '';
  notes.push({
    message: name === '' ? 'a column has no name' : `the column "${name}" appears twice`,
    fix: 'write the names of the columns into the first line',
    at: {offset: head[wrong]?.offset ?? 0},
  });
}

function valueOf(cell: Cell | undefined, name: string): Json {
  if (cell === undefined) return null;
  if (cell.isQuoted || name === 'id') return cell.text;
  if (cell.text === '') return null;
  return /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?|true|false|null)$/.test(cell.text)
    ? (JSON.parse(cell.text) as Json)
    : cell.text;
}

/** Splits the text into lines of cells; lines with nothing in them are left out. */
function cellsOf(text: string, notes: Note[]): readonly (readonly Cell[])[] {
  const lines: Cell[][] = [];
  let line: Cell[] = [];
  for (let at = 0; at <= text.length;) {
    const {cell, end} = text[at] === '"' ? quotedCell(text, at, notes) : plainCell(text, at);
    line.push(cell);
    if (text[end] === ',') {
      at = end + 1;
      continue;
    }
    if (line.length > 1 || cell.text !== '' || cell.isQuoted) lines.push(line);
    line = [];
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return lines;
}

function plainCell(text: string, offset: number): {readonly cell: Cell; readonly end: number} {
  let end = offset;
  while (end < text.length && !',\r\n'.includes(text.charAt(end))) end += 1;
  return {cell: {text: text.slice(offset, end), isQuoted: false, offset}, end};
}

function quotedCell(text: string, offset: number, notes: Note[]): {readonly cell: Cell; readonly end: number} {
  let content = '';
  let at = offset + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      notes.push({
        message: 'this quote is never closed',
        fix: 'close it; a quote in a text is written twice',
        at: {offset},
      });
      return {cell: {text: content, isQuoted: true, offset}, end: text.length};
    }
    content += text.slice(at, quote);
    if (text[quote + 1] !== '"')
      return {cell: {text: content, isQuoted: true, offset}, end: afterQuote(text, quote + 1, notes)};
    content += '"';
    at = quote + 2;
  }
}

function afterQuote(text: string, at: number, notes: Note[]): number {
  if (at >= text.length || ',\r\n'.includes(text.charAt(at))) return at;
  notes.push({
    message: 'there is text after the closing quote',
    fix: 'put the whole cell into quotes',
    at: {offset: at},
  });
  const {end} = plainCell(text, at);
  return end;
}
