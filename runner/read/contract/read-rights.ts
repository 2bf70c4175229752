// Reads fixtures/rights.yaml: which right each operation on a repository asks.
import type {Problem} from '../../../model/problem.ts';
import {noRights, rights, type Right, type Rights} from '../../../model/operation.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asRecord,
  entriesBelow,
  asTexts,
  entryOf,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** Gives the rights, and every problem of the file. */
export function readRights({
  text,
  file,
  operations,
  requirements,
}: {
  readonly text: string;
  readonly file: string;
  readonly operations: ReadonlySet<string>;
  readonly requirements: ReadonlySet<string>;
}): {readonly rights: Rights; readonly problems: readonly Problem[]} {
  const {content = noRights, problems} = readYamlFile({text, file}, root => readRoot(root, operations, requirements));
  return {rights: content, problems};
}

const mapping = {type: 'object'};
const list = {type: 'array'};

const rootKeys = {
  rights: {about: 'Right → the operations that ask it.', schema: mapping, required: true},
  subjects: {about: 'Operations that take an issue and a pull request alike.', schema: list, required: true},
  stated: {about: 'Statement about a right → the right.', schema: mapping, required: true},
} as const satisfies KeyTable;

const rightKeys = {
  basis: {about: 'Where this is from: "usual".', schema: {enum: ['usual']}, required: true},
  operations: {about: 'Operations that ask this right.', schema: list, required: true},
} as const satisfies KeyTable;

function readRoot(root: Place, known: ReadonlySet<string>, requirements: ReadonlySet<string>): Rights | undefined {
  if (asRecord(root, 'the file of rights', rootKeys) === undefined) return undefined;
  const operations = new Map<string, Right>();
  for (const [name, at] of entriesBelow(root, 'rights')) {
    const right = readRight(name, at);
    if (right === undefined || asRecord(at, `"${name}"`, rightKeys) === undefined) continue;
    for (const id of namesBelow(at, 'operations', known)) {
      if (operations.has(id)) note(at, `the operation "${id}" is listed twice`, 'keep one of the two');
      operations.set(id, right);
    }
  }
  const stated = entriesBelow(root, 'stated').flatMap(([id, at]): (readonly [string, Right])[] => {
    if (!requirements.has(id)) note(at, `unknown statement "${id}"`, 'write an id of suites/requirements.yaml', 'key');
    const right = readRight(textOf(at, `"${id}"`) ?? '', at);
    return right === undefined ? [] : [[id, right]];
  });
  return {operations, subjects: new Set(namesBelow(root, 'subjects', known)), stated: new Map(stated)};
}

function namesBelow(place: Place, key: string, known: ReadonlySet<string>): readonly string[] {
  const at = entryOf(place, key);
  const items = at === undefined ? [] : asTexts(at, `"${key}"`);
  for (const item of items)
    if (!known.has(item.value)) note(item, `unknown operation "${item.value}"`, 'write an operationId of the contract');
  return items.map(({value}) => value);
}

function readRight(name: string, place: Place): Right | undefined {
  const right = rights.find(one => one === name);
  if (right === undefined) note(place, `unknown right "${name}"`, `write one of ${rights.join(', ')}`);
  return right;
}
