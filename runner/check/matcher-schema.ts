// The parts that the schemas of matchers' arguments are made of, for editors: suites/suite.schema.json holds them.
import type {JsonObject} from '../../model/json.ts';

/** Any data. */
export const anything = true;

/** A tree of values and matchers, as `$defs` of the suite schema defines it. */
export const aTree = {$ref: '#/$defs/tree'} as const satisfies JsonObject;

/** What `schema` describes, or a text with `${…}` that becomes it. */
export function orTemplate(schema: JsonObject): JsonObject {
  return {anyOf: [schema, {type: 'string', pattern: '\\$\\{'}]};
}
