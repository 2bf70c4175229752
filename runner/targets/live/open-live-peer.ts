// Opens a live overlay peer, which speaks bare messages: one per datagram, or framed on a stream.
import {isIPv6} from 'node:net';
import type {Bounds} from '../../../model/bounds.ts';
import type {LiveStart} from '../../../model/machine.ts';
import type {LiveConversation} from '../../../model/peer.ts';
import {readLiveAddress, type LiveAddress} from './peer-address.ts';
import {openDatagrams} from './datagram.ts';
import {connectStream, openStream} from './stream.ts';
import {missingHere} from '../process/missing-here.ts';

/** Opens the peer at an address of transports.ts. A stream must accept a connection; a datagram peer shows nothing before it is spoken to. */
export async function openLive(url: string, bounds: Bounds): Promise<LiveStart> {
  const missing = missingHere(url);
  if (missing !== undefined) return {kind: 'cannot-start', detail: missing, isWrongAddress: true};
  const reading = await readLiveAddress(url);
  if (reading.kind !== 'address')
    return {kind: 'cannot-start', detail: reading.detail, isWrongAddress: reading.kind === 'problem'};
  const {address} = reading;
  const refusal = await firstRefusal(address, bounds);
  if (refusal !== undefined)
    return {kind: 'cannot-start', detail: `No live peer can be reached at ${url}: ${refusal}.`, isWrongAddress: false};
  const open = new Set<LiveConversation>();
  return {
    kind: 'started',
    port: {
      url,
      isIpv6: address.kind !== 'unix' && isIPv6(address.address),
      open: async () => {
        const conversation = await openConversation(address, bounds);
        const close = async (): Promise<void> => {
          open.delete(conversation);
          await conversation.close();
        };
        open.add(conversation);
        return {...conversation, close};
      },
      close: async () => {
        await Promise.all([...open].map(conversation => conversation.close()));
        open.clear();
      },
    },
  };
}

async function firstRefusal(address: LiveAddress, {connectTimeoutMs}: Bounds): Promise<string | undefined> {
  if (address.kind === 'udp') return undefined;
  const connection = await connectStream(address, connectTimeoutMs);
  if (connection.kind === 'refused') return connection.detail;
  connection.socket.on('error', () => undefined).destroy();
  return undefined;
}

function openConversation(address: LiveAddress, bounds: Bounds): Promise<LiveConversation> {
  return address.kind === 'udp' ? openDatagrams(address, bounds.frameBytesMax) : openStream(address, bounds);
}
