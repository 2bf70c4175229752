import {readFileSync} from 'node:fs';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import {expect, test} from 'vitest';
import {readSchemaFile} from './schema-file.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('package, syntax, the fields of all messages and the values of all enums are read, nested ones too', () => {
  const file = descriptor.FileDescriptorProto.create({
    name: 'a.proto',
    package: 'overlay',
    syntax: 'proto3',
    messageType: [
      {
        name: 'A',
        field: [
          {name: 'one', number: 1, type: 13},
          {name: 'many', number: 2, type: 11, typeName: '.overlay.A.B', label: 3},
          {name: 'near', number: 3, type: 14, typeName: 'Kind'},
        ],
        nestedType: [{name: 'B', field: [{name: 'two', number: 300, typeName: 'Kind'}]}],
        enumType: [{name: 'Kind', value: [{name: 'None', number: 0}]}],
      },
    ],
    enumType: [{name: 'Top', value: [{name: 'Last', number: -1}]}],
  });
  expect(readSchemaFile(descriptor.FileDescriptorProto.encode(file).finish())).toEqual({
    schemaPackage: 'overlay',
    schemaSyntax: 'proto3',
    schemaFields: [
      {message: 'A', name: 'one', number: 1, type: 'uint32'},
      {message: 'A', name: 'many', number: 2, type: 'repeated A.B'},
      {message: 'A', name: 'near', number: 3, type: 'A.Kind'},
      {message: 'B', name: 'two', number: 300, type: 'A.Kind'},
    ],
    schemaValues: [
      {enum: 'Top', name: 'Last', number: -1},
      {enum: 'A.Kind', name: 'None', number: 0},
    ],
  });
});

test('a file that names no syntax is proto2, as compilers write it', () => {
  expect(readSchemaFile(hex('12 01 61'))).toEqual({
    schemaPackage: 'a',
    schemaSyntax: 'proto2',
    schemaFields: [],
    schemaValues: [],
  });
});

test.each(['12 05 61', '22 02 12 05', '0b'])('%s is no schema', bytes => {
  expect(readSchemaFile(hex(bytes))).toBeUndefined();
});

test('messages that nest without end are no schema', () => {
  let message = Buffer.alloc(0);
  for (let depth = 0; depth < 60; depth += 1) message = Buffer.concat([Buffer.from([0x1a, message.length]), message]);
  expect(readSchemaFile(Buffer.concat([Buffer.from([0x22, message.length]), message]))).toBeUndefined();
});

test('a frame full of empty messages ends, and has no fields', () => {
  const many = Buffer.alloc(1024 * 1024, Buffer.from([0x22, 0x00]));
  expect(readSchemaFile(many)).toEqual({schemaPackage: '', schemaSyntax: 'proto2', schemaFields: [], schemaValues: []});
});

test('messages that nest a hundred thousand deep are no schema', () => {
  let lengths: Buffer = Buffer.alloc(0);
  const heads: Buffer[] = [];
  for (let depth = 0, length = 0; depth < 100_000; depth += 1) {
    lengths = varint(length);
    heads.push(Buffer.concat([Buffer.from([0x1a]), lengths]));
    length += 1 + lengths.length;
  }
  const body = Buffer.concat(heads.toReversed());
  expect(readSchemaFile(Buffer.concat([Buffer.from([0x22]), varint(body.length), body]))).toBeUndefined();
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

test('the wire contract says where the schema stands', () => {
  const text = readFileSync(new URL('../../../proto/testee.proto', import.meta.url), 'utf8');
  const description = protobuf.parse(text, {keepCase: true}).root.lookupType('touchstone.testee.Description');
  expect(description.fields['schema_file']?.id).toBe(10);
});
