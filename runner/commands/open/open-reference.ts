// Opens the embedded reference: the hosting server, the decoder and the live peer, with the faults that were asked for.
import type {Bounds} from '../../../model/bounds.ts';
import {jsonObject} from '../../../model/json.ts';
import type {Machine, ReferenceFault} from '../../../model/machine.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {embeddedPeerAddress, type LivePort, type NodeRole} from '../../../model/peer.ts';
import {failed, type Opening, type OpenTarget} from './opening.ts';

/** What the embedded reference can be judged on. */
export const referenceAreas: ReadonlySet<string> = new Set(['hosting', 'overlay-codec', 'overlay-live']);

/** Opens the embedded reference, only the roles that are needed. */
export async function openReference({
  machine,
  faults,
  areas,
  isTracingRules,
  bounds,
  settings,
  redaction,
}: ReferenceParts): Promise<Opening> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  const namesOf = (role: ReferenceFault['role']): readonly string[] =>
    faults.filter(fault => fault.role === role).map(({name}) => name);
  let target: Omit<OpenTarget, 'close'> = {isReference: true, faults, bounds, notes: []};
  const cannot = async (message: string): Promise<Opening> => {
    await close();
    return failed(5, message);
  };
  if (areas.has('hosting')) {
    const hosting = await machine.startReference({
      role: 'hosting',
      faults: namesOf('hosting'),
      settings,
      isTracingRules,
    });
    if (hosting.kind === 'cannot-start') return cannot(`the embedded reference cannot be started: ${hosting.detail}`);
    closers.push(() => hosting.stop());
    const http = await machine.openHttp({baseUrl: hosting.url, bounds, tls: {insecure: false}, headers: [], redaction});
    closers.push(() => http.close());
    const webhooks = await machine.openWebhooks({host: '127.0.0.1', port: 0});
    closers.push(() => webhooks.close());
    target = {
      ...target,
      webhooks,
      hosting: {
        http,
        baseUrl: hosting.url,
        admin: hosting.admin,
        accounts: new Map(),
        isInsecure: false,
        existing: jsonObject([
          [
            'old-token',
            jsonObject([
              ['login', hosting.admin.user],
              ['token', hosting.oldToken],
            ]),
          ],
        ]),
        adminByToken: {user: hosting.admin.user, token: hosting.adminToken},
      },
    };
  }
  if (areas.has('overlay-codec')) {
    const start = await machine.openTestee(machine.referencePeer(namesOf('overlay')), bounds);
    if (start.kind === 'cannot-start') return cannot(start.detail);
    closers.push(() => start.port.close());
    target = {...target, peer: {testee: start.port, address: embeddedPeerAddress}};
  }
  if (areas.has('overlay-live')) {
    const peer = await machine.startReference({
      role: 'live-peer',
      faults: namesOf('overlay'),
      settings: [],
      isTracingRules: false,
    });
    if (peer.kind === 'cannot-start') return cannot(`the embedded live peer cannot be started: ${peer.detail}`);
    closers.push(() => peer.stop());
    const start = await machine.openLive(peer.url, bounds);
    if (start.kind === 'cannot-start') return cannot(start.detail);
    closers.push(() => start.port.close());
    const nodes = lateNodes({machine, faults: namesOf('mesh'), bounds});
    closers.push(() => nodes.close());
    target = {...target, livePeer: {live: start.port, address: peer.url}, openNode: nodes.open};
  }
  return {kind: 'open', target: {...target, close}};
}

/** The nodes of a mesh, each of which is started when it is asked for: most runs of a few cases need none. */
function lateNodes({
  machine,
  faults,
  bounds,
}: Pick<ReferenceParts, 'machine' | 'bounds'> & {readonly faults: readonly string[]}): {
  readonly open: (role: NodeRole) => Promise<LivePort>;
  readonly close: () => Promise<void>;
} {
  const opened = new Map<NodeRole, Promise<{readonly port: LivePort; readonly stop: () => Promise<void>}>>();
  const nothing = (): Promise<void> => Promise.resolve();
  const start = {
    lighthouse: async () => {
      const node = await machine.startReference({role: 'mesh', faults, settings: [], isTracingRules: false});
      if (node.kind === 'cannot-start') return {port: deadPort(node.detail), stop: nothing};
      const live = await machine.openLive(node.url, bounds);
      return {port: live.kind === 'started' ? live.port : deadPort(live.detail), stop: () => node.stop()};
    },
    // The run makes the mesh and is its lighthouse, as it does for hosts of other makers.
    host: async () => {
      const live = await machine.openLive(hostUrl, bounds, machine.referenceHost(faults));
      return {port: live.kind === 'started' ? live.port : deadPort(live.detail), stop: nothing};
    },
  };
  return {
    open: async role => {
      const node = opened.get(role) ?? start[role]();
      opened.set(role, node);
      return (await node).port;
    },
    close: async () => {
      for (const one of opened.values()) {
        const node = await one;
        await node.port.close();
        await node.stop();
      }
    },
  };
}

// The lighthouse has the usual cipher, and the host the other one.
const hostUrl = 'nebula://127.0.0.1:{port}?role=host&cipher=chachapoly';

/** Stands for a node that could not be started: each case says why. */
function deadPort(detail: string): LivePort {
  const refused = {kind: 'refused', detail} as const;
  return {
    url: '',
    open: () =>
      Promise.resolve({
        send: () => Promise.resolve(refused),
        receive: () => Promise.resolve(refused),
        dropped: () => 0,
        close: () => Promise.resolve(),
      }),
    close: () => Promise.resolve(),
  };
}

/** Those roles of the reference that the cases need, with faults. */
export interface ReferenceParts {
  readonly machine: Machine;
  readonly faults: readonly ReferenceFault[];
  readonly areas: ReadonlySet<string>;
  readonly isTracingRules: boolean;
  readonly bounds: Bounds;
  /** `section.KEY=value` settings of the hosting server. */
  readonly settings: readonly string[];
  readonly redaction: Redaction;
}
