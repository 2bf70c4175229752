// Lists every fault of the node.
import {aliveFaults} from './faults/alive.ts';
import {boundFaults} from './faults/bounds.ts';
import {certificateFaults} from './faults/certificates.ts';
import {handshakeFaults} from './faults/handshake.ts';
import {hostFaults} from './faults/host.ts';
import {lighthouseFaults} from './faults/lighthouse.ts';
import {restrictionFaults} from './faults/restrictions.ts';
import {secondTunnelFaults} from './faults/second-tunnel.ts';
import {tunnelFaults} from './faults/tunnel.ts';
import {unharmedFaults} from './faults/unharmed.ts';
import type {MeshPatch} from './rules/mesh-rules.ts';

/** One named wrong behaviour, and the statement that it breaks. */
export interface MeshFault {
  readonly name: string;
  /** An id of suites/mesh-requirements.yaml, or of suites/requirements.yaml. */
  readonly requirement: string;
  /** The part of the node that is wrong. */
  readonly rule: string;
  /** protocol: a standard says so; usual: known nodes do so, and a miss is a warning. */
  readonly basis: 'protocol' | 'usual';
  /** What the faulty node does, as the rest of a sentence that begins with "it". */
  readonly says: string;
  readonly patch: MeshPatch;
}

/** All faults. */
export const meshFaults: readonly MeshFault[] = [
  ...handshakeFaults,
  ...certificateFaults,
  ...restrictionFaults,
  ...tunnelFaults,
  ...secondTunnelFaults,
  ...boundFaults,
  ...unharmedFaults,
  ...lighthouseFaults,
  ...hostFaults,
  ...aliveFaults,
];
