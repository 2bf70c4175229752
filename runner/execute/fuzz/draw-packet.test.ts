import {expect, test} from 'vitest';
import {drawPacket, shapeOf, type PacketDraws} from './draw-packet.ts';

const draws: PacketDraws = {
  seed: 5,
  addresses: [0x0a4d_00ff, 0x0a4d_00fd, 0x0a4d_00fe, 0x0a4d_0001],
  hasAuthority: true,
  hasRelays: true,
  isLighthouse: true,
};
const drawn = (changes: Partial<PacketDraws> = {}): ReturnType<typeof drawPacket>[] =>
  Array.from({length: 8_000}, (_, index) => drawPacket({...draws, ...changes}, index));

test('the same seed and number draw the same datagram', () => {
  expect(drawPacket(draws, 7)).toEqual(drawPacket(draws, 7));
});

test('every way to a node is drawn: authentic, forged, relayed, handshakes, and what a stranger can send', () => {
  const shapes = new Set(drawn().map(({sending}) => shapeOf(sending)));
  for (const shape of [
    'an authentic lightHouse packet',
    'an authentic lightHouse packet of its lighthouse',
    'an authentic test packet',
    'an authentic message packet',
    'an authentic control packet',
    'an authentic unknown packet',
    'an authentic closeTunnel packet',
    'a forged closeTunnel packet',
    'a forged test packet through a relay',
    'a relay packet that is shorter than header and tag',
    'a datagram of a stranger',
    'a datagram in the clear through a relay',
    'a handshake',
    'a handshake with an unusual certificate that its CA signed',
    'a handshake with a wrong certificate (expired)',
  ])
    expect([...shapes]).toContain(shape);
});

test('without a CA no certificates are drawn, and without relays nothing goes through one', () => {
  const inputs = drawn({hasAuthority: false, hasRelays: false, isLighthouse: false});
  for (const {sending} of inputs) {
    expect(sending.handshake?.certificate ?? sending.handshake?.details).toBeUndefined();
    expect(sending.packet?.relayed ?? sending.client).toBeUndefined();
  }
});

test('no message of the lighthouse tells a host to send datagrams to drawn addresses', () => {
  const told = drawn().filter(({sending}) => sending.client === 'lighthouse');
  expect(told.length).toBeGreaterThan(500);
  expect(told.filter(({bytes}) => Buffer.from(bytes).includes(Buffer.from([0x08, 5])))).toEqual([]);
});
