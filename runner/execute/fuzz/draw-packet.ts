// Draws what a node is sent: hostile messages inside authentic packets, packets of every type, handshakes, and what a stranger can send.
import {joinBytes} from '../../../base/text/hex.ts';
import {randomAt, type Random} from '../../../base/random/seeded-numbers.ts';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {
  certificateKinds,
  welcomeKinds,
  damages,
  packetTypes,
  zeroKeys,
  type ChangedDetails,
  type HandshakeChanges,
  type PacketChanges,
  type SearchSending,
} from '../../../model/peers/sealed.ts';
import {generateWay} from '../../overlay/generate-way.ts';
import {mutate} from '../../overlay/mutate.ts';
import {varintBytes} from '../../overlay/records.ts';

/** A datagram for a node. */
export interface PacketInput extends FuzzInput {
  readonly sending: SearchSending;
}

/** What draws depend on besides seed and number. */
export interface PacketDraws {
  readonly seed: number;
  /** Addresses in the mesh that messages may be about: the sender, another host, the node. */
  readonly addresses: readonly number[];
  /** Whether the run can sign certificates. */
  readonly hasAuthority: boolean;
  /** Whether the node is a relay to itself, as known nodes since 1.6 are. */
  readonly hasRelays: boolean;
  /** Whether we are the lighthouse that the node reports to. */
  readonly isLighthouse: boolean;
}

/** Draws the datagram with this number. */
export function drawPacket(draws: PacketDraws, index: number): PacketInput {
  const random = randomAt(draws.seed ^ packetSalt, index);
  let left = random.below(total);
  for (const {weight, draw} of drawers) {
    left -= weight;
    if (left >= 0) continue;
    return draw({random, draws, index}) ?? lighthouseMessage({random, draws, index});
  }
  return lighthouseMessage({random, draws, index});
}

/** Keeps these numbers apart from those that generate messages. */
const packetSalt = 0x6d65_7368;

interface Drawing {
  readonly random: Random;
  readonly draws: PacketDraws;
  readonly index: number;
}

/** A drawer gives nothing where the node or the run lacks what it needs. */
const drawers: readonly {readonly weight: number; readonly draw: (drawing: Drawing) => PacketInput | undefined}[] = [
  {weight: 1000, draw: lighthouseMessage},
  {weight: 120, draw: testPacket},
  {weight: 160, draw: tunnelledPacket},
  {weight: 120, draw: controlMessage},
  {weight: 120, draw: anyType},
  {weight: 60, draw: forgedPacket},
  {weight: 120, draw: relayedPacket},
  {weight: 1, draw: shortRelayed},
  {weight: 40, draw: handshake},
  {weight: 20, draw: signedDetails},
  {weight: 120, draw: strangersDatagram},
  {weight: 1, draw: closeTunnel},
];

const total = drawers.reduce((sum, {weight}) => sum + weight, 0);

/** Names how an input travels, in the words of a finding. */
export function shapeOf({packet = {}, handshake, client}: SearchSending): string {
  const by = client === undefined ? '' : ' of its lighthouse';
  const through = packet.relayed === true ? ' through a relay' : '';
  if (packet.overlap !== undefined) return 'a relay packet that is shorter than header and tag';
  if (handshake !== undefined) return `${handshakeWords(handshake)}${through}`;
  if (packet.bare === true) return `a datagram ${through === '' ? 'of a stranger' : 'in the clear'}${through}`;
  const {type = 'lightHouse', damage} = packet;
  const name = typeof type === 'number' ? (packetTypes[type] ?? 'unknown') : type;
  return `${damage === undefined ? 'an authentic' : 'a forged'} ${name} packet${through}${by}`;
}

function handshakeWords({certificate = 'good', details}: HandshakeChanges): string {
  if (details !== undefined) return 'a handshake with an unusual certificate that its CA signed';
  return certificate === 'good' ? 'a handshake' : `a handshake with a wrong certificate (${certificate})`;
}

/** No datagram of a search is longer: a node reads no more of one. */
const bytesMax = 9_001;

function made(bytes: Uint8Array, sending: SearchSending, message: OverlayMessage = 'OverlayMeta'): PacketInput {
  const isLong = bytes.length > bytesMax;
  return {message, way: 'binary', bytes: isLong ? bytes.subarray(0, bytesMax) : bytes, sending};
}

