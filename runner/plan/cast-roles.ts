// Says which account plays each role of a case: the definition that runs names accounts alone.
import {isJsonList, isJsonObject, newJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {CaseDefinition, Given, Step} from '../../model/suite.ts';
import {readTemplate} from '../../model/template.ts';

/** Role → account. */
export type Cast = ReadonlyMap<string, string>;

/**
 * Gives the case with accounts in place of roles: who acts, whom arrangements act for, and whose login is written. What no role stands in is the same
 * object as before, and the cases of one table share what they share in the file: of a hundred thousand rows, each would have its own copy of the steps.
 */
export function castRoles(definition: CaseDefinition, cast: Cast): CaseDefinition {
  if (definition.area !== 'hosting') return definition;
  const {given, steps, acting} = sharedParts(definition, cast);
  const {row} = definition;
  const values = row === undefined ? undefined : castRow(row.values, acting, cast);
  if (given === definition.given && steps === definition.steps && values === row?.values) return definition;
  return {
    ...definition,
    given,
    steps,
    ...(row === undefined || values === undefined || values === row.values ? {} : {row: {...row, values}}),
  };
}

interface SharedParts extends Pick<CaseDefinition, 'given' | 'steps'> {
  /** Keys of rows that name who acts. */
  readonly acting: ReadonlySet<string>;
  /** What they were made of besides the steps. */
  readonly from: CaseDefinition['given'];
  readonly cast: Cast;
}

/** By the steps as they are written: those of a table's rows are one list. */
const partsOfSteps = new WeakMap<CaseDefinition['steps'], SharedParts>();

function sharedParts(definition: CaseDefinition, cast: Cast): SharedParts {
  // Only rows of a table share their steps; of a case of its own nobody asks again.
  const known = definition.row === undefined ? undefined : partsOfSteps.get(definition.steps);
  if (known !== undefined && known.from === definition.given && known.cast === cast) return known;
  const parts = {
    given: mapped(definition.given, one => castGiven(one, cast)),
    steps: mapped(definition.steps, step => castStep(step, cast)),
    acting: actingKeys(definition),
    from: definition.given,
    cast,
  };
  if (definition.row !== undefined) partsOfSteps.set(definition.steps, parts);
  return parts;
}

function castGiven(given: Given, cast: Cast): Given {
  const inputs = mappedObject(given.inputs, (name, value) =>
    isActing(name) ? castName(value, cast) : castTree(value, cast),
  );
  return inputs === given.inputs ? given : {...given, inputs};
}

/** Inputs of arrangements that name who acts end so. */
function isActing(input: string): boolean {
  return input === 'as' || input.endsWith('_as');
}

// A step is data that was read from a file: a tree of JSON, whatever its kind. Its keys keep their order, which digests show.
function castStep(step: Step, cast: Cast): Step {
  return mappedObject(step as unknown as JsonObject, (key, value) =>
    key === 'as' ? castName(value, cast) : castTree(value, cast),
  ) as unknown as Step;
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
  return mappedObject(values, (key, value) => (acting.has(key) ? castName(value, cast) : castTree(value, cast)));
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
  if (isJsonList(tree)) return mapped(tree, item => castTree(item, cast));
  return isJsonObject(tree) ? mappedObject(tree, (_key, value) => castTree(value, cast)) : tree;
}

/** The same list where nothing in it changes. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (const [index, item] of list.entries()) {
    const other = change(item);
    if (other !== item) (changed ??= [...list])[index] = other;
  }
  return changed ?? list;
}

/** The same object where nothing in it changes. */
function mappedObject(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  let changed: Record<string, Json> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] as Json;
    const other = change(key, value);
    if (other !== value) (changed ??= Object.assign(newJsonObject(), object))[key] = other;
  }
  return changed ?? object;
}
