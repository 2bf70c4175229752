// Opens a node that seals its datagrams: reads or makes certificates, starts the node where it is ours to start, and learns what it answers.
import {readFileSync} from 'node:fs';
import type {Bounds} from '../../../model/bounds.ts';
import type {LiveStart} from '../../../model/machine.ts';
import type {LiveConversation, LivePort} from '../../../model/peer.ts';
import type {NodeStart} from '../../../model/target-file.ts';
import {freePort} from '../process/start-command.ts';
import {openDatagrams} from '../live/datagram.ts';
import {defined} from '../../../base/json/defined.ts';
import {readLiveAddress} from '../live/peer-address.ts';
import {newAuthority, type Authority} from './authority.ts';
import {identitySource, type IdentitySource} from './identity-source.ts';
import {learnNode} from './learn-node.ts';
import {readMeshAddress, type MeshAddress} from './mesh-address.ts';
import {nodePort, waitForNode, type NodeParts} from './node-port.ts';
import {readCertificatePem, readKeyPem, type PemReading} from './pem.ts';
import {openSealed} from './sealed-conversation.ts';
import {startNode, type StartedNode} from './started-node.ts';

/** Opens the node at an address of transports.ts; with `start`, it is started at that address first. */
export async function openNode(url: string, bounds: Bounds, start?: NodeStart): Promise<LiveStart> {
  const port = start !== undefined && url.includes('{port}') ? String(await freePort()) : '';
  const place = url.replaceAll('{port}', port);
  const reading = await readMeshAddress(place, readLiveAddress, {isStarted: start !== undefined});
  if (reading.kind !== 'address') return cannot(reading.detail, reading.kind === 'problem');
  const {address} = reading;
  const keys = readKeys(address.files);
  if (keys.kind === 'problem') return cannot(keys.detail, true);
  const {authority} = keys;
  const node = start === undefined ? undefined : await begin(start, address, authority);
  if (node?.kind === 'failed') return cannot(`The node cannot be started: ${node.detail}.`, false);
  // The configuration that the run writes makes it a lighthouse: one that answers no lookup is wrong, and not a host.
  const role = start !== undefined && start.configuration === undefined ? 'lighthouse' : undefined;
  return enter(place, bounds, {address: {...defined({role}), ...address}, authority, node: node?.node});
}

function cannot(detail: string, isWrongAddress: boolean): LiveStart {
  return {kind: 'cannot-start', detail, isWrongAddress};
}

type Keys =
  | {readonly kind: 'authority'; readonly authority: Authority}
  | {readonly kind: 'problem'; readonly detail: string};

function readKeys(files: MeshAddress['files']): Keys {
  if (files.kind === 'own') return {kind: 'authority', authority: newAuthority(Date.now())};
  const certificate = readPem(files.certificate, readCertificatePem);
  if (certificate.kind === 'problem') return certificate;
  if (!certificate.value.details.isCa)
    return {kind: 'problem', detail: `${files.certificate} is the certificate of a host; a CA is needed.`};
  const key = readPem(files.key, text => readKeyPem(text, 'Ed25519'));
  if (key.kind === 'problem') return key;
  if (!certificate.value.details.publicKey.equals(key.value.publicBytes))
    return {kind: 'problem', detail: `${files.key} is not the key of the certificate ${files.certificate}.`};
  return {kind: 'authority', authority: {certificate: certificate.value, key: key.value}};
}

function readPem<Value>(
  path: string,
  read: (text: string) => PemReading<Value>,
): {readonly kind: 'read'; readonly value: Value} | {readonly kind: 'problem'; readonly detail: string} {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return {
      kind: 'problem',
      detail: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const reading = read(text);
  return reading.kind === 'read' ? reading : {kind: 'problem', detail: `${path} ${reading.why}.`};
}

async function begin(start: NodeStart, {udp, cipher}: MeshAddress, authority: Authority): ReturnType<typeof startNode> {
  return startNode(start, {host: udp.address, port: udp.port, cipher, authority, nowMs: Date.now()});
}

interface Opened {
  readonly address: MeshAddress;
  readonly authority: Authority;
  readonly node: StartedNode | undefined;
}

async function enter(url: string, bounds: Bounds, {address, authority, node}: Opened): Promise<LiveStart> {
  const open = new Set<LiveConversation>();
  const source: IdentitySource = identitySource(authority);
  const parts: NodeParts = {
    node,
    source,
    // A node that was just started may need a moment; one that is there answers at once.
    readyWithinMs: Math.max(bounds.connectTimeoutMs, node === undefined ? 0 : startedWithinMs),
    open: () =>
      openSealed({
        cipher: address.cipher,
        ...source.next(),
        openSocket: () => openDatagrams(address.udp, bounds.frameBytesMax),
        nowMs: () => performance.timeOrigin + performance.now(),
      }),
  };
  const close = async (): Promise<void> => {
    await Promise.all([...open].map(one => one.close()));
    open.clear();
    await node?.stop();
  };
  const ready = await waitForNode(parts);
  if (ready.kind === 'failed') {
    await close();
    return cannot(`No node can be reached at ${url}: ${ready.detail}.`, false);
  }
  source.keepNode(ready.vpnIp);
  const learnt = await learnNode(parts.open, address.role);
  const port: LivePort = {
    url,
    open: async () => {
      const conversation = await parts.open();
      open.add(conversation);
      return {
        ...conversation,
        close: async () => {
          open.delete(conversation);
          await conversation.close();
        },
      };
    },
    close,
    node: nodePort(parts, {...learnt, vpnIp: ready.vpnIp}),
  };
  return {kind: 'started', port};
}

/** Time for a node to read its configuration and listen. */
const startedWithinMs = 15_000;