function lighthouseMessage(drawing: Drawing): PacketInput {
  const {random, draws, index} = drawing;
  const bytes = random.oneIn(2)
    ? generateWay(draws.seed, index, 'binary', ['OverlayMeta']).bytes
    : perhapsMutated(random, sensibleMessage(drawing));
  if (draws.isLighthouse && random.oneIn(2) && !tellsToPunch(bytes)) return made(bytes, {client: 'lighthouse'});
  return made(bytes, random.oneIn(8) ? {packet: oddHeader(random)} : {});
}

/** A host that is told to punch sends datagrams to the addresses that it is given: a search tells it none. Decoders read a type wherever it is. */
function tellsToPunch(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte === 0x08 && bytes[at + 1] === 5) || bytes.includes(0x85);
}

function perhapsMutated(random: Random, bytes: Uint8Array): Uint8Array {
  return random.oneIn(2) ? mutate(random, bytes) : bytes;
}

/** Numbers whose meaning a node knows, and lists of any length. */
function sensibleMessage({random, draws: {addresses}}: Drawing): Uint8Array {
  const places = Array.from({length: random.oneIn(8) ? random.below(300) : random.below(4)}, () =>
    bytesField(2, [
      numberField(1, random.oneIn(2) ? random.next() : 0x7f00_0001),
      numberField(2, random.below(0x1_0000)),
    ]),
  );
  const details = [
    ...(random.oneIn(4) ? [] : [numberField(1, random.oneIn(6) ? random.next() : random.pick(addresses))]),
    ...places,
    ...(random.oneIn(3) ? [numberField(3, random.next())] : []),
    // What later releases added: addresses of version 6, and relays.
    ...(random.oneIn(4)
      ? [bytesField(4, [numberField(1, random.next()), numberField(3, random.below(0x2_0000))])]
      : []),
    ...(random.oneIn(4)
      ? [bytesField(5, [random.oneIn(2) ? numberOf(random.pick(addresses)) : numberOf(random.next())])]
      : []),
    ...(random.oneIn(8) ? [bytesField(6 + random.below(3), [drawnBytes(random, random.below(20))])] : []),
  ];
  const type = numberField(1, random.oneIn(10) ? random.below(300) : random.below(12));
  return joinBytes(random.oneIn(12) ? [type] : [type, bytesField(2, details)]);
}

/** Test packets of 1 to 8 bytes ask whether the node is alive; none is drawn. */
export const questionLengthMax = 8;

function testPacket({random}: Drawing): PacketInput {
  const longest = random.oneIn(8) ? 8_900 : 200;
  const length = random.oneIn(8) ? 0 : questionLengthMax + 1 + random.below(random.oneIn(2) ? 24 : longest);
  return made(drawnBytes(random, length), {
    packet: {type: 'test', ...(random.oneIn(3) ? {subtype: random.below(256)} : {})},
  });
}

/** A packet of IP between hosts of the mesh: of version 4 or 6, with options, fragments, and cut anywhere. */
function tunnelledPacket(drawing: Drawing): PacketInput {
  const {random} = drawing;
  const packet = random.oneIn(6) ? version6(drawing) : version4(drawing);
  const bytes = random.oneIn(3) ? packet.subarray(0, random.below(packet.length + 1)) : perhapsMutated(random, packet);
  return made(bytes, {packet: {type: 'message'}});
}

const protocols = [1, 1, 6, 17, 58] as const;

function version4({random, draws: {addresses}}: Drawing): Uint8Array {
  const words = random.oneIn(4) ? random.below(16) : 5;
  const rest = drawnBytes(random, random.below(random.oneIn(10) ? 1_400 : 60));
  const head = new Uint8Array(Math.max(20, words * 4));
  head[0] = 0x40 | words;
  head[2] = (head.length + rest.length) >> 8;
  head[3] = (head.length + rest.length) & 0xff;
  if (random.oneIn(4)) head[6] = random.below(256);
  head[8] = 64;
  head[9] = random.oneIn(6) ? random.below(256) : random.pick(protocols);
  head.set(numberBytes(random.pick(addresses)), 12);
  head.set(numberBytes(random.pick(addresses)), 16);
  // An echo request is what a node without a network device answers.
  if (head[9] === 1 && rest.length > 0 && !random.oneIn(4)) rest[0] = 8;
  return joinBytes([head, rest]);
}

