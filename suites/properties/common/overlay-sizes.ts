// What holds of small values holds of large ones: read and written, in bytes and as JSON, around the sizes at which lengths change.
import {normalizeValue} from '../../../runner/overlay/value-text.ts';
import {bytesOfText} from '../../../base/text/hex.ts';
import {property} from '../../../model/property.ts';
import {writeProtoJson} from '../../../runner/overlay/proto-json.ts';
import {checkRead, checkWritten} from './overlay-checks.ts';
import {largeInput, largeValue, type LargeInput, type LargeValue} from './large-values.ts';

/** Each of some five shapes comes several times, at an edge and between two. */
const runs = {runs: 24, floor: 12};
/** The same, and unknown records in each of the messages. */
const runsOfReading = {runs: 36, floor: 12};
const wire = {form: 'binary', requirement: 'OV-WIRE'} as const;
const json = {form: 'json', requirement: 'OV-JSON'} as const;

export const largeIsRead = property<LargeInput>({
  id: 'large-is-read',
  title:
    'bytes of any size, lists of any length and unknown fields of any size or number are read whole, and so is what stands behind',
  proves: ['OV-WIRE'],
  area: 'overlay-codec',
  ...runsOfReading,
  input: largeInput,
  check: (world, {message, value, bytes}) =>
    checkRead(world, {message, bytes, expected: normalizeValue(message, value)}, wire),
});

export const largeIsWritten = property<LargeValue>({
  id: 'large-is-written',
  title: 'bytes of any size and lists of any length are written whole',
  proves: ['OV-WIRE'],
  area: 'overlay-codec',
  needs: ['encode'],
  ...runs,
  input: largeValue,
  check: (world, {message, value}) => checkWritten(world, message, value, wire),
});

export const largeJsonIsRead = property<LargeValue>({
  id: 'large-json-is-read',
  title: 'JSON with bytes of any size and lists of any length is read whole',
  proves: ['OV-JSON'],
  area: 'overlay-codec',
  needs: ['json'],
  ...runs,
  input: largeValue,
  check: (world, {message, value}) => {
    const expected = normalizeValue(message, value);
    return checkRead(world, {message, bytes: bytesOfText(writeProtoJson(message, expected)), expected}, json);
  },
});

export const largeJsonIsWritten = property<LargeValue>({
  id: 'large-json-is-written',
  title: 'bytes of any size and lists of any length are written as JSON whole',
  proves: ['OV-JSON'],
  area: 'overlay-codec',
  needs: ['json', 'encode'],
  ...runs,
  input: largeValue,
  check: (world, {message, value}) => checkWritten(world, message, value, json),
});
