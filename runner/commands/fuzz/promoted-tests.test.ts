// Shows that what is made of a finding takes every value that is right, and that the row of it is one that the tables can hold.
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import type {Json} from '../../../model/json.ts';
import {bytesFromHex} from '../../../base/text/hex.ts';
import {differencesOf, readWireRow} from '../../overlay/wire-rows.ts';
import {promotions} from './promoted-tests.ts';

const findingOf = (hex: string): FuzzFinding => ({
  way: 'binary',
  message: 'OverlayPing',
  bytes: bytesFromHex(hex) ?? new Uint8Array(),
  kind: 'reads another Time',
  basis: 'protocol',
  causes: [],
  expected: '',
  got: '',
  decoder: '',
  seed: 1,
  before: [],
});

/** Left open with two values, left open with one, well-formed, malformed. */
const twoValues = '1085808080808080808002';
const inputs = [twoValues, '1085808080808080808003', '1005', '10'];

test.each(inputs)('the row of %s is a row of a table, and our model agrees with it', hex => {
  const [row] = parse(promotions.yaml(findingOf(hex))) as readonly Json[];
  const read = readWireRow(row ?? null);
  expect(typeof read === 'string' ? read : differencesOf(read)).toEqual([]);
});

test.each([
  [
    'rust',
    'assert!([OverlayPing { r#type: 0, time: 5 }, OverlayPing { r#type: 0, time: 9223372036854775813 }].contains(&value)',
  ],
  ['go', '!proto.Equal(&got, want) && !proto.Equal(&got, &pb.OverlayPing{Time: 9223372036854775813})'],
  ['python', 'assert decoded in [overlay_pb2.OverlayPing(Time=5), overlay_pb2.OverlayPing(Time=9223372036854775813)]'],
  ['hex', 'value {"Time":"5"} or {"Time":"9223372036854775813"}'],
] as const)('the %s form takes both values of an open input', (form, text) => {
  expect(promotions[form](findingOf(twoValues))).toContain(text);
});
