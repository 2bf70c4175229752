// The commands there are: what each is for, in which group the help shows it, and its code, loaded only when it is asked for.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';

/** One command. */
export interface Verb {
  readonly summary: string;
  readonly group: VerbGroup;
  readonly load: () => Promise<VerbCode>;
}

/** The code of a command: its command line, and what it does. */
interface VerbCode {
  readonly configure: (command: Command) => Command;
  readonly main: (argv: readonly string[], machine: Machine) => Promise<number>;
}

/** The groups of the help, in the order in which somebody new needs them. */
export const verbGroups = ['Begin', 'Test', 'Look at a run', 'Write', 'Certify', 'About touchstone'] as const;

type VerbGroup = (typeof verbGroups)[number];

/** Every command by its name. */
export const verbs: {readonly [name: string]: Verb} = {
  init: {group: 'Begin', summary: 'write a target file for your server', load: () => import('./init.ts')},
  doctor: {
    group: 'Begin',
    summary: 'say what a target is, what prevents a run, and what a run would do',
    load: () => import('./doctor.ts'),
  },
  run: {group: 'Test', summary: 'run suites and properties against a target', load: () => import('./run.ts')},
  fuzz: {
    group: 'Test',
    summary: 'search for inputs that a decoder under test answers wrongly',
    load: () => import('./fuzz.ts'),
  },
  diff: {
    group: 'Test',
    summary: 'run the same cases on two targets and show only where they differ',
    load: () => import('./diff.ts'),
  },
  list: {group: 'Test', summary: 'list the cases that a run would have', load: () => import('./list.ts')},
  clean: {group: 'Test', summary: 'remove what a killed run left on its target', load: () => import('./clean.ts')},
  openid: {
    group: 'Test',
    summary: 'offer the identity provider by itself, so that a server can be told of it',
    load: () => import('./openid.ts'),
  },
  reference: {
    group: 'Test',
    summary: 'start the reference server, to test a client against it',
    load: () => import('./reference.ts'),
  },
  explain: {
    group: 'Look at a run',
    summary: 'explain a statement, a case or a fault, and show its latest result',
    load: () => import('./explain.ts'),
  },
  replay: {
    group: 'Look at a run',
    summary: 'do again what failed in a run, or a finding of fuzz, and say whether it still fails',
    load: () => import('./replay.ts'),
  },
  report: {group: 'Look at a run', summary: 'make reports from a journal again', load: () => import('./report.ts')},
  compare: {
    group: 'Look at a run',
    summary: 'say what became worse or better between runs',
    load: () => import('./compare.ts'),
  },
  matrix: {
    group: 'Look at a run',
    summary: 'show what several implementations do, statement by statement',
    load: () => import('./matrix.ts'),
  },
  merge: {
    group: 'Look at a run',
    summary: 'join the journals of the shards of one run',
    load: () => import('./merge.ts'),
  },
  baseline: {
    group: 'Look at a run',
    summary: 'keep the list of known failures of a target',
    load: () => import('./baseline.ts'),
  },
  dispute: {
    group: 'Look at a run',
    summary: 'put everything about one case into a folder, to show that it is wrong',
    load: () => import('./dispute.ts'),
  },
  new: {group: 'Write', summary: 'make a draft case of a curl line', load: () => import('./new.ts')},
  check: {
    group: 'Write',
    summary: 'check suites, target files and baselines without a target',
    load: () => import('./check.ts'),
  },
  fmt: {group: 'Write', summary: 'lay out suites in one way', load: () => import('./fmt.ts')},
  promote: {
    group: 'Write',
    summary: 'write the shrunk story of a property as a case, or a finding of fuzz as a wire case or a unit test',
    load: () => import('./promote.ts'),
  },
  schema: {
    group: 'Write',
    summary: 'print the JSON Schema of a kind of file, for editors and checkers',
    load: () => import('./schema.ts'),
  },
  certify: {
    group: 'Certify',
    summary: 'run the canonical set and write a certificate of a profile',
    load: () => import('./certify.ts'),
  },
  verify: {
    group: 'Certify',
    summary: 'check a certificate against its journal, offline or by trying a sample again',
    load: () => import('./verify.ts'),
  },
  keygen: {group: 'Certify', summary: 'make a key pair to sign certificates with', load: () => import('./keygen.ts')},
  coverage: {
    group: 'About touchstone',
    summary: 'show which statement of the record is proven by which case',
    load: () => import('./coverage.ts'),
  },
  prove: {
    group: 'About touchstone',
    summary: 'run the suites against every fault of the reference and show which case notices which',
    load: () => import('./prove.ts'),
  },
  completion: {
    group: 'About touchstone',
    summary: 'print the completion script of a shell',
    load: () => import('./completion.ts'),
  },
};
