// Chooses the faults that `prove` is asked for: by name or pattern, by role, or a part of all.
import {program} from '../../../base/text/program.ts';
import type {ReferenceFault} from '../../../model/machine.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {nearestName} from '../../../base/text/nearest-name.ts';
import {shardOf} from '../../plan/shard.ts';
import type {Shard} from '../../../model/plan.ts';

/** The options that choose faults. */
export interface FaultChoice {
  readonly fault?: readonly string[];
  readonly hosting?: boolean;
  readonly overlay?: boolean;
  readonly mesh?: boolean;
  readonly shard?: Shard;
}

/** Gives the chosen faults in the order of the list; refuses a pattern that fits none, and a choice that leaves none. */
export function chooseFaults(
  known: readonly ReferenceFault[],
  {fault: patterns, shard, ...roles}: FaultChoice,
):
  | {readonly kind: 'chosen'; readonly faults: readonly ReferenceFault[]}
  | {readonly kind: 'refused'; readonly why: string} {
  const unknown = (patterns ?? []).filter(pattern => known.every(({name}) => !matchesStars(pattern, name)));
  if (unknown.length > 0)
    return refused(
      `the reference has no fault ${unknown.join(', ')}${nearFaults(unknown, known)}\n  ${program} prove --list lists them`,
    );
  const isOfRole = ({role}: ReferenceFault): boolean => !isChoosingRoles(roles) || roles[role] === true;
  const faults = known
    .filter(({name}) => patterns === undefined || patterns.some(pattern => matchesStars(pattern, name)))
    .filter(isOfRole)
    .filter(({name}) => shard === undefined || shardOf(name, shard.count) === shard.index);
  return faults.length === 0
    ? refused('no fault is left to prove; leave one of --fault, --hosting, --overlay, --mesh and --shard out')
    : {kind: 'chosen', faults};
}

/** Says which faults were probably meant; nothing when none is near. */
export function nearFaults(unknown: readonly string[], known: readonly ReferenceFault[]): string {
  const names = known.map(({name}) => name);
  const near = new Set(unknown.flatMap(typed => nearestName(typed, names) ?? []));
  return near.size === 0 ? '' : `\n  did you mean ${[...near].map(name => `"${name}"`).join(', ')}?`;
}

/** Whether the options leave faults out. */
export function isChoosing({fault, shard, ...roles}: FaultChoice): boolean {
  return fault !== undefined || shard !== undefined || isChoosingRoles(roles);
}

/** All roles are as good as none. */
function isChoosingRoles({hosting, overlay, mesh}: Pick<FaultChoice, ReferenceFault['role']>): boolean {
  return new Set([hosting === true, overlay === true, mesh === true]).size > 1;
}

function refused(why: string): {readonly kind: 'refused'; readonly why: string} {
  return {kind: 'refused', why};
}
