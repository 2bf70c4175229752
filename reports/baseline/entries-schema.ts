// The JSON Schema of a baseline, for editors and checkers; readBaseline refuses what it refuses.
import type {JsonObject} from '../../model/json.ts';

/** Gives the JSON Schema (2020-12). */
export function baselineSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'touchstone baseline',
    description: 'The known failures of one target: they still run, are reported separately, and do not fail the run.',
    ...closed(
      {
        baseline: {description: 'The form of this file.', const: 1},
        edition: {
          description: 'The edition of the suites that it was written for, e.g. "2026.1".',
          type: 'string',
          pattern: String.raw`^\d{4}\.\d+$`,
        },
        known: {description: 'The known failures.', type: 'array', items: entry},
      },
      ['baseline', 'known'],
    ),
  };
}

const text: JsonObject = {type: ['string', 'number'], pattern: String.raw`\S`};
const finding: JsonObject = {type: 'string', minLength: 1};

const entry = closed(
  {
    case: {description: 'A case id, or a pattern such as hosting/labels/*.', ...text},
    finding: {
      description: 'Every finding of the case must match one of these, e.g. "status: expected 200, got *".',
      anyOf: [finding, {type: 'array', items: finding, minItems: 1}],
    },
    reason: {description: 'Why the failure is known.', ...text},
    owner: {description: 'Who looks after it.', ...text},
    issue: {description: 'Where it is tracked.', ...text},
    expires: {description: 'Last day on which it counts.', type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d$`},
    flaky: {description: 'true: it fails only sometimes, so a pass does not make it stale.', type: 'boolean'},
  },
  ['case', 'finding', 'reason'],
);

function closed(properties: JsonObject, required: readonly string[]): JsonObject {
  return {type: 'object', properties, required, additionalProperties: false};
}
