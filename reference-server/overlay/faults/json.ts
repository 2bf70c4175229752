// Faults of proto3 JSON.
import type {OverlayFault} from '../faults.ts';
import {malformed} from '../rules/varint.ts';

const json = {requirement: 'OV-JSON', rule: 'JSON', basis: 'protocol'} as const;

export const jsonFaults: readonly OverlayFault[] = [
  {
    ...json,
    name: 'json-Counter',
    says: 'spells the key counter with a capital',
    patch: () => ({jsonNameOf: (_rules, field) => (field.name === 'counter' ? 'Counter' : field.name)}),
  },
  {
    ...json,
    name: 'json-lower-camel',
    says: 'begins every key with a small letter',
    patch: () => ({jsonNameOf: (_rules, field) => field.name.charAt(0).toLowerCase() + field.name.slice(1)}),
  },
  {
    ...json,
    name: 'json-defaults',
    basis: 'information',
    says: 'writes fields at their default, which changes the text but no value',
    lawful: 'the ProtoJSON guide lets a writer have an option to write fields at their default',
    patch: () => ({isWrittenToJson: () => true}),
  },
  {
    ...json,
    name: 'json-enum-number',
    basis: 'information',
    says: 'writes an enum as its number although it has a name, which changes the text but no value',
    lawful: '"Parsers accept both enum names and integer values"',
    patch: () => ({writeJsonEnum: (_rules, number) => number}),
  },
  {
    ...json,
    name: 'json-enum-number-rejected',
    says: 'rejects an enum that is given as a number',
    patch: before => ({
      readJsonEnum: (rules, node, values) =>
        node.kind === 'number' ? malformed('an enum needs its name') : before.readJsonEnum(rules, node, values),
    }),
  },
  {
    ...json,
    name: 'json-enum-unknown-name',
    says: 'takes an unknown enum name as number 0',
    patch: () => ({unknownEnumName: () => 0}),
  },
  {
    ...json,
    name: 'json-hex',
    says: 'reads and writes bytes as hexadecimal text',
    patch: () => ({
      readJsonBytes: (_rules, node) =>
        node.kind === 'string' ? Buffer.from(node.text, 'hex') : malformed('hexadecimal text is needed'),
      writeJsonBytes: (_rules, bytes) => Buffer.from(bytes).toString('hex'),
    }),
  },
  {
    ...json,
    name: 'json-unknown-key-ignored',
    says: 'ignores a key that no field has',
    patch: () => ({unknownJsonKey: () => {}}),
  },
  {
    ...json,
    name: 'json-u64-number',
    says: 'writes a uint64 as a JSON number, which loses digits past 2^53',
    patch: () => ({writeJsonUint64: (_rules, value) => Number(value)}),
  },
  {
    ...json,
    name: 'json-u32-wraps',
    says: 'takes a number out of range modulo 2^64',
    patch: before => ({
      readJsonInteger: (rules, node) =>
        BigInt.asUintN(64, before.readJsonInteger(rules, node, {min: -(10n ** 20n), max: 10n ** 20n})),
    }),
  },
  {
    ...json,
    name: 'json-urlsafe-rejected',
    says: 'rejects URL-safe base64',
    patch: before => ({
      readJsonBytes: (rules, node) =>
        node.kind === 'string' && /[-_]/.test(node.text)
          ? malformed('the text is no standard base64')
          : before.readJsonBytes(rules, node),
    }),
  },
  {
    ...json,
    name: 'json-escaped-slash-rejected',
    says: 'rejects a string with an escaped slash',
    patch: before => ({
      jsonStringOf: (rules, literal) =>
        /\\\//.test(literal) ? malformed('a slash needs no escape') : before.jsonStringOf(rules, literal),
    }),
  },
  {
    ...json,
    name: 'json-null-rejected',
    says: 'rejects null as the value of an enum',
    patch: before => ({
      readJsonMessage: (rules, node, type) => {
        const isNull = node.kind === 'object' && node.entries.some(([, value]) => value.kind === 'null');
        return isNull ? malformed('null is no value') : before.readJsonMessage(rules, node, type);
      },
    }),
  },
];
