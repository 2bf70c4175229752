// Says which account plays each role of a case: the definition that runs names accounts alone.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {CaseDefinition, Given, Step} from '../../model/suite.ts';
import {readTemplate} from '../../model/template.ts';

/** Role → account. */
export type Cast = ReadonlyMap<string, string>;

/** Gives the case with accounts in place of roles: who acts, whom arrangements act for, and whose login is written. */
export function castRoles(definition: CaseDefinition, cast: Cast): CaseDefinition {
  if (definition.area !== 'hosting') return definition;
  const {given, steps, row} = definition;
  return {
    ...definition,
    given: given.map(one => castGiven(one, cast)),
    steps: steps.map(step => castStep(step, cast)),
    ...(row === undefined ? {} : {row: {...row, values: castRow(row.values, actingKeys(definition), cast)}}),
  };
}

function castGiven(given: Given, cast: Cast): Given {
  const inputs = Object.entries(given.inputs).map(
    ([name, value]) => [name, isActing(name) ? castName(value, cast) : castTree(value, cast)] as const,
  );
  return {...given, inputs: jsonObject(inputs)};
}

/** Inputs of arrangements that name who acts end so. */
function isActing(input: string): boolean {
  return input === 'as' || input.endsWith('_as');
}

// A step is data that was read from a file: a tree of JSON, whatever its kind. Its keys keep their order, which digests show.
function castStep(step: Step, cast: Cast): Step {
  const parts = Object.entries(step as unknown as JsonObject).map(
    ([key, value]) => [key, key === 'as' ? castName(value, cast) : castTree(value, cast)] as const,
  );
  return jsonObject(parts) as unknown as Step;
}

/** Keys of the row that name who acts. */
function actingKeys({given, steps}: CaseDefinition): ReadonlySet<string> {
  const names = [
    ...given.flatMap(({inputs}) => Object.entries(inputs).flatMap(([name, value]) => (isActing(name) ? [value] : []))),
    ...steps.flatMap(step => ('as' in step ? [step.as] : [])),
  ];
  return new Set(names.flatMap(name => rowKeyOf(name) ?? []));
}

function rowKeyOf(name: Json): string | undefined {
  const template = typeof name === 'string' ? readTemplate(name) : undefined;
  return template?.kind === 'value' && template.path.startsWith('row.') ? template.path.slice(4) : undefined;
}

function castRow(values: JsonObject, acting: ReadonlySet<string>, cast: Cast): JsonObject {
  return jsonObject(
    Object.entries(values).map(([key, value]) => [
      key,
      acting.has(key) ? castName(value, cast) : castTree(value, cast),
    ]),
  );
}

function castName(name: Json, cast: Cast): Json {
  return typeof name === 'string' ? (cast.get(name) ?? name) : name;
}

const actorsPath = /(?<!\$)\$\{actors\.(\w+)/g;

function castTree(tree: Json, cast: Cast): Json {
  if (typeof tree === 'string')
    return tree.includes('${actors.')
      ? tree.replace(actorsPath, (whole, role: string) => whole.replace(role, cast.get(role) ?? role))
      : tree;
  if (Array.isArray(tree)) return tree.map((item: Json) => castTree(item, cast));
  if (!isJsonObject(tree)) return tree;
  return jsonObject(Object.entries(tree).map(([key, value]) => [key, castTree(value, cast)]));
}
