// Writes settings as the words of a command line, so that a program's run is checked and told exactly as a person's.
import type {RunSettings} from './run-settings.ts';

/** The values that a setting can have. */
type Setting = string | number | boolean | readonly string[] | undefined;

/** Settings by name. */
type Settings = {readonly places?: readonly string[]} & Partial<
  Record<Exclude<keyof RunSettings, 'places'> | 'format', Setting>
>;

/** Gives the words: each setting as its flag, and `places` as operands. A flag and its value are one word, so a value may begin with a dash. */
export function argvOf({places = [], ...settings}: Settings): readonly string[] {
  const flags = Object.entries<Setting>(settings).flatMap(([name, value]) => wordsOf(name, value));
  return places.length === 0 ? flags : [...flags, '--', ...places];
}

function wordsOf(name: string, value: Setting): readonly string[] {
  const flag = `--${name.replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)}`;
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  if (typeof value === 'object') return value.map(item => `${flag}=${item}`);
  return [`${flag}=${String(value)}`];
}
