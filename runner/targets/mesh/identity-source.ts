// Gives each client of a run who it is in the mesh: a certificate and an address of its own, signed by its CA.
import type {CertificateKind, ChangedDetails, HandshakeChanges} from '../../../model/peers/sealed.ts';
import {
  addressDrawer,
  hostDetails,
  issuedBy,
  keptAddress,
  networkOf,
  type Authority,
  type HostIdentity,
} from './authority.ts';
import {writeWithoutKey, type Network} from './host-certificate.ts';
import {newKeyPair} from './keys.ts';
import {certificateWith, shownCertificate, type Shown} from './wrong-certificates.ts';

/** "The newer handshake wins": times of the handshakes of one host. */
export interface HandshakeTimes {
  last: bigint;
}

/** Who a client is, and what it shows in its handshakes. */
interface ClientIdentity {
  readonly vpnIp: number;
  readonly times: HandshakeTimes;
  readonly shown: (kind: CertificateKind, details?: ChangedDetails, authority?: HandshakeChanges['authority']) => Shown;
}

/** Identities, one after the other. */
export interface IdentitySource {
  next(): ClientIdentity;
  /** Gives the identity of this number, below 16: the same address in the mesh whenever it is asked for. */
  kept(number: number): ClientIdentity;
  /** Keeps the node's address, which no client may have, and its network, in which all others are: nodes send nothing to hosts outside of it. */
  keepNode(node: Network): void;
}

/** Makes the source for a run that was given one certificate: each client is the same host, and other certificates are for runs with a CA. */
export function oneIdentity({certificate, key}: HostIdentity): IdentitySource {
  const vpnIp = certificate.details.ips[0]?.address ?? 0;
  const times = {last: 0n};
  const shown = {certificate: writeWithoutKey(certificate), key};
  const next = (): ClientIdentity => ({vpnIp, times, shown: () => shown});
  return {keepNode: () => undefined, next, kept: next};
}

/** Makes the source of a run that has a CA, and maybe another one that restricts its hosts. */
export function identitySource(authority: Authority, restricted?: Authority): IdentitySource {
  let network = networkOf(authority.certificate.details);
  let draw = addressDrawer(network);
  const kept = new Map<number, ClientIdentity>();
  let nodeAddress = 0;
  const address = (): number => {
    const drawn = draw();
    return drawn === nodeAddress ? draw() : drawn;
  };
  const signerOf = (by: HandshakeChanges['authority']): Authority => {
    if (by === undefined || restricted === undefined) return authority;
    return by === 'restricted' ? restricted : {...authority, key: restricted.key};
  };
  const identityAt = (vpnIp: number): ClientIdentity => {
    const key = newKeyPair('X25519');
    const name = `touchstone-${String(vpnIp & 0xffff)}`;
    const nowMs = Date.now();
    const {mask} = network;
    const details = hostDetails(authority, {name, address: vpnIp, mask, publicKey: key.publicBytes, nowMs});
    const host: HostIdentity = {certificate: issuedBy(authority, details), key};
    const makings = {host, authority, nowSeconds: Math.floor(nowMs / 1_000)};
    return {
      vpnIp,
      times: {last: 0n},
      shown: (kind, changed, by) => {
        const signing = {...makings, nodeAddress, authority: signerOf(by)};
        return changed === undefined && by === undefined
          ? shownCertificate(kind, signing)
          : certificateWith(changed ?? {}, signing);
      },
    };
  };
  return {
    keepNode: ({address: own, mask}) => {
      nodeAddress = own;
      if ((own & mask) === (network.address & network.mask) && mask === network.mask) return;
      network = {address: own & mask, mask};
      draw = addressDrawer(network);
      kept.clear();
    },
    next: () => identityAt(address()),
    kept: number => {
      const known = kept.get(number) ?? identityAt(keptAddress(network, number));
      kept.set(number, known);
      return known;
    },
  };
}
