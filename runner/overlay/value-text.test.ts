// Pins the value-text convention: what it refuses, in which words, and when two values mean the same.
import {expect, test} from 'vitest';
import type {Json, JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {normalizeValue, sameValue, valueFromText, valueToText} from './value-text.ts';

test.each<[OverlayMessage, Json, JsonObject]>([
  ['OverlayMeta', {}, {Type: 0}],
  ['OverlayMeta', {Details: {}}, {Type: 0, Details: {VpnIp: 0, IpAndPorts: [], counter: 0}}],
  ['OverlayMetaDetails', {IpAndPorts: [{}]}, {VpnIp: 0, IpAndPorts: [{Ip: 0, Port: 0}], counter: 0}],
  ['OverlayPing', {Time: '7', Type: 1}, {Type: 1, Time: '7'}],
  ['OverlayHandshake', {Hmac: 'FF'}, {Hmac: 'ff'}],
])('%s %j is normalized', (message, value, normalized) => {
  expect(valueFromText(message, value)).toEqual({kind: 'value', value: normalized});
});

test.each<[string, Json, string, string]>([
  [
    'Ping',
    {},
    '',
    '"Ping" is not one of the six messages: OverlayMeta, OverlayMetaDetails, IpAndPort, OverlayPing, OverlayHandshake, OverlayHandshakeDetails',
  ],
  ['OverlayPing', [], '', 'OverlayPing must be an object, not a list'],
  ['OverlayPing', null, '', 'OverlayPing must be an object, not null'],
  ['OverlayPing', {time: '1'}, '/time', 'OverlayPing has no field "time"; its fields are Type, Time'],
  [
    'OverlayPing',
    JSON.parse('{"__proto__": 1}') as Json,
    '/__proto__',
    'OverlayPing has no field "__proto__"; its fields are Type, Time',
  ],
  [
    'OverlayPing',
    {Time: 1},
    '/Time',
    'must be a string of decimal digits from "0" to "18446744073709551615" without leading zeros, not 1',
  ],
  [
    'OverlayPing',
    {Time: '01'},
    '/Time',
    'must be a string of decimal digits from "0" to "18446744073709551615" without leading zeros, not "01"',
  ],
  [
    'OverlayPing',
    {Time: '18446744073709551616'},
    '/Time',
    'must be a string of decimal digits from "0" to "18446744073709551615" without leading zeros, not "18446744073709551616"',
  ],
  [
    'OverlayPing',
    {Type: 'Reply'},
    '/Type',
    'must be an enum number from -2147483648 to 2147483647 (names are not used here), not "Reply"',
  ],
  [
    'OverlayPing',
    {Type: 2 ** 31},
    '/Type',
    'must be an enum number from -2147483648 to 2147483647 (names are not used here), not 2147483648',
  ],
  ['IpAndPort', {Ip: -1}, '/Ip', 'must be a whole number from 0 to 4294967295, not -1'],
  ['IpAndPort', {Ip: 1.5}, '/Ip', 'must be a whole number from 0 to 4294967295, not 1.5'],
  ['IpAndPort', {Ip: null}, '/Ip', 'must be a whole number from 0 to 4294967295, not null'],
  ['OverlayHandshake', {Hmac: 'abc'}, '/Hmac', 'must be a string of hex pairs, not "abc"'],
  ['OverlayHandshake', {Hmac: [1]}, '/Hmac', 'must be a string of hex pairs, not [1]'],
  ['OverlayMeta', {Details: 'x'}, '/Details', 'OverlayMetaDetails must be an object, not the string "x"'],
  ['OverlayMetaDetails', {IpAndPorts: {}}, '/IpAndPorts', 'must be a list of IpAndPort, not an object'],
  [
    'OverlayMetaDetails',
    {IpAndPorts: [{Ip: 'a'}]},
    '/IpAndPorts/0/Ip',
    'must be a whole number from 0 to 4294967295, not "a"',
  ],
])('%s %j is refused at %s', (message, value, path, text) => {
  expect(valueFromText(message, value)).toEqual({kind: 'problems', problems: [{path, message: text}]});
});

test('every problem is told, not the first alone', () => {
  const checked = valueFromText('OverlayMeta', {Type: 'x', Details: {counter: -1, Counter: 1}});
  expect(checked.kind === 'problems' && checked.problems.map(({path}) => path)).toEqual([
    '/Type',
    '/Details/Counter',
    '/Details/counter',
  ]);
});

test.each<[OverlayMessage, JsonObject, JsonObject, boolean]>([
  ['OverlayMeta', {}, {Type: 0}, true],
  ['OverlayMeta', {}, {Details: {}}, false],
  ['OverlayMeta', {Details: {}}, {Details: {IpAndPorts: [], counter: 0}}, true],
  ['OverlayMetaDetails', {IpAndPorts: [{}]}, {}, false],
  ['OverlayMetaDetails', {IpAndPorts: [{Ip: 1}, {}]}, {IpAndPorts: [{}, {Ip: 1}]}, false],
  ['OverlayPing', {Time: '1'}, {Time: '2'}, false],
  ['OverlayHandshakeDetails', {InitiatorIndex: 1}, {ResponderIndex: 1}, false],
])('%s: %j and %j mean the same: %s', (message, left, right, expected) => {
  expect(sameValue(message, left, right)).toBe(expected);
  expect(sameValue(message, right, left)).toBe(expected);
});

test('the text of a value is short and in number order', () => {
  const value = normalizeValue('OverlayMeta', {Details: {counter: 7, IpAndPorts: [{}]}, Type: 2});
  expect(valueToText('OverlayMeta', value)).toBe('{"Type":2,"Details":{"IpAndPorts":[{}],"counter":7}}');
});
