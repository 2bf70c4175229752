// The options of `certify`, and the sentence for each one of `run` that it does not take.
import {InvalidArgumentError, Option, type Command} from 'commander';
import {addTargetOptions, type TargetOptions} from '../words/target-options.ts';

/** The options as commander gives them. */
export interface CertifyOptions extends TargetOptions {
  readonly profile: string;
  readonly implementation?: string;
  readonly implementationVersion?: string;
  readonly contact?: string;
  readonly issuer?: string;
  readonly observedBy?: string;
  readonly commit?: string;
  readonly configuration?: string;
  /** How long the certificate is valid, in days. */
  readonly valid: number;
  readonly key?: string;
  readonly errata?: string;
  readonly join?: readonly string[];
  readonly output: string;
}

/** Declares the options. */
export function configureCertify(command: Command): Command {
  return addTargetOptions(
    command
      .name('certify')
      .description(
        'Runs the canonical set of cases, disguised and with a new seed, and writes a certificate when every statement of a profile held.',
      )
      .optionsGroup('What the certificate says:')
      .requiredOption(
        '--profile <id>',
        'what it stands for: hosting-core, hosting-full, overlay-codec, overlay-live, overlay-node',
      )
      .option('--implementation <name>', 'the name of the implementation')
      .option('--implementation-version <version>', 'its version (default: what the target says of itself)')
      .option('--contact <address>', 'who answers for the implementation: an address or a page')
      .option('--issuer <name>', 'who ran this and answers for the certificate')
      .option('--observed-by <name>', 'who else watched the run; without it the certificate says "self-declared"')
      .option('--commit <id>', 'the commit that the implementation was built from')
      .option('--configuration <text>', 'how the implementation was configured')
      .addOption(
        new Option('--valid <days>', 'how long the certificate is valid, e.g. 180d')
          .argParser(days)
          .default(180, '180d'),
      )
      .option('--key <file>', 'sign with this Ed25519 key; touchstone keygen makes one')
      .option('--errata <file>', 'more withdrawn cases than this version knows of')
      .option(
        '--join <journals...>',
        'run nothing: make one certificate of the journals that certify wrote for the variants of one target',
      )
      .option('--output <folder>', 'where journal, reports and certificate go', 'touchstone-certificate'),
  );
}

function days(text: string): number {
  const [, digits] = /^(\d{1,4})d$/.exec(text) ?? [];
  const count = Number(digits);
  if (count >= 1 && count <= validDaysMax) return count;
  throw new InvalidArgumentError(`Give a number of days from 1d to ${String(validDaysMax)}d, e.g. 180d.`);
}

// After two years neither the suites nor the implementation are those that were judged.
const validDaysMax = 730;

/** Why `certify` does not take what `run` takes. */
const refused: {readonly [flag: string]: string} = {
  '--id': 'a certificate stands for every case of its profile; touchstone run takes filters',
  '--tags': 'a certificate stands for every case of its profile; touchstone run takes filters',
  '--requirement': 'a certificate stands for every case of its profile; --profile chooses the statements',
  '--grep': 'a certificate stands for every case of its profile; touchstone run takes filters',
  '--last-failed': 'a certificate stands for every case of its profile; touchstone run takes filters',
  '--baseline': 'a known failure is a failure; touchstone run takes a baseline',
  '--stale': 'a known failure is a failure; touchstone run takes a baseline',
  '--edition': 'a certificate stands for the edition of this version; touchstone run takes an older one',
  '--repeat': 'a case that fails once has not passed; nothing is repeated until it is green',
  '--retry': 'a case that fails once has not passed; nothing is repeated until it is green',
  '--bail': 'a certificate stands for every case of its profile',
  '--max-failures': 'a certificate stands for every case of its profile',
  '--max-warnings': 'a certificate lists every warning, and none of them breaks a statement',
  '--seed':
    'a known seed makes the test predictable, so each certification draws its own and writes it in the certificate',
  '--variants': 'every wire case runs as it is published and with other values',
  '--contexts': 'a certificate says which values and pairs of contexts were seen; touchstone run takes a level',
  '--context': 'a certificate says which values and pairs of contexts were seen; touchstone run takes one',
  '--property-runs': 'a property runs as often as it says itself',
  '--property-time': 'a property takes the time that it needs',
  '--insecure': 'who answers has to be known; give --ca-file for a certificate of your own',
  '--fault': 'a faulty reference is not an implementation; touchstone run --reference --fault shows what a fault does',
  '--shard': 'a certificate is made by one run; --join takes the journals of variants',
};

/** Gives a sentence for every argument that is refused, before commander calls it unknown. */
export function refusedArguments(argv: readonly string[]): readonly string[] {
  return argv.flatMap(word => {
    const flag = word.split('=', 1)[0] ?? '';
    const why = Object.hasOwn(refused, flag) ? refused[flag] : undefined;
    return why === undefined ? [] : [`certify takes no ${flag}: ${why}`];
  });
}
