// Every option that chooses cases or says how a run goes and what it leaves: one table for flags, environment names, `run:` in a target file, and docs/options.md.
import {contextLevels} from './contexts/context.ts';
import type {SettingGroup, SettingTable} from './setting.ts';
import {boundSetting} from './target-settings.ts';

/** The options that choose cases, wherever cases are chosen. */
export const selectSettings = {
  id: {
    flags: '--id <glob>',
    about: 'cases whose id matches, e.g. "hosting/labels/*" (repeatable)',
    value: {kind: 'each'},
  },
  grep: {
    flags: '-g, --grep <pattern>',
    about: 'cases in whose id or title this regular expression is found, in capitals or not',
    value: {kind: 'pattern'},
  },
  tags: {flags: '--tags <tags>', about: 'cases with one of these tags, comma-separated', value: {kind: 'list'}},
  requirement: {
    flags: '--requirement <ids>',
    about: 'cases that prove one of these statements, comma-separated',
    value: {kind: 'list'},
  },
} as const satisfies SettingTable;

/** Chooses the contexts of the cases, wherever cases are run or listed. */
export const contextSettings = {
  contexts: {
    flags: '--contexts <level>',
    about:
      'contexts in which cases run again, where others own, see or act, or things have a history: plain (none), values (each value once per statement; the default) or pairs',
    value: {kind: 'choice', choices: contextLevels},
  },
  context: {
    flags: '--context <values>',
    about: 'run the cases in this context only, e.g. owner=organization,visibility=private',
    value: {kind: 'text'},
  },
} as const satisfies SettingTable;

/** Chooses cases by what became of them before; only a run has a before. */
export const againSettings = {
  lastFailed: {
    flags: '--last-failed',
    about: 'cases that were fail, flaky or error in the run whose journal is in the output folder',
    value: {kind: 'switch'},
  },
} as const satisfies SettingTable;

const course = {
  list: {flags: '--list', about: 'name the cases and do nothing more; no target is needed', value: {kind: 'switch'}},
  dryRun: {
    flags: '--dry-run',
    about: 'say what would run, in which order and how much that is; nothing is sent',
    value: {kind: 'switch'},
  },
  var: {
    flags: '--var <name=value>',
    about: 'a value of ${vars.name} in suites of your own (repeatable)',
    value: {kind: 'each'},
  },
  varFile: {
    flags: '--var-file <file>',
    about: 'a YAML or JSON file with such values (repeatable)',
    value: {kind: 'each'},
  },
  bail: {flags: '--bail', about: 'take no more cases after the first failure', value: {kind: 'switch'}},
  maxFailures: {
    flags: '--max-failures <n>',
    about: 'take no more cases after so many failures',
    value: {kind: 'count', least: 1, most: 1_000_000},
  },
  maxWarnings: {
    flags: '--max-warnings <n>',
    about: 'exit with 1 if more cases warn: 0 makes everything that known servers do a demand',
    value: {kind: 'count', least: 0, most: 1_000_000},
  },
  repeat: {
    flags: '--repeat <n>',
    about: 'run each case so many times, to find one that is not always green',
    value: {kind: 'count', least: 1, most: 1_000},
  },
  seed: {
    flags: '--seed <n>',
    about: 'repeats the order and the drawn inputs of an earlier run',
    value: {kind: 'count', least: 0, most: 2 ** 31 - 1},
  },
  variants: {
    flags: '--variants',
    about: 'run the wire cases of the overlay with other values, drawn from the seed',
    value: {kind: 'switch'},
  },
  shard: {
    flags: '--shard <i/n>',
    about: 'run one of n parts of the cases; needs --seed; touchstone merge joins them',
    value: {kind: 'part'},
  },
  propertyRuns: boundSetting('propertyRuns', {
    flags: '--property-runs <n>',
    about: 'runs of each property (default: its own number)',
  }),
  propertyTime: boundSetting('propertyTime', {
    flags: '--property-time <time>',
    about:
      'after this time a property begins no more runs, but its least number is always done (default 20s; none with --property-runs)',
  }),
} as const satisfies SettingTable;

const results = {
  output: {
    flags: '--output <folder>',
    about: 'where journal and reports go',
    value: {kind: 'text'},
    standard: 'touchstone-results',
  },
  reporter: {
    flags: '--reporter <list>',
    about: 'reports as FORMAT[:FILE], comma-separated; - is stdout',
    value: {kind: 'list'},
  },
  record: {
    flags: '--record <what>',
    about: 'which exchanges the journal keeps whole',
    value: {kind: 'choice', choices: ['failed', 'all', 'none']},
    standard: 'failed',
  },
  verbose: {
    flags: '-v, --verbose',
    about: 'print the settings with where each came from, and every exchange',
    value: {kind: 'switch'},
  },
  quiet: {
    flags: '-q, --quiet',
    about: 'print the red cases by name and the verdict, and nothing else',
    value: {kind: 'switch'},
  },
} as const satisfies SettingTable;

const price = {
  requireAll: {flags: '--require-all', about: 'exit with 6 if any case was skipped', value: {kind: 'switch'}},
  strict: {
    flags: '--strict',
    about: 'exit with 6 if the run may prove nothing (mostly refused or skipped, a filter that matched nothing)',
    value: {kind: 'switch'},
  },
  baseline: {
    flags: '--baseline <file>',
    about: 'known failures: they still run, are reported separately and do not fail the run',
    value: {kind: 'text'},
  },
  stale: {
    flags: '--stale <how>',
    about: 'baseline entries that no longer apply: fail (exit code 4) or warn',
    value: {kind: 'choice', choices: ['fail', 'warn']},
    standard: 'fail',
  },
  edition: {
    flags: '--edition <id>',
    about: 'the edition of the suites that counts; newer cases still run and are shown, but do not fail the run',
    value: {kind: 'text'},
    fileKey: 'edition',
  },
  errata: {
    flags: '--errata <file>',
    about: 'more withdrawn cases than this version knows of; they are skipped and shown',
    value: {kind: 'text'},
  },
} as const satisfies SettingTable;

/** What a run has besides its target and the choice of cases, in the order of the help. */
export const runSettings: readonly SettingGroup[] = [
  {title: 'How it runs:', settings: course},
  {title: 'What it prints and leaves:', settings: results},
  {title: 'What counts:', settings: price},
];

/** What may stand under `run:` in a target file: everything that has no place of its own there. */
export const runFileSettings: SettingTable = Object.fromEntries(
  [{settings: selectSettings}, {settings: againSettings}, {settings: contextSettings}, ...runSettings]
    .flatMap(({settings}: {readonly settings: SettingTable}) => Object.entries(settings))
    .filter(([, {fileKey}]) => fileKey === undefined),
);
