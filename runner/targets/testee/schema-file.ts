// Reads what counts of a google.protobuf.FileDescriptorProto with protobufjs: package, syntax and the fields of its messages.
import {createRequire} from 'node:module';
import type {Type} from 'protobufjs';
import type {IDescriptorProto} from 'protobufjs/ext/descriptor.js';
import type {SchemaField, TesteeDescription} from '../../../model/peer.ts';

/** Nested messages deeper than this are not looked into; no schema that people write nests so deep. */
const nestingMax = 32;

/** Gives the schema; undefined when the bytes are none. */
export function readSchemaFile(
  bytes: Uint8Array,
): Pick<TesteeDescription, 'schemaPackage' | 'schemaSyntax' | 'schemaFields'> | undefined {
  const file = decodeFile(bytes);
  const fields = file?.messageType.map(message => fieldsOf(message, 0));
  if (file === undefined || fields === undefined || fields.includes(undefined)) return undefined;
  return {
    schemaPackage: file.package,
    // "The supported values are "proto2", "proto3", and "editions"", and a compiler leaves proto2 out.
    schemaSyntax: file.syntax || 'proto2',
    schemaFields: fields.flatMap(own => own ?? []),
  };
}

/** A FileDescriptorProto as protobufjs gives it. */
interface FileMessage {
  readonly package: string;
  readonly syntax: string;
  readonly messageType: readonly IDescriptorProto[];
}

// Loaded when a decoder brings its schema along, which few do.
function decodeFile(bytes: Uint8Array): FileMessage | undefined {
  const {FileDescriptorProto} = createRequire(import.meta.url)('protobufjs/ext/descriptor.js') as {
    readonly FileDescriptorProto: Type;
  };
  try {
    return FileDescriptorProto.decode(bytes) as unknown as FileMessage;
  } catch {
    return undefined;
  }
}

function fieldsOf(message: IDescriptorProto, depth: number): readonly SchemaField[] | undefined {
  if (depth > nestingMax) return undefined;
  const own = (message.field ?? []).map(({name, number}) => ({
    message: message.name ?? '',
    name: name ?? '',
    number: number ?? 0,
  }));
  const nested = (message.nestedType ?? []).map(one => fieldsOf(one, depth + 1));
  return nested.includes(undefined) ? undefined : [...own, ...nested.flatMap(fields => fields ?? [])];
}
