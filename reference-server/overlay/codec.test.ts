// Shows that the healthy peer reads and writes as the encoding and JSON guides say; each row is one input and one outcome.
import {describe, expect, test} from 'vitest';
import {decodeBinary, decodeJson, encodeBinary, encodeJson} from './codec.ts';
import type {MessageName} from './rules/message.ts';
import {makeOverlayRules} from './rules/overlay-rules.ts';
import {readValueText, writeValueText} from './value-text.ts';

const rules = makeOverlayRules();

function decode(message: MessageName, hex: string): string {
  const decoded = decodeBinary(rules, message, Buffer.from(hex, 'hex'));
  return decoded.kind === 'value' ? writeValueText(decoded.message) : decoded.why;
}

// [what, message, hex, value text, canonical hex where it differs from the input]
const accepted: [string, MessageName, string, string, string?][] = [
  ['empty', 'OverlayMeta', '', '{}'],
  ['type', 'OverlayMeta', '0802', '{"Type":2}'],
  ['details', 'OverlayMeta', '1204080a1807', '{"Details":{"VpnIp":10,"counter":7}}'],
  ['empty details', 'OverlayMeta', '1200', '{"Details":{}}'],
  ['explicit default', 'OverlayMeta', '0800', '{}', ''],
  ['default inside details', 'OverlayMeta', '12020800', '{"Details":{}}', '1200'],
  ['empty list element', 'OverlayMetaDetails', '1200', '{"IpAndPorts":[{}]}'],
  ['list order', 'OverlayMetaDetails', '120208021202080112020802', '{"IpAndPorts":[{"Ip":2},{"Ip":1},{"Ip":2}]}'],
  ['any order', 'OverlayMetaDetails', '18010802', '{"VpnIp":2,"counter":1}', '08021801'],
  ['last scalar wins', 'IpAndPort', '080108020803', '{"Ip":3}', '0803'],
  ['zero wins too', 'IpAndPort', '08010800', '{}', ''],
  ['merge', 'OverlayMeta', '12040801180512020802', '{"Details":{"VpnIp":2,"counter":5}}', '120408021805'],
  [
    'merge of lists',
    'OverlayMeta',
    '1204120208011204120208 02'.replace(' ', ''),
    '{"Details":{"IpAndPorts":[{"Ip":1},{"Ip":2}]}}',
    '12081202080112020802',
  ],
  ['uint32 max', 'IpAndPort', '08ffffffff0f', '{"Ip":4294967295}'],
  ['uint32 from 64 bits', 'IpAndPort', '08ffffffffffffffffff01', '{"Ip":4294967295}', '08ffffffff0f'],
  ['uint32 from 2^32', 'IpAndPort', '088080808010', '{}', ''],
  ['port above 65535', 'IpAndPort', '1080800410f0a204', '{"Port":70000}', '10f0a204'],
  ['overlong varint', 'IpAndPort', '0885808080808080808000', '{"Ip":5}', '0805'],
  ['uint64 max', 'OverlayPing', '10ffffffffffffffffff01', '{"Time":"18446744073709551615"}'],
  ['uint64 2^63', 'OverlayPing', '1080808080808080808001', '{"Time":"9223372036854775808"}'],
  ['uint64 2^53+1', 'OverlayPing', '108180808080808010', '{"Time":"9007199254740993"}'],
  ['enum -1', 'OverlayMeta', '08ffffffffffffffffff01', '{"Type":-1}'],
  ['enum -1 in five bytes', 'OverlayMeta', '08ffffffff0f', '{"Type":-1}', '08ffffffffffffffffff01'],
  ['enum 2^32+9', 'OverlayMeta', '088980808010', '{"Type":9}', '0809'],
  ['enum without a name', 'OverlayPing', '0863', '{"Type":99}'],
  ['bytes that are not UTF-8', 'OverlayHandshake', '1203a000ff', '{"Hmac":"a000ff"}'],
  ['last bytes win', 'OverlayHandshake', '120101120102', '{"Hmac":"02"}', '120102'],
  ['unknown varint', 'OverlayMeta', 'd00901', '{}'],
  ['unknown fixed', 'OverlayMeta', 'd10901020304050607080801', '{"Type":1}', '0801d1090102030405060708'],
  ['unknown bytes', 'IpAndPort', 'd20901610801', '{"Ip":1}', '0801d2090161'],
  ['unknown group', 'OverlayMeta', '4b08014c', '{}'],
  ['nested group', 'OverlayMeta', '4b4b08014c10024c', '{}'],
  ['wrong wire type', 'OverlayMetaDetails', '0d07180805', '{}', '0d07180805'],
  ['field 2047', 'OverlayMeta', 'f87f01', '{}'],
];

