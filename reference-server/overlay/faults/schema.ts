// Faults of what a peer says of its schema.
import type {OverlayFault} from '../faults.ts';

const published = {rule: 'SCHEMA', basis: 'protocol'} as const;

export const schemaFaults: readonly OverlayFault[] = [
  {
    ...published,
    name: 'schema-of-proto2',
    requirement: 'OV-SYNTAX',
    says: 'was built from a schema in proto2',
    patch: () => ({schemaSyntax: 'proto2'}),
  },
  {
    ...published,
    name: 'schema-of-another-package',
    requirement: 'OV-PACKAGE',
    says: 'was built from a schema of the package mesh',
    patch: () => ({schemaPackage: 'mesh'}),
  },
  {
    ...published,
    name: 'schema-with-version-in-handshake',
    requirement: 'OV-NO-VERSION',
    says: 'was built from a schema whose handshake has a field ProtocolVersion',
    patch: before => ({
      publishedFields: (rules, message) => [
        ...before.publishedFields(rules, message),
        ...(message === 'OverlayHandshakeDetails'
          ? [{name: 'ProtocolVersion', number: 6, kind: 'uint32'} as const]
          : []),
      ],
    }),
  },
];
