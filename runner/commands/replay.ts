// `touchstone replay`: does again what failed before, and says whether it still fails; cases of a run, or findings of a search.
import {Option, type Command} from 'commander';
import {overlayMessages} from '../../model/peer.ts';
import type {Machine} from '../../model/machine.ts';
import type {ReplayOptions} from './replay/replay-journal.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {collect, readCommandLine} from './words/command-line.ts';
import {readEnvironment} from './words/environment.ts';
import {addTargetOptions} from './words/target-options.ts';

/** Where a run leaves its journal. */
const usualJournal = 'touchstone-results';

/** Declares the command line. */
export function configure(command: Command): Command {
  return addTargetOptions(
    command
      .name('replay')
      .description(
        'Does again what failed before and says FIXED, STILL FAILS or CANNOT REPLAY. A property is not run as a whole: exactly the shrunk input that failed is tried once more, on a fresh namespace. Give the target again; a journal never says where to connect. Exit codes: 0 all fixed, 1 something still fails, 2 wrong usage, 5 the target cannot be reached, 6 something cannot be replayed.',
      )
      .argument(
        '[what...]',
        'ids of cases in the journal (globs such as "properties/*"); all red ones when none is given; or the .json files of findings of touchstone fuzz and raw inputs, which take --peer, --reference or the node',
      )
      .optionsGroup('What failed:')
      .option('--from <journal>', 'the journal of the run or the search that failed, or its folder', usualJournal)
      .option('--message <name>', 'of raw inputs: what they are (default: the folder that they are in, as in a corpus)')
      .addOption(new Option('--suite <file>', 'a suite file of yours with the cases (repeatable)').argParser(collect))
      .addOption(
        new Option(
          '--var <name=value>',
          'a value of ${vars.name} that the run was given and its journal does not hold (repeatable)',
        ).argParser(collect),
      )
      .addOption(
        new Option('--var-file <file>', 'a YAML or JSON file with such values (repeatable)').argParser(collect),
      ),
  );
}

/** Runs the command. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  if (isAboutFindings(argv)) return (await import('./fuzz/replay-finding.ts')).main(argv, machine);
  const line = readCommandLine<ReplayOptions>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  if (line.operands.some(word => isFile(machine, word)))
    return (await import('./fuzz/replay-finding.ts')).main(argv, machine);
  const {replayJournal} = await import('./replay/replay-journal.ts');
  const {replayFindings} = await import('./fuzz/replay-finding.ts');
  return replayJournal(line.options, line.operands, machine, replayFindings);
}

/** No case has the name of a file that is there. */
function isFile({files}: Machine, word: string): boolean {
  return files.isBelow(word, folderOf(word));
}

/**
 * A finding of a search is a .json file, with its raw input beside it in a .bin file; a journal is neither. Other raw inputs come with `--message`, or are
 * in a folder of the name of theirs, or have a name as fuzzers give it.
 */
export function isAboutFindings(argv: readonly string[]): boolean {
  return argv.some(
    (word, n) =>
      (/\.(?:json|bin)$/.test(word) && !/^--(?:from|suite|[a-z-]*-file)$/.test(argv[n - 1] ?? '')) ||
      /^--message(?:=|$)/.test(word) ||
      /(?:^|[\\/])(?:crash|finding|leak|oom|slow-unit|timeout)-[0-9a-f]{40}$/.test(word) ||
      overlayMessages.some(message => word.split(/[\\/]/).at(-2) === message),
  );
}
