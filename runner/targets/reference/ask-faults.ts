// Asks the embedded reference, both roles of it, which faults it can be given.
import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {ReferenceFault} from '../../../model/machine.ts';
import {referenceCommand} from './start-reference.ts';

const answerWithinMs = 30_000;

/** Lists the faults of the hosting server and of the overlay peer. */
export async function referenceFaults(): Promise<readonly ReferenceFault[]> {
  const [hosting, overlay] = await Promise.all([listed('hosting'), listed('live-peer')]);
  return [
    ...hosting.map(fault => ({...fault, role: 'hosting' as const})),
    ...overlay.map(fault => ({...fault, role: 'overlay' as const})),
  ];
}

async function listed(role: 'hosting' | 'live-peer'): Promise<readonly Omit<ReferenceFault, 'role'>[]> {
  const {command, args} = referenceCommand(role);
  const {stdout} = await promisify(execFile)(command, [...args, '--list-faults'], {
    timeout: answerWithinMs,
    maxBuffer: 8 * 1024 * 1024,
  });
  const faults = JSON.parse(stdout) as readonly (Omit<ReferenceFault, 'role' | 'rules' | 'carries'> & {
    readonly rules?: readonly string[];
    readonly carries?: readonly string[];
    /** The overlay peer patches one rule per fault and names it alone. */
    readonly rule?: string;
  })[];
  return faults.map(({rule, ...fault}) => ({
    ...fault,
    rules: fault.rules ?? (rule === undefined ? [] : [rule]),
    carries: fault.carries ?? [fault.requirement],
  }));
}
