// The JSON Schemas of what stands beside suites: arrangements, statements and tables.
import {closedObject} from '../../../base/yaml/key-schema.ts';
import type {JsonObject} from '../../../model/json.ts';
import {requirementAreas, requirementLevels, requirementWays} from '../../../model/requirement.ts';
import {arrangementKeys, findKeys, inputKeys, otherwiseKeys, stepKeys} from '../suite/read-arrangement.ts';
import {requirementKeys} from './read-requirements.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The schema of a file in `arrangements/`. */
export function arrangementSchema(): JsonObject {
  const step = closedObject(stepKeys);
  const inputs = {type: 'object', additionalProperties: closedObject(inputKeys)};
  const given = {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {arrange: {type: 'string', minLength: 1}},
      required: ['arrange'],
    },
  };
  const steps = {type: 'array', items: closedObject(otherwiseKeys)};
  const narrowed: {readonly [key: string]: JsonObject} = {
    inputs,
    given,
    steps,
    cleanup: step,
    find: closedObject(findKeys),
    edit: {type: 'array', items: step},
    remove: step,
    outputs: {type: 'object'},
  };
  const keys = Object.fromEntries(
    Object.entries(arrangementKeys).map(([key, entry]) => [key, {...entry, schema: narrowed[key] ?? entry.schema}]),
  );
  return {$schema: dialect, title: 'touchstone arrangement', ...closedObject(keys)};
}

/** The schema of a `requirements.yaml`. */
export function requirementsSchema(): JsonObject {
  const keys = {
    ...requirementKeys,
    id: {...requirementKeys.id, schema: {type: 'string', pattern: '^[A-Z0-9]+(-[A-Z0-9]+)*$'}},
    area: {...requirementKeys.area, schema: {enum: requirementAreas}},
    level: {...requirementKeys.level, schema: {enum: requirementLevels}},
    observe: {...requirementKeys.observe, schema: {enum: requirementWays}},
  };
  return {$schema: dialect, title: 'touchstone statements', type: 'array', items: closedObject(keys)};
}

/** The schema of a table that a case names by `table: {from: FILE}`. */
export function tableSchema(): JsonObject {
  const row = {
    description: 'One row; its keys are ${row.…}.',
    type: 'object',
    properties: {id: {type: 'string', pattern: '^[A-Za-z0-9]+([-._][A-Za-z0-9]+)*$'}},
    required: ['id'],
  };
  const rows = {type: 'array', minItems: 1, items: row};
  const below = (key: string): JsonObject => ({type: 'object', properties: {[key]: rows}, required: [key]});
  return {$schema: dialect, title: 'touchstone table', anyOf: [rows, below('rows'), below('cases')]};
}
