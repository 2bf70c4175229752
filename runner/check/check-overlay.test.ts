// Judging overlay answers: the kind, the value exactly, the bytes.
import {ownWords} from '../../model/redacted.ts';
import {expect, test} from 'vitest';
import type {Expectation} from '../../model/suite.ts';
import {checkAnswer, type ObservedAnswer} from './check-overlay.ts';

function judged(message: string, expectation: Omit<Expectation, 'pointer'>, answer: ObservedAnswer): readonly string[] {
  const check = {
    expectation: {pointer: '/e', ...expectation},
    basis: 'stated' as const,
    file: 'a.yaml',
    message,
    answer,
    checkers: {redaction: ownWords},
  };
  return checkAnswer(check).map(
    ({cause, path, message: text, at}) => `${cause} ${(at as {pointer: string}).pointer} ${path}: ${text}`,
  );
}

const meta = {Type: 2, Details: {VpnIp: 5, IpAndPorts: [{Ip: 1, Port: 2}]}};
const hex = (text: string) => Buffer.from(text, 'hex');

test.each<[string, string, Omit<Expectation, 'pointer'>, ObservedAnswer, readonly string[]]>([
  ['equal', 'OverlayMeta', {answer: 'value', value: meta}, {kind: 'value', value: meta}, []],
  ['defaults written', 'OverlayMeta', {value: {Type: 2}}, {kind: 'value', value: {Type: 2}}, []],
  ['defaults left out', 'OverlayPing', {value: {Type: 0, Time: '0'}}, {kind: 'value', value: {}}, []],
  ['defaults only answered', 'OverlayPing', {value: {}}, {kind: 'value', value: {Type: 0, Time: '0'}}, []],
  [
    'scalar left out is default',
    'OverlayPing',
    {value: {Type: 1}},
    {kind: 'value', value: {Type: 1, Time: '7'}},
    ['expectation /e/value/Time /Time: expected "0", got "7"'],
  ],
  [
    'matcher sees the default',
    'OverlayPing',
    {value: {Time: {$format: 'integer-string'}}},
    {kind: 'value', value: {}},
    [],
  ],
  [
    'absent is not empty',
    'OverlayMeta',
    {value: {}},
    {kind: 'value', value: {Details: {}}},
    [
      'expectation /e/value/Details /Details: expected Details to be absent, got {"VpnIp": 0, "IpAndPorts": [], "counter": 0}',
    ],
  ],
  [
    'empty is not absent',
    'OverlayMeta',
    {value: {Details: {}}},
    {kind: 'value', value: {}},
    ['expectation /e/value/Details /Details: expected an object, but nothing is there'],
  ],
  [
    'silence where it is one of several answers',
    'OverlayPing',
    {answer: {$in: ['message', 'silence']}, value: {$not: {Type: 1}}},
    {kind: 'silence', waitedMs: 2000},
    [],
  ],
  [
    'silence where it is one of several answers, and the packet of the others is named',
    '',
    {answer: {$in: ['message', 'silence']}, headers: {index: 7}},
    {kind: 'silence', waitedMs: 2000},
    [],
  ],
  [
    'a connection that ends, where silence is one of several answers',
    'OverlayPing',
    {answer: {$in: ['message', 'silence']}, value: {$not: {Type: 1}}},
    {kind: 'broken', cause: 'crash', detail: 'closed'},
    [],
  ],
  [
    'a connection that ends, where a message must come',
    'OverlayPing',
    {answer: 'message'},
    {kind: 'broken', cause: 'crash', detail: 'closed'},
    ['crash /e answer: the decoder broke: closed'],
  ],
  [
    'a message that must not come',
    'OverlayPing',
    {answer: {$in: ['message', 'silence']}, value: {$not: {Type: 1}}},
    {kind: 'message', bytes: hex('0801'), value: {Type: 1}},
    ['expectation /e/value/$not value: expected a value that does not match {"Type": 1}, got {"Type": 1, "Time": "0"}'],
  ],
  [
    'nested',
    'OverlayMeta',
    {value: meta},
    {kind: 'value', value: {Type: 2, Details: {VpnIp: 5, IpAndPorts: [{Ip: 1, Port: 3}]}}},
    ['expectation /e/value/Details/IpAndPorts/0/Port /Details/IpAndPorts/0/Port: expected 2, got 3'],
  ],
  [
    'too few items',
    'OverlayMetaDetails',
    {value: {IpAndPorts: [{Ip: 1}, {}]}},
    {kind: 'value', value: {IpAndPorts: [{Ip: 1}]}},
    ['expectation /e/value/IpAndPorts /IpAndPorts: expected 2 items, got 1: [{"Ip": 1, "Port": 0}]'],
  ],
  ['hex in capitals', 'OverlayHandshake', {value: {Hmac: 'AB'}}, {kind: 'value', value: {Hmac: 'ab'}}, []],
  [
    'bad convention',
    'OverlayPing',
    {value: {Time: '1'}},
    {kind: 'value', value: {Time: 1}},
    [
      'bad-answer /e/value /Time: the answer breaks the value convention: must be a string of decimal digits from "0" to "18446744073709551615" without leading zeros, not 1',
    ],
  ],
  [
    'reject wanted',
    'OverlayPing',
    {answer: 'reject'},
    {kind: 'value', value: {Type: 1}},
    ['expectation /e/answer answer: expected "reject", got "value" {"Type": 1}'],
  ],
  [
    'reject came',
    'OverlayPing',
    {answer: 'value', value: {}},
    {kind: 'reject', text: 'truncated'},
    [
      'expectation /e/answer answer: expected "value", got "reject" "truncated"',
      'expectation /e/value value: expected a value, got answer reject "truncated"',
    ],
  ],
  [
    'unsupported',
    'OverlayPing',
    {answer: 'reject'},
    {kind: 'unsupported', text: 'no JSON'},
    ['expectation /e/answer answer: expected "reject", got "unsupported" "no JSON"'],
  ],
  [
    'broken',
    'OverlayPing',
    {answer: 'reject'},
    {kind: 'broken', cause: 'crash', detail: 'it ended with signal SIGSEGV'},
    ['crash /e answer: the decoder broke: it ended with signal SIGSEGV'],
  ],
  ['bytes hold', 'OverlayPing', {bytes: '0801'}, {kind: 'encoded', bytes: hex('0801')}, []],
  [
    'bytes',
    'OverlayPing',
    {bytes: '0801'},
    {kind: 'encoded', bytes: hex('0802')},
    ['expectation /e/bytes bytes: expected "0801", got "0802"'],
  ],
  [
    'no bytes',
    'OverlayPing',
    {bytes: ''},
    {kind: 'reject', text: 'x'},
    ['expectation /e/bytes bytes: expected bytes, got answer reject "x"'],
  ],
  [
    'unreadable bytes',
    'OverlayPing',
    {value: {}},
    {kind: 'encoded', bytes: hex('08'), unreadable: 'the varint stops'},
    [
      'expectation /e/value value: expected a value, got answer encoded with bytes 08 that cannot be read: the varint stops',
    ],
  ],
  [
    'encoded value',
    'OverlayPing',
    {answer: 'encoded', value: {Type: 1}},
    {kind: 'encoded', bytes: hex('0801'), value: {Type: 1}},
    [],
  ],
  [
    'silence',
    'OverlayPing',
    {answer: 'message'},
    {kind: 'silence', waitedMs: 2000},
    ['expectation /e/answer answer: expected "message", got "silence" for 2000 ms'],
  ],
  [
    'at',
    'OverlayMeta',
    {at: {'/Details/VpnIp': 6}},
    {kind: 'value', value: meta},
    ['expectation /e/at/~1Details~1VpnIp /Details/VpnIp: expected 6, got 5'],
  ],
  [
    'nothing of the whole',
    'OverlayMeta',
    {value: {$exact: {Type: 2}}},
    {kind: 'value', value: {Type: 2, Details: {}}},
    ['expectation /e/value/$exact /Details: expected no such key, got {"VpnIp": 0, "IpAndPorts": [], "counter": 0}'],
  ],
])('%s', (_name, message, expectation, answer, findings) => {
  expect(judged(message, expectation, answer)).toEqual(findings);
});

test('an unknown field in an expectation is a fault of the suite', () => {
  expect(() => judged('OverlayPing', {value: {time: '1'}}, {kind: 'value', value: {}})).toThrow(
    '/e/value/time: OverlayPing has no field "time"; its fields are Type, Time',
  );
});
