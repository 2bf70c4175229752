// Says which accounts the contexts of some cases need besides the usual ones.
import type {Runnable} from '../../../model/plan.ts';

/** Lists the accounts that act in contexts. A second administrator is made only where that is allowed. */
export function rolesIn(runnables: readonly Runnable[], isDestructiveAllowed: boolean): readonly string[] {
  const actors = new Set(
    runnables.flatMap(runnable =>
      runnable.kind === 'example' ? runnable.context?.actor : (runnable.drawn?.all ?? []).map(({actor}) => actor),
    ),
  );
  return [
    ...(actors.has('collaborator') || actors.has('team-member') ? ['carol'] : []),
    ...(actors.has('site-administrator') && isDestructiveAllowed ? ['dora'] : []),
  ];
}
