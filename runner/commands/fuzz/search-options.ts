// The options of `touchstone fuzz`.
import {addressForms, transportFor} from '../../../model/peers/transports.ts';
import {Option, type Command} from 'commander';
import {collect, duration, size, wholeNumber} from '../words/command-line.ts';
import type {Shard} from '../../../model/plan.ts';
import {reporterOption} from '../words/reporter-option.ts';
import {readShard} from '../words/shard-option.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** The options as commander gives them. */
export interface FuzzOptions {
  readonly peer?: readonly string[];
  readonly livePeer?: string;
  readonly targetFile?: string;
  readonly reference?: boolean;
  readonly fault?: readonly string[];
  readonly time?: number;
  readonly runs?: number;
  readonly jobs: number;
  readonly seed?: number;
  readonly shard?: Shard;
  readonly baseline?: readonly string[];
  readonly resume?: boolean;
  readonly corpus?: string;
  readonly output: string;
  readonly reporter?: readonly string[];
  readonly maxFindings?: number;
  readonly connectTimeout?: number;
  readonly replyTimeout: number;
  readonly frameBytesMax?: number;
  readonly memoryMax?: number;
  readonly maxLen?: number;
  readonly dict?: readonly string[];
  readonly merge?: readonly string[];
  readonly minimizeCorpus?: boolean;
  readonly ignoreCrashes?: boolean;
  readonly artifactPrefix?: string;
  readonly coverage: boolean;
  readonly quiet?: boolean;
}

const dayMs = 86_400_000;

/** How long a search takes that was given no bound. */
export const defaultTimeMs = 60_000;

/** Tells whether a node is under test, and no decoder. */
export function isAboutNode({livePeer, targetFile}: FuzzOptions): boolean {
  return livePeer !== undefined || targetFile !== undefined;
}

