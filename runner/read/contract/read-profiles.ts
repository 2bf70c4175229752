// Reads suites/profiles.yaml: which statements each certificate stands for.
import type {Problem} from '../../../model/problem.ts';
import type {Profile} from '../../../model/profile.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asId,
  asRecord,
  asTexts,
  entryOf,
  itemsBelow,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** Gives all profiles, those that include another with its statements in front; or every problem of the file. */
export function readProfiles({
  text,
  file,
  known,
}: {
  readonly text: string;
  readonly file: string;
  /** Ids of all statements. */
  readonly known: ReadonlySet<string>;
}): {readonly profiles: readonly Profile[]; readonly problems: readonly Problem[]} {
  const {content: profiles = [], problems} = readYamlFile({text, file}, root => {
    const read: Profile[] = [];
    for (const item of itemsBelow(root, 'a profiles file', 'profiles')) {
      const profile = readProfile(item, read, known);
      if (profile !== undefined) read.push(profile);
    }
    return read;
  });
  return {profiles, problems};
}

const text = {type: 'string'};

const keys = {
  id: {about: 'Name for --profile.', schema: text, required: true},
  area: {about: 'Kind of target whose cases judge it.', schema: text, required: true},
  title: {about: 'What it stands for.', schema: text, required: true},
  needs: {about: 'What has to be at hand.', schema: text, required: true},
  includes: {about: 'A profile further up whose statements it stands for too.', schema: text},
  requirements: {about: 'Ids of statements.', schema: {type: 'array', items: text}, required: true},
  anyCase: {
    about: 'Those of them that one case is enough for; its other cases may be skipped.',
    schema: {type: 'array', items: text},
  },
  beside: {
    about: 'Statements that its cases may prove beside its own, and that it does not demand.',
    schema: {type: 'array', items: text},
  },
  ifOffered: {
    about: 'Statements beside its own that a target need not offer; what it offers of them must hold.',
    schema: {type: 'array', items: text},
  },
  noDifference: {
    about: 'Those of them whose cases may not warn either.',
    schema: {type: 'array', items: text},
  },
} as const satisfies KeyTable;

const areas = ['hosting', 'overlay-codec', 'overlay-live'] as const;

function readProfile(place: Place, before: readonly Profile[], known: ReadonlySet<string>): Profile | undefined {
  if (asRecord(place, 'a profile', keys) === undefined) return undefined;
  const idPlace = entryOf(place, 'id');
  const id = idPlace === undefined ? undefined : asId(idPlace, 'the profile id');
  const title = textOf(entryOf(place, 'title'), '"title"');
  const needs = textOf(entryOf(place, 'needs'), '"needs"');
  const rows = entryOf(place, 'requirements');
  const ids = rows === undefined ? [] : asTexts(rows, '"requirements"');
  for (const one of ids)
    if (!known.has(one.value))
      note(one, `unknown requirement "${one.value}"`, suggestName(one.value, [...known], 'requirements'));
  const listed = (key: 'anyCase' | 'noDifference'): readonly string[] => {
    const list = entryOf(place, key);
    const items = list === undefined ? [] : asTexts(list, `"${key}"`);
    for (const one of items)
      if (!ids.some(({value}) => value === one.value))
        note(one, `"${one.value}" is not among the requirements of this profile`, 'add it there, or take it out here');
    return items.map(({value}) => value);
  };
  const [anyCase, noDifference] = [listed('anyCase'), listed('noDifference')];
  const others = (key: 'beside' | 'ifOffered'): readonly string[] => {
    const list = entryOf(place, key);
    const items = list === undefined ? [] : asTexts(list, `"${key}"`);
    for (const one of items)
      if (!known.has(one.value))
        note(one, `unknown requirement "${one.value}"`, suggestName(one.value, [...known], 'requirements'));
    return items.map(({value}) => value);
  };
  const [beside, ifOffered] = [others('beside'), others('ifOffered')];
  const includesPlace = entryOf(place, 'includes');
  const includes = textOf(includesPlace, '"includes"');
  const included = before.find(profile => profile.id === includes);
  if (includesPlace !== undefined && includes !== undefined && included === undefined)
    note(
      includesPlace,
      `no profile further up is called "${includes}"`,
      suggestName(
        includes,
        before.map(({id: other}) => other),
        'profiles further up',
      ),
    );
  const areaPlace = entryOf(place, 'area');
  const word = textOf(areaPlace, '"area"');
  const area = areas.find(one => one === word);
  if (areaPlace !== undefined && word !== undefined && area === undefined)
    note(areaPlace, `unknown area "${word}"`, suggestName(word, areas, 'areas'));
  if (area === undefined || id === undefined || title === undefined || needs === undefined) return undefined;
  return {
    id,
    area,
    title,
    needs,
    requirements: [...(included?.requirements ?? []), ...ids.map(({value}) => value)],
    anyCase: [...(included?.anyCase ?? []), ...anyCase],
    beside,
    ifOffered: [...(included?.ifOffered ?? []), ...ifOffered],
    noDifference: [...(included?.noDifference ?? []), ...noDifference],
  };
}
