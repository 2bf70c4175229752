// Reads a list of revoked certificates.
import type {Problem} from '../../../model/problem.ts';
import type {Revocation} from '../../../model/profile.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asDay,
  asRecord,
  entryOf,
  itemsBelow,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** Gives all revocations, or every problem of the file. */
export function readRevocations({text, file}: {readonly text: string; readonly file: string}): {
  readonly revoked: readonly Revocation[];
  readonly problems: readonly Problem[];
} {
  const {content: revoked = [], problems} = readYamlFile(
    {text, file},
    root => itemsBelow(root, 'a list of revoked certificates', 'revoked').flatMap(item => readRevocation(item) ?? []),
    {what: 'a list of revoked certificates', keys: ['revoked']},
  );
  return {revoked, problems};
}

const textSchema = {type: 'string'};

const keys = {
  certificate: {about: 'Identifier of the certificate.', schema: textSchema, required: true},
  since: {about: 'Day of the revocation.', schema: textSchema, required: true},
  reason: {about: 'Why it was revoked.', schema: textSchema, required: true},
} as const satisfies KeyTable;

function readRevocation(place: Place): Revocation | undefined {
  if (asRecord(place, 'a revocation', keys) === undefined) return undefined;
  const certificate = textOf(entryOf(place, 'certificate'), '"certificate"');
  const sincePlace = entryOf(place, 'since');
  const since = sincePlace === undefined ? undefined : asDay(sincePlace, '"since"');
  const reason = textOf(entryOf(place, 'reason'), '"reason"');
  // A mistyped identifier would silently revoke nothing.
  if (certificate !== undefined && !/^[0-9a-f]{64}$/.test(certificate))
    return note(
      place,
      `"${certificate}" is not an identifier of a certificate`,
      'write the 64 hex digits that verify shows as identifier',
    );
  if (certificate === undefined || since === undefined || reason === undefined) return undefined;
  return {certificate, since, reason};
}
