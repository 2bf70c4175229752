/** What the record states about the automation feature. */
import type {Rules} from './rules.ts';

/** Whose secrets, variables, runners and runs an operation is about; `runner` is the interface of the runners themselves. */
export type ActionsLevel = 'repository' | 'organization' | 'site' | 'runner';

export const actionsRules = {
  // "an experimental, default-disabled automation ("actions") feature"
  actionsDefault: false,

  // "enabled by a configuration setting named `ENABLED` in an `actions` section"
  isActionsOn(this: Rules, setting: boolean | undefined, _level: ActionsLevel): boolean {
    return setting ?? this.actionsDefault;
  },

  // Who administers the site may see its runners: the feature is enabled for the whole of it.
  mayListRunners(_level: ActionsLevel): boolean {
    return true;
  },

  // A feature that is enabled is used and managed.
  mayRemoveRunners(_level: ActionsLevel): boolean {
    return true;
  },

  // "The automation runner interface is served outside the `/api/v1` prefix."
  runnerPrefixes: ['/api/actions'] as readonly string[],
};
