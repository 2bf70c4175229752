// Checks what selects values in a reply: JSON Pointers and JSONPaths.
import {selectorProblem} from '../../../base/markup/markup.ts';
import {loadJsonPath, type PathCompiler} from '../../../base/patterns/json-path.ts';
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
    : `write "/${asPointer(pointer)}" or a JSONPath that begins with "$"`;
  note(
    place,
    `"${pointer}" is not a JSON Pointer`,
    side === 'key' ? fix : fix.replace(' or a JSONPath that begins with "$"', ''),
    side,
  );
}

/** Somebody may know another notation: `$.items[0].name`, `items.0.name`. */
function asPointer(path: string): string {
  return path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1')
    .split('.')
    .filter(part => part !== '')
    .join('/');
}

/** Checks a CSS selector, with or without `@name` behind it. */
export function checkCssSelector(place: Place, selector: string, side: Side): void {
  const why = selectorProblem(selector);
  if (why !== undefined)
    note(
      place,
      `"${selector}" is not a CSS selector: ${why}`,
      'write e.g. "li.open > a", or "a.next @href" for an attribute',
      side,
    );
}

function checkJsonPath(place: Place, path: string): void {
  compile ??= loadJsonPath();
  const compiled = compile(path);
  if (compiled.kind === 'path') return;
  if (compiled.usesRegex)
    note(
      place,
      `the JSONPath "${path}" uses a regular expression`,
      'select the nodes without match() and search(), and judge them with {$each: {$regex: …}}',
      'key',
    );
  else
    note(
      place,
      `the JSONPath "${path}" does not parse: ${compiled.why}`,
      'see RFC 9535; a plain path is written as a JSON Pointer, e.g. /0/name',
      'key',
    );
}

let compile: PathCompiler | undefined;
