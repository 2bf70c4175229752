// Faults of field values: uint32, uint64, enums and bytes.
import type {OverlayFault} from '../faults.ts';
import {malformed} from '../rules/varint.ts';

const wire = {requirement: 'OV-WIRE', basis: 'protocol'} as const;

export const valueFaults: readonly OverlayFault[] = [
  {
    ...wire,
    name: 'u32-reject-wide',
    rule: 'U32',
    says: 'rejects a uint32 that came with more than 32 bits',
    patch: () => ({uint32Of: (_rules, varint) => (varint.high === 0 ? varint.low : malformed('a uint32 is too wide'))}),
  },
  {
    ...wire,
    name: 'u32-signed',
    rule: 'U32',
    says: 'reads a uint32 as signed',
    patch: () => ({uint32Of: (_rules, varint) => varint.low | 0}),
  },
  {
    ...wire,
    name: 'u32-saturates',
    rule: 'U32',
    says: 'takes a uint32 that came with more than 32 bits as 2^32-1',
    patch: () => ({uint32Of: (_rules, varint) => (varint.high === 0 ? varint.low : 0xffff_ffff)}),
  },
  {
    ...wire,
    name: 'u32-keeps-64-bits',
    rule: 'U32',
    says: 'keeps the bits of a uint32 above 32',
    patch: () => ({uint32Of: (_rules, varint) => varint.high * 2 ** 32 + varint.low}),
  },
  {
    ...wire,
    name: 'ip-swapped',
    requirement: 'OV-IPANDPORT',
    rule: 'IP',
    says: 'turns the four bytes of Ip round',
    patch: before => ({
      uint32Of: (rules, varint, field) => {
        const value = before.uint32Of(rules, varint, field);
        return field.name === 'Ip' ? Buffer.from(new Uint32Array([value]).buffer).readUInt32BE() : value;
      },
    }),
  },
  {
    ...wire,
    name: 'port-16-bit',
    requirement: 'OV-IPANDPORT',
    rule: 'PORT',
    says: 'keeps 16 bits of Port',
    patch: before => ({
      uint32Of: (rules, varint, field) => {
        const value = before.uint32Of(rules, varint, field);
        return field.name === 'Port' ? value & 0xffff : value;
      },
    }),
  },
  {
    ...wire,
    name: 'port-above-65535-rejected',
    requirement: 'OV-IPANDPORT',
    rule: 'PORT',
    says: 'rejects a Port above 65535',
    patch: before => ({
      uint32Of: (rules, varint, field) => {
        const value = before.uint32Of(rules, varint, field);
        return field.name === 'Port' && value > 65_535 ? malformed('a port has 16 bits') : value;
      },
    }),
  },
  {
    ...wire,
    name: 'enum-unsigned',
    requirement: 'OV-META-TYPES',
    rule: 'ENUM',
    says: 'reads an enum as unsigned',
    patch: () => ({enumOf: (_rules, varint) => varint.low}),
  },
  {
    ...wire,
    name: 'enum-64bit',
    requirement: 'OV-META-TYPES',
    rule: 'ENUM',
    says: 'keeps the bits of an enum above 32',
    patch: () => ({enumOf: (_rules, varint) => (varint.high | 0) * 2 ** 32 + varint.low}),
  },
  {
    ...wire,
    name: 'enum-unknown-reject',
    requirement: 'OV-META-TYPES',
    rule: 'ENUM',
    says: 'rejects an enum number without a name',
    patch: () => ({
      keepsEnumNumber: (rules, number, values) =>
        number in rules.enums[values] || malformed(`enum ${number} is unknown`),
    }),
  },
  {
    ...wire,
    name: 'enum-closed',
    requirement: 'OV-META-TYPES',
    rule: 'ENUM',
    says: 'takes an enum number without a name as an unknown field',
    patch: () => ({keepsEnumNumber: (rules, number, values) => number in rules.enums[values]}),
  },
  {
    ...wire,
    name: 'enum-one-byte',
    requirement: 'OV-META-TYPES',
    rule: 'ENUM',
    says: 'keeps eight bits of an enum',
    patch: () => ({enumOf: (_rules, varint) => varint.low & 0xff}),
  },
  {
    ...wire,
    name: 'u64-32bit',
    rule: 'U64',
    says: 'keeps 32 bits of a uint64',
    patch: () => ({uint64Of: (_rules, varint) => BigInt(varint.low)}),
  },
  {
    ...wire,
    name: 'u64-double',
    rule: 'U64',
    says: 'reads a uint64 as a floating-point number and loses digits past 2^53',
    patch: () => ({uint64Of: (_rules, varint) => BigInt(varint.high * 2 ** 32 + varint.low)}),
  },
  {
    ...wire,
    name: 'u64-63bit',
    rule: 'U64',
    says: 'drops the top bit of a uint64',
    patch: before => ({uint64Of: (rules, varint) => BigInt.asUintN(63, before.uint64Of(rules, varint))}),
  },
  {
    ...wire,
    name: 'bytes-utf8-reject',
    rule: 'BYTES',
    says: 'rejects bytes that are no UTF-8',
    patch: () => ({
      bytesOf: (_rules, payload) => {
        if (!Buffer.from(Buffer.from(payload).toString()).equals(payload)) malformed('bytes are no UTF-8');
        return payload;
      },
    }),
  },
  {
    ...wire,
    name: 'bytes-utf8-replaced',
    rule: 'BYTES',
    says: 'replaces bytes that are no UTF-8 by U+FFFD',
    patch: () => ({bytesOf: (_rules, payload) => Buffer.from(Buffer.from(payload).toString())}),
  },
  {
    ...wire,
    name: 'bytes-latin1-trim',
    rule: 'BYTES',
    says: 'trims zero bytes and white space off the ends of bytes',
    patch: () => ({
      bytesOf: (_rules, payload) => {
        const text = Buffer.from(payload).toString('latin1');
        return Buffer.from(text.replace(/^[\0\s]+|[\0\s]+$/g, ''), 'latin1');
      },
    }),
  },
];
