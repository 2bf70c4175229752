// What an option is: the form that its flag, its environment variable and its key in a target file share.

/** One option. Its name on the command line is made from `flags`, that in the environment from its name in the table. */
export interface Setting {
  /** As the help shows it, e.g. `--jobs <n>`. */
  readonly flags: string;
  readonly about: string;
  readonly value: SettingValue;
  readonly standard?: string;
  /** Where a target file says the same, e.g. `tls.caFile`; absent where its own name below `run:` does, or nothing. */
  readonly fileKey?: string;
  /** Its value is never shown. */
  readonly isSecret?: true;
}

/** What an option takes. */
export type SettingValue =
  | {readonly kind: 'switch'}
  | {readonly kind: 'text'}
  | {readonly kind: 'choice'; readonly choices: readonly string[]}
  /** A regular expression. */
  | {readonly kind: 'pattern'}
  /** One of the equal parts of a run, `i/n`. */
  | {readonly kind: 'part'}
  /** Repeatable; one value each time. */
  | {readonly kind: 'each'}
  /** Repeatable; several values with commas between them. */
  | {readonly kind: 'list'}
  | {readonly kind: 'count' | 'duration' | 'size'; readonly least: number; readonly most: number};

/** Options by name, as the code knows them. */
export interface SettingTable {
  readonly [name: string]: Setting;
}

/** Options that the help shows under one title. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: SettingTable;
}

/** The environment variable of an option, e.g. `TOUCHSTONE_MAX_FAILURES` of `maxFailures`. */
export function variableOf(name: string): string {
  return `TOUCHSTONE_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;
}

/** The flag of an option without its value, e.g. `--jobs`. */
export function flagOf({flags}: Pick<Setting, 'flags'>): string {
  return /--[\w-]+(?=$| [<[])/.exec(flags)?.[0] ?? flags;
}
