// The names that a template may use at one place, and the check of all templates in a tree.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {CaseDefinition} from '../../../model/suite.ts';
import {readTemplate, referencesIn} from '../../../model/template.ts';
import {pointerTo} from '../../../base/json/json-pointer.ts';
import {nearestName, suggestName} from '../../../base/text/nearest-name.ts';
import {note, rootOf, type Place} from '../../../base/yaml/yaml-place.ts';
import type {Source} from '../../../base/yaml/source.ts';

/** What a name stands for: anything inside, named parts, the variables that have a value, or something that may not be used here and why. */
export type Binding =
  | {readonly kind: 'any'}
  | {
      readonly kind: 'parts';
      readonly what: string;
      readonly plural: string;
      readonly parts: ReadonlyMap<string, Binding>;
    }
  | {readonly kind: 'variables'; readonly names: ReadonlySet<string>}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

export type Scope = ReadonlyMap<string, Binding>;

export const anything: Binding = {kind: 'any'};

/** Makes a binding whose parts are plain values. `what` reads e.g. `arrangement "issue"`. */
export function partsBinding(what: string, plural: string, names: Iterable<string>): Binding {
  return {kind: 'parts', what, plural, parts: new Map([...names].map(name => [name, anything]))};
}

/** The files that a suite has read so far, by path. */
type FilesRead = ReadonlyMap<string, {readonly source: Source}>;

/** Checks every template of a tree against the names of its place, also in the files that it takes in with `$file`; keys are never substituted. */
export function checkTemplates(place: Place, scope: Scope, files: FilesRead = new Map()): void {
  visit(place, scope, files);
}

// The pointer is joined on the way down: trees are small and most have no problem, but the path is needed for any that has.
function visit({value, pointer, source}: Place, scope: Scope, files: FilesRead): void {
  if (typeof value === 'string') {
    if (value.includes('${')) checkText({source, pointer, value}, value, scope);
  } else if (Array.isArray(value)) {
    value.forEach((item: Json, index) => {
      visit({value: item, pointer: pointerTo(pointer, index), source}, scope, files);
    });
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const below = pointerTo(pointer, key);
      if (key.includes('${')) noteTemplateKey({source, pointer: below, value: item}, key);
      if (key === '$file' && typeof item === 'string') visitFile(files.get(item)?.source, scope);
      visit({value: item, pointer: below, source}, scope, files);
    }
  }
}

function visitFile(source: Source | undefined, scope: Scope): void {
  const root = source === undefined ? undefined : rootOf(source);
  if (root !== undefined) visit(root, scope, new Map());
}

function noteTemplateKey(place: Place, key: string): void {
  note(
    place,
    `"\${" in the key "${key}" is never substituted`,
    'write the key out; only values are substituted, e.g. those of a matcher: {$contains: {id: "${id}"}}',
    'key',
  );
}

function checkText(place: Place, text: string, scope: Scope): void {
  const template = readTemplate(text);
  switch (template.kind) {
    case 'text':
      return;
    case 'malformed':
      note(place, template.why, 'write ${name} or ${name.part}; a literal "${" is written "$${"');
      return;
    case 'value':
      checkPath(place, template.path, scope);
      return;
    case 'mixed':
      for (const part of template.parts) if ('path' in part) checkPath(place, part.path, scope);
  }
}

function checkPath(place: Place, path: string, scope: Scope): void {
  const [root = '', ...rest] = path.split('.');
  let binding = scope.get(root);
  if (binding === undefined) {
    note(place, `unknown name "${root}" in "\${${path}}"`, suggestName(root, scope.keys(), 'names here'));
    return;
  }
  if (binding.kind === 'variables') checkVariable(place, rest[0], binding);
  for (const part of rest) {
    if (binding.kind !== 'parts') break;
    const next = binding.parts.get(part);
    if (next === undefined) {
      note(
        place,
        `${binding.what} has no "${part}" for "\${${path}}"`,
        suggestName(part, binding.parts.keys(), binding.plural),
      );
      return;
    }
    binding = next;
  }
  if (binding.kind === 'refused') note(place, `"\${${path}}" ${binding.why}`, binding.fix);
}

function checkVariable(place: Place, name: string | undefined, {names}: Extract<Binding, {kind: 'variables'}>): void {
  if (name === undefined || names.has(name)) return;
  note(place, `nothing gives "\${vars.${name}}" a value`, howToGive(name, names));
}

/** Lists the variables that a tree uses, each once. */
export function variablesIn(tree: Json): readonly string[] {
  return [...new Set(referencesIn(tree).flatMap(path => /^vars\.([^.]+)/.exec(path)?.[1] ?? []))];
}

/** Lists the variables that a case and the set-up of its suite use. */
export function variablesOfCase({given, steps, common}: CaseDefinition): readonly string[] {
  // Steps are data that was read from a file: a tree of JSON, whatever their kind.
  const trees = [given, steps, common?.setup ?? [], common?.teardown ?? []] as unknown as Json;
  return variablesIn(trees);
}

/** Says how a variable gets a value, and which one may have been meant. */
export function howToGive(name: string, known: Iterable<string>): string {
  const near = nearestName(name, known);
  const meant = near === undefined ? '' : `did you mean \${vars.${near}}? Otherwise `;
  return `${meant}give it with --var ${name}=VALUE, or below "vars:" of the suite or target file`;
}

/** Gives the same names for the values of `vars:` themselves, which are filled before the run begins. */
export function scopeOfVariables(scope: Scope): Scope {
  return new Map(
    [...scope].map(([name, binding]): readonly [string, Binding] => [
      name,
      name === 'vars'
        ? binding
        : {
            kind: 'refused',
            why: 'has no value yet where variables get theirs',
            fix: `use it in the step itself; here only \${vars.…} has a value, and a literal "\${" is written "$\${"`,
          },
    ]),
  );
}

/** The names that exist in every case; without `actors`, those of the target file act, and nobody knows them yet. */
export function commonScope(actors: readonly string[] | undefined, vars: Binding = anything): Scope {
  const actor = (name: string): Binding => partsBinding(`actor "${name}"`, 'values of an actor', ['login', 'id']);
  const roles = (actors ?? []).filter(name => name !== 'anonymous');
  return new Map<string, Binding>([
    ['run', partsBinding('"run"', 'values of a run', ['id'])],
    ['case', partsBinding('"case"', 'values of a case', ['name'])],
    [
      'actors',
      actors === undefined
        ? anything
        : {kind: 'parts', what: '"actors"', plural: 'actors', parts: new Map(roles.map(name => [name, actor(name)]))},
    ],
    ['dialect', partsBinding('"dialect"', 'values of a dialect', ['values'])],
    ['now', anything],
    ['vars', vars],
    ['existing', anything],
    ['client', anything],
    [
      'random',
      {
        kind: 'refused',
        why: 'is another name at each use',
        fix: 'use ${case.name}, which stays the same within a case',
      },
    ],
  ]);
}

/** Names that no arrangement, capture or input may take. */
export const reservedNames: ReadonlySet<string> = new Set([
  'run',
  'case',
  'actors',
  'dialect',
  'existing',
  'client',
  'vars',
  'now',
  'random',
  'row',
]);
