// `touchstone certify`: runs the canonical set, disguised and drawn anew, and writes a certificate when every statement of a profile held.
import type {Machine} from '../../model/machine.ts';
import {configureCertify, refusedArguments, type CertifyOptions} from './certify/certificate-options.ts';
import {readCommandLine} from './words/command-line.ts';
import {printProblems} from './words/print-problems.ts';

export {configureCertify as configure} from './certify/certificate-options.ts';

/** Runs the command: 0 when a certificate was written, 1 when a case of the profile is red, 6 when something could not be judged. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const refused = refusedArguments(argv);
  if (refused.length > 0) {
    printProblems(machine, 'certify', refused);
    return 2;
  }
  const line = readCommandLine<CertifyOptions>(argv, machine, configureCertify);
  if (line.kind === 'stop') return line.exitCode;
  const {makeCertificate} = await import('./certify/make-certificate.ts');
  return makeCertificate(line.options, machine);
}
