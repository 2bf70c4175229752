// Reads what counts of a google.protobuf.FileDescriptorProto: package, syntax and the fields of its messages.
import type {SchemaField, TesteeDescription} from '../../../model/peer.ts';
import {readFields, type EnvelopeField} from './wire-fields.ts';

/** Nested messages deeper than this are not looked into; no schema that people write nests so deep. */
const nestingMax = 32;

/** Gives the schema; undefined when the bytes are none. */
export function readSchemaFile(
  bytes: Uint8Array,
): Pick<TesteeDescription, 'schemaPackage' | 'schemaSyntax' | 'schemaFields'> | undefined {
  const fields = readFields(bytes);
  const messages = fields === undefined ? [] : parts(fields, 4).map(part => readMessage(part, 0));
  if (fields === undefined || messages.includes(undefined)) return undefined;
  return {
    schemaPackage: text(fields, 2),
    // "The supported values are "proto2", "proto3", and "editions"", and a compiler leaves proto2 out.
    schemaSyntax: text(fields, 12) || 'proto2',
    schemaFields: messages.flatMap(message => message ?? []),
  };
}

function readMessage(bytes: Uint8Array, depth: number): readonly SchemaField[] | undefined {
  const fields = depth > nestingMax ? undefined : readFields(bytes);
  if (fields === undefined) return undefined;
  const message = text(fields, 1);
  const own = parts(fields, 2).map((part): SchemaField | undefined => {
    const field = readFields(part);
    return field && {message, name: text(field, 1), number: numberOf(field, 3)};
  });
  const nested = parts(fields, 3).map(part => readMessage(part, depth + 1));
  if (own.includes(undefined) || nested.includes(undefined)) return undefined;
  return [...own.flatMap(field => field ?? []), ...nested.flatMap(message => message ?? [])];
}

function parts(fields: readonly EnvelopeField[], number: number): readonly Buffer[] {
  return fields.flatMap(field => (field.number === number && field.kind === 'bytes' ? [field.value] : []));
}

function text(fields: readonly EnvelopeField[], number: number): string {
  return parts(fields, number).at(-1)?.toString('utf8') ?? '';
}

function numberOf(fields: readonly EnvelopeField[], number: number): number {
  return Number(fields.findLast(field => field.number === number && field.kind === 'varint')?.value ?? 0);
}
