// Reads the command line of the reference overlay peer.
import {type DoorUrl, readDoorUrl} from './door-url.ts';
import {findFaults, overlayFaults} from './faults.ts';
import type {OverlayPatch} from './rules/overlay-rules.ts';

/** What the command line asks for. */
export type Options =
  | {readonly kind: 'stdio'; readonly form: 'frames' | 'lines'; readonly patches: readonly OverlayPatch[]}
  | {
      readonly kind: 'listen';
      readonly role: 'testee' | 'live';
      readonly door: DoorUrl;
      readonly patches: readonly OverlayPatch[];
    }
  | {readonly kind: 'list-faults'}
  | {readonly kind: 'help'}
  | Problem;
type Problem = {readonly kind: 'problem'; readonly sentence: string};

/** Reads the arguments; a problem is a full sentence. */
export function readOptions(argv: readonly string[]): Options {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const faultNames: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? '';
    if (['--testee', '--line', '--list-faults', '--help'].includes(argument)) {
      flags.add(argument);
    } else if (['--listen', '--live', '--fault'].includes(argument)) {
      const value = argv[++index];
      if (value === undefined) return problem(`${argument} needs a value after it; see --help.`);
      if (argument === '--fault') faultNames.push(value);
      else values.set(argument, value);
    } else {
      return problem(`"${argument}" is no option of this peer; see --help.`);
    }
  }
  if (flags.has('--help')) return {kind: 'help'};
  if (flags.has('--list-faults')) return {kind: 'list-faults'};
  return planRole(flags, values, faultNames);
}

function planRole(
  flags: ReadonlySet<string>,
  values: ReadonlyMap<string, string>,
  faultNames: readonly string[],
): Options {
  const found = findFaults(faultNames);
  if (found.kind === 'unknown')
    return problem(`There is no fault "${found.name}"${nearest(found.name)}; see --list-faults.`);
  const patches = found.faults.map(fault => fault.patch);
  const live = values.get('--live');
  const listen = values.get('--listen');
  const isTestee = flags.has('--testee');
  if (isTestee === (live !== undefined)) return problem('Say either --testee or --live URL; see --help.');
  if (live !== undefined && (listen !== undefined || flags.has('--line'))) {
    return problem('--listen and --line belong to --testee; --live takes its URL itself.');
  }
  if (listen !== undefined && flags.has('--line'))
    return problem('--line speaks on stdin and stdout alone; leave --listen away.');
  const url = live ?? listen;
  if (url === undefined) return {kind: 'stdio', form: flags.has('--line') ? 'lines' : 'frames', patches};
  const door = readDoorUrl(url);
  if (door.kind === 'problem') return door;
  if (isTestee && door.kind === 'udp')
    return problem('A decoder under test is asked over tcp:// or unix:, not over udp://.');
  const query = url.slice(url.indexOf('?'));
  if (isTestee && url.includes('?')) return problem(`"${query}" belongs to --live; --listen takes no parameters.`);
  return {kind: 'listen', role: isTestee ? 'testee' : 'live', door, patches};
}

function nearest(name: string): string {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const near = overlayFaults.find(
    fault => plain(fault.name).includes(plain(name)) || plain(name).includes(plain(fault.name)),
  );
  return near === undefined ? '' : `, did you mean "${near.name}"?`;
}

function problem(sentence: string): Problem {
  return {kind: 'problem', sentence};
}
