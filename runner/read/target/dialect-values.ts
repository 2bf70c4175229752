// Checks the values that a user's dialect or target file gives against those that suites use: their names, and whether each is a text, a list or a mapping.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {nearestName, suggestName} from '../../../base/text/nearest-name.ts';
import {entriesOf, note, type Place} from '../../../base/yaml/yaml-place.ts';

/** Notes values of another kind than those that they replace, and names that are nearly one of them. With `isClosed`, every unknown name is noted. */
export function checkValues(
  place: Place,
  known: JsonObject | undefined,
  {isClosed = false}: {readonly isClosed?: boolean} = {},
): void {
  if (known === undefined) return;
  for (const [name, at] of entriesOf(place)) {
    const before = known[name];
    if (before === undefined) noteUnknown(at, name, Object.keys(known), isClosed);
    else if (kindOf(at.value) !== kindOf(before))
      note(at, `"${name}" must be ${kindOf(before)}, not ${kindOf(at.value)}`, `write it like ${shown(before)}`);
    else if (isJsonObject(before)) checkValues(at, before, {isClosed});
  }
}

function noteUnknown(at: Place, name: string, known: readonly string[], isClosed: boolean): void {
  const near = nearestName(name, known);
  if (isClosed) note(at, `no suite uses a value "${name}"`, suggestName(name, known, 'values'), 'key');
  else if (near !== undefined && near.toLowerCase() === name.toLowerCase())
    note(at, `unknown value "${name}"`, `did you mean "${near}"?`, 'key');
}

function kindOf(value: Json): string {
  if (isJsonList(value)) return 'a list';
  if (isJsonObject(value)) return 'a mapping';
  return 'a text';
}

function shown(value: Json): string {
  if (isJsonList(value)) return `[${value.map(shown).join(', ')}]`;
  if (isJsonObject(value)) return `{${Object.keys(value).join(': …, ')}: …}`;
  return String(value);
}
