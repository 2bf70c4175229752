// A node on a UDP socket: datagrams in and out, and the clock of a host that reports to its lighthouse.
import {createSocket} from 'node:dgram';
import {networkInterfaces} from 'node:os';
import type {Address} from '../overlay/rules/answer.ts';
import {addressText, placeOf, readAddress} from './meta.ts';
import {MeshNode, type NodeParts} from './node.ts';

/** What it is served with. */
export interface Serving {
  readonly host: string;
  readonly port: number;
  readonly intervalMs: number;
  readonly lookUp: readonly number[];
}

/** A node that listens. */
export interface ServedNode {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens; rejects with the system's error where it cannot. */
export async function serveNode(
  parts: Omit<NodeParts, 'send' | 'nowMs'>,
  {host, port, intervalMs, lookUp}: Serving,
): Promise<ServedNode> {
  const socket = createSocket('udp4');
  const timers = new Set<NodeJS.Timeout>();
  const later = (afterMs: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, afterMs);
    timers.add(timer);
  };
  const put = (bytes: Buffer, to: Address): void =>
    socket.send(bytes, to.port, addressText(to.ip), error => {
      if (error !== null) parts.log(`could not send to ${addressText(to.ip)}:${String(to.port)}: ${error.message}`);
    });
  const node = new MeshNode({
    ...parts,
    nowMs: () => performance.timeOrigin + performance.now(),
    // No datagram goes to port 0, whoever names it.
    send: (bytes, to, afterMs) => {
      if (to.port < 1 || to.port > 65_535) return;
      if (afterMs === 0) put(bytes, to);
      else later(afterMs, () => put(bytes, to));
    },
  });
  socket.on('message', (bytes, from) => node.take(bytes, placeOf(from)));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, () => {
      socket.off('error', reject).on('error', error => parts.log(`the socket reports: ${error.message}`));
      resolve();
    });
  });
  const ownPort = socket.address().port;
  if (parts.lighthouse !== undefined)
    reportTo(node, {parts, later, intervalMs, lookUp, own: ownAddresses(host, ownPort)});
  return {
    port: ownPort,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      return new Promise(resolve => socket.close(() => resolve()));
    },
  };
}

interface Reporting {
  readonly parts: Pick<NodeParts, 'rules'>;
  readonly later: (afterMs: number, act: () => void) => void;
  readonly intervalMs: number;
  readonly lookUp: readonly number[];
  readonly own: readonly Address[];
}

/** How long the lighthouse may take to answer a handshake before the next one is sent. */
const handshakeAgainMs = 200;

function reportTo(node: MeshNode, {parts: {rules}, later, intervalMs, lookUp, own}: Reporting): void {
  let isThere = false;
  const everyMs = rules.reportsEveryMs(intervalMs);
  const report = (): void => {
    node.report(own);
    if (isThere && everyMs !== undefined) later(everyMs, report);
  };
  const knock = (tries: number): void => {
    if (isThere || !rules.knocks(tries)) return;
    node.report(own);
    later(handshakeAgainMs, () => knock(tries + 1));
  };
  const askFor = (host: number, tries: number): void => {
    const [delayMs = 0] = rules.lookupDelaysMs.slice(tries);
    later(delayMs, () => {
      if (node.askFor(host, tries === 0) && tries + 1 < rules.lookupDelaysMs.length) askFor(host, tries + 1);
    });
  };
  node.punchedFor = host => {
    if (rules.respondsAfterMs !== undefined) later(rules.respondsAfterMs, () => askFor(host, 0));
  };
  node.metAt = (host, places) => {
    for (const afterMs of rules.meetsAgainAfterMs) later(afterMs, () => node.meetAgain(host, places));
  };
  node.lighthouseIsThere = () => {
    if (isThere) return;
    isThere = true;
    report();
    for (const host of lookUp) askFor(host, 0);
  };
  knock(0);
}

/** Where this node can be reached: the address that it listens at, or those of the machine. */
function ownAddresses(host: string, port: number): readonly Address[] {
  const listens = readAddress(host) ?? 0;
  if (listens !== 0) return [{ip: listens, port}];
  const all = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return all.flatMap(({address, family, internal}) =>
    family === 'IPv4' && !internal ? [{ip: readAddress(address) ?? 0, port}] : [],
  );
}
