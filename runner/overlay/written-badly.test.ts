// Shows what a writer may not write, though a reader understands it.
import {expect, test} from 'vitest';
import {badlyWritten, badlyWrittenJson} from './message-writer.ts';

test.each([
  ['OverlayMeta', '08021206080112020803', []],
  ['OverlayMetaDetails', '120208011202080212001801', []],
  ['OverlayMeta', '08ffffffffffffffffff01', []],
  ['OverlayMeta', '0800', []],
  ['OverlayPing', '10ffffffffffffffffff01', []],
  ['OverlayMeta', '08ffffffff0f', ['Type was written as 4294967295, which is not an int32 in 64 bits']],
  ['IpAndPort', '088080808010', ['Ip was written as 4294967296, wider than 32 bits']],
  ['OverlayMeta', '12060880808080 10'.replace(' ', ''), ['VpnIp was written as 4294967296, wider than 32 bits']],
  ['OverlayMeta', '08010802', ['Type was written more than once']],
  ['OverlayMeta', '12020801 12021802'.replace(' ', ''), ['Details was written more than once']],
  ['OverlayMeta', 'd00901', ['OverlayMeta has no field 154, and one was written']],
  ['IpAndPort', '0d01000000', ['Ip was written with wire type 5, not 0']],
] as const)('%s %s', (message, hex, found) => {
  expect(badlyWritten(message, Buffer.from(hex, 'hex'))).toEqual(found);
});

test.each([
  ['OverlayMeta', '{"Type":"HostQuery","Details":{"VpnIp":5,"IpAndPorts":[{"Ip":1}]}}', []],
  ['OverlayMeta', '{"Type":1}', []],
  ['OverlayPing', '{"Time":"5"}', []],
  ['OverlayHandshake', '{"Hmac":"+/8="}', []],
  ['OverlayPing', '{"Time":5}', ['Time was written as a number; the JSON of a uint64 is a string']],
  ['IpAndPort', '{"Ip":"5"}', ['Ip was written as a string; the JSON of a uint32 is a number']],
  [
    'OverlayMetaDetails',
    '{"IpAndPorts":[{},{"Port":"7"}]}',
    ['Port was written as a string; the JSON of a uint32 is a number'],
  ],
  [
    'OverlayHandshake',
    '{"Hmac":"-_8="}',
    ['Hmac was written as "-_8="; the JSON of bytes is standard base64 with padding'],
  ],
  [
    'OverlayHandshake',
    '{"Hmac":"+/8"}',
    ['Hmac was written as "+/8"; the JSON of bytes is standard base64 with padding'],
  ],
] as const)('%s %s', (message, text, found) => {
  expect(badlyWrittenJson(message, text)).toEqual(found);
});
