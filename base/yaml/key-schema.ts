// Makes a JSON Schema of a key table, so that editors know exactly what a reader accepts.
import type {JsonObject} from '../../model/json.ts';
import type {KeyTable} from './yaml-place.ts';

/** Gives the schema of a mapping with these keys and no others. */
export function closedObject(keys: KeyTable, alsoRequired: readonly string[] = []): JsonObject {
  const entries = Object.entries(keys);
  const properties = Object.fromEntries(
    entries.map(([key, {about, schema}]) => [key, {description: about, ...schema}]),
  ) as JsonObject;
  const required = [...alsoRequired, ...entries.filter(([, entry]) => entry.required === true).map(([key]) => key)];
  return {type: 'object', properties, ...(required.length === 0 ? {} : {required}), additionalProperties: false};
}
