// Tells the steps of a case in sentences, and makes examples of what its last judged step takes and refuses.
import {exampleOf, exampleOfStatus, type ExpectationExample} from '../../check/example-of.ts';
import {prepareCheckers, type Checkers} from '../../check/checkers.ts';
import {ownWords} from '../../../model/redacted.ts';
import {enginesOf} from '../../check/engines-of.ts';
import {showValue} from '../../check/show-value.ts';
import type {Json} from '../../../model/json.ts';
import type {Operation} from '../../../model/operation.ts';
import type {CaseDefinition, Expectation, Step} from '../../../model/suite.ts';
import {lookUp, substitute} from '../../../model/template.ts';
import type {ExampleLine, ExampleOfCase} from '../../../reports/explain/explanation.ts';

type Operations = ReadonlyMap<string, Operation>;

/** One sentence per thing that is arranged and per step. */
export function stepSentences({given, steps, row}: CaseDefinition, operations: Operations): readonly string[] {
  const made = given.map(({name, arrange}) => `given ${name}: ${arrange}`);
  return [...made, ...steps.map((step, index) => `${String(index + 1)}. ${sentenceOf(step, operations, row?.values)}`)];
}

function sentenceOf(step: Step, operations: Operations, row: Json | undefined): string {
  switch (step.kind) {
    case 'call': {
      const operation = operations.get(step.operation);
      const where = operation === undefined ? '' : ` (${operation.method} ${operation.path})`;
      return `${shown(step.as, row)} calls ${step.operation}${where}`;
    }
    case 'request':
      return `${shown(step.as, row)} sends ${step.method} ${shown(step.path, row)}`;
    case 'deliveries':
      return `wait for deliveries to ${step.of}`;
    case 'openid':
      return `${shown(step.user, row)} signs in through the identity provider`;
    case 'document':
      return `read the API document at ${shown(step.path, row)}`;
    case 'schema':
      return `look at the ${step.part} of the schema that the decoder publishes`;
    case 'decode':
      return `decode ${inputOf(step.input, row)} as ${shown(step.message, row)}`;
    case 'encode':
      return `encode ${shown(step.value, row)} as ${shown(step.message, row)} (${step.form})`;
    case 'roundtrip':
      return `decode and encode ${shown(step.value, row)} as ${shown(step.message, row)}`;
    case 'send':
      return `send ${shown(step.message, row)} ${shown(step.value ?? step.hexEach ?? step.hexRepeat ?? step.hex ?? '', row)}${step.isSurvived ? ', and see after each message that the peer is alive' : ''}`;
    case 'receive':
      return `wait for a ${shown(step.message, row)}`;
  }
}

function inputOf(input: Extract<Step, {readonly kind: 'decode'}>['input'], row: Json | undefined): string {
  switch (input.kind) {
    case 'hex':
      return `hex ${shown(input.hex, row) === '' ? '(no bytes)' : shown(input.hex, row)}`;
    case 'hexRepeat':
      return `hex ${shown(input.pairs, row)} (pairs of bytes and count)`;
    case 'json':
      return `JSON ${shown(input.text, row)}`;
  }
}

/** Makes examples for the step that failed in the newest run, else the last one that expects something; nothing when the case expects no more than a 2xx. */
export async function exampleOfCase(
  definition: CaseDefinition,
  operations: Operations,
  failedStep?: number,
): Promise<ExampleOfCase | undefined> {
  const {id, steps, row} = definition;
  const failed = failedStep === undefined ? undefined : steps[failedStep];
  const judged =
    (failed?.expect.length === 0 ? undefined : failed) ??
    steps.findLast(step => step.expect.length > 0) ??
    steps.findLast(step => step.usual.length > 0);
  if (judged === undefined) return undefined;
  const expectations = [...judged.expect, ...judged.usual];
  const checkers = {...(await prepareCheckers(enginesOf(expectations))), redaction: ownWords};
  const lines = [
    ...judged.expect.flatMap(one => linesOf(one, 'fail', {row: row?.values, checkers})),
    ...judged.usual.flatMap(one => linesOf(one, 'warn', {row: row?.values, checkers})),
  ];
  const number = String(steps.indexOf(judged) + 1);
  return {case: id, step: `step ${number}: ${sentenceOf(judged, operations, row?.values)}`, lines};
}

interface Filling {
  readonly row: Json | undefined;
  readonly checkers: Checkers;
}

function linesOf(
  expectation: Expectation,
  miss: ExampleLine['miss'],
  {row, checkers}: Filling,
): readonly ExampleLine[] {
  const {pointer: _pointer, proves: _proves, status, headers = {}, at = {}, ...trees} = expectation;
  const line = (what: string, tree: Json): ExampleLine =>
    written(what, exampleOf(filled(tree, row), what, checkers, what === 'answer' ? answers : []), miss);
  return [
    ...(status === undefined ? [] : [written('status', exampleOfStatus(filled(status, row), checkers), miss)]),
    ...Object.entries(headers).map(([name, tree]) => line(`header ${name}`, tree)),
    ...Object.entries(trees).map(([name, tree]) => line(name, tree)),
    ...Object.entries(at).map(([selector, tree]) => line(selector, tree)),
  ];
}

// What a decoder can answer at all; a made-up word would teach nothing.
const answers = ['value', 'reject', 'broken'];

function written(what: string, {right, wrong}: ExpectationExample, miss: ExampleLine['miss']): ExampleLine {
  return {
    what,
    ...(right === undefined ? {} : {right: valueText(right.actual)}),
    ...(wrong === undefined ? {} : {wrong: valueText(wrong.actual), says: wrong.says}),
    miss,
  };
}

function valueText(value: Json | undefined): string {
  return value === undefined ? 'nothing there' : showValue(value, ownWords);
}

function shown(tree: Json, row: Json | undefined): string {
  const value = filled(tree, row);
  return typeof value === 'string' ? value : showValue(value, ownWords, 80);
}

// What only a run knows stands there by its name.
function filled(tree: Json, row: Json | undefined): Json {
  return substitute(tree, path => (path.startsWith('row.') ? lookUp(row, path.slice(4)) : undefined) ?? `<${path}>`);
}