const rejected: [string, MessageName, string, string][] = [
  ['end after a tag', 'OverlayMeta', '08', 'the input ends inside a varint'],
  ['end inside a length', 'OverlayMeta', '1280', 'the input ends inside a varint'],
  ['end inside a payload', 'OverlayMeta', '120308', 'a length of 3 runs past the end, 1 bytes are left'],
  ['varint of the parent', 'OverlayMeta', '120208ff01', 'the input ends inside a varint'],
  [
    'child past its parent',
    'OverlayMeta',
    '12021204080110 02'.replace(' ', ''),
    'a length of 4 runs past the end, 0 bytes are left',
  ],
  ['11-byte varint', 'IpAndPort', '088080808080808080808001', 'a varint is longer than 10 bytes'],
  ['11-byte unknown varint', 'IpAndPort', 'f87f8080808080808080808001', 'a varint is longer than 10 bytes'],
  ['field 0', 'OverlayMeta', '0001', 'field number 0 does not exist'],
  ['trailing zero', 'OverlayPing', '080100', 'field number 0 does not exist'],
  ['wire type 6', 'OverlayMeta', '0e00', 'wire type 6 does not exist'],
  ['wire type 7', 'OverlayMeta', '4f', 'wire type 7 does not exist'],
  ['tag of nine bytes', 'OverlayMeta', '888080808080808000d209', 'a tag is 9 bytes long, five are the most'],
  ['tag above 32 bits', 'OverlayMeta', '888080801001', 'a tag has more than 32 bits'],
  ['length 2^31', 'OverlayMeta', '128080808008', 'a length is 2 GiB or more'],
  ['length 2^32+2', 'OverlayMeta', '1282808080100801', 'a length is 2 GiB or more'],
  ['end group alone', 'OverlayMeta', '4c', 'group 9 is closed but was never opened'],
  ['other end group', 'OverlayMeta', '4b54', 'group 9 is closed as group 10'],
  ['open group', 'OverlayMeta', '4b0801', 'the input ends inside group 9'],
  ['group past its message', 'OverlayMeta', '12014b4c', 'the input ends inside group 9'],
  ['half a fixed number', 'OverlayMeta', 'cd09010203', 'the input ends inside a 4-byte number'],
  ['20,000 open groups', 'OverlayMeta', '4b'.repeat(20_000), 'groups are nested deeper than 100'],
];

describe('binary', () => {
  test.each(accepted)('%s', (_what, message, hex, value, canonical) => {
    expect(decode(message, hex)).toBe(value);
    const decoded = decodeBinary(rules, message, Buffer.from(hex, 'hex'));
    const again = decoded.kind === 'value' ? Buffer.from(encodeBinary(rules, decoded.message)).toString('hex') : '';
    expect(again).toBe(canonical ?? hex);
    expect(decode(message, Buffer.from(encodeBinary(rules, readValueText(message, value))).toString('hex'))).toBe(
      value,
    );
  });

  test.each(rejected)('%s is rejected', (_what, message, hex, why) => {
    expect(decode(message, hex)).toBe(why);
  });
});

const jsonAccepted: [MessageName, string, string][] = [
  ['OverlayMeta', '{"Type":"HostQuery"}', '{"Type":"HostQuery"}'],
  ['OverlayMeta', ' {"Type" : 77, "Details":null}\n', '{"Type":77}'],
  ['OverlayMeta', '{"Type":-1,"Details":{}}', '{"Type":-1,"Details":{}}'],
  [
    'OverlayMetaDetails',
    '{"\\u0063ounter":1e2,"IpAndPorts":[{},{"Ip":"5"}]}',
    '{"IpAndPorts":[{},{"Ip":5}],"counter":100}',
  ],
  ['OverlayMetaDetails', '{"counter":50e-1,"VpnIp":-0}', '{"counter":5}'],
  ['OverlayPing', '{"Time":"18446744073709551615"}', '{"Time":"18446744073709551615"}'],
  ['OverlayHandshake', '{"Hmac":"-_8"}', '{"Hmac":"+/8="}'],
];

const jsonRejected: [MessageName, string, string][] = [
  ['OverlayMetaDetails', '{"Counter":1}', 'OverlayMetaDetails has no field "Counter"'],
  ['OverlayMeta', '{"__proto__":{}}', 'OverlayMeta has no field "__proto__"'],
  ['OverlayMeta', '{"Type":"hostquery"}', 'OverlayMeta.MessageType has no value "hostquery"'],
  ['OverlayMeta', '{"Type":1,"Type":1}', 'the key "Type" comes twice'],
  ['OverlayMeta', '{"Type":true}', 'a number is needed, not boolean'],
  ['OverlayMeta', '{"Type":1,}', 'no JSON string begins here (character 10)'],
  ['OverlayMeta', '{"Type":1}{}', 'something follows the JSON value (character 10)'],
  ['OverlayMeta', '[]', 'OverlayMeta needs a JSON object, not array'],
  ['OverlayMeta', '{"Type":01}', '"," or "}" is missing (character 10)'],
  ['OverlayMetaDetails', '{"counter":4294967296}', '4294967296 is not in 0..4294967295'],
  ['OverlayMetaDetails', '{"counter":1e400}', '1e400 is not in 0..4294967295'],
  ['OverlayMetaDetails', '{"counter":1.5}', '"1.5" is no whole number'],
  ['OverlayMetaDetails', '{"IpAndPorts":[null]}', 'IpAndPort needs a JSON object, not null'],
  ['OverlayPing', '{"Time":" 1"}', '" 1" is no whole number'],
  ['OverlayHandshake', '{"Hmac":"A"}', '"A" is no base64 text'],
];

describe('JSON', () => {
  test.each(jsonAccepted)('%s %s', (message, input, output) => {
    const decoded = decodeJson(rules, message, Buffer.from(input));
    expect(decoded.kind === 'value' ? Buffer.from(encodeJson(rules, decoded.message)).toString() : decoded).toBe(
      output,
    );
  });

  test.each(jsonRejected)('%s %s is rejected', (message, input, why) => {
    expect(decodeJson(rules, message, Buffer.from(input))).toEqual({kind: 'reject', why});
  });

  test('bytes that are no UTF-8 are rejected', () => {
    const why = 'the JSON text is not UTF-8';
    expect(decodeJson(rules, 'OverlayMeta', Buffer.from('7b22ff227d', 'hex'))).toEqual({kind: 'reject', why});
  });
});
