// Finds the operation of the contract that a method and a path are.
import type {Operation} from '../../model/operation.ts';

/** Finds the operation whose path fits with most segments that are no parameters; values of parameters are percent-decoded. */
export function matchOperation(
  method: string,
  path: string,
  operations: ReadonlyMap<string, Operation>,
): OperationMatch | undefined {
  const fits = [...operations.values()].flatMap(operation => {
    const template = operation.path.startsWith('//') ? operation.path.slice(1) : `/api/v1${operation.path}`;
    const values = operation.method === method ? valuesOf(template, path, operation) : undefined;
    return values === undefined ? [] : [{operation, values}];
  });
  return fits.toSorted((a, b) => a.values.size - b.values.size)[0];
}

/** An operation and the values of its path parameters. */
export interface OperationMatch {
  readonly operation: Operation;
  readonly values: ReadonlyMap<string, string>;
}

function valuesOf(template: string, path: string, {parameters}: Operation): ReadonlyMap<string, string> | undefined {
  const [wanted, there] = [template.split('/'), path.replace(/\/$/, '').split('/')];
  const values = new Map<string, string>();
  for (let index = 0; index < wanted.length; index += 1) {
    const [, name] = /^\{(\w+)\}$/.exec(wanted[index] ?? '') ?? [];
    const isRest = parameters.some(one => one.name === name && one.isMultiSegment) && index === wanted.length - 1;
    const actual = isRest ? there.slice(index).join('/') : there[index];
    if (name === undefined ? wanted[index] !== actual : actual === undefined || actual === '') return undefined;
    if (name !== undefined) values.set(name, decoded(actual ?? ''));
    if (isRest) return values;
  }
  return wanted.length === there.length ? values : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
