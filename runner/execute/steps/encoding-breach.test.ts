// What a live peer sends is a proto3 message of the record, whichever it is.
import {expect, test} from 'vitest';
import {encodingBreach} from './observe-answer.ts';

test.each([
  ['a Reply', '0801104d'],
  ['OverlayMeta where a Ping was expected', '080712020805'],
  ['a handshake whose Hmac is no message', '0a02100112021fff'],
  ['a field of a later release', '0801104d48c801'],
  ['a hole-punch packet', '00'],
  ['nothing', ''],
])('%s breaks nothing', (_, hex) => {
  expect(encodingBreach('OverlayPing', Buffer.from(hex, 'hex'))).toBeUndefined();
});

test.each([
  ['a cut varint', '080110cd', 'the input ends inside a varint'],
  ['a zero byte behind the message', '0801104d00', 'field number 0'],
  ['a singular field that is written twice', '0801104d104e', 'Time was written more than once'],
  ['a Time of eight fixed bytes', '0801114d00000000000000', 'Time was written with wire type 1, not 0'],
])('%s is a breach', (_, hex, words) => {
  expect(encodingBreach('OverlayPing', Buffer.from(hex, 'hex'))).toContain(words);
});
