// Reads the table of a case: rows in place, or rows of a data file, filtered.
import {isJsonObject, type Json} from '../../../model/json.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asId,
  asList,
  asMapping,
  asRecord,
  describeJson,
  entriesOf,
  entryOf,
  note,
  rootOf,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import type {Row} from '../validate/rows.ts';
import {tableFileKeys} from '../validate/suite-keys.ts';
import {openData, type DataFiles} from '../validate/data-files.ts';

/** Reads `table:`; undefined when it cannot be read. */
export function readTable(place: Place, files: DataFiles): readonly Row[] | undefined {
  if (isJsonObject(place.value)) return readTableFile(place, files);
  const items = asList(place, '"table"');
  if (items?.length === 0) return note(place, 'the table is empty', 'add a row, or take the table away', 'key');
  return items === undefined ? undefined : readRows(items);
}

function readRows(items: readonly Place[]): readonly Row[] {
  const seen = new Set<string>();
  return items.flatMap(place => {
    const values = asMapping(place, 'a row');
    if (values === undefined) return [];
    const idPlace = entryOf(place, 'id');
    if (idPlace === undefined)
      note(place, 'the row has no "id"', 'add "id:", which becomes part of the id of the case');
    const id =
      idPlace === undefined ? undefined : asId(idPlace, 'the row id', rowIdPattern, 'letters, digits, dots and dashes');
    if (id === undefined) return [];
    if (seen.has(id)) note(idPlace ?? place, `the row id "${id}" appears twice`, 'give each row an id of its own');
    seen.add(id);
    return [{id, values, place}];
  });
}

// Rows of wire cases carry message names, so a row id may have upper-case letters.
const rowIdPattern = /^[A-Za-z0-9]+(?:[-._][A-Za-z0-9]+)*$/;

function readTableFile(place: Place, files: DataFiles): readonly Row[] | undefined {
  asRecord(place, 'a table', tableFileKeys);
  const from = entryOf(place, 'from');
  const path = textOf(from, '"from"');
  if (from === undefined || path === undefined) return undefined;
  const list = rowsOfFile(from, path, files);
  const rows = list === undefined ? undefined : readRows(list);
  const where = entryOf(place, 'where');
  return rows === undefined || where === undefined ? rows : filterRows(rows, where, path);
}

function rowsOfFile(from: Place, path: string, files: DataFiles): readonly Place[] | undefined {
  const source = openData(from, path, files, 'the table');
  const root = source === undefined ? undefined : rootOf(source);
  if (root === undefined)
    return source === undefined ? undefined : note(from, `"${path}" has problems of its own`, 'fix that file');
  const list = Array.isArray(root.value) ? root : (entryOf(root, 'rows') ?? entryOf(root, 'cases'));
  if (list === undefined) return note(root, 'there are no rows', 'write a list below "rows:"');
  const items = asList(list, 'the rows of a table');
  if (items?.length === 0) return note(list, 'the table is empty', 'add a row', 'key');
  return items;
}

function filterRows(rows: readonly Row[], where: Place, path: string): readonly Row[] | undefined {
  if (asMapping(where, '"where"') === undefined) return undefined;
  const conditions = entriesOf(where);
  const keys = new Set(rows.flatMap(({values}) => Object.keys(values)));
  const unknown = conditions.filter(([key]) => !keys.has(key));
  for (const [key, at] of unknown)
    note(at, `no row of "${path}" has the key "${key}"`, suggestName(key, keys, 'keys'), 'key');
  if (unknown.length > 0) return undefined;
  const kept = rows.filter(({values}) =>
    conditions.every(([key, {value}]) => wantedValues(value).includes(values[key] ?? null)),
  );
  if (kept.length > 0) return kept;
  const wanted = conditions
    .map(([key, {value}]) => `${key}: ${wantedValues(value).map(describeScalar).join(' or ')}`)
    .join(', ');
  return note(where, `"where" keeps no row of "${path}"`, `no row has ${wanted}`, 'key');
}

function wantedValues(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

function describeScalar(value: Json): string {
  return typeof value === 'string' ? value : describeJson(value);
}
