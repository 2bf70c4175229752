// `touchstone openid`: offers the identity provider by itself until Ctrl-C, so that a server can be told of it before a run.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {readCommandLine} from './words/command-line.ts';
import {redactorFor} from './open/given-secrets.ts';
import {loadTargetFile} from './load/load-target-file.ts';
import {openIdentity, type OpenIdentity} from './open/open-identity.ts';
import {printProblems} from './words/print-problems.ts';
import {addOpenidOptions, type TargetOptions} from './words/target-options.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return addOpenidOptions(
    command
      .name('openid')
      .description('Offers the identity provider by itself until Ctrl-C, so that a server can be told of it.')
      .option('--target-file <file>', 'the target file whose "openid" says where it listens, and with which secret'),
  );
}

/** Runs the command: 0 when it was ended, 2 for bad input. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<TargetOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const loaded = await loadTargetFile(line.options, machine);
  if (loaded.kind === 'unusable') return refuse(machine, loaded.why);
  const redactor = redactorFor(loaded.options, machine);
  const opening = await openIdentity(loaded.options, machine, redactor);
  if (opening.kind === 'failed')
    return refuse(machine, ...opening.problems.map(problem => redactor.redactText(problem)));
  const {identity} = opening;
  const hasOwnSecret = loaded.options.from?.openid.clientSecret !== undefined;
  machine.print(standing(identity, hasOwnSecret));
  await untilInterrupted(machine);
  await identity.close();
  return 0;
}

function refuse(machine: Machine, ...problems: readonly string[]): number {
  printProblems(machine, 'openid', problems);
  return 2;
}

function standing({provider}: OpenIdentity, hasOwnSecret: boolean): string {
  const {issuer, address, clientId, clientSecret} = provider;
  const secret = hasOwnSecret
    ? 'the one of the target file'
    : `${clientSecret} (drawn now; the next run draws another)`;
  return `the identity provider listens on ${address} until Ctrl-C
  discovery      ${issuer}/.well-known/openid-configuration
  client id      ${clientId}
  client secret  ${secret}
It signs in only users that a run creates; docs/openid.md describes the settings that the server needs.
`;
}

async function untilInterrupted(machine: Machine): Promise<void> {
  const interrupted = new AbortController();
  const release = machine.onInterrupt(() => {
    interrupted.abort();
  });
  while (!interrupted.signal.aborted) await machine.clock.wait(hourMs, interrupted.signal);
  release();
}

const hourMs = 3_600_000;
