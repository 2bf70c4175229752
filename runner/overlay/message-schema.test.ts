// Compares the schema that we carry as data with the one that people read, proto/overlay.proto.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import protobuf from 'protobufjs';
import {expect, test} from 'vitest';
import {overlayMessages} from '../../model/peer.ts';
import {isOverlayMessage, schema} from './message-schema.ts';

// Tests never run from dist/, so the package root is always two folders up.
const packageRoot = join(import.meta.dirname, '..', '..');

const parsed = protobuf.parse(readFileSync(join(packageRoot, 'proto', 'overlay.proto'), 'utf8'), {keepCase: true});
const overlay = parsed.root.lookup('overlay') as protobuf.Namespace;

test('package and messages are those of overlay.proto', () => {
  expect(parsed.package).toBe('overlay');
  expect(Object.keys(schema)).toEqual([...overlayMessages]);
  expect(overlay.nestedArray.map(({name}) => name).sort()).toEqual([...overlayMessages].sort());
});

test.each(overlayMessages)('%s has the fields of overlay.proto', message => {
  const type = overlay.lookupType(message).resolveAll() as protobuf.Type;
  const theirs = type.fieldsArray.map(field => ({
    name: field.name,
    number: field.id,
    type: field.resolvedType === null ? field.type : field.resolvedType.name,
    isRepeated: field.repeated,
    names: field.resolvedType instanceof protobuf.Enum ? field.resolvedType.valuesById : undefined,
  }));
  const ours = schema[message].fields.map(field => ({
    name: field.name,
    number: field.number,
    type: field.kind === 'enum' ? 'MessageType' : (field.message ?? field.kind),
    isRepeated: field.isRepeated,
    names:
      field.names === undefined ? undefined : Object.fromEntries(field.names.map((name, number) => [number, name])),
  }));
  expect(ours).toEqual(theirs);
  schema[message].fields.forEach((field, slot) =>
    expect([field.slot, schema[message].byNumber[field.number]]).toEqual([slot, field]),
  );
});

test.each([
  ['OverlayMeta', true],
  ['overlay.OverlayMeta', false],
  ['toString', false],
])('%s is a message: %s', (name, expected) => {
  expect(isOverlayMessage(name)).toBe(expected);
});
