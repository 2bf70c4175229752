// Pins the kind of each difference word for word, and that right answers have none.
import {expect, test} from 'vitest';
import type {OverlayMessage, TesteeAnswer} from '../../model/peer.ts';
import {bytesFromHex} from '../../base/text/hex.ts';
import {judgeAnswer} from './judge-answer.ts';
import {readStrictly} from './strict-reader.ts';

const value = (given: Record<string, never> | object): TesteeAnswer => ({kind: 'value', value: given as never});
const reject: TesteeAnswer = {kind: 'reject', text: 'no'};
const crash: TesteeAnswer = {kind: 'broken', cause: 'crash', detail: 'ended by SIGSEGV', stderrTail: ''};
const invalid: TesteeAnswer = {...crash, cause: 'bad-answer'};
const tooLarge: TesteeAnswer = {...crash, cause: 'frame-too-large'};

test.each<[OverlayMessage, string, TesteeAnswer, string, string]>([
  ['OverlayMeta', '1202120408011002', value({}), 'accepts a child that runs past its parent', 'protocol'],
  ['OverlayPing', '10', value({}), 'accepts an input that ends inside a varint', 'protocol'],
  ['OverlayMeta', '88808080808080800001', value({Type: 1}), 'accepts a tag of nine or more bytes', 'defacto'],
  ['OverlayMeta', '4b4c', reject, 'refuses an unknown group', 'protocol'],
  ['OverlayMeta', '0a0105', reject, 'refuses the number of a known field with another wire type', 'defacto'],
  ['OverlayPing', '1005', reject, 'refuses a plain OverlayPing', 'protocol'],
  [
    'OverlayPing',
    '10ffffffffffffffffff01',
    value({Time: '18446744073709552000'}),
    'answers an impossible Time to a uint64 above 2^53',
    'protocol',
  ],
  [
    'OverlayPing',
    '108180808080808010',
    value({Time: '9007199254740992'}),
    'reads another Time from a uint64 above 2^53',
    'protocol',
  ],
  [
    'OverlayMetaDetails',
    '120208011202080a',
    value({IpAndPorts: [{Ip: 1}, {Ip: 9}]}),
    'reads another IpAndPorts/Ip from a list of several elements',
    'protocol',
  ],
  [
    'OverlayMetaDetails',
    '120208011202080a',
    value({IpAndPorts: [{Ip: 1}]}),
    'reads another IpAndPorts list from a list of several elements',
    'protocol',
  ],
  ['OverlayMeta', '1200', value({}), 'reads another Details from a present but empty message', 'protocol'],
  [
    'OverlayMetaDetails',
    '12020801',
    value({IpAndPorts: [{Ip: -1}]}),
    'answers an impossible IpAndPorts/Ip to a plain OverlayMetaDetails',
    'protocol',
  ],
  [
    'OverlayPing',
    '1080808080808080808002',
    value({Time: '1'}),
    'reads another Time from an input that is left open: the tenth byte of a varint carries bits above the 64th',
    'protocol',
  ],
  [
    'OverlayPing',
    '1080808080808080808003',
    value({}),
    'reads another Time from an input that is left open: the tenth byte of a varint carries bits above the 64th',
    'protocol',
  ],
  [
    'OverlayPing',
    '1080808080808080808000',
    value({Time: '9223372036854775808'}),
    'reads another Time from a varint with more bytes than it needs',
    'protocol',
  ],
  ['OverlayPing', '10', crash, 'crashes on an input that ends inside a varint', 'protocol'],
  ['OverlayMeta', '4b4c', crash, 'crashes on an unknown group', 'protocol'],
  ['OverlayMeta', '4b4c', invalid, 'gives an invalid answer on an unknown group', 'protocol'],
  ['OverlayMeta', '4b4c', tooLarge, 'answers with a frame that is too large on an unknown group', 'protocol'],
  [
    'OverlayPing',
    '1005',
    {kind: 'encoded', bytes: new Uint8Array()},
    'answers bytes where a value was asked for',
    'protocol',
  ],
])('%s %s answered %j %s', (message, hex, answer, kind, basis) => {
  const bytes = bytesFromHex(hex) ?? new Uint8Array();
  expect(judgeAnswer(message, bytes, readStrictly(message, bytes), answer)).toMatchObject({kind, basis});
});

test.each<[OverlayMessage, string, TesteeAnswer]>([
  ['OverlayPing', '1005', value({Time: '5'})],
  ['OverlayPing', '1005', value({Type: 0, Time: '5'})],
  ['OverlayPing', '10', reject],
  ['OverlayMeta', '880001', reject],
  ['OverlayMeta', '880001', value({Type: 1})],
  ['OverlayPing', '1080808080808080808002', value({})],
  ['OverlayPing', '1080808080808080808002', value({Time: '9223372036854775808'})],
  ['OverlayPing', '1080808080808080808002', reject],
  ['OverlayPing', '1005', {kind: 'unsupported', text: ''}],
  ['OverlayPing', '1005', {kind: 'lost', detail: ''}],
])('%s %s answered %j is right', (message, hex, answer) => {
  const bytes = bytesFromHex(hex) ?? new Uint8Array();
  expect(judgeAnswer(message, bytes, readStrictly(message, bytes), answer)).toBeUndefined();
});
