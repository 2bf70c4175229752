// Holds annotated dumps line by line, and that any bytes can be dumped.
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {overlayMessages, type OverlayMessage} from '../../model/peer.ts';
import {annotate} from './annotate.ts';
import {bytesFromHex} from '../../base/text/hex.ts';

test.each<[string, OverlayMessage, string, readonly string[]]>([
  ['nothing', 'OverlayPing', '', ['(no bytes)  an empty message: every field at its default']],
  [
    'a full message',
    'OverlayMeta',
    '0802120d0881808050120408011092211807',
    [
      '08 02             Type = HostQueryReply',
      '12 0d             Details: 13 bytes',
      '  08 81 80 80 50  VpnIp = 167772161',
      '  12 04           IpAndPorts[0]: 4 bytes',
      '    08 01         Ip = 1',
      '    10 92         a value inside a nested message would be complete only with bytes of the message around it',
      '  21 18           cannot be read',
      '07                cannot be read',
    ],
  ],
  [
    'unknown fields and groups',
    'OverlayMeta',
    'd029964b08014c0a0105',
    [
      'd0 29 96 4b  unknown field 666 = 9622',
      '08 01        Type = HostQuery',
      '4c 0a 01 05  a group ends that never began',
    ],
  ],
  [
    'a group',
    'OverlayMeta',
    '4b08014c08ffffffff0f',
    [
      '4b                 group 9 begins',
      '  08 01            unknown field 1 = 1',
      '4c                 group 9 ends',
      '08 ff ff ff ff 0f  Type = -1 (4294967295 cut to 32 bits)',
    ],
  ],
  [
    'a wrong wire type',
    'OverlayPing',
    '0a0105d5290100000010ffffffffffffffffff01',
    [
      '0a 01 05                          unknown (the number of Type with wire type 2): 1 byte',
      'd5 29 01 00 00 00                 unknown field 666: 32 bits',
      '10 ff ff ff ff ff ff ff ff ff 01  Time = 18446744073709551615',
    ],
  ],
])('%s', (_, message, hex, lines) => {
  expect(annotate(message, bytesFromHex(hex) ?? new Uint8Array()).split('\n')).toEqual(lines);
});

test('any bytes can be dumped, in a bounded number of lines', () => {
  const told = fc.property(
    fc.constantFrom(...overlayMessages),
    fc.uint8Array({maxLength: 80}),
    (message, bytes) => annotate(message, bytes) !== '',
  );
  expect(fc.check(told, {numRuns: 2_000}).counterexample).toBeNull();
  expect(annotate('OverlayMeta', new Uint8Array(100_000).fill(0x08)).split('\n').length).toBeLessThanOrEqual(402);
  expect(annotate('OverlayMeta', new Uint8Array(100_000).fill(0x4b)).split('\n').length).toBeLessThanOrEqual(402);
});
