// Names the environment variable that can be set in the place of an option.
import {allSettings, variablesOf} from './all-settings.ts';

/** What stands in the place of a secret that a target file holds. */
export const targetFileName = 'TOUCHSTONE_TARGET_FILE_URL';

/** Gives the variable of an option by its key, e.g. `TOUCHSTONE_PROXY` for `proxy`. */
export function variableOfOption(name: string): string {
  const setting = allSettings.get(name);
  const [variable] = setting === undefined ? [] : variablesOf(name, setting);
  return variable ?? `TOUCHSTONE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
