// A comparison as JSON, for programs; reports/compare/comparison.schema.json is made from the shape here.
import {defined} from '../../base/json/defined.ts';
import type {Json, JsonObject} from '../../model/json.ts';
import {verdicts} from '../../model/verdict.ts';
import {changeKinds, type Comparison} from './comparison.ts';
import {jsonReport} from '../../base/json/json-report.ts';
import {amount, count, flag, list, object, oneOf, text} from '../journal/json-shape.ts';
import type {Trend} from './trend.ts';

/** Renders the comparison. */
export function renderComparisonJson(comparison: Comparison, {trend}: {readonly trend?: Trend} = {}): string {
  const value = {comparison: 1, ...comparison, ...defined({trend})};
  return jsonReport(value as unknown as Json);
}

const counts = object(Object.fromEntries(verdicts.map(verdict => [verdict, count])));
const factor = ['target', 'suites', 'dialect', 'selection', 'seed', 'harness'] as const;
const state = oneOf(...verdicts, 'absent');
const run = object({
  run: text,
  startedAt: text,
  target: text,
  suites: text,
  seed: count,
  tool: text,
  'pinnedEdition?': text,
  counts,
  'problem?': text,
});

/** What the JSON looks like. */
export const comparisonShape = object({
  comparison: count,
  of: oneOf('runs', 'targets'),
  before: run,
  after: run,
  changes: list(object({factor: oneOf(...factor), before: text, after: text})),
  cases: list(
    object({
      id: text,
      title: text,
      kind: oneOf(...changeKinds),
      isRegression: flag,
      before: state,
      after: state,
      'blame?': oneOf(...factor),
      'why?': text,
      'beforeMs?': amount,
      'afterMs?': amount,
      'message?': text,
      'messageBefore?': text,
      'newIn?': text,
    }),
  ),
  regressions: count,
  unchanged: count,
  alike: counts,
  'trend?': object({
    runs: list(object({run: text, startedAt: text, counts})),
    cases: list(object({id: text, verdicts: list(state), isFlaky: flag})),
  }),
});

/** Gives the JSON Schema (2020-12) of a comparison. */
export function comparisonSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Two runs of touchstone, compared',
    ...comparisonShape.schema,
  };
}
