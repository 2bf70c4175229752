// The options of `verify`.
import {InvalidArgumentError, Option, type Command} from 'commander';
import {addTargetOptions, type TargetOptions} from '../words/target-options.ts';

/** The options as commander gives them. */
export interface VerifyOptions extends TargetOptions {
  readonly results: readonly string[];
  readonly trustedKeys?: readonly string[];
  readonly errata?: string;
  /** A list of certificates that were taken back. */
  readonly revoked?: string;
  /** The share of the cases to try again, 0 … 1. */
  readonly rerun?: number;
  readonly output: string;
}

/** Declares the options. */
export function configureVerify(command: Command): Command {
  return addTargetOptions(
    command
      .name('verify')
      .description(
        'Recomputes a certificate from its journal, offline; with --rerun and a target, tries a sample of its cases again.',
      )
      .argument('<certificate>', 'the certificate.json')
      .requiredOption('--results <journals...>', 'the journal, or the journals, that it is about')
      .option('--trusted-keys <files...>', 'public keys in PEM; the certificate must be signed with one of them')
      .option(
        '--errata <file>',
        'the withdrawn cases that the certificate was made with, besides those of this version',
      )
      .option('--revoked <file>', 'a list of revoked certificates, in YAML; one that is on it does not count')
      .addOption(
        new Option(
          '--rerun <share>',
          'try this share of its cases again, e.g. 10%, chosen here and now; needs a target',
        ).argParser(share),
      )
      .option('--output <folder>', 'where journal and reports of --rerun go', 'touchstone-verify'),
  );
}

function share(text: string): number {
  const [, digits] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? [];
  const percent = Number(digits);
  if (percent > 0 && percent <= 100) return percent / 100;
  throw new InvalidArgumentError('It is a share of more than 0% and at most 100%, e.g. 10%.');
}
