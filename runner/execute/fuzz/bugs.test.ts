// Pins which findings are one bug: by what their inputs cannot do without and how the wrong number came about, not by their names.
import {expect, test} from 'vitest';
import type {FuzzFinding, FuzzTally} from '../../../model/decoder-search.ts';
import type {Json} from '../../../model/json.ts';
import type {OverlayMessage, TesteeAnswer} from '../../../model/peer.ts';
import {bytesFromHex} from '../../../base/text/hex.ts';
import {causesOf} from './causes.ts';
import {judgeInput} from '../../overlay/judge-input.ts';
import {readInput} from '../../overlay/read-input.ts';
import {fuzzBugs, isNewBug} from './bugs.ts';

/** Shrunk inputs with what a decoder answered, null for a refusal: two for each of three bugs that share no name, and one that has two oddities. */
const table: readonly (readonly [message: OverlayMessage, hex: string, answer: Json])[] = [
  ['OverlayHandshake', '81010000000000000000', null],
  ['OverlayPing', '7100000000', {}],
  ['OverlayPing', '310000000010001001', {Time: '1'}],
  ['OverlayPing', '09000000002d00000080', {}],
  ['OverlayPing', '10818080808080808001', {Time: '72057594037927936'}],
  [
    'OverlayHandshake',
    '0a122080ffffffffffffffff0118000a03000000',
    {Details: {Cookie: '18446744073709551616', Cert: '000000'}},
  ],
  ['OverlayMeta', '12080880808080ea8000', {Details: {VpnIp: -1_610_612_736}}],
  ['OverlayHandshake', '0a0610808080800c', {Details: {InitiatorIndex: -1_073_741_824}}],
  ['OverlayHandshake', '0a01850100000000', {Details: {}}],
  ['OverlayHandshake', '0a010b0c', {Details: {}}],
];

test('one bug that shows under many names is one finding', () => {
  const bugs = fuzzBugs(table.map(row => tallyOf(...row)));
  expect(bugs.map(({cause, lead, forms}) => [cause, lead.finding.bytes.length, forms.length])).toEqual([
    ['a 64-bit field to be skipped', 9, 4],
    ['a uint64 is rounded to a double', 10, 2],
    ['a uint32 is read as a signed 32-bit number', 8, 2],
    ['a nested message ends before what it holds', 8, 2],
  ]);
});

test('the same rule broken in two decoders is two findings', () => {
  const [first] = table as [(typeof table)[number]];
  const there = tallyOf(...first);
  const elsewhere = {...there, finding: {...there.finding, decoder: 'other'}};
  expect(fuzzBugs([there, elsewhere])).toHaveLength(2);
});

test('a bug is known only when all of its firm findings are', () => {
  const [known, fresh] = table.slice(4, 6).map((row, at) => ({...tallyOf(...row), isKnown: at === 0}));
  expect(fuzzBugs([known!]).some(isNewBug)).toBe(false);
  expect(fuzzBugs([known!, fresh!]).map(bug => [isNewBug(bug), bug.lead === fresh])).toEqual([[true, true]]);
});

test('what nobody examined is no bug of its own where an examined one goes wrong in the same manner', () => {
  const examined = brokenTally('crashes on an unknown group', ['a group to be skipped, where it crashes']);
  const late = ['a tag of field 0', 'a varint of more than ten bytes'].map(about =>
    brokenTally(`crashes on ${about}`, [about], {isUnexamined: true}),
  );
  expect(fuzzBugs([late[0]!, examined, late[1]!]).map(({lead, forms}) => [lead, forms.length])).toEqual([
    [examined, 3],
  ]);
  expect(fuzzBugs(late).map(({forms}) => forms.length)).toEqual([2]);
  const hang = brokenTally('hangs on a tag of field 0', ['hang'], {isUnexamined: true});
  const marked = brokenTally('crashes on a list', ['error 0a1b2c3d'], {isUnexamined: true, mark: '0a1b2c3d'});
  expect(fuzzBugs([examined, hang, marked])).toHaveLength(3);
  expect(fuzzBugs([{...examined, isKnown: true}, ...late]).map(isNewBug)).toEqual([false, true]);
});

test('a finding that can be replayed is shown before one that cannot', () => {
  const causes = ['another answer after earlier inputs'];
  const once = brokenTally('reads another Ip, but not again on the same input', causes);
  const again = brokenTally('reads another counter, after earlier inputs', causes);
  expect(fuzzBugs([once, again]).map(({lead}) => lead)).toEqual([again]);
});

function brokenTally(kind: string, causes: readonly string[], more: Partial<FuzzFinding> = {}): FuzzTally {
  const tally = tallyOf('OverlayPing', '09000000002d00000080', {});
  return {...tally, finding: {...tally.finding, kind, causes, ...more}};
}

function tallyOf(message: OverlayMessage, hex: string, given: Json): FuzzTally {
  const input = {message, way: 'binary', bytes: bytesFromHex(hex)!} as const;
  const answer: TesteeAnswer = given === null ? {kind: 'reject', text: 'no'} : {kind: 'value', value: given};
  const difference = judgeInput(input, readInput(input), answer)!;
  const finding: FuzzFinding = {
    ...input,
    kind: difference.kind,
    basis: 'protocol',
    causes: causesOf(input, readInput(input), {answer, difference}),
    expected: difference.expected,
    got: difference.got,
    decoder: 'decoder',
    seed: 1,
    before: [],
  };
  return {finding, count: 1, isKnown: false, also: new Set(), alike: new Set()};
}
