// Says whether an intact certificate still counts: it expires, and its issuer can revoke it.
import type {Machine} from '../../../model/machine.ts';
import type {Revocation} from '../../../model/profile.ts';
import type {Certificate} from '../../../reports/certificate/certificate.ts';
import {shownProblems} from '../load/linked-file.ts';
import {isColored} from '../words/colored.ts';

/** The revoked certificates, or the text that says why the file cannot be used. */
type Revocations =
  | {readonly kind: 'revocations'; readonly revoked: readonly Revocation[]}
  | {readonly kind: 'unusable'; readonly why: string};

/** Reads the list that `--revoked` names; without one nothing is revoked. */
export async function loadRevocations(file: string | undefined, machine: Machine): Promise<Revocations> {
  if (file === undefined) return {kind: 'revocations', revoked: []};
  const text = machine.files.readText(file);
  if (text.kind === 'unreadable') return {kind: 'unusable', why: `--revoked ${file}: ${text.why}`};
  const {readRevocations} = await import('../../read/contract/read-revocations.ts');
  const {revoked, problems} = readRevocations({text: text.text, file});
  if (problems.length === 0) return {kind: 'revocations', revoked};
  const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
  const color = isColored(machine, machine.terminal.isTalkTerminal);
  return {
    kind: 'unusable',
    why: `${file} cannot be used\n${renderProblems(shownProblems(problems, file, machine), {color})}`,
  };
}

/** Gives every reason why a certificate does not count any more. */
export function whyLapsed(
  {predicate: {checksum, issuer}}: Certificate,
  revoked: readonly Revocation[],
  now: () => Date,
): readonly {readonly kind: 'expired' | 'revoked'; readonly why: string}[] {
  const {expiresAt} = issuer;
  const isExpired = expiresAt !== undefined && !(Date.parse(expiresAt) > now().getTime());
  return [
    ...(isExpired ? [{kind: 'expired' as const, why: `it expired: it was valid until ${expiresAt}`}] : []),
    ...revoked
      .filter(({certificate}) => certificate === checksum)
      .map(({since, reason}) => ({kind: 'revoked' as const, why: `it was revoked on ${since}: ${reason}`})),
  ];
}
