// Checks the parameters of a call against the operation.
import type {Operation} from '../../../model/operation.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {entriesOf, note, type Place} from '../../../base/yaml/yaml-place.ts';

/** Finds an operation by its id, or says which one was probably meant. */
export function findOperation(
  place: Place,
  id: string,
  operations: ReadonlyMap<string, Operation>,
): Operation | undefined {
  const operation = operations.get(id);
  if (operation !== undefined) return operation;
  return note(place, `unknown operation "${id}"`, suggestName(id, operations.keys(), 'operations'));
}

/** Notes parameters that the operation does not have, and path parameters that are missing. */
export function checkParameters(call: Place, params: Place | undefined, {id, parameters}: Operation): void {
  const given = params === undefined ? [] : entriesOf(params);
  const names = parameters.map(({name}) => name);
  for (const [key, at] of given) {
    if (!names.includes(key))
      note(at, `operation ${id} has no parameter "${key}"`, suggestName(key, names, 'parameters'), 'key');
  }
  const missing = parameters.filter(({name, in: where}) => where === 'path' && !given.some(([key]) => key === name));
  for (const {name} of missing)
    note(call, `operation ${id} needs the path parameter "${name}"`, `add "${name}:" below "params:"`);
}
