// Opens a node that seals its datagrams: reads or makes certificates, starts the node where it is ours to start, and learns what it answers.
import {readFileSync} from 'node:fs';
import type {Bounds} from '../../../model/bounds.ts';
import type {LiveStart} from '../../../model/machine.ts';
import type {LiveConversation, LivePort} from '../../../model/peer.ts';
import type {NodeStart} from '../../../model/target-file.ts';
import {freeDatagramPort, openDatagrams} from '../live/datagram.ts';
import {defined} from '../../../base/json/defined.ts';
import {readLiveAddress} from '../live/peer-address.ts';
import {
  hostDetails,
  issuedBy,
  networkOf,
  newAuthority,
  newRestrictedAuthority,
  restricts,
  restrictsAsKnown,
  type Authority,
  type HostIdentity,
} from './authority.ts';
import type {CertificateDetails} from './host-certificate.ts';
import {whyNot} from '../host/why-not.ts';
import {identitySource, oneIdentity, type IdentitySource} from './identity-source.ts';
import {newKeyPair} from './keys.ts';
import {learnNode} from './learn-node.ts';
import {readMeshAddress, type MeshAddress} from './mesh-address.ts';
import {nodePort, waitForNode, type NodeParts} from './node-port.ts';
import {atNewPorts} from './new-ports.ts';
import {ownLighthouse, type OwnLighthouse} from './own-lighthouse.ts';
import {readCertificatePem, readKeyPem, readOtherAuthorities, type PemReading} from './pem.ts';
import {openSealed} from './sealed-conversation.ts';
import {startNode, type StartedNode} from './started-node.ts';

/** Opens the node at an address of transports.ts; with `start`, it is started at that address first. */
export async function openNode(url: string, bounds: Bounds, start?: NodeStart): Promise<LiveStart> {
  const port = start !== undefined && url.includes('{port}') ? String(await freeDatagramPort()) : '';
  const place = url.replaceAll('{port}', port);
  const reading = await readMeshAddress(place, readLiveAddress, {isStarted: start !== undefined});
  if (reading.kind !== 'address') return cannot(reading.detail, reading.kind === 'problem');
  const {address} = reading;
  const holder = readKeys(address.files);
  if (holder.kind === 'problem') return cannot(holder.detail, true);
  // Only the address of a node that runs already can name the certificate of one host.
  if (start === undefined || holder.kind === 'host')
    return enter(place, bounds, {address, holder, node: undefined, lighthouse: undefined});
  const {authority, restricted} = holder;
  const lighthouse = address.role === 'host' ? await lighthouseFor(address, authority) : undefined;
  const node = await begin(start, {address, authority, restricted, lighthouse});
  if (node.kind === 'failed') {
    await lighthouse?.close();
    return cannot(`the node cannot be started: ${node.detail}`, false);
  }
  // The configuration that the run writes makes it a lighthouse: one that answers no lookup is wrong, and not a host.
  const role = start.configuration === undefined ? 'lighthouse' : undefined;
  return enter(place, bounds, {address: {...defined({role}), ...address}, holder, node: node.node, lighthouse});
}

function cannot(detail: string, isWrongAddress: boolean): LiveStart {
  return {kind: 'cannot-start', detail, isWrongAddress};
}

/** Whose certificates the run shows: those that it signs itself, or the one of a host. */
type Holder =
  | {readonly kind: 'authority'; readonly authority: Authority; readonly restricted: Authority | undefined}
  | {readonly kind: 'host'; readonly identity: HostIdentity};

function readKeys(files: MeshAddress['files']): Holder | {readonly kind: 'problem'; readonly detail: string} {
  if (files.kind === 'own') {
    const authority = newAuthority(Date.now());
    const restricted = newRestrictedAuthority(Date.now(), networkOf(authority.certificate.details));
    return {kind: 'authority', authority, restricted};
  }
  const isAuthority = files.kind === 'authority';
  const certificate = readPem(files.certificate, readCertificatePem);
  if (certificate.kind === 'problem') return certificate;
  const {details} = certificate.value;
  const outOfTime = whyOutOfTime(details, Date.now() / 1_000);
  if (outOfTime !== undefined) return {kind: 'problem', detail: `${files.certificate} ${outOfTime}.`};
  if (details.isCa !== isAuthority) {
    const is = isAuthority
      ? 'the certificate of a host; a CA is needed'
      : 'the certificate of a CA; write ?ca=FILE&key=FILE';
    return {kind: 'problem', detail: `${files.certificate} is ${is}.`};
  }
  const key = readPem(files.key, text => readKeyPem(text, isAuthority ? 'Ed25519' : 'X25519'));
  if (key.kind === 'problem') return key;
  if (!details.publicKey.equals(key.value.publicBytes))
    return {kind: 'problem', detail: `${files.key} is not the key of the certificate ${files.certificate}.`};
  const held = {certificate: certificate.value, key: key.value};
  if (!isAuthority) return {kind: 'host', identity: held};
  const others = readOtherAuthorities(readFileSync(files.certificate, 'utf8'), readFileSync(files.key, 'utf8'));
  return {kind: 'authority', authority: held, restricted: others.find(restricts)};
}

/** Nodes refuse such certificates, and those that such a CA signs, without a word. */
function whyOutOfTime({notBefore, notAfter}: CertificateDetails, nowSeconds: number): string | undefined {
  if (notAfter <= nowSeconds) return `ended on ${timeText(notAfter)}; make one that is valid now`;
  if (notBefore > nowSeconds) return `begins on ${timeText(notBefore)}; make one that is valid now, or set this clock`;
  return undefined;
}

