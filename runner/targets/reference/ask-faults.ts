// Asks the embedded reference, all roles of it, which faults it can be given.
import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {ReferenceFault, ReferenceSettings} from '../../../model/machine.ts';
import {referenceCommand} from './start-reference.ts';

const answerWithinMs = 30_000;

/** Lists the faults of the hosting server, of the overlay peer and of the node. */
export async function referenceFaults(): Promise<readonly ReferenceFault[]> {
  const [hosting, overlay, mesh] = await Promise.all([listed('hosting'), listed('live-peer'), listed('mesh')]);
  return [
    ...hosting.map(fault => ({...fault, role: 'hosting' as const})),
    ...overlay.map(fault => ({...fault, role: 'overlay' as const})),
    ...mesh.map(fault => ({...fault, role: 'mesh' as const})),
  ];
}

async function listed(role: ReferenceSettings['role']): Promise<readonly Omit<ReferenceFault, 'role'>[]> {
  const {command, args} = referenceCommand(role);
  const {stdout} = await promisify(execFile)(command, [...args, '--list-faults'], {
    timeout: answerWithinMs,
    maxBuffer: 8 * 1024 * 1024,
  });
  const faults = JSON.parse(stdout) as readonly (Omit<ReferenceFault, 'role' | 'rules' | 'carries'> & {
    readonly rules?: readonly string[];
    readonly carries?: readonly string[];
    /** The overlay peer and the node name one rule for each fault. */
    readonly rule?: string;
  })[];
  return faults.map(({rule, ...fault}) => ({
    ...fault,
    rules: fault.rules ?? (rule === undefined ? [] : [rule]),
    carries: fault.carries ?? [fault.requirement],
  }));
}
