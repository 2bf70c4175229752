#!/usr/bin/env node
// Starts touchstone: reads argv and environment, prints, sets the exit code, and hands the machine to the command that was asked for.
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Machine} from './model/machine.ts';

/** One command: what it is for, and its code, loaded only when it is asked for. */
interface Verb {
  readonly summary: string;
  readonly load: () => Promise<{readonly main: (argv: readonly string[], machine: Machine) => Promise<number>}>;
}

const verbs: {readonly [name: string]: Verb} = {
  run: {summary: 'run suites and properties against a target', load: () => import('./commands/run.ts')},
  check: {summary: 'check suite files without a target', load: () => import('./commands/check.ts')},
  list: {summary: 'list the cases that a run would have', load: () => import('./commands/list.ts')},
  baseline: {summary: 'keep the list of known failures of a target', load: () => import('./commands/baseline.ts')},
  compare: {summary: 'say what became worse or better between runs', load: () => import('./commands/compare.ts')},
  merge: {summary: 'join the journals of the shards of one run', load: () => import('./commands/merge.ts')},
  report: {summary: 'make reports from a journal again', load: () => import('./commands/report.ts')},
  certify: {
    summary: 'run the canonical set and write a certificate of a profile',
    load: () => import('./commands/certify.ts'),
  },
  verify: {
    summary: 'check a certificate against its journal, offline or by trying a sample again',
    load: () => import('./commands/verify.ts'),
  },
  keygen: {summary: 'make a key pair to sign certificates with', load: () => import('./commands/keygen.ts')},
  dispute: {
    summary: 'put everything about one case into a folder, to show that it is wrong',
    load: () => import('./commands/dispute.ts'),
  },
  fuzz: {
    summary: 'search for inputs that a decoder under test answers wrongly',
    load: () => import('./commands/fuzz.ts'),
  },
  replay: {
    summary: 'do again what failed in a run, or a finding of fuzz, and say whether it still fails',
    load: () => import('./commands/replay.ts'),
  },
  promote: {
    summary: 'write the shrunk story of a property as a case, or a finding of fuzz as a wire case or a unit test',
    load: () => import('./commands/promote.ts'),
  },
  coverage: {
    summary: 'show which statement of the record is proven by which case',
    load: () => import('./commands/coverage.ts'),
  },
  clean: {
    summary: 'remove what a killed run left on its target',
    load: () => import('./commands/clean.ts'),
  },
  openid: {
    summary: 'offer the identity provider by itself, so that a server can be told of it',
    load: () => import('./commands/openid.ts'),
  },
  prove: {
    summary: 'run the suites against every fault of the reference and show which case notices which',
    load: () => import('./commands/prove.ts'),
  },
};

const here = dirname(fileURLToPath(import.meta.url));
process.on('unhandledRejection', ownBug);
process.on('uncaughtException', ownBug);
process.exitCode = await start(process.argv.slice(2));

async function start(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-V') return say(`${packageFacts().version}\n`);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    if (name === undefined) process.stderr.write(usage());
    else process.stdout.write(usage());
    return name === undefined ? 2 : 0;
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined) {
    const {unknownCommand} = await import('./commands/unknown-command.ts');
    process.stderr.write(unknownCommand(name, Object.keys(verbs)));
    return 2;
  }
  survivesClosedPipes();
  (await import('./targets/tune-engine.ts')).tuneEngine();
  const {machineOf} = await import('./targets/machine.ts');
  const {main} = await verb.load();
  return main(rest, machineOf(packageFacts()));
}

// What the target does is never thrown; whatever gets here is our fault, and a run that met it has shown nothing.
function ownBug(problem: unknown): void {
  const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  process.stderr.write(`\na bug of touchstone, please report it with this text:\n${text}\n`);
  process.exit(3);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function usage(): string {
  const width = Math.max(...Object.keys(verbs).map(name => name.length));
  const lines = Object.entries(verbs).map(([name, {summary}]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'touchstone tests an implementation of the record, statement by statement.',
    '',
    'Usage: touchstone COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'touchstone COMMAND --help shows the options of a command; touchstone --version shows the version.',
    'First steps:  touchstone run --reference   ·   touchstone run --target http://127.0.0.1:3000 --admin-user root --admin-password-env TOUCHSTONE_PASSWORD',
    '',
  ].join('\n');
}

// `touchstone … | head` closes our output early; that is no reason to stop testing or to change the exit code.
function survivesClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (problem: NodeJS.ErrnoException) => {
      if (problem.code !== 'EPIPE' && problem.code !== 'EIO') throw problem;
    });
  }
}

/** Finds our own package.json above this file, from sources and from compiled code alike. */
function packageFacts(): {readonly root: string; readonly version: string} {
  for (let folder = here; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const facts = JSON.parse(readFileSync(file, 'utf8')) as {readonly name?: string; readonly version?: string};
      if (facts.name === 'touchstone') return {root: folder, version: facts.version ?? ''};
    }
    if (dirname(folder) === folder) throw new Error('the package.json of touchstone is missing');
  }
}
