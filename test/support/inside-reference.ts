// Lets a test run properties itself, inside the embedded reference with everybody signed in, as the runner does it.
import {machineOf} from '../../runner/targets/machine.ts';
import type {PlannedProperty, Selection} from '../../model/plan.ts';
import {gatherRunnables} from '../../runner/commands/load/gather-runnables.ts';
import {loadCatalog} from '../../runner/commands/load/catalog.ts';
import {readPlaces} from '../../runner/commands/load/select-options.ts';
import {areasOf, contextOf, offerOf} from '../../runner/commands/open/enter-target.ts';
import {redactorFor} from '../../runner/commands/open/given-secrets.ts';
import {insideTarget} from '../../runner/commands/open/inside-target.ts';
import {openLedger} from '../../runner/commands/open/ledger-file.ts';
import {openTarget} from '../../runner/commands/open/open-target.ts';
import type {RunContext} from '../../runner/execute/attempt/run-context.ts';
import {planRun} from '../../runner/plan/plan-run.ts';
import {temporaryFolder} from './command-line.ts';
import {packageRoot} from './in-process.ts';

const everything: Selection = {places: [], ids: [], tags: [], requirements: []};

/** Starts it with these faults, and gives our properties and a context to run them with. */
export async function insideReference(
  faults: readonly string[],
  work: (run: RunContext, properties: readonly PlannedProperty[]) => Promise<void>,
): Promise<void> {
  const machine = {...machineOf({root: packageRoot, version: '0.0.0'}), env: {}, talk: () => undefined};
  const options = {reference: true, fault: [...faults]};
  const catalog = await loadCatalog(machine, readPlaces([], {}, machine).files);
  const all = await gatherRunnables(catalog, machine, {withProperties: true});
  const properties = all.filter(runnable => runnable.kind === 'property');
  const redactor = redactorFor(options, machine);
  const never = new AbortController().signal;
  const opening = await openTarget(options, machine, {redactor});
  if (opening.kind === 'failed') throw new Error(opening.problems.join('\n'));
  const ledger = openLedger(machine, temporaryFolder());
  const entering = {machine, options, catalog, redactor, ledger, runnables: properties};
  try {
    const stay = await insideTarget(
      opening.target,
      {...entering, stops: {stop: never, abandon: never}},
      async ({target, entry, variants}) => {
        const offer = {...offerOf(target, entry, {options, variants: variants.keys()}), areas: areasOf(target)};
        const {arrangements, operations} = catalog;
        const plan = planRun({
          runnables: properties,
          selection: everything,
          offer,
          arrangements,
          operations,
          seed: 1,
          propertyRuns: 1,
        });
        const made = {machine, catalog, plan, propertyRuns: 1, isRepeatingRed: false, abandon: never};
        await work(await contextOf(target, entry, made), properties);
      },
    );
    if (stay.kind === 'refused') throw new Error(stay.problems.join('\n'));
  } finally {
    ledger.close();
    await opening.target.close();
  }
}
