// Faults of the field tables: fields under the numbers of others.
import type {OverlayFault} from '../faults.ts';
import type {MessageName} from '../rules/message.ts';
import type {MessageTable} from '../rules/schema.ts';

const wire = {requirement: 'OV-WIRE', basis: 'protocol'} as const;

export const fieldFaults: readonly OverlayFault[] = [
  {
    ...wire,
    name: 'meta-swapped',
    requirement: 'OV-META',
    rule: 'FULL',
    says: 'numbers Details 1 and Type 2',
    patch: before => ({messages: swapNumbers(before.messages, 'OverlayMeta', ['Type', 'Details'])}),
  },
  {
    ...wire,
    name: 'vpnip-counter-swapped',
    requirement: 'OV-DETAILS',
    rule: 'FULL',
    says: 'numbers counter 1 and VpnIp 3',
    patch: before => ({messages: swapNumbers(before.messages, 'OverlayMetaDetails', ['VpnIp', 'counter'])}),
  },
  {
    ...wire,
    name: 'ip-port-swapped',
    requirement: 'OV-IPANDPORT',
    rule: 'IP',
    says: 'numbers Port 1 and Ip 2',
    patch: before => ({messages: swapNumbers(before.messages, 'IpAndPort', ['Ip', 'Port'])}),
  },
  {
    ...wire,
    name: 'ping-swapped',
    requirement: 'OV-PING',
    rule: 'FULL',
    says: 'numbers Time 1 and Type 2',
    patch: before => ({messages: swapNumbers(before.messages, 'OverlayPing', ['Type', 'Time'])}),
  },
  {
    ...wire,
    name: 'details-hmac-swapped',
    requirement: 'OV-HANDSHAKE',
    rule: 'FULL',
    says: 'numbers Hmac 1 and Details 2',
    patch: before => ({messages: swapNumbers(before.messages, 'OverlayHandshake', ['Details', 'Hmac'])}),
  },
  {
    ...wire,
    name: 'index-swapped',
    requirement: 'OV-HS-DETAILS',
    rule: 'FULL',
    says: 'numbers ResponderIndex 2 and InitiatorIndex 3',
    patch: before => ({
      messages: swapNumbers(before.messages, 'OverlayHandshakeDetails', ['InitiatorIndex', 'ResponderIndex']),
    }),
  },
  {
    ...wire,
    name: 'cookie-time-swapped',
    requirement: 'OV-HS-DETAILS',
    rule: 'FULL',
    says: 'numbers Time 4 and Cookie 5',
    patch: before => ({messages: swapNumbers(before.messages, 'OverlayHandshakeDetails', ['Cookie', 'Time'])}),
  },
  {
    ...wire,
    name: 'meta-details-numbered-3',
    requirement: 'OV-META',
    rule: 'FULL',
    says: 'numbers Details 3',
    patch: before => ({messages: renumber(before.messages, 'OverlayMeta', {Details: 3})}),
  },
  {
    ...wire,
    name: 'counter-numbered-4',
    requirement: 'OV-DETAILS',
    rule: 'FULL',
    says: 'numbers counter 4',
    patch: before => ({messages: renumber(before.messages, 'OverlayMetaDetails', {counter: 4})}),
  },
  {
    ...wire,
    name: 'ping-time-numbered-3',
    requirement: 'OV-PING',
    rule: 'FULL',
    says: 'numbers Time 3',
    patch: before => ({messages: renumber(before.messages, 'OverlayPing', {Time: 3})}),
  },
  {
    ...wire,
    name: 'hmac-numbered-3',
    requirement: 'OV-HANDSHAKE',
    rule: 'FULL',
    says: 'numbers Hmac 3',
    patch: before => ({messages: renumber(before.messages, 'OverlayHandshake', {Hmac: 3})}),
  },
];

function swapNumbers(tables: MessageTable, type: MessageName, [one, other]: readonly [string, string]): MessageTable {
  const numberOf = (name: string): number => tables[type].find(field => field.name === name)?.number ?? 0;
  return renumber(tables, type, {[one]: numberOf(other), [other]: numberOf(one)});
}

function renumber(tables: MessageTable, type: MessageName, numbers: {readonly [field: string]: number}): MessageTable {
  return {...tables, [type]: tables[type].map(field => ({...field, number: numbers[field.name] ?? field.number}))};
}
