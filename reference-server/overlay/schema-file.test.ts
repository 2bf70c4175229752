// Another library reads the schema that the peer publishes as the schema of proto/overlay.proto.
import {readFileSync} from 'node:fs';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import {expect, test} from 'vitest';
import {makeOverlayRules} from './rules/overlay-rules.ts';
import {schemaFile} from './schema-file.ts';

const file = new URL('../../proto/overlay.proto', import.meta.url);

/** Tells messages and enums of a schema in one way, whoever read it. */
function told(root: protobuf.Root): unknown {
  root.resolveAll();
  const namespace = root.lookup('overlay') as protobuf.Namespace;
  return namespace.nestedArray.map(one => {
    const type = one as protobuf.Type;
    const fields = type.fieldsArray.map(field => [
      field.name,
      field.id,
      field.repeated,
      field.resolvedType?.name ?? field.type,
    ]);
    const enums = type.nestedArray.map(inner => [inner.name, (inner as protobuf.Enum).values]);
    return {message: type.name, fields, enums};
  });
}

test('the schema is that of overlay.proto', () => {
  const published = descriptor.FileDescriptorProto.decode(schemaFile(makeOverlayRules()));
  const set = descriptor.FileDescriptorSet.create({file: [published]});
  const root = (protobuf.Root as unknown as {fromDescriptor: (set: unknown) => protobuf.Root}).fromDescriptor(set);
  const written = protobuf.parse(readFileSync(file, 'utf8'), {keepCase: true}).root;
  expect(told(root)).toEqual(told(written));
});
