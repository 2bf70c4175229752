// Opens the node of a search or a replay: one that runs already, or one that a target file starts.
import {basename} from 'node:path';
import type {Bounds} from '../../../model/bounds.ts';
import type {Machine} from '../../../model/machine.ts';
import type {LivePort} from '../../../model/peer.ts';
import {transportFor} from '../../../model/peers/transports.ts';
import {loadTargetFile} from '../load/load-target-file.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** Where a node is: an address, or a file that names it; the address wins. */
export interface NodePlace {
  readonly livePeer?: string;
  readonly targetFile?: string;
}

/** An open node with the name that findings give it, or why there is none and the exit code that it costs. */
export type NodeOpening =
  | {readonly kind: 'open'; readonly port: LivePort; readonly name: string}
  | {readonly kind: 'cannot-open'; readonly why: string; readonly exitCode: 2 | 5};

/** Opens it. */
export async function openSearchedNode(machine: Machine, place: NodePlace, bounds: Bounds): Promise<NodeOpening> {
  const loaded = await loadTargetFile(place as TargetOptions, machine);
  if (loaded.kind === 'unusable') return {kind: 'cannot-open', why: loaded.why, exitCode: 2};
  const {livePeer, from} = loaded.options;
  if (livePeer === undefined || transportFor('livePeer', livePeer)?.isSealed !== true)
    return {
      kind: 'cannot-open',
      why: `${place.targetFile ?? 'the target file'} names no node: write livePeer: nebula://HOST:PORT`,
      exitCode: 2,
    };
  const start = await machine.openLive(livePeer, bounds, from?.node);
  if (start.kind === 'cannot-start')
    return {kind: 'cannot-open', why: start.detail, exitCode: start.isWrongAddress ? 2 : 5};
  const [command] = from?.node?.command ?? [];
  // Not its address: what names a certificate or a port of today says nothing tomorrow.
  return {kind: 'open', port: start.port, name: command === undefined ? 'the node' : basename(command)};
}