function version6({random}: Drawing): Uint8Array {
  const head = drawnBytes(random, 40);
  head[0] = 0x60;
  head[6] = random.pick([0, 6, 17, 43, 44, 51, 58, 60, 135]);
  return joinBytes([head, drawnBytes(random, random.below(60))]);
}

/** Messages that set relays up (since 1.6): type, two indexes, and two hosts. */
function controlMessage({random, draws: {addresses}}: Drawing): PacketInput {
  const host = (): number => (random.oneIn(3) ? random.next() : random.pick(addresses));
  const fields = [
    numberField(1, random.oneIn(6) ? random.below(9) : 1 + random.below(2)),
    numberField(2, random.oneIn(2) ? random.below(4) : random.next()),
    numberField(3, random.oneIn(2) ? random.below(4) : random.next()),
    ...(random.oneIn(5) ? [] : [numberField(4, host()), numberField(5, host())]),
    ...(random.oneIn(6) ? [bytesField(6 + random.below(2), [drawnBytes(random, random.below(24))])] : []),
  ];
  return made(perhapsMutated(random, joinBytes(fields)), {packet: {type: 'control'}});
}

function anyType({random}: Drawing): PacketInput {
  const type = random.oneIn(2) ? random.below(16) : random.pick([0, 1, 6]);
  // closeTunnel ends the tunnel, and so does a recvError of the host that has it.
  if (['closeTunnel', 'recvError'].includes(packetTypes[type] ?? ''))
    return made(drawnBytes(random, 9), {packet: {type: 'control'}});
  const bytes = drawnBytes(random, random.below(random.oneIn(6) ? 1_500 : 40));
  return made(bytes, {packet: {type, ...(random.oneIn(2) ? {subtype: random.below(256)} : {}), ...oddHeader(random)}});
}

function oddHeader(random: Random): PacketChanges {
  return {
    ...(random.oneIn(4) ? {version: random.below(16)} : {}),
    ...(random.oneIn(4) ? {reserved: random.below(0x1_0000)} : {}),
    ...(random.oneIn(4) ? {subtype: random.below(256)} : {}),
    ...(random.oneIn(6) ? {ahead: random.below(5_000)} : {}),
    ...(random.oneIn(8) ? {counter: random.below(4)} : {}),
  };
}

/** recvError has nothing to forge: it is in the clear, and a stranger sends it. */
const forgedTypes = packetTypes.filter(type => type !== 'recvError');

function forgedPacket({random}: Drawing): PacketInput {
  const packet = {type: random.pick(forgedTypes), damage: random.pick(damages), ...oddHeader(random)};
  return made(drawnBytes(random, random.below(60)), {packet});
}

function closeTunnel({random}: Drawing): PacketInput {
  return made(drawnBytes(random, random.below(20)), {packet: {type: 'closeTunnel'}});
}

/** Any datagram inside one that a relay would send: the node opens it as if it came from the network. */
function relayedPacket(drawing: Drawing): PacketInput | undefined {
  const {random, draws} = drawing;
  if (!draws.hasRelays) return undefined;
  if (random.oneIn(3)) return relayed({...strangersDatagram(drawing), sending: {packet: {bare: true}}});
  if (random.oneIn(100)) return relayed(handshake(drawing));
  const inner = random.pick([lighthouseMessage, testPacket, tunnelledPacket, controlMessage, anyType, forgedPacket])(
    drawing,
  );
  return inner.sending.client === undefined ? relayed(inner) : undefined;
}

function relayed(input: PacketInput): PacketInput {
  return {...input, sending: {...input.sending, packet: {...input.sending.packet, relayed: true}}};
}

/** 16 bytes of header and 16 of tag do not fit into 31: the last byte of the counter is the first one of the tag. */
function shortRelayed({draws}: Drawing): PacketInput | undefined {
  return draws.hasRelays ? made(new Uint8Array(), {packet: {relayed: true, overlap: 1}}) : undefined;
}

const wrongKinds = certificateKinds.filter(kind => !welcomeKinds.includes(kind));

