// Reads where a request goes: `POST /notes`, or method and path apart.
import {note, textOf, type Place} from '../../../base/yaml/yaml-place.ts';

/** Method and path of a request. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
}

/** Reads both in one text. */
export function readRequestLine(place: Place): RequestLine | undefined {
  const text = textOf(place, '"request"');
  if (text === undefined) return undefined;
  const [, method = '', path = ''] = /^(\S+)[ \t]+(\S.*?)[ \t]*$/.exec(text) ?? [];
  if (method === '')
    return note(place, `"${text}" is not a method and a path`, 'write both on one line, e.g. GET /notes');
  return {method: readMethod({...place, value: method}), path: readPath({...place, value: path})};
}

/** Reads `method:`. */
export function readMethod(place: Place | undefined): string {
  const method = textOf(place, '"method"') ?? '';
  if (place !== undefined && method !== '' && !/^[A-Z]+$/.test(method) && !method.includes('${')) {
    note(
      place,
      `"${method}" is not an HTTP method`,
      `write it in capitals, e.g. ${/^[a-z]+$/i.test(method) ? method.toUpperCase() : 'GET'}`,
    );
  }
  return method;
}

/** Reads `path:`. */
export function readPath(place: Place | undefined): string {
  const path = textOf(place, '"path"') ?? '';
  if (place === undefined || path === '') return path;
  // What a value in front comes to is looked at when it is known.
  if (path.startsWith('${')) return path;
  if (!path.startsWith('/') || path.startsWith('//'))
    note(place, `the path "${path}" is not relative to the base URL`, 'begin it with one "/", e.g. /api/v1/version');
  // eslint-disable-next-line no-control-regex
  else if (/[\u0000-\u0020\u007f#]/.test(path))
    note(place, 'the path holds a space, a control character or "#"', 'percent-encode it, e.g. %20');
  return path;
}
