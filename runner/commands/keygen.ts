// `touchstone keygen`: makes an Ed25519 key pair to sign certificates with.
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {readCommandLine} from './words/command-line.ts';
import {printProblems} from './words/print-problems.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('keygen')
    .description(
      'Makes an Ed25519 key pair: FILE, which only you may read, signs; give FILE.pub to those who are to trust your certificates.',
    )
    .argument('[file]', 'where the private key goes', 'touchstone-key.pem');
}

/** Runs the command: 0 when both halves were written, 2 when a file of that name is there already. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine(argv, machine, configure);
  return Promise.resolve(
    line.kind === 'stop' ? line.exitCode : keygen(line.operands[0] ?? 'touchstone-key.pem', machine),
  );
}

function keygen(file: string, machine: Machine): number {
  const publicFile = `${file}.pub`;
  const taken = [file, publicFile].find(path => machine.files.exists(path));
  if (taken !== undefined) return refuse(machine, `${taken} is there already, and a key is never replaced`);
  const pair = machine.signing.newKeyPair();
  for (const [path, pem] of [
    [file, pair.privatePem],
    [publicFile, pair.publicPem],
  ] as const) {
    const written = machine.files.writeSecret(path, pem);
    if (written.kind === 'failed') return refuse(machine, `${path}: ${written.why}`);
  }
  machine.print(
    `private key  ${file} (keep it; only you may read it)\npublic key   ${publicFile} (give it to those who are to trust your certificates)\nkey id       ${pair.keyId}\n`,
  );
  return 0;
}

function refuse(machine: Machine, why: string): number {
  printProblems(machine, 'keygen', [why]);
  return 2;
}
