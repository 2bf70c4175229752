// Opens the embedded reference: the hosting server, the decoder and the live peer, with the faults that were asked for.
import type {Bounds} from '../../../model/bounds.ts';
import {jsonObject} from '../../../model/json.ts';
import type {Machine, ReferenceFault} from '../../../model/machine.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {embeddedPeerAddress} from '../../../model/peer.ts';
import {failed, type Opening, type OpenTarget} from './opening.ts';

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
    target = {...target, livePeer: {live: start.port, address: peer.url}};
  }
  return {kind: 'open', target: {...target, close}};
}

/** What `prove` opens: those roles of the reference that the cases need, with faults. */
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
