#!/usr/bin/env node
// Starts touchstone: reads argv and environment, prints, sets the exit code, and hands the machine to the command that was asked for.
import {shownText} from '../model/url-credentials.ts';
import {faultOfSystem} from '../base/text/system-fault.ts';
import {packageFacts} from './targets/host/package-facts.ts';

let isOutputLost = false;
process.on('unhandledRejection', ownBug);
process.on('uncaughtException', ownBug);
process.exitCode = exitCodeFor(await start(process.argv.slice(2)));
// Output is written after a command ends; what fails then fails it, too.
process.on('exit', code => {
  process.exitCode = exitCodeFor(code);
});

function exitCodeFor(exitCode: number): number {
  return isOutputLost && exitCode === 0 ? 6 : exitCode;
}

async function start(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-V') return say(`${packageFacts().version}\n`);
  // `help run` is `run --help`.
  if (name === 'help' && rest[0] !== undefined && !rest[0].startsWith('-')) return command(rest[0], ['--help']);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const {usage} = await import('./commands/usage.ts');
    if (name === undefined) process.stderr.write(usage());
    else process.stdout.write(usage());
    return name === undefined ? 2 : 0;
  }
  return command(name, rest);
}

async function command(name: string, argv: readonly string[]): Promise<number> {
  const {verbs} = await import('./commands/verbs.ts');
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined) {
    const {unknownCommand} = await import('./commands/unknown-command.ts');
    process.stderr.write(shownText(unknownCommand(name, Object.keys(verbs))));
    return 2;
  }
  survivesClosedPipes();
  // A search calls the same functions millions of times, so there the engine's own way is the better one.
  if (name !== 'fuzz') (await import('./targets/host/tune-engine.ts')).tuneEngine();
  const {machineOf} = await import('./targets/machine.ts');
  const {main} = await verb.load();
  return main(argv, machineOf(packageFacts()));
}

// What the target does is never thrown; whatever gets here is our fault, and a run that met it has shown nothing.
function ownBug(problem: unknown): void {
  const fault = faultOfSystem(problem);
  if (fault !== undefined) {
    process.stderr.write(`\ntouchstone: it broke off: ${fault}\n`);
    process.exit(6);
  }
  const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  process.stderr.write(`\na bug of touchstone, please report it with this text:\n${shownText(text)}\n`);
  process.exit(3);
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

// `touchstone … | head` closes our output early; that is no reason to stop testing or to change the exit code.
function survivesClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (problem: NodeJS.ErrnoException) => {
      if (problem.code === 'EPIPE' || problem.code === 'EIO') return;
      if (problem.code === undefined) throw problem;
      // A full disk, say. The journal has everything all the same; only a reader of our output must not take it for whole.
      if (isOutputLost) return;
      isOutputLost = true;
      if (stream === process.stdout)
        process.stderr.write(
          `standard output cannot be written: ${faultOfSystem(problem) ?? problem.message} (${problem.code})\n`,
        );
    });
  }
}
