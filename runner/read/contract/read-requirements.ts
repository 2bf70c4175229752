// Reads requirements.yaml: every statement of the record, or of a user's own document, one row each.
import {defined} from '../../../base/json/defined.ts';
import type {Problem} from '../../../model/problem.ts';
import {requirementAreas, requirementLevels, requirementWays, type Requirement} from '../../../model/requirement.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asBoolean,
  asId,
  asList,
  asRecord,
  entryOf,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** Gives all rows in the order of the file, or every problem of it. With `taken`, all ids begin with one word that is none of those. */
export function readRequirements({
  text,
  file,
  taken,
}: {
  readonly text: string;
  readonly file: string;
  readonly taken?: ReadonlySet<string>;
}): {
  readonly requirements: readonly Requirement[];
  readonly problems: readonly Problem[];
} {
  const {content: requirements = [], problems} = readYamlFile({text, file}, root => {
    const items = asList(root, 'a requirements file') ?? [];
    checkIdsDiffer(items);
    if (taken !== undefined) checkOwnPrefix(items, taken);
    return items.flatMap(item => readRequirement(item) ?? []);
  });
  return {requirements, problems};
}

const text = {type: 'string'};

/** Keys of a statement. */
export const requirementKeys = {
  id: {about: 'Id that suites cite.', schema: text, required: true},
  area: {about: 'overlay or hosting.', schema: text, required: true},
  level: {about: 'must or should.', schema: text, required: true},
  observe: {about: 'What it takes to see it.', schema: text, required: true},
  contested: {about: 'No known server does as the record says.', schema: {type: 'boolean'}},
  quote: {about: 'Verbatim from the record.', schema: text, required: true},
  source: {about: 'Where the sentence is from, when it is not of the record.', schema: text},
  reading: {about: 'How we read it.', schema: text},
  notClaimed: {about: 'What the record leaves open.', schema: text},
} as const satisfies KeyTable;

function readRequirement(place: Place): Requirement | undefined {
  if (asRecord(place, 'a requirement', requirementKeys) === undefined) return undefined;
  const idPlace = entryOf(place, 'id');
  const id =
    idPlace === undefined
      ? undefined
      : asId(idPlace, 'the requirement id', /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/, 'capitals with dashes, e.g. LABEL-SCOPE');
  const area = readWord(place, 'area', requirementAreas);
  const level = readWord(place, 'level', requirementLevels);
  const observe = readWord(place, 'observe', requirementWays);
  const contestedPlace = entryOf(place, 'contested');
  const contested = contestedPlace === undefined ? false : asBoolean(contestedPlace, '"contested"');
  const quote = textOf(entryOf(place, 'quote'), '"quote"');
  const source = textOf(entryOf(place, 'source'), '"source"');
  const reading = textOf(entryOf(place, 'reading'), '"reading"');
  const notClaimed = textOf(entryOf(place, 'notClaimed'), '"notClaimed"');
  if (
    id === undefined ||
    area === undefined ||
    level === undefined ||
    observe === undefined ||
    contested === undefined ||
    quote === undefined
  )
    return undefined;
  return {
    id,
    area,
    level,
    observe,
    contested,
    quote,
    ...defined({source, reading, notClaimed}),
  };
}

function readWord<Word extends string>(place: Place, key: string, words: readonly Word[]): Word | undefined {
  const at = entryOf(place, key);
  const word = textOf(at, `"${key}"`);
  if (at === undefined || word === undefined) return undefined;
  const known = words.find(one => one === word);
  return known ?? note(at, `unknown ${key} "${word}"`, suggestName(word, words, 'words here'));
}

function checkIdsDiffer(items: readonly Place[]): void {
  const seen = new Set<string>();
  for (const item of items) {
    const place = entryOf(item, 'id');
    if (place === undefined || typeof place.value !== 'string') continue;
    if (seen.has(place.value))
      note(place, `the requirement id "${place.value}" appears twice`, 'give each row an id of its own');
    seen.add(place.value);
  }
}

/** The first word of an id, e.g. `LABEL` of `LABEL-SCOPE`. */
export function prefixOf(id: string): string {
  return id.replace(/-.*$/, '');
}

// Whoever reads a report must see from an id alone whose statement it is.
function checkOwnPrefix(items: readonly Place[], taken: ReadonlySet<string>): void {
  let first: string | undefined;
  for (const item of items) {
    const place = entryOf(item, 'id');
    if (place === undefined || typeof place.value !== 'string') continue;
    const prefix = prefixOf(place.value);
    first ??= prefix;
    if (taken.has(prefix))
      note(
        place,
        `"${place.value}" begins with ${prefix}, as statements of the record do`,
        `begin every id of this file with one word of your own, e.g. ACME-${place.value}`,
      );
    else if (prefix !== first)
      note(
        place,
        `"${place.value}" begins with ${prefix}, and the first id here with ${first}`,
        'use one prefix for all',
      );
  }
}
