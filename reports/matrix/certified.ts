// A certificate as the matrix shows it: what it stands for, whose word it is, and whether it still counts.

/** One certificate about a run. */
export interface MatrixCertificate {
  readonly profile: string;
  readonly title: string;
  /** How many statements it stands for. */
  readonly statements: number;
  readonly issuer: string;
  readonly issuedAt: string;
  readonly expiresAt?: string;
  /** Who else watched the run; without this it is self-declared. */
  readonly observedBy?: string;
  /** The key of the reader's that signed it; without one nothing shows who wrote it. */
  readonly keyId?: string;
  /** Why it does not count any more; empty for a valid one. */
  readonly lapsed: readonly {readonly kind: 'expired' | 'revoked'; readonly why: string}[];
  /** Why this touchstone could not recompute it from the journals. */
  readonly unchecked?: string;
  /** The certificate itself, byte by byte. */
  readonly text: string;
}

/** In one word whether it counts. */
export type CertificateState = 'valid' | 'expired' | 'revoked' | 'unchecked';

/** Gives the state; what was revoked is not told as expired. */
export function certificateState({lapsed, unchecked}: MatrixCertificate): CertificateState {
  const revoked = lapsed.find(({kind}) => kind === 'revoked') ?? lapsed[0];
  return revoked?.kind ?? (unchecked === undefined ? 'valid' : 'unchecked');
}

/** Says what a reader may take from it, in one sentence. */
export function certificateText(certificate: MatrixCertificate): string {
  const {issuedAt, expiresAt, observedBy, keyId, lapsed, unchecked} = certificate;
  const parts = [
    observedBy === undefined ? 'self-declared' : `observed by ${observedBy}, as the issuer says`,
    keyId === undefined ? 'not signed' : 'signed with a trusted key',
    `issued on ${issuedAt.slice(0, 10)}`,
    ...(expiresAt === undefined || lapsed.some(({kind}) => kind === 'expired')
      ? []
      : [`valid until ${expiresAt.slice(0, 10)}`]),
    ...lapsed.map(({why}) => why),
    ...(unchecked === undefined ? [] : [`not recomputed: ${unchecked}`]),
  ];
  return parts.join('; ');
}
