// Faults of writing binary messages.
import type {OverlayFault} from '../faults.ts';

const wire = {requirement: 'OV-WIRE', basis: 'protocol'} as const;

export const encodeFaults: readonly OverlayFault[] = [
  {
    ...wire,
    name: 'enc-defaults',
    rule: 'DEF',
    basis: 'usual',
    says: 'writes number fields that are set to their default, which changes bytes but no value',
    lawful: 'serialization is not canonical, and a default on the wire is read as that default',
    patch: () => ({isWritten: () => true}),
  },
  {
    ...wire,
    name: 'enc-neg-5byte',
    rule: 'ENUM',
    basis: 'protocol',
    says: 'writes a negative enum in five bytes, where the encoding guide says ten',
    patch: () => ({writeEnum: (rules, out, value) => rules.writeVarint(out, BigInt.asUintN(32, value))}),
  },
  {
    ...wire,
    name: 'enc-len-1byte',
    rule: 'NESTLEN',
    says: 'writes a length as one byte',
    patch: () => ({writeLength: (_rules, out, length) => void out.push(length & 0xff)}),
  },
  {
    ...wire,
    basis: 'information',
    name: 'enc-unknown-dropped',
    rule: 'UNK',
    says: 'forgets unknown fields instead of writing them again',
    lawful: 'a value names no unknown field, so there is none to write; only who passes messages on has to keep them',
    patch: () => ({keepsUnknownFields: false}),
  },
  {
    ...wire,
    name: 'enc-empty-submessage-dropped',
    rule: 'PRES',
    says: 'does not write a present but empty submessage',
    patch: before => ({
      isWritten: (rules, value) =>
        before.isWritten(rules, value) && !(typeof value === 'object' && 'fields' in value && value.fields.size === 0),
    }),
  },
  {
    ...wire,
    name: 'enc-u64-32bit',
    rule: 'U64',
    says: 'writes 32 bits of a number',
    patch: before => ({
      writeVarint: (rules, out, value) =>
        before.writeVarint(rules, out, value > 0x7fff_ffff_ffff_ffffn ? value : BigInt.asUintN(32, value)),
    }),
  },
  {
    ...wire,
    name: 'enc-list-length-first-only',
    rule: 'REP',
    says: 'writes the first element of a list alone',
    patch: before => ({
      writeField: (rules, out, field, value) =>
        before.writeField(rules, out, field, Array.isArray(value) ? value.slice(0, 1) : value),
    }),
  },
  {
    ...wire,
    name: 'enc-nonminimal',
    rule: 'VARINT',
    basis: 'stated',
    says: 'writes one needless byte after small numbers and lengths, which changes bytes but no value',
    patch: before => ({
      writeVarint: (rules, out, value) => {
        before.writeVarint(rules, out, value);
        if (value < 0x80n) out.push((out.pop() ?? 0) | 0x80, 0);
      },
    }),
  },
];
