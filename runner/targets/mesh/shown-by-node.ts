// What a node shows of itself in its packet of a handshake: its keys, and whether its certificate is one that its peers let in.
import {fingerprintOf, isIssuedBy, readCertificate, type Certificate} from './host-certificate.ts';

/** The keys of a handshake message and the certificate that came with them. */
export interface ShownByNode {
  readonly ephemeral: Buffer;
  readonly fixed: Buffer;
  readonly certificate: Buffer;
}

/** Says what is wrong with the certificate of a node, or `good`; without a CA only what that does not take. */
export function certificateVerdict(
  {fixed, certificate: bytes}: Pick<ShownByNode, 'fixed' | 'certificate'>,
  authority: Certificate | undefined,
  nowSeconds: number,
): string {
  if (bytes.length === 0) return 'none';
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return 'unreadable';
  const {details} = certificate;
  // "In a handshake the certificate travels without PublicKey; the receiver puts the Noise static key in before it checks."
  if (details.publicKey.length > 0) return 'with its key';
  if (details.isCa) return 'of a CA';
  if (details.ips.length === 0) return 'without an address';
  if (details.notAfter <= nowSeconds || details.notBefore > nowSeconds + clockSeconds) return 'not valid now';
  if (authority === undefined) return 'good';
  if (!details.issuer.equals(fingerprintOf(authority))) return 'of another issuer';
  const whole = {...certificate, details: {...details, publicKey: fixed}};
  return isIssuedBy(authority.details.publicKey, whole) ? 'good' : 'with a signature that does not fit';
}

/** A node's CA may be on a machine whose clock is ahead. */
const clockSeconds = 60;