/** A first handshake packet: with any payload, or with the everyday one and something more, which is then read together with it. */
function handshake({random, draws, index}: Drawing): PacketInput {
  const {bytes} = generateWay(draws.seed, index, 'binary', ['OverlayHandshake']);
  const changes: HandshakeChanges = {
    ...(random.oneIn(8) ? {zeroKey: random.pick(zeroKeys)} : {}),
    ...(random.oneIn(8) ? {cut: random.below(200)} : {}),
    ...(random.oneIn(4) ? {index: random.oneIn(2) ? random.below(2) : random.next()} : {}),
    ...(random.oneIn(6) ? {time: String(random.pick([0n, 1n, 2n ** 63n, 2n ** 64n - 1n]))} : {}),
    ...(draws.hasAuthority && random.oneIn(4) ? {certificate: random.pick(wrongKinds)} : {}),
  };
  const packet = random.oneIn(8) ? {packet: {subtype: random.below(3), counter: random.below(4)}} : {};
  if (random.oneIn(2)) return made(bytes, {...packet, handshake: changes}, 'OverlayHandshake');
  return made(
    new Uint8Array(),
    {...packet, handshake: {...changes, extra: Buffer.from(bytes).toString('hex')}},
    'OverlayHandshake',
  );
}

/** What a CA may sign, by mistake or because it was asked to. */
function signedDetails({random, draws}: Drawing): PacketInput | undefined {
  if (!draws.hasAuthority) return undefined;
  // The tunnels of the sender and the other host are theirs, whoever else is given their addresses.
  const addresses = draws.addresses.slice(2);
  const networks = (): readonly number[] =>
    Array.from({length: 2 * random.below(random.oneIn(6) ? 120 : 4)}, (_, at) =>
      at % 2 === 0 ? (random.oneIn(2) ? random.pick(addresses) : random.next()) : random.pick(masks(random)),
    );
  const details: ChangedDetails = {
    ...(random.oneIn(2) ? {ips: networks()} : {}),
    ...(random.oneIn(2) ? {subnets: networks()} : {}),
    ...(random.oneIn(4) ? {name: 'n'.repeat(random.below(random.oneIn(4) ? 1_000 : 4))} : {}),
    ...(random.oneIn(4) ? {groups: Array.from({length: random.below(6)}, (_, at) => 'g'.repeat(at))} : {}),
    ...(random.oneIn(6) ? {notBefore: random.pick(seconds)} : {}),
    ...(random.oneIn(6) ? {notAfter: random.pick(seconds)} : {}),
    ...(random.oneIn(8) ? {isCa: true} : {}),
    ...(random.oneIn(8) ? {curve: random.below(3)} : {}),
  };
  return made(new Uint8Array(), {handshake: {details}}, 'OverlayHandshake');
}

function masks(random: Random): readonly number[] {
  return [0, 0xffff_ffff, 0xffff_0000, 0x00ff_00ff, random.next()];
}

const seconds = [-1, 0, 1, 2 ** 31, 2 ** 53 - 1] as const;

/** What anybody can send: headers of any type and index, alone or with something behind them, and anything else. */
function strangersDatagram({random}: Drawing): PacketInput {
  const head = drawnBytes(random, 16);
  head[0] = (random.oneIn(6) ? random.below(256) : 0x10 | random.below(8)) & 0xff;
  if (!random.oneIn(3)) head[1] = random.below(2);
  if (!random.oneIn(4)) head.fill(0, 2, 8);
  if (!random.oneIn(3)) head.fill(0, 8, 15);
  if (!random.oneIn(3)) head[15] = random.below(4);
  const bytes = random.oneIn(6)
    ? drawnBytes(random, random.below(20))
    : joinBytes([head, drawnBytes(random, random.oneIn(3) ? 0 : random.below(random.oneIn(6) ? 1_500 : 120))]);
  return made(bytes, {packet: {bare: true, elsewhere: true}});
}

function drawnBytes(random: Random, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = random.next() & 0xff;
  return bytes;
}

function numberBytes(number: number): Uint8Array {
  return Uint8Array.from([number >>> 24, number >>> 16, number >>> 8, number], byte => byte & 0xff);
}

function numberOf(value: number): Uint8Array {
  return varintBytes(BigInt(value >>> 0));
}

function numberField(number: number, value: number): Uint8Array {
  return joinBytes([numberOf(number * 8), numberOf(value)]);
}

function bytesField(number: number, parts: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes(parts);
  return joinBytes([numberOf(number * 8 + 2), numberOf(bytes.length), bytes]);
}
