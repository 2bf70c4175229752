// Reads `run:` of a target file: options of a run under the names that they have in the code, as the words that their flags would take.
import {runFileSettings} from '../../../model/run-settings.ts';
import {flagOf, type Setting} from '../../../model/setting.ts';
import {
  asBoolean,
  asRecord,
  asText,
  asTexts,
  describeJson,
  entriesOf,
  note,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {readRange} from './read-bounds.ts';

/** Words for flags by the name of the option; a switch has `true` or `false`. */
export type RunWords = {readonly [name: string]: readonly string[]};

/** Reads the mapping. Files that are read stand in it relative to the folder of the target file. */
export function readRun(place: Place | undefined, inFolder: (path: string) => string): RunWords | undefined {
  if (place === undefined || asRecord(place, '"run"', runKeys) === undefined) return undefined;
  return Object.fromEntries(
    entriesOf(place).flatMap(([name, at]) => {
      const setting = Object.hasOwn(runFileSettings, name) ? runFileSettings[name] : undefined;
      if (setting === undefined) return [];
      const words = readWords(at, `"${name}"`, setting.value);
      return [[name, filesRead.has(name) ? words.map(inFolder) : words] as const];
    }),
  );
}

const filesRead: ReadonlySet<string> = new Set(['baseline', 'errata']);

function readWords(place: Place, what: string, value: Setting['value']): readonly string[] {
  switch (value.kind) {
    case 'switch': {
      const isOn = asBoolean(place, what);
      return isOn === undefined ? [] : [String(isOn)];
    }
    case 'each':
    case 'list':
      return Array.isArray(place.value) ? asTexts(place, what).map(({value: text}) => text) : oneText(place, what);
    case 'count':
    case 'duration':
    case 'size':
      return readRange(place, what, {...value, unit: value.kind}) === undefined ? [] : [writtenOf(place)];
    case 'choice': {
      const text = oneText(place, what);
      if (text[0] !== undefined && !value.choices.includes(text[0]))
        note(place, `${what} is ${describeJson(place.value)}`, `write ${value.choices.join(' or ')}`);
      return text;
    }
    case 'text':
    case 'pattern':
    case 'part':
      return oneText(place, what);
  }
}

function writtenOf({value}: Place): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function oneText(place: Place, what: string): readonly string[] {
  const text = asText(place, what);
  return text === undefined ? [] : [text];
}

/** The keys of `run:`, for the reader, the schema and editors alike. */
export const runKeys: KeyTable = Object.fromEntries(
  Object.entries(runFileSettings).map(([name, setting]) => [
    name,
    {about: `${flagOf(setting)}: ${setting.about}.`, schema: schemaOf(setting.value)},
  ]),
);

function schemaOf(value: Setting['value']): KeyTable[string]['schema'] {
  const text = {type: 'string', minLength: 1};
  switch (value.kind) {
    case 'switch':
      return {type: 'boolean'};
    case 'each':
    case 'list':
      return {anyOf: [text, {type: 'array', items: text}]};
    case 'count':
      return {type: 'integer', minimum: value.least, maximum: value.most};
    case 'choice':
      return {enum: value.choices};
    case 'part':
      return {type: 'string', pattern: '^\\d{1,4}/\\d{1,4}$'};
    case 'text':
    case 'pattern':
    case 'duration':
    case 'size':
      return text;
  }
}
