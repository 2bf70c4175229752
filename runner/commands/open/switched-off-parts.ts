// Asks an entered target which parts are switched off there, of those that its cases need.
import type {Plan, Runnable} from '../../../model/plan.ts';
import {switchedOff} from '../../execute/steps/learn-switched-off.ts';
import {capabilitiesNeeded} from '../../plan/gate-case.ts';
import {contextOf, declaredAbsent, lackingOperations, type Entry, type EnterInputs} from './enter-target.ts';
import type {OpenTarget} from './opening.ts';

const noPlan: Plan = {cases: [], filtered: 0, seed: 0, requests: 0, objects: 0};

/** Gives the entry with what was found; the same one where nobody may make things, or nothing was asked. */
export async function withSwitchedOff(
  target: OpenTarget,
  entry: Entry,
  {machine, options, catalog, stops, runnables}: EnterInputs & {readonly runnables: readonly Runnable[]},
): Promise<Entry> {
  if (target.hosting === undefined || entry.isUnasked === true || !entry.actors.has('alice')) return entry;
  const declared = declaredAbsent(options);
  const needed = neededBy(runnables, catalog);
  const run = await contextOf(target, entry, {
    machine,
    catalog,
    plan: noPlan,
    propertyRuns: 0,
    isRepeatingRed: false,
    abandon: stops.abandon,
  });
  const off = await switchedOff(run, new Set([...needed].filter(name => !declared.has(name))), stops.stop);
  const notes = [...entry.notes, ...run.learnt.leftovers.map(left => `left behind: ${left}`)];
  if (off.size === 0) return {...entry, notes};
  const lacking = {...entry.dialect.lacking, ...lackingOperations(off, catalog.operations)};
  return {...entry, notes, found: new Map([...entry.found, ...off]), dialect: {...entry.dialect, lacking}};
}

function neededBy(runnables: readonly Runnable[], catalog: EnterInputs['catalog']): ReadonlySet<string> {
  return new Set(runnables.flatMap(runnable => capabilitiesNeeded(runnable, catalog)));
}
