// Reads `capture:`: which values of a reply later steps can use.
import type {Capture} from '../../../model/suite.ts';
import {checkCssSelector, checkPointer} from '../validate/check-path.ts';
import {
  asBoolean,
  asMapping,
  asRecord,
  asText,
  entriesOf,
  entryOf,
  note,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {checkName} from './read-given.ts';
import {captureKeys} from '../validate/suite-keys.ts';

/** Reads the mapping; `taken` are names that a capture would hide. */
export function readCaptures(place: Place | undefined, taken: ReadonlySet<string>): {readonly [name: string]: Capture} {
  if (place === undefined || asMapping(place, '"capture"') === undefined) return {};
  const captures = entriesOf(place).flatMap(([name, at]) => {
    checkName(at, name);
    if (taken.has(name))
      note(at, `the capture "${name}" would hide what is given under this name`, 'choose another name', 'key');
    const capture = readCapture(at, name);
    return capture === undefined ? [] : [[name, capture] as const];
  });
  return Object.assign(Object.create(null), Object.fromEntries(captures)) as {readonly [name: string]: Capture};
}

function readCapture(place: Place, name: string): Capture | undefined {
  if (typeof place.value !== 'object' || place.value === null) {
    const pointer = asText(place, `the capture "${name}"`);
    if (pointer === undefined) return undefined;
    checkPointer(place, pointer, 'value');
    return {from: {pointer}, redact: false};
  }
  if (asRecord(place, 'a capture', captureKeys) === undefined) return undefined;
  const redactPlace = entryOf(place, 'redact');
  const redact = redactPlace === undefined ? false : (asBoolean(redactPlace, '"redact"') ?? false);
  const ways = captureWays.flatMap(key => entryOf(place, key) ?? []);
  const [way] = ways;
  if (way === undefined || ways.length > 1)
    return note(
      place,
      `the capture "${name}" needs one of ${quotedWays}`,
      'write from: /pointer, or header: name',
      'key',
    );
  const key = way.pointer.slice(way.pointer.lastIndexOf('/') + 1);
  const text = textOf(way, `"${key}"`);
  if (text === undefined) return undefined;
  switch (key) {
    case 'header':
      return {from: {header: text}, redact};
    // Whoever has one of these is signed in, or can make somebody else send a form.
    case 'cookie':
      return {from: {cookie: text}, redact: true};
    case 'field':
      return {from: {field: text}, redact: true};
    case 'html':
    case 'xml':
      checkCssSelector(way, text, 'value');
      return {from: key === 'html' ? {html: text} : {xml: text}, redact};
    case 'body':
      if (text !== 'text') note(way, `"body" is "${text}"`, 'write body: text');
      return {from: {body: 'text'}, redact};
    default:
      checkPointer(way, text, 'value');
      return {from: {pointer: text}, redact};
  }
}

const captureWays = ['from', 'header', 'cookie', 'field', 'html', 'xml', 'body'] as const;
const quotedWays = captureWays
  .map(way => `"${way}"`)
  .join(', ')
  .replace(/, ([^,]*)$/, ' and $1');
