// Rules of a live peer: what it answers to a message. The record names the functions, not the order of request and reply,
// so all of this is our choice of the usual behaviour, never something that the record demands.
import {aMessage, type FieldValue, isMessage, type Message} from './message.ts';
import type {OverlayRules} from './overlay-rules.ts';

/** An IPv4 address as the uint32 whose most significant byte is the first of the four, and a port. */
export interface Address {
  readonly ip: number;
  readonly port: number;
}

/** Who sent a message, and what this peer has learnt so far. */
export interface Conversation {
  readonly sender: Address;
  readonly hosts: Map<number, Message[]>;
  nextIndex: number;
}

/** One message to send: back to the sender, or to another address. */
export interface Answer {
  readonly to: 'sender' | Address;
  readonly message: Message;
}

const PING = {ping: 0, reply: 1};
const META = {
  query: 1,
  queryReply: 2,
  update: 3,
  moved: 4,
  punch: 5,
  whoami: 6,
  whoamiReply: 7,
  check: 8,
  checkReply: 9,
};

// Record: "- ping and reply": a Ping is answered by a Reply with the same Time, and a Reply by nothing.
export function answerPing(_rules: OverlayRules, ping: Message): Answer[] {
  if (numberOf(ping, 'Type') !== PING.ping) return [];
  return toSender(aMessage('OverlayPing', {Type: PING.reply, Time: ping.fields.get('Time') ?? 0n}));
}

// Record: "host lookup", "notifications about host location changes", "hole-punch requests", "discovery of a peer's own
// address", "path checks": each request gets the reply of its name; notifications and replies get none.
export function answerMeta(rules: OverlayRules, meta: Message, conversation: Conversation): Answer[] {
  const details = detailsOf(meta);
  switch (numberOf(meta, 'Type')) {
    case META.query:
      return reply(META.queryReply, details, rules.addressesOf(conversation, numberOf(details, 'VpnIp')));
    case META.update:
    case META.moved:
      rules.learn(conversation, details);
      return [];
    case META.punch:
      return rules
        .punchTargets(details, conversation.sender)
        .map(to => ({to, message: aMeta(META.check, details, [])}));
    case META.whoami:
      return reply(META.whoamiReply, details, [rules.senderAddress(conversation.sender)]);
    case META.check:
      // The details go back as they came, fields that this peer does not know included.
      return toSender(aMessage('OverlayMeta', {Type: META.checkReply, Details: details}));
    default:
      return [];
  }
}

// Record: "discovery of a peer's own address": the address that the message was seen to come from.
export function senderAddress(_rules: OverlayRules, sender: Address): Message {
  return aMessage('IpAndPort', {Ip: sender.ip, Port: sender.port});
}

// Record: "notifications about host location changes": the newest notification of a host replaces the one before.
export function learn(rules: OverlayRules, conversation: Conversation, details: Message): void {
  const {hosts} = conversation;
  const host = numberOf(details, 'VpnIp');
  hosts.delete(host);
  hosts.set(host, listOf(details).slice(0, rules.addressesPerReplyMax));
  const [oldest] = hosts.keys();
  if (hosts.size > rules.hostsMax && oldest !== undefined) hosts.delete(oldest);
}

// Record: "host lookup": the addresses that were learnt; none for a host that nobody named.
export function addressesOf(_rules: OverlayRules, conversation: Conversation, host: number): Message[] {
  return conversation.hosts.get(host) ?? [];
}

// 50 addresses of at most 16 bytes stay below 1,200 bytes, which every path of the Internet carries in one datagram.
export const addressesPerReplyMax: number = 50;

// 1,000 hosts of 50 addresses are some 10 MB; a flood of notifications drops the oldest host instead of growing.
export const hostsMax: number = 1000;

// Record: "hole-punch requests": a path check goes to the addresses named, but only to the sender's own host, at most four,
// so that nobody can aim this peer at somebody else. When none is named, it goes back to the sender.
export function punchTargets(_rules: OverlayRules, details: Message, sender: Address): ('sender' | Address)[] {
  const named = listOf(details).map(one => ({ip: numberOf(one, 'Ip'), port: numberOf(one, 'Port')}));
  if (named.length === 0) return ['sender'];
  return named.filter(one => one.ip === sender.ip && one.port > 0 && one.port <= 65535).slice(0, 4);
}

// Record: "a handshake that carries a certificate": the first message (ResponderIndex 0) is answered with our certificate,
// our own index, and the initiator's index, cookie and time unchanged.
export function answerHandshake(_rules: OverlayRules, handshake: Message, conversation: Conversation): Answer[] {
  const asked = detailsOf(handshake, 'OverlayHandshakeDetails');
  if (numberOf(asked, 'ResponderIndex') !== 0) return [];
  const details = aMessage('OverlayHandshakeDetails', {
    Cert: new TextEncoder().encode('touchstone reference peer'),
    InitiatorIndex: numberOf(asked, 'InitiatorIndex'),
    ResponderIndex: conversation.nextIndex++,
    Cookie: asked.fields.get('Cookie') ?? 0n,
    Time: asked.fields.get('Time') ?? 0n,
  });
  return toSender(
    aMessage('OverlayHandshake', {Details: details, Hmac: handshake.fields.get('Hmac') ?? new Uint8Array()}),
  );
}

// A reply is what was said and nothing more, so that this peer cannot be used to flood somebody.
export function finishReply(_rules: OverlayRules, bytes: Uint8Array): Uint8Array {
  return bytes;
}

// A peer waits for the next question as long as nothing ends its input, in milliseconds.
export const waitsForQuestionMs: number = Number.POSITIVE_INFINITY;

// No message is cut, however long it is.
export const messageBytesMax: number = Number.POSITIVE_INFINITY;

// A message that cannot be decoded is dropped; the peer goes on with the next one.
export const survivesBadMessages: boolean = true;

function reply(type: number, asked: Message, addresses: Message[]): Answer[] {
  return toSender(aMeta(type, asked, addresses));
}

function aMeta(type: number, asked: Message, addresses: Message[]): Message {
  const fields = {VpnIp: numberOf(asked, 'VpnIp'), IpAndPorts: addresses, counter: numberOf(asked, 'counter')};
  return aMessage('OverlayMeta', {Type: type, Details: aMessage('OverlayMetaDetails', fields)});
}

function toSender(message: Message): Answer[] {
  return [{to: 'sender', message}];
}

function detailsOf(
  message: Message,
  type: 'OverlayMetaDetails' | 'OverlayHandshakeDetails' = 'OverlayMetaDetails',
): Message {
  const details: FieldValue | undefined = message.fields.get('Details');
  return isMessage(details) ? details : aMessage(type);
}

function numberOf(message: Message, name: string): number {
  const value = message.fields.get(name);
  return typeof value === 'number' ? value : 0;
}

function listOf(details: Message): Message[] {
  const list = details.fields.get('IpAndPorts');
  return Array.isArray(list) ? list : [];
}
