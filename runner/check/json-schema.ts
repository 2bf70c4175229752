// Validates values against JSON Schema 2020-12 without trusting them: linear regular expressions, own keys only.
import {isJsonList, isJsonObject, jsonText, type Json, type JsonObject} from '../../model/json.ts';
import type {ErrorObject, Options, ValidateFunction} from 'ajv/dist/2020.js';
import {formats} from './string-formats.ts';
import {escapeKey} from '../../base/json/json-pointer.ts';
import type {RegexCompiler} from '../../base/patterns/regex.ts';
import {wrongReference} from './schema-references.ts';
import {quoted} from '../../base/text/quoted.ts';

/** One violation. `pointer` is the value that violates, or, for a missing key, where it should be. */
export interface SchemaViolation {
  readonly pointer: string;
  readonly keyword: string;
  /** Sentence part, e.g. `must be string`. */
  readonly message: string;
}

/** One compiled schema, or why it does not compile. `violations` gives at most 100. */
export type CompiledSchema =
  | {readonly kind: 'schema'; readonly violations: (value: Json) => readonly SchemaViolation[]}
  | {readonly kind: 'problem'; readonly why: string};

/** Compiles schemas; the same one is compiled once. */
export interface SchemaCompiler {
  /** A schema that a suite wrote: an unknown keyword or format is a problem. */
  strict(schema: JsonObject | boolean): CompiledSchema;
  /** A schema of the contract: unknown keywords (`x-…`, `example`) and formats are ignored. */
  lenient(schema: JsonObject): CompiledSchema;
}

/** Loads the schema engine. */
export async function loadJsonSchema(regex: RegexCompiler): Promise<SchemaCompiler> {
  const {Ajv2020} = await import('ajv/dist/2020.js');
  const make = (options: Options) => {
    const ajv = new Ajv2020({...options, ...commonOptions, code: {regExp: linearRegExp(regex)}});
    for (const [name, {holds}] of Object.entries(formats)) ajv.addFormat(name, holds);
    return cached(schema => compile(() => ajv.compile(toPlain(schema) as object)));
  };
  let strict: Compile | undefined;
  let lenient: Compile | undefined;
  return {
    strict: schema => {
      const why = wrongReference(schema);
      if (why !== undefined) return {kind: 'problem', why};
      return (strict ??= make({strict: true, strictTypes: false, strictTuples: false, strictRequired: false}))(schema);
    },
    lenient: schema => (lenient ??= make({strict: false, validateSchema: false}))(schema),
  };
}

type Compile = (schema: Json) => CompiledSchema;

/** `ownProperties`: a reply without `constructor` must not pass for one that has it. */
const commonOptions: Options = {allErrors: true, ownProperties: true, logger: false, allowUnionTypes: true};

function linearRegExp(regex: RegexCompiler) {
  const make = (pattern: string) => {
    const compiled = regex(pattern);
    if (compiled.kind === 'problem')
      throw new Error(`the pattern ${quoted(pattern)} does not compile: ${compiled.why}`);
    // The engine takes two patterns with the same toString for one and the same.
    return {test: (text: string) => text.length <= subjectMax && compiled.finds(text), toString: () => pattern};
  };
  // The engine prints `code` only into standalone modules, which we never make.
  return Object.assign(make, {code: 'linearRegExp'});
}

/** Longer texts match no pattern of a schema. */
const subjectMax = 1024 * 1024;

const cachedMax = 500;

function cached(compileFresh: Compile): Compile {
  const byObject = new WeakMap<object, CompiledSchema>();
  const byText = new Map<string, CompiledSchema>();
  return schema => {
    if (typeof schema !== 'object' || schema === null) return compileFresh(schema);
    const known = byObject.get(schema);
    if (known !== undefined) return known;
    const text = jsonText(schema);
    const compiled = byText.get(text) ?? compileFresh(schema);
    byObject.set(schema, compiled);
    if (byText.size < cachedMax) byText.set(text, compiled);
    return compiled;
  };
}

function compile(make: () => ValidateFunction): CompiledSchema {
  try {
    const validate = make();
    return {kind: 'schema', violations: value => violations(validate, value)};
  } catch (error) {
    return {kind: 'problem', why: (error as Error).message};
  }
}

function violations(validate: ValidateFunction, value: Json): readonly SchemaViolation[] {
  if (validate(toPlain(value))) return [];
  const errors = validate.errors ?? [];
  return errors.filter(isTelling).slice(0, violationsMax).map(toViolation);
}

const violationsMax = 100;

/** An `if` that failed repeats what its branch already says, and a failed alternative says less than its `anyOf`. */
function isTelling(error: ErrorObject): boolean {
  return error.keyword !== 'if' && !/\/(?:anyOf|oneOf|not)\/\d+\//.test(error.schemaPath);
}

function toViolation(error: ErrorObject): SchemaViolation {
  const params = error.params as {
    readonly missingProperty?: string;
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  const key = params.missingProperty ?? params.additionalProperty;
  const pointer = key === undefined ? error.instancePath : `${error.instancePath}/${escapeKey(key)}`;
  return {pointer, keyword: error.keyword, message: messageOf(error, params.allowedValues)};
}

function messageOf(error: ErrorObject, allowed: readonly unknown[] | undefined): string {
  if (error.keyword === 'required') return 'must be there';
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') return 'must not be there';
  if (allowed !== undefined) return `must be one of ${allowed.map(value => quoted(value)).join(', ')}`;
  return error.message ?? `must satisfy "${error.keyword}"`;
}

/** The engine knows neither bigint nor objects without prototype: give it the nearest doubles and plain objects. */
function toPlain(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (isJsonList(value)) return value.map(toPlain);
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const plain = toPlain(value[key] as Json);
    if (key === '__proto__')
      Object.defineProperty(copy, key, {value: plain, enumerable: true, configurable: true, writable: true});
    else copy[key] = plain;
  }
  return copy;
}
