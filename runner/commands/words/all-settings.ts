// All options of a run by name: what the environment, `run:` of a target file and docs/options.md know.
import {againSettings, contextSettings, runSettings, selectSettings} from '../../../model/run-settings.ts';
import {variableOf, type Setting, type SettingGroup} from '../../../model/setting.ts';
import {targetSettings} from '../../../model/target-settings.ts';

/** The groups in the order of the help of `run`. */
export const allGroups: readonly SettingGroup[] = [
  ...targetSettings,
  {title: 'Which cases:', settings: {...selectSettings, ...againSettings, ...contextSettings}},
  ...runSettings,
];

/** Every option by its name in the code. */
export const allSettings: ReadonlyMap<string, Setting> = new Map(
  allGroups.flatMap(({settings}) => Object.entries(settings)),
);

/** The environment variables of an option: one, and one more where a flag has a second name. */
export function variablesOf(name: string, {flags}: Setting): readonly string[] {
  const second = /^--([\w-]+), --/.exec(flags)?.[1];
  return [
    variableOf(name),
    ...(second === undefined ? [] : [`TOUCHSTONE_${second.replaceAll('-', '_').toUpperCase()}`]),
  ];
}
