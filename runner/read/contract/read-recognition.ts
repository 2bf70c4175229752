// Reads how servers of a dialect are recognised, and what unknown servers are taken for.
import {defined} from '../../../base/json/defined.ts';
import type {Dialect, Recognition} from '../../../model/operation.ts';
import {asList, asRecord, entryOf, note, textOf, type KeyTable, type Place} from '../../../base/yaml/yaml-place.ts';

const text = {type: 'string'};

const recognitionKeys = {
  version: {about: 'Pattern with stars for the version that the server reports.', schema: text, required: true},
  after: {about: 'The number that is compared begins after this text, e.g. "+gitea-".', schema: text},
  from: {about: 'The first version, e.g. "1.20".', schema: text},
  below: {about: 'The first version that is too new, e.g. "1.23".', schema: text},
  title: {about: 'Pattern with stars for the title of the API document.', schema: text},
} as const satisfies KeyTable;

/** Reads `recognise`; undefined when the file has none. */
export function readRecognitions(place: Place | undefined): readonly Recognition[] | undefined {
  return place === undefined
    ? undefined
    : (asList(place, '"recognise"') ?? []).map(readRecognition).filter(rule => rule !== undefined);
}

function readRecognition(place: Place): Recognition | undefined {
  if (asRecord(place, 'a way to recognise a server', recognitionKeys) === undefined) return undefined;
  const version = textOf(entryOf(place, 'version'), '"version"');
  if (version === undefined) return undefined;
  return {
    version,
    ...defined({
      after: textOf(entryOf(place, 'after'), '"after"'),
      from: readNumber(entryOf(place, 'from'), 'from'),
      below: readNumber(entryOf(place, 'below'), 'below'),
      title: textOf(entryOf(place, 'title'), '"title"'),
    }),
  };
}

function readNumber(place: Place | undefined, key: string): string | undefined {
  const number = textOf(place, `"${key}"`);
  if (place === undefined || number === undefined || /^\d{1,6}(\.\d{1,6}){0,3}$/.test(number)) return number;
  return note(place, `"${key}" is "${number}", which is not a version number`, 'write it in quotes, e.g. "1.20"');
}

const fallbackKeys = {
  family: {about: 'Name of the family.', schema: text, required: true},
  version: {about: 'The version whose names are used.', schema: text, required: true},
} as const satisfies KeyTable;

/** Reads `fallback`; undefined when the file has none. */
export function readFallback(place: Place | undefined): Dialect['fallback'] {
  if (place === undefined || asRecord(place, '"fallback"', fallbackKeys) === undefined) return undefined;
  const [family, version] = ['family', 'version'].map(key => textOf(entryOf(place, key), `"${key}"`));
  return family === undefined || version === undefined ? undefined : {family, version};
}
