// Compares a reply with the contract of its operation: what the record shows gives findings, everything else is a note.
import {defined} from '../../base/json/defined.ts';
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {Operation, ResponseContract} from '../../model/operation.ts';
import type {RequirementId} from '../../model/requirement.ts';
import type {Finding} from '../../model/verdict.ts';
import type {Checkers} from './checkers.ts';
import {butGot} from './matcher.ts';
import {escapeKey, pointerKeys, selectPointer} from '../../base/json/json-pointer.ts';
import type {CompiledSchema, SchemaViolation} from './json-schema.ts';
import type {JsonReading} from './read-json.ts';

/** A difference that changes no verdict; reports count them by operation, status and pointer (`*` for any list item). */
interface ContractRemark {
  readonly operation: string;
  readonly status: number;
  readonly pointer: string;
  readonly message: string;
}

/** What the contract said to one reply. */
export interface ContractCheck {
  /** Differences in properties that the record shows, in a case that proves a statement that shows them. */
  readonly findings: readonly Finding[];
  readonly notes: readonly ContractRemark[];
}

const redirects: ReadonlySet<number> = new Set([301, 302, 307, 308]);

/** Checks one reply. `proves` are the requirements of the case; `readBody` reads the body at most once. Needs the schema engine. */
export function checkContract({
  operation,
  status,
  readBody,
  proves,
  step,
  checkers,
}: {
  readonly operation: Operation;
  readonly status: number;
  readonly readBody: () => JsonReading;
  readonly proves: readonly string[];
  readonly step?: number;
  readonly checkers: Checkers;
}): ContractCheck {
  const remark = (pointer: string, message: string): ContractRemark => ({
    operation: operation.id,
    status,
    pointer,
    message,
  });
  const contract = contractFor(operation, status);
  // A redirect says where the reply is, which no contract has to say of each operation.
  if (contract === undefined && redirects.has(status)) return {findings: [], notes: []};
  if (contract === undefined)
    return {findings: [], notes: [remark('', `the contract describes no reply with status ${status}`)]};
  if (contract.schema === undefined) return {findings: [], notes: []};
  const reading = readBody();
  if (reading.kind === 'too-deep')
    return {findings: [], notes: [remark('', `the body nests deeper than ${reading.depthMax} levels`)]};
  if (reading.kind === 'not-json')
    return {
      findings: [],
      notes: [remark('', `the contract describes a JSON body, but it is not JSON: ${reading.why}`)],
    };
  const differences = validatorOf(contract, operation, checkers).violations(reading.value);
  return sortOut(differences, {value: reading.value, contract, proves, step, remark, checkers});
}

type Validator = CompiledSchema & {readonly kind: 'schema'};

/** Exact status first, then its class, then `default`. */
function contractFor({responses}: Operation, status: number): ResponseContract | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default'];
  const key = keys.find(candidate => Object.hasOwn(responses, candidate));
  return key === undefined ? undefined : responses[key];
}

/** Our own schemas, relaxed once: lists may be null, extra properties are fine. */
const relaxedSchemas = new WeakMap<ResponseContract, JsonObject>();

function validatorOf(contract: ResponseContract, {id}: Operation, {schema: engine}: Checkers): Validator {
  if (engine === undefined) throw new Error('the schema engine was not prepared');
  const schema = relaxedSchemas.get(contract) ?? (relax(contract.schema!) as JsonObject);
  relaxedSchemas.set(contract, schema);
  const compiled = engine.lenient(schema);
  if (compiled.kind === 'problem') throw new Error(`the contract's schema for ${id} does not compile: ${compiled.why}`);
  return compiled;
}

interface Sorting {
  readonly checkers: Checkers;
  readonly value: Json;
  readonly contract: ResponseContract;
  readonly proves: readonly string[];
  readonly step: number | undefined;
  readonly remark: (pointer: string, message: string) => ContractRemark;
}

function sortOut(
  violations: readonly SchemaViolation[],
  {value, contract, proves, step, remark, checkers}: Sorting,
): ContractCheck {
  const findings: Finding[] = [];
  const notes = new Map<string, ContractRemark>();
  for (const violation of violations) {
    const pointer = generalized(violation.pointer, value);
    const found = selectPointer(value, violation.pointer);
    const message = `the contract says that it ${violation.message}, ${butGot(found.kind === 'value' ? found.value : undefined, {checkers})}`;
    const [statement] = proven({pointer, contract, proves});
    if (statement !== undefined) {
      const path = violation.pointer === '' ? 'body' : violation.pointer;
      findings.push({basis: 'stated', path, message, cause: 'expectation', statement, ...defined({step})});
    } else if (!notes.has(pointer)) {
      notes.set(pointer, remark(pointer, message));
    }
  }
  return {findings, notes: [...notes.values()]};
}

/** Gives the statements of the case that show a property. A body of the wrong kind lacks every property, so at the root any stated one counts. */
function proven({
  pointer,
  contract,
  proves,
}: {
  pointer: string;
  contract: ResponseContract;
  proves: readonly string[];
}): readonly RequirementId[] {
  return contract.stated
    .filter(stated => pointer === '' || stated.pointer === pointer)
    .flatMap(({requirements}) => requirements.filter(id => proves.includes(id)));
}

/** Writes `*` for every index of a list. */
function generalized(pointer: string, root: Json): string {
  let value: Json | undefined = root;
  let general = '';
  for (const key of pointerKeys(pointer)) {
    general += isJsonList(value) ? '/*' : `/${escapeKey(key)}`;
    if (isJsonList(value)) value = value[Number(key)];
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return general;
}

const schemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const schemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemasBelow = [
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
];

function relax(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const relaxed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if ((key === 'additionalProperties' || key === 'unevaluatedProperties') && value === false) continue;
    if (schemaMaps.includes(key) && isJsonObject(value)) relaxed[key] = relaxMap(value);
    else if (schemaLists.includes(key) && isJsonList(value)) relaxed[key] = value.map(item => relax(item));
    else relaxed[key] = schemasBelow.includes(key) ? relax(value) : value;
  }
  return nullableLists(plainNullable(relaxed));
}

function relaxMap(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, relax(value)]));
}

function nullableLists(schema: JsonObject): JsonObject {
  const type = schema['type'];
  if (type === 'array') return {...schema, type: ['array', 'null']};
  if (!isJsonList(type) || !type.includes('array') || type.includes('null')) return schema;
  return {...schema, type: [...type, 'null']};
}

/** `anyOf: [X, {type: null}]` becomes "if it is not null, X", so that a violation in X is told by its own place. */
function plainNullable(schema: JsonObject): JsonObject {
  for (const key of ['anyOf', 'oneOf']) {
    const branches = schema[key];
    if (!isJsonList(branches) || branches.length !== 2) continue;
    const other = branches.filter(branch => !(isJsonObject(branch) && branch['type'] === 'null'));
    if (other.length !== 1 || schema['if'] !== undefined) continue;
    const {[key]: _branches, ...rest} = schema;
    return {...rest, if: {type: 'null'}, else: other[0] as Json};
  }
  return schema;
}