/** Declares the options. */
export function configureFuzz(command: Command): Command {
  return addTargets(command)
    .name('fuzz')
    .description(
      'Searches for inputs that a decoder under test answers wrongly, where every input has an exact expected answer, or that a live node does not survive.',
    )
    .optionsGroup('How long (60 seconds, where neither --time nor --runs is given):')
    .addOption(new Option('--time <time>', 'e.g. 60s, 10m or 8h').argParser(duration(100, 30 * dayMs)))
    .addOption(
      new Option('--runs <n>', 'this many inputs; 0: those of the corpus and no others').argParser(
        wholeNumber(0, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(new Option('--max-findings <n>', 'end at this many new findings').argParser(wholeNumber(1, 1_000_000)))
    .optionsGroup('How it searches, and what it leaves:')
    .addOption(
      new Option('--jobs <n>', 'processes (or connections) of each decoder').argParser(wholeNumber(1, 64)).default(1),
    )
    .addOption(
      new Option('--seed <n>', 'draws the inputs of an earlier search again').argParser(wholeNumber(0, 2 ** 31 - 1)),
    )
    .addOption(
      new Option('--shard <i/n>', 'draw one of n parts of the inputs of --seed; no two parts share one').argParser(
        readShard,
      ),
    )
    .addOption(
      new Option('--baseline <file>', 'known deviations: counted, and no new findings (repeatable)').argParser(collect),
    )
    .option('--ignore-crashes', 'crashes, hangs and too much memory are known, and no new findings')
    .addOption(
      new Option('--dict <file>', 'words to put into inputs, in the form of libFuzzer and AFL (repeatable)').argParser(
        collect,
      ),
    )
    .option('--no-coverage', 'do not count the branches of modules (module:) to choose inputs by')
    .addOption(
      new Option('--max-len <bytes>', 'cut bytes to decode to this length').argParser(wholeNumber(1, 1024 ** 2)),
    )
    .option('--resume', 'go on where the last search into the same --output was, however it ended')
    .option(
      '--corpus <folder>',
      'inputs, one raw file each under <Message>/<sha1>, read and added to (default: OUTPUT/corpus)',
    )
    .addOption(
      new Option(
        '--merge <folder>',
        'add what this corpus shows and --corpus does not, and end (repeatable)',
      ).argParser(collect),
    )
    .option('--minimize-corpus', 'remove from --corpus what shows nothing that a smaller input does not, and end')
    .option(
      '--artifact-prefix <path>',
      'also write raw inputs: PATHcrash-SHA1, PATHtimeout-, PATHoom- and PATHfinding-',
    )
    .option('--output <folder>', 'where findings and the state of the search go', 'touchstone-results')
    .addOption(reporterOption('--reporter'))
    .option('-q, --quiet', 'print the findings by name and the last line, and nothing else')
    .optionsGroup('Bounds:')
    .addOption(new Option('--connect-timeout <time>', 'for a connection (default 5s)').argParser(duration(1, dayMs)))
    .addOption(
      new Option('--reply-timeout <time>', 'a decoder that takes longer for one input hangs')
        .argParser(duration(10, dayMs))
        .default(2_000, '2s'),
    )
    .addOption(new Option('--memory-max <size>', 'of a process (default 1GiB)').argParser(size(1024 ** 2, 1024 ** 4)))
    .addOption(new Option('--frame-bytes-max <size>', 'of a frame (default 4MiB)').argParser(size(1024, 1024 ** 3)));
}

function addTargets(command: Command): Command {
  return command
    .optionsGroup('What is under test (at least one):')
    .addOption(
      new Option(
        '--peer <address>',
        `a decoder: ${addressForms('decoder')}; several are compared with each other (repeatable)`,
      ).argParser(collect),
    )
    .option('--live-peer <url>', 'a node that seals its datagrams: nebula://HOST:PORT?ca=FILE&key=FILE')
    .option(
      '--target-file <file>',
      'a target file whose livePeer: is a node; with node:, it is started again after each death',
    )
    .option('--reference', 'the embedded reference decoder, started for this search')
    .addOption(
      new Option('--fault <name>', 'with --reference: switch on a wrong behaviour (repeatable)').argParser(collect),
    );
}

/** Tells whether what the corpus holds is asked and nothing is drawn. */
export function asksCorpusAlone({runs, merge, minimizeCorpus}: FuzzOptions): boolean {
  return runs === 0 || merge !== undefined || minimizeCorpus === true;
}

/** Gives every problem of the options that needs no file and no decoder to be seen. */
export function checkFuzzOptions(options: FuzzOptions, hasSeed: boolean): readonly string[] {
  const {peer = [], reference, fault, resume, shard} = options;
  const problems: string[] = isAboutNode(options) ? [...nodeProblems(options)] : [];
  if (peer.length === 0 && reference !== true && !isAboutNode(options))
    problems.push('nothing to test: give --peer ADDRESS, --live-peer nebula://HOST:PORT or --reference');
  for (const address of peer) problems.push(...addressProblems(address));
  if (fault !== undefined && reference !== true)
    problems.push('--fault belongs to the embedded reference: add --reference');
  if (resume === true && hasSeed)
    problems.push('--resume and --seed exclude each other: a resumed search keeps the seed that it began with');
  if (shard !== undefined && !hasSeed && resume !== true)
    problems.push('--shard needs --seed: the parts are those of one seed, so each part is given the same');
  return problems;
}

/** A node is searched alone, and what it is sent is drawn: no corpus, and nothing that is known of its code. */
function nodeProblems(options: FuzzOptions): readonly string[] {
  const {livePeer} = options;
  const others = {
    '--peer': options.peer,
    '--reference': options.reference,
    '--corpus': options.corpus,
    '--merge': options.merge,
    '--minimize-corpus': options.minimizeCorpus,
    '--dict': options.dict,
    '--max-len': options.maxLen,
    '--memory-max': options.memoryMax,
    '--jobs': options.jobs === 1 ? undefined : options.jobs,
  };
  return [
    ...Object.entries(others).flatMap(([flag, value]) =>
      value === undefined ? [] : [`${flag} belongs to a search of decoders; a node is searched alone`],
    ),
    ...(livePeer === undefined || transportFor('livePeer', livePeer)?.isSealed === true
      ? []
      : [
          `--live-peer ${quoted(livePeer)} is not a node that seals its datagrams: write nebula://HOST:PORT?ca=FILE&key=FILE`,
        ]),
    ...(options.runs === 0 ? ['--runs 0 asks a corpus alone, and a search of a node has none'] : []),
  ];
}

/** Says what is wrong with the address of a decoder, as far as it shows before it is opened. */
export function addressProblems(address: string): readonly string[] {
  if (address.trim() === '') return ['--peer is empty; was the variable that should fill it set?'];
  if (transportFor('decoder', address) !== undefined) return [];
  return [`--peer ${quoted(address)} is not an address of a decoder: write ${addressForms('decoder')}`];
}
