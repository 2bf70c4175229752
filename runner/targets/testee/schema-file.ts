// Reads what counts of a google.protobuf.FileDescriptorProto with protobufjs: package, syntax, the fields of its messages and the values of its enums.
import {createRequire} from 'node:module';
import type {Type} from 'protobufjs';
import type {IDescriptorProto, IEnumDescriptorProto, IFieldDescriptorProto} from 'protobufjs/ext/descriptor.js';
import type {SchemaField, SchemaValue, TesteeDescription} from '../../../model/peer.ts';

/** Nested messages deeper than this are not looked into; no schema that people write nests so deep. */
const nestingMax = 32;

/** Gives the schema; undefined when the bytes are none. */
export function readSchemaFile(
  bytes: Uint8Array,
): Pick<TesteeDescription, 'schemaPackage' | 'schemaSyntax' | 'schemaFields' | 'schemaValues'> | undefined {
  const file = decodeFile(bytes);
  const messages = file === undefined ? undefined : placed(file.messageType, '');
  if (file === undefined || messages === undefined) return undefined;
  const enums = [
    ...file.enumType.map(one => ({one, path: one.name ?? ''})),
    ...messages.flatMap(({message, path}) =>
      (message.enumType ?? []).map(one => ({one, path: `${path}.${one.name ?? ''}`})),
    ),
  ];
  const known = new Set([...messages, ...enums].map(({path}) => path));
  return {
    schemaPackage: file.package,
    // "The supported values are "proto2", "proto3", and "editions"", and a compiler leaves proto2 out.
    schemaSyntax: file.syntax || 'proto2',
    schemaFields: messages.flatMap(({message, path}) =>
      (message.field ?? []).map(one => fieldOf(one, {message, path, known, schemaPackage: file.package})),
    ),
    schemaValues: enums.flatMap(({one, path}) => valuesOf(one, path)),
  };
}

/** A FileDescriptorProto as protobufjs gives it. */
interface FileMessage {
  readonly package: string;
  readonly syntax: string;
  readonly messageType: readonly IDescriptorProto[];
  readonly enumType: readonly IEnumDescriptorProto[];
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

/** A message and where it is, e.g. `Outer.Inner`. */
interface PlacedMessage {
  readonly message: IDescriptorProto;
  readonly path: string;
}

/** Lists messages and those within them; undefined where they nest too deep. */
function placed(
  messages: readonly IDescriptorProto[],
  within: string,
  depth = 0,
): readonly PlacedMessage[] | undefined {
  if (messages.length > 0 && depth > nestingMax) return undefined;
  const found: PlacedMessage[] = [];
  for (const message of messages) {
    const path = within === '' ? (message.name ?? '') : `${within}.${message.name ?? ''}`;
    const inner = placed(message.nestedType ?? [], path, depth + 1);
    if (inner === undefined) return undefined;
    found.push({message, path}, ...inner);
  }
  return found;
}

interface FieldPlace extends PlacedMessage {
  readonly known: ReadonlySet<string>;
  readonly schemaPackage: string;
}

function fieldOf({name, number, label, type, typeName}: IFieldDescriptorProto, place: FieldPlace): SchemaField {
  const word =
    typeName === undefined || typeName === null || typeName === '' ? scalars[type ?? 0] : named(typeName, place);
  return {
    message: place.message.name ?? '',
    name: name ?? '',
    number: number ?? 0,
    type: `${label === repeated ? 'repeated ' : ''}${word ?? ''}`,
  };
}

/** descriptor.proto, FieldDescriptorProto.Label: LABEL_REPEATED. */
const repeated = 3;

/** descriptor.proto, FieldDescriptorProto.Type, by their numbers; 0 is none, and 10, 11 and 14 have names of their own. */
const scalars: readonly string[] = [
  '',
  'double',
  'float',
  'int64',
  'uint64',
  'int32',
  'fixed64',
  'fixed32',
  'bool',
  'string',
  '',
  '',
  'bytes',
  'uint32',
  '',
  'sfixed32',
  'sfixed64',
  'sint32',
  'sint64',
];

// "If the name starts with a '.', it is fully-qualified. Otherwise, C++-like scoping rules are used to find the type"
function named(typeName: string, {path, known, schemaPackage}: FieldPlace): string {
  const whole = schemaPackage === '' ? '.' : `.${schemaPackage}.`;
  if (typeName.startsWith(whole)) return typeName.slice(whole.length);
  const parts = path.split('.');
  const scopes = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
  return scopes.map(scope => `${scope}.${typeName}`).find(one => known.has(one)) ?? typeName;
}

function valuesOf({value}: IEnumDescriptorProto, path: string): readonly SchemaValue[] {
  return (value ?? []).map(({name, number}) => ({enum: path, name: name ?? '', number: number ?? 0}));
}
