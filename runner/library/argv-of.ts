// Writes settings as the words of a command line, so that a program's run is checked and told exactly as a person's.

/** The values that a setting can have. */
type Setting = string | number | boolean | readonly string[] | undefined;

/** Gives the words: each setting as its flag, and `places` as operands. A flag and its value are one word, so a value may begin with a dash. */
export function argvOf({places = [], ...settings}: object & {readonly places?: readonly string[]}): readonly string[] {
  const flags = Object.entries(settings).flatMap(([name, value]: readonly [string, Setting]) => wordsOf(name, value));
  return places.length === 0 ? flags : [...flags, '--', ...places];
}

function wordsOf(name: string, value: Setting): readonly string[] {
  const flag = `--${name.replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)}`;
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  if (typeof value === 'object') return value.map(item => `${flag}=${item}`);
  return [`${flag}=${String(value)}`];
}
