// Gives the reader the files that a suite names: tables, bodies, uploads and schemas, all in the folder of the suite or below it.
import {parseYaml} from '../../../base/yaml/parse-yaml.ts';
import type {Source} from '../../../base/yaml/source.ts';
import {entryOf, note, rootOf, textOf, type Place} from '../../../base/yaml/yaml-place.ts';
import {isJsonObject, jsonObject, type Json} from '../../../model/json.ts';
import {csvSource} from './csv-table.ts';

/** Gives the text of a data file, or why there is none. */
export type DataTexts = (path: string) => {readonly text: string} | {readonly why: string};

/** Gives the bytes of a file, or why there are none. */
export type DataBytes = (path: string) => {readonly bytes: Uint8Array} | {readonly why: string};

/** The files that a suite has named so far, each read once. */
export interface DataFiles {
  readonly texts: DataTexts;
  readonly bytes: DataBytes;
  /** What problems call a file that the suite names by this path. */
  readonly fileOf: (path: string) => string;
  readonly read: Map<string, {readonly text: string; readonly source: Source}>;
  readonly sent: Map<string, string>;
}

/** Reads a file as YAML, JSON or, by its name, CSV; notes at `from` why it cannot be. */
export function openData(from: Place, path: string, files: DataFiles, what: string): Source | undefined {
  const known = files.read.get(path);
  if (known !== undefined) return known.source;
  if (isOutside(from, path, what)) return undefined;
  const found = files.texts(path);
  if ('why' in found)
    return note(from, `${what} "${path}" cannot be read: ${found.why}`, 'name a file by its path from the suite');
  const file = files.fileOf(path);
  const source = /\.csv$/i.test(path) ? csvSource(found.text, file) : parseYaml({text: found.text, file});
  files.read.set(path, {text: found.text, source});
  return source;
}

/** Reads the bytes of a file as hex. */
export function hexOfFile(place: Place, files: DataFiles): {readonly path: string; readonly hex: string} | undefined {
  const path = textOf(place, '"file"');
  if (path === undefined || isOutside(place, path, 'the file')) return undefined;
  const known = files.sent.get(path);
  if (known !== undefined) return {path, hex: known};
  const found = files.bytes(path);
  if ('why' in found)
    return note(place, `the file "${path}" cannot be read: ${found.why}`, 'name a file by its path from the suite');
  const hex = Buffer.from(found.bytes).toString('hex');
  files.sent.set(path, hex);
  return {path, hex};
}

// A suite that somebody sent must not be able to read, and send to a target, what else is on the disk.
const leadsOut = /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/;

function isOutside(place: Place, path: string, what: string): boolean {
  if (!leadsOut.test(path)) return false;
  note(
    place,
    `${what} "${path}" leads out of the folder of its suite`,
    what === 'the table' ? 'put it there, or below it in tables/' : 'put it there, or below it',
  );
  return true;
}

/**
 * Gives the place with the content of files in it: `{$file: PATH}` anywhere, and `$schema: PATH`. What a file holds is JSON or YAML. Below the
 * matchers of `dataMatchers` everything is data.
 */
export function withFiles(place: Place, files: DataFiles, dataMatchers: readonly string[]): Place {
  const value = filled(place, files, new Set(dataMatchers));
  return value === place.value ? place : {...place, value};
}

function filled(place: Place, files: DataFiles, data: ReadonlySet<string>): Json {
  const {value} = place;
  if (Array.isArray(value)) {
    const items = value.map((item: Json, index) =>
      filled({...place, pointer: `${place.pointer}/${String(index)}`, value: item}, files, data),
    );
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  const file = entryOf(place, '$file');
  if (file !== undefined && keys.length === 1) return contentOf(file, files) ?? value;
  let isChanged = false;
  const entries = keys.map((key): readonly [string, Json] => {
    const at = entryOf(place, key) ?? place;
    const own = ownContent(key, at, files) ?? (data.has(key) ? at.value : filled(at, files, data));
    isChanged ||= own !== at.value;
    return [key, own];
  });
  return isChanged ? jsonObject(entries) : value;
}

// A schema that is a text can be nothing but the name of a file. One that cannot be read has its message already.
function ownContent(key: string, at: Place, files: DataFiles): Json | undefined {
  if (key !== '$schema') return undefined;
  const file = isJsonObject(at.value) && Object.keys(at.value).length === 1 ? entryOf(at, '$file') : undefined;
  if (file !== undefined) return contentOf(file, files) ?? true;
  return typeof at.value === 'string' && !at.value.includes('${') ? (contentOf(at, files) ?? true) : undefined;
}

function contentOf(place: Place, files: DataFiles): Json | undefined {
  const path = textOf(place, '"$file"');
  if (path === undefined) return undefined;
  const source = openData(place, path, files, 'the file');
  if (source === undefined) return undefined;
  const root = rootOf(source);
  return root === undefined ? note(place, `"${path}" has problems of its own`, 'fix that file') : root.value;
}

// Without charset, as browsers and curl send it: what encoding a file has is nowhere written.
const types: {readonly [ending: string]: string} = {
  json: 'application/json',
  xml: 'application/xml',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
};

/** Gives the content type that a file is sent with where the suite names none. */
export function typeOfFile(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? 'application/octet-stream';
}
