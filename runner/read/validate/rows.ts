// Looks through `${row.key}`: the values that the rows of a table put into one place of a case.
import type {JsonObject} from '../../../model/json.ts';
import {readTemplate} from '../../../model/template.ts';
import {entryOf, type Place} from '../../../base/yaml/yaml-place.ts';

/** One row of a table: its id, its values, and where they stand. */
export interface Row {
  readonly id: string;
  readonly values: JsonObject;
  readonly place: Place;
}

/**
 * Gives the values that will stand at a place, each where it is written: the place itself, or, for `${row.key}` alone, the value of
 * each row. Other templates have no value before the run: none.
 */
export function writtenValues(place: Place, rows: readonly Row[]): readonly Place[] {
  if (typeof place.value !== 'string' || !place.value.includes('${')) return [place];
  const template = readTemplate(place.value);
  if (template.kind === 'text') return [place];
  if (template.kind !== 'value' || !template.path.startsWith('row.')) return [];
  const [, ...keys] = template.path.split('.');
  return rows
    .map(row => keys.reduce<Place | undefined>((at, key) => at && entryOf(at, key), row.place))
    .filter(value => value !== undefined);
}
