// Writes the schema of this peer as other decoders publish theirs: a google.protobuf.FileDescriptorProto, built from the tables of the record.
import {bytesField, numberField} from './envelope-fields.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';
import type {EnumTable, Field, MessageTable} from './rules/schema.ts';

/** Gives the serialized file. */
export function schemaFile(rules: OverlayRules): Buffer {
  return Buffer.concat([
    text(1, 'overlay.proto'),
    text(2, rules.schemaPackage),
    ...Object.keys(rules.messages).map(name => bytesField(4, message(rules, name as keyof MessageTable))),
    text(12, rules.schemaSyntax),
  ]);
}

function message(rules: OverlayRules, name: keyof MessageTable): Buffer {
  const enums = Object.keys(rules.enums).filter(key => key.startsWith(`${name}.`));
  return Buffer.concat([
    text(1, name),
    ...rules.publishedFields(name).map(one => bytesField(2, field(rules, one))),
    ...enums.map(key => bytesField(4, enumeration(key.slice(name.length + 1), rules.enums[key as keyof EnumTable]))),
  ]);
}

/** Types by their numbers in descriptor.proto. */
const types: {readonly [kind in Field['kind']]: number} = {
  uint32: 13,
  uint64: 4,
  bytes: 12,
  enum: 14,
  message: 11,
  list: 11,
};

function field({schemaPackage}: OverlayRules, one: Field): Buffer {
  const of = one.kind === 'enum' ? one.values : one.kind === 'message' || one.kind === 'list' ? one.of : undefined;
  return Buffer.concat([
    text(1, one.name),
    numberField(3, one.number),
    numberField(4, one.kind === 'list' ? 3 : 1), // label: repeated or optional
    numberField(5, types[one.kind]),
    ...(of === undefined ? [] : [text(6, `.${schemaPackage}.${of}`)]),
  ]);
}

function enumeration(name: string, values: readonly string[]): Buffer {
  const entries = values.map((value, number) => bytesField(2, Buffer.concat([text(1, value), numberField(2, number)])));
  return Buffer.concat([text(1, name), ...entries]);
}

function text(number: number, value: string): Buffer {
  return bytesField(number, Buffer.from(value));
}
