// Keys in snake_case: those that are not, and the same as a schema for a case.
import {isJsonList, isJsonObject, type Json} from '../../../model/json.ts';

const pattern = '^[a-z0-9_]+$';

/** The keys anywhere in a value that are not in snake_case. */
export function oddKeysIn(value: Json): readonly string[] {
  return keysIn(value).filter(key => !new RegExp(pattern).test(key));
}

function keysIn(value: Json): readonly string[] {
  if (isJsonList(value)) return value.flatMap(keysIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}

/** A value whose keys are all in snake_case, as a schema. */
export const snakeCase: Json = {
  $ref: '#/$defs/value',
  $defs: {
    value: {
      propertyNames: {pattern},
      additionalProperties: {$ref: '#/$defs/value'},
      items: {$ref: '#/$defs/value'},
    },
  },
};
