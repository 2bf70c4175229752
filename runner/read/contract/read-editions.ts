// Reads suites/editions.yaml: what each edition of the suites added to the one before.
import type {Edition, EditionChange} from '../../../model/profile.ts';
import type {Problem} from '../../../model/problem.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asList,
  asRecord,
  entryOf,
  itemsBelow,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** Gives all editions, oldest first, or every problem of the file. */
export function readEditions({text, file}: {readonly text: string; readonly file: string}): {
  readonly editions: readonly Edition[];
  readonly problems: readonly Problem[];
} {
  const {content: editions = [], problems} = readYamlFile({text, file}, root => {
    const places = itemsBelow(root, 'an editions file', 'editions');
    const read = places.flatMap(place => readEdition(place) ?? []);
    for (const [index, {id}] of read.entries()) {
      const place = places[index];
      const before = read[index - 1];
      if (place !== undefined && before !== undefined && !isLater(id, before.id))
        note(place, `edition "${id}" comes after "${before.id}" but is not later`, 'oldest first');
    }
    return read;
  });
  return {editions, problems};
}

/** Tells whether an edition, `YEAR.NUMBER`, is later than another. */
export function isLater(one: string, other: string): boolean {
  const [year = 0, number = 0] = one.split('.').map(Number);
  const [otherYear = 0, otherNumber = 0] = other.split('.').map(Number);
  return year === otherYear ? number > otherNumber : year > otherYear;
}

const text = {type: 'string'};
const keys = {
  id: {about: 'YEAR.NUMBER', schema: text, required: true},
  title: {about: 'One phrase.', schema: text, required: true},
  changes: {about: 'Cases that can judge otherwise than before.', schema: {type: 'array'}, required: true},
} as const satisfies KeyTable;

function readEdition(place: Place): Edition | undefined {
  if (asRecord(place, 'an edition', keys) === undefined) return undefined;
  const idPlace = entryOf(place, 'id');
  const id = textOf(idPlace, '"id"');
  const title = textOf(entryOf(place, 'title'), '"title"');
  const changesPlace = entryOf(place, 'changes');
  const changes = (changesPlace === undefined ? [] : (asList(changesPlace, '"changes"') ?? [])).flatMap(
    item => readChange(item) ?? [],
  );
  if (idPlace !== undefined && id !== undefined && !/^\d{4}\.\d+$/.test(id))
    note(idPlace, `the edition "${id}" is not of the form YEAR.NUMBER`, 'write e.g. "2026.1"');
  return id === undefined || title === undefined ? undefined : {id, title, changes};
}

const changeKeys = {
  case: {about: 'Id of a case, or a pattern with *.', schema: text, required: true},
  change: {about: 'new or tightened.', schema: text, required: true},
  reason: {about: 'Why.', schema: text, required: true},
} as const satisfies KeyTable;

const changeKinds = ['new', 'tightened'] as const;

function readChange(place: Place): EditionChange | undefined {
  if (asRecord(place, 'a change', changeKeys) === undefined) return undefined;
  const pattern = textOf(entryOf(place, 'case'), '"case"');
  const kindPlace = entryOf(place, 'change');
  const word = textOf(kindPlace, '"change"');
  const change = changeKinds.find(kind => kind === word);
  const reason = textOf(entryOf(place, 'reason'), '"reason"');
  if (kindPlace !== undefined && word !== undefined && change === undefined)
    note(kindPlace, `unknown change "${word}"`, suggestName(word, changeKinds, 'changes'));
  return pattern === undefined || change === undefined || reason === undefined
    ? undefined
    : {case: pattern, change, reason};
}