function timeText(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' at ')} UTC`;
}

function readPem<Value>(
  path: string,
  read: (text: string) => PemReading<Value>,
): {readonly kind: 'read'; readonly value: Value} | {readonly kind: 'problem'; readonly detail: string} {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return {kind: 'problem', detail: `${path} cannot be read: ${whyNot(error)}.`};
  }
  const reading = read(text);
  return reading.kind === 'read' ? reading : {kind: 'problem', detail: `${path} ${reading.why}.`};
}

interface Mesh {
  readonly address: MeshAddress;
  readonly authority: Authority;
  readonly restricted: Authority | undefined;
  /** Ours, where the node is a host that reports to it. */
  readonly lighthouse: OwnLighthouse | undefined;
}

async function begin(
  start: NodeStart,
  {address: {udp, cipher}, authority, restricted, lighthouse}: Mesh,
): ReturnType<typeof startNode> {
  return startNode(start, {
    host: udp.address,
    port: udp.port,
    cipher,
    authority,
    restricted,
    lighthouse,
    nowMs: Date.now(),
  });
}

/** The lighthouse has the second address of the network; the node has the first. */
async function lighthouseFor({udp, cipher}: MeshAddress, authority: Authority): Promise<OwnLighthouse> {
  const {address: network, mask} = networkOf(authority.certificate.details);
  const vpnIp = ((network >>> 0) + 2) >>> 0;
  const isOfMesh = (one: number): boolean => ((one ^ network) & mask) === 0;
  const key = newKeyPair('X25519');
  const details = hostDetails(authority, {
    name: 'lighthouse',
    address: vpnIp,
    publicKey: key.publicBytes,
    nowMs: Date.now(),
  });
  const identity = {certificate: issuedBy(authority, details), key};
  return ownLighthouse({cipher, host: udp.address, vpnIp, identity, isOfMesh, nowMs});
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

interface Opened extends Pick<Mesh, 'address' | 'lighthouse'> {
  readonly holder: Holder;
  readonly node: StartedNode | undefined;
}

async function enter(url: string, bounds: Bounds, {address, holder, node, lighthouse}: Opened): Promise<LiveStart> {
  const open = new Set<LiveConversation>();
  const source: IdentitySource =
    holder.kind === 'authority' ? identitySource(holder.authority, holder.restricted) : oneIdentity(holder.identity);
  let nodeIp = 0;
  const openSocket = atNewPorts(() => openDatagrams(address.udp, bounds.frameBytesMax));
  const openAs = (identity: ReturnType<IdentitySource['next']>): Promise<LiveConversation> =>
    openSealed({
      cipher: address.cipher,
      ...identity,
      authority: holder.kind === 'authority' ? holder.authority.certificate : undefined,
      nodeIp: () => nodeIp,
      openSocket,
      nowMs,
    });
  const keep = (conversation: LiveConversation): LiveConversation => {
    open.add(conversation);
    return {
      ...conversation,
      close: async () => {
        open.delete(conversation);
        await conversation.close();
      },
    };
  };
  const parts: NodeParts = {
    node,
    source,
    isOneHost: holder.kind === 'host',
    // A node that was just started may need a moment; one that is there answers at once.
    readyWithinMs: Math.max(bounds.connectTimeoutMs, node === undefined ? 0 : startedWithinMs),
    cipher: address.cipher,
    trust: whyRefused(address, holder),
    open: () => openAs(source.next()),
    openKept: async () => keep(await parts.open()),
    openNumber: async number => keep(await openAs(source.kept(number))),
  };
  const close = async (): Promise<void> => {
    await Promise.all([...open].map(one => one.close()));
    open.clear();
    await node?.stop();
    await lighthouse?.close();
  };
  const ready = await waitForNode(parts);
  if (ready.kind === 'failed') {
    await close();
    return cannot(`no node answers at ${address.udp.address}:${String(address.udp.port)}: ${ready.detail}`, false);
  }
  nodeIp = ready.network?.address ?? 0;
  if (ready.network !== undefined) source.keepNode(ready.network);
  const learnt = await learnNode(parts.open, {
    ...defined({role: address.role}),
    reportsToUs: lighthouse !== undefined,
    hasAuthority: holder.kind === 'authority',
    isRestricted: holder.kind === 'authority' && restricts(holder.authority),
    hasRestricted:
      holder.kind === 'authority' &&
      holder.restricted !== undefined &&
      restrictsAsKnown(holder.restricted, ready.network),
  });
  const port: LivePort = {
    url,
    open: parts.openKept,
    close,
    node: {
      ...nodePort(parts, {...learnt, vpnIp: nodeIp}),
      place: {address: address.udp.address, port: address.udp.port},
      ...(lighthouse === undefined ? {} : {openLighthouse: () => lighthouse.open()}),
    },
  };
  return {kind: 'started', port};
}

function whyRefused({files}: MeshAddress, holder: Holder): string {
  if (files.kind === 'own') return 'its configuration may not name {ca}, {cert} and {key}';
  if (holder.kind === 'authority') return `it may not trust the CA ${files.certificate}`;
  return `it may not trust the CA that signed ${files.certificate}`;
}

/** Time for a node to read its configuration and listen. */
const startedWithinMs = 15_000;
