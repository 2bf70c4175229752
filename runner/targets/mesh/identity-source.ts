// Gives each client of a run who it is in the mesh: a certificate and an address of its own, signed by its CA.
import type {CertificateKind} from '../../../model/peers/sealed.ts';
import {addressDrawer, hostDetails, issuedBy, networkOf, type Authority, type HostIdentity} from './authority.ts';
import {writeWithoutKey} from './host-certificate.ts';
import {newKeyPair} from './keys.ts';
import {shownCertificate, type Shown} from './wrong-certificates.ts';

/** "The newer handshake wins": times of the handshakes of one host. */
export interface HandshakeTimes {
  last: bigint;
}

/** Who a client is, and what it shows in its handshakes. */
interface ClientIdentity {
  readonly vpnIp: number;
  readonly times: HandshakeTimes;
  readonly shown: (kind: CertificateKind) => Shown;
}

/** Identities, one after the other. */
export interface IdentitySource {
  next(): ClientIdentity;
  /** Keeps the node's address, which no client may have. */
  keepNode(vpnIp: number): void;
}

/** Makes the source for a run that was given one certificate: each client is the same host, and other certificates are for runs with a CA. */
export function oneIdentity({certificate, key}: HostIdentity): IdentitySource {
  const vpnIp = certificate.details.ips[0]?.address ?? 0;
  const times = {last: 0n};
  const shown = {certificate: writeWithoutKey(certificate), key};
  return {keepNode: () => undefined, next: () => ({vpnIp, times, shown: () => shown})};
}

/** Makes the source of a run that has a CA. */
export function identitySource(authority: Authority): IdentitySource {
  const draw = addressDrawer(networkOf(authority.certificate.details));
  let nodeAddress = 0;
  const address = (): number => {
    const drawn = draw();
    return drawn === nodeAddress ? draw() : drawn;
  };
  return {
    keepNode: vpnIp => {
      nodeAddress = vpnIp;
    },
    next: () => {
      const vpnIp = address();
      const key = newKeyPair('X25519');
      const name = `touchstone-${String(vpnIp & 0xffff)}`;
      const nowMs = Date.now();
      const details = hostDetails(authority, {name, address: vpnIp, publicKey: key.publicBytes, nowMs});
      const host: HostIdentity = {certificate: issuedBy(authority, details), key};
      const makings = {host, authority, nowSeconds: Math.floor(nowMs / 1_000)};
      return {vpnIp, times: {last: 0n}, shown: kind => shownCertificate(kind, {...makings, nodeAddress})};
    },
  };
}
