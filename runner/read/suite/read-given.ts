// Reads `given:`: which arrangements a case (or another arrangement) starts from, in reference order.
import type {Arrangement, ArrangementInput} from '../../../model/arrangement.ts';
import {isJsonObject, jsonObject, type Json} from '../../../model/json.ts';
import type {Given} from '../../../model/suite.ts';
import {readTemplate, referencesIn} from '../../../model/template.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {asMapping, describeJson, entriesOf, entryOf, note, textOf, type Place} from '../../../base/yaml/yaml-place.ts';
import {writtenValues, type Row} from '../validate/rows.ts';
import {anything, partsBinding, reservedNames, type Binding} from '../validate/template-scope.ts';

/** What reading `given:` comes to: the arrangements in reference order, and what their names stand for. */
export interface ReadGiven {
  readonly given: readonly Given[];
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** Reads the mapping. Without `arrangements` only its form is checked, because the arrangements are still being read themselves. */
export function readGiven(
  place: Place | undefined,
  arrangements: ReadonlyMap<string, Arrangement> | undefined,
  rows: readonly Row[] = [],
): ReadGiven {
  if (place === undefined || asMapping(place, '"given"') === undefined) return {given: [], bindings: new Map()};
  const entries = entriesOf(place);
  const given = entries.flatMap(([name, at]) => readOne(name, at, arrangements, rows) ?? []);
  const bindings = entries.map(([name, at]) => [name, bindingOf(at, arrangements)] as const);
  return {given: inReferenceOrder(given, place), bindings: new Map(bindings)};
}

function readOne(
  name: string,
  place: Place,
  arrangements: ReadonlyMap<string, Arrangement> | undefined,
  rows: readonly Row[],
): Given | undefined {
  checkName(place, name);
  if (asMapping(place, `"${name}"`) === undefined) return undefined;
  const arrangePlace = entryOf(place, 'arrange');
  if (arrangePlace === undefined) return note(place, `"${name}" names no arrangement`, 'add "arrange: NAME"', 'key');
  const arrange = textOf(arrangePlace, '"arrange"');
  if (arrange === undefined) return undefined;
  const inputs = entriesOf(place).filter(([key]) => key !== 'arrange');
  if (arrangements !== undefined) {
    const arrangement = arrangements.get(arrange);
    if (arrangement === undefined)
      note(arrangePlace, `unknown arrangement "${arrange}"`, suggestName(arrange, arrangements.keys(), 'arrangements'));
    else checkInputs(arrangePlace, arrangement, inputs, rows);
  }
  return {name, arrange, inputs: jsonObject(inputs.map(([key, {value}]) => [key, value])), pointer: place.pointer};
}

/** Checks a name that templates will use. */
export function checkName(place: Place, name: string): void {
  if (reservedNames.has(name))
    note(place, `the name "${name}" is taken: it stands for something in every case`, 'choose another name', 'key');
  else if (!/^[A-Za-z_][\w-]*$/.test(name))
    note(place, `"${name}" cannot be used as \${name}`, 'write letters, digits, "_" and "-", a letter first', 'key');
}

function checkInputs(
  arrange: Place,
  {name, inputs}: Arrangement,
  given: readonly (readonly [key: string, place: Place])[],
  rows: readonly Row[],
): void {
  for (const [key, at] of given) {
    const input = Object.hasOwn(inputs, key) ? inputs[key] : undefined;
    if (input === undefined)
      note(at, `arrangement "${name}" has no input "${key}"`, suggestName(key, Object.keys(inputs), 'inputs'), 'key');
    else for (const value of writtenValues(at, rows)) checkInputType(value, key, input);
  }
  const names = new Set(given.map(([key]) => key));
  for (const [key, input] of Object.entries(inputs)) {
    if (input.default === undefined && !names.has(key))
      note(arrange, `arrangement "${name}" needs the input "${key}" (${input.about})`, `add "${key}:"`);
  }
}

function checkInputType(place: Place, key: string, {type}: ArrangementInput): void {
  if (hasType(place.value, type)) return;
  note(
    place,
    `input "${key}" must be ${articles[type]}, not ${describeJson(place.value)}`,
    type === 'string' ? 'write it in quotes' : `write ${articles[type]}`,
  );
}

const articles: {readonly [type in ArrangementInput['type']]: string} = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'a mapping',
  any: 'any value',
};

/** Tells whether a value is of an input's type; a value that a template gives at run time is of every type. */
export function hasType(value: Json, type: ArrangementInput['type']): boolean {
  if (type === 'any' || (typeof value === 'string' && readTemplate(value).kind === 'value')) return true;
  return isOfType[type](value);
}

const isOfType: {readonly [type in Exclude<ArrangementInput['type'], 'any'>]: (value: Json) => boolean} = {
  string: value => typeof value === 'string',
  integer: value => typeof value === 'bigint' || Number.isInteger(value),
  boolean: value => typeof value === 'boolean',
  list: value => Array.isArray(value),
  object: value => isJsonObject(value),
};

function bindingOf(place: Place, arrangements: ReadonlyMap<string, Arrangement> | undefined): Binding {
  const name = entryOf(place, 'arrange')?.value;
  const arrangement = typeof name === 'string' ? arrangements?.get(name) : undefined;
  if (arrangement === undefined) return anything;
  return partsBinding(`arrangement "${arrangement.name}"`, 'outputs', Object.keys(arrangement.outputs));
}

function inReferenceOrder(given: readonly Given[], place: Place): readonly Given[] {
  const byName = new Map(given.map(one => [one.name, one]));
  const ordered: Given[] = [];
  const path: string[] = [];
  const visit = (one: Given): void => {
    if (ordered.includes(one)) return;
    if (path.includes(one.name)) {
      noteCircle(place, [...path.slice(path.indexOf(one.name)), one.name]);
      return;
    }
    path.push(one.name);
    for (const name of rootsIn(one.inputs)) {
      const other = byName.get(name);
      if (other !== undefined) visit(other);
    }
    path.pop();
    if (!ordered.includes(one)) ordered.push(one);
  };
  for (const one of given) visit(one);
  return ordered;
}

function rootsIn(tree: Json): ReadonlySet<string> {
  return new Set(referencesIn(tree).map(path => path.split('.', 1)[0] ?? path));
}

function noteCircle(place: Place, circle: readonly string[]): void {
  const at = entryOf(place, circle[0] ?? '') ?? place;
  note(at, `these need each other: ${circle.join(' → ')}`, 'take one of the references away', 'key');
}
