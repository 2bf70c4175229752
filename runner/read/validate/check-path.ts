// Checks what selects values in a reply: JSON Pointers and JSONPaths.
import {createRequire} from 'node:module';
import type * as JsonP3 from 'json-p3';
import {readPointer} from '../../../base/json/json-pointer.ts';
import {note, type Place} from '../../../base/yaml/yaml-place.ts';
import type {Side} from '../../../base/yaml/source.ts';

/** Checks a key of `at`: a JSON Pointer (begins with "/") or a JSONPath (begins with "$"). */
export function checkSelector(place: Place, selector: string): void {
  if (selector.includes('${')) return;
  if (selector.startsWith('$')) checkJsonPath(place, selector);
  else checkPointer(place, selector, 'key');
}

/** Checks a JSON Pointer that selects something inside a body. */
export function checkPointer(place: Place, pointer: string, side: Side): void {
  if (pointer.startsWith('/') && readPointer(pointer) !== undefined) return;
  const fix = pointer.startsWith('/')
    ? 'write "~" in a name as "~0", and "/" as "~1"'
    : `write "/${pointer.replaceAll('.', '/')}" or a JSONPath that begins with "$"`;
  note(
    place,
    `"${pointer}" is no JSON Pointer`,
    side === 'key' ? fix : fix.replace(' or a JSONPath that begins with "$"', ''),
    side,
  );
}

function checkJsonPath(place: Place, path: string): void {
  try {
    jsonPath().compile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (/\b(?:match|search)\b/.test(why) && /\b(?:match|search)\s*\(/.test(path)) {
      note(
        place,
        `the JSONPath "${path}" uses a regular expression`,
        'select the nodes without match() and search(), and judge them with {$each: {$regex: …}}',
        'key',
      );
    } else {
      note(
        place,
        `the JSONPath "${path}" does not parse: ${why}`,
        'see RFC 9535; a plain path is written as a JSON Pointer, e.g. /0/name',
        'key',
      );
    }
  }
}

let environment: JsonP3.JSONPathEnvironment | undefined;

// CommonJS: `import` would look through its text for names to export, for 40 ms of CPU.
const require = createRequire(import.meta.url);

// Two of its functions run regular expressions whose time has no bound.
function jsonPath(): JsonP3.JSONPathEnvironment {
  if (environment !== undefined) return environment;
  const {JSONPathEnvironment} = require('json-p3') as typeof JsonP3;
  environment = new JSONPathEnvironment();
  environment.functionRegister.delete('match');
  environment.functionRegister.delete('search');
  return environment;
}
