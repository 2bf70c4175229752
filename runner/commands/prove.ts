// `touchstone prove`: runs the suites against every fault of the reference and shows which case notices which.
import {counted} from '../../base/text/counted.ts';
import {program} from '../../base/text/program.ts';
import {setMaxListeners} from 'node:events';
import {Option, type Command} from 'commander';
import {contextText, contextWith} from '../../model/contexts/context.ts';
import type {Machine, ReferenceFault} from '../../model/machine.ts';
import {judgeMatrix, type FaultRow, type KillMatrix} from '../../reports/coverage/kill-matrix.ts';
import {renderMatrix} from '../../reports/coverage/kill-matrix-text.ts';
import {shellWord} from '../../base/text/shell-word.ts';
import {loadCatalog} from './load/catalog.ts';
import {chooseFaults, isChoosing, type FaultChoice} from './open/choose-faults.ts';
import {collect, readCommandLine, wholeNumber} from './words/command-line.ts';
import {gatherRunnables} from './load/gather-runnables.ts';
import {casesInContexts} from './run/cases-in-contexts.ts';
import {holdFolder} from './run/hold-folder.ts';
import {loadTargetFile} from './load/load-target-file.ts';
import {proveAll, proveSome, type Proof} from './prove/two-ways.ts';
import {partMatrixName, readLastMatrix, wholeMatrixName} from './prove/last-matrix.ts';
import type {MutantRun} from './prove/mutants/prove-mutants.ts';
import {whyNoPage, writePages} from './prove/matrix-pages.ts';
import {standings} from './prove/standing.ts';
import {publishedKills} from './load/published-kills.ts';
import {readShard} from './words/shard-option.ts';
import {jsonWithEscapes} from '../../base/text/visible-text.ts';

/** The options of the command, as commander gives them. */
export interface ProveOptions extends FaultChoice {
  readonly list?: boolean;
  readonly full?: boolean;
  readonly allTouched?: boolean;
  /** A commit only with `mutants`. */
  readonly changed?: string | true;
  readonly mutants?: number;
  readonly mutantsIn?: readonly string[];
  readonly jobs: number;
  readonly seed: number;
  readonly output: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly from?: string;
}

// The same inputs each time, so that two matrices differ only where suites, faults or code do. Names are drawn anew all the same.
const usualSeed = 1;

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('prove')
    .description('Runs the suites against every fault of the reference and shows which case notices which.')
    .addOption(new Option('--fault <name>', 'only this fault; * stands for any text (repeatable)').argParser(collect))
    .option('--hosting', 'only faults, or mutants, of the hosting server')
    .option('--overlay', 'only faults, or mutants, of the overlay peer')
    .option('--mesh', 'only faults of the node of a mesh')
    .addOption(
      new Option('--shard <i/n>', 'only part i of n of the faults, chosen by their names').argParser(readShard),
    )
    .option('--list', 'list the faults and run nothing')
    .addOption(
      new Option(
        '--changed [commit]',
        'take over from the last matrix of --output what no change touches; with --mutants, only mutants in functions that changed since the commit, or since the last result of --output',
      ).conflicts('full'),
    )
    .addOption(
      new Option(
        '--mutants <n>',
        'instead of faults, try n mechanical changes of the reference, drawn by --seed; only in a checkout',
      ).argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(
      new Option(
        '--mutants-in <path>',
        'only mutants of this folder or file of the reference, e.g. rules or hosting/query.ts (repeatable)',
      )
        .argParser(collect)
        .conflicts(['hosting', 'overlay']),
    )
    .option('--full', 'run every case against every fault, not only those that touch its rules')
    .option(
      '--all-touched',
      'do not begin with the cases that noticed a fault in docs/kill-matrix.md: run all that may notice it',
    )
    .addOption(new Option('--jobs <n>', 'faulty references at a time').argParser(wholeNumber(1, 64)).default(2))
    .addOption(
      new Option('--seed <n>', 'draws inputs and order').argParser(wholeNumber(0, 2 ** 31 - 1)).default(usualSeed),
    )
    .option('--output <folder>', 'where kill-matrix.json goes', 'touchstone-results')
    .option('--markdown <file>', 'write the matrix as a Markdown page too, and beside it a list that explain reads')
    .option('--html <file>', 'write the matrix as an HTML page with a chart too')
    .option(
      '--from <file>',
      'run nothing, and make text and pages again from the kill-matrix.json of an earlier prove',
    );
}

/**
 * Runs the command: 0 when every fault is noticed as it should be, 1 when not, 2 for bad input, 3 when the reference cannot be used, 130 when it
 * was interrupted.
 */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ProveOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {options} = line;
  if (options.from !== undefined) return again(machine, options, options.from);
  if (options.mutants !== undefined) return mutants(machine, {...options, mutants: options.mutants});
  const known = await machine.referenceFaults();
  const choice = chooseFaults(known, options);
  const cannot = choice.kind === 'refused' ? choice.why : whyNot(machine, options);
  if (choice.kind === 'refused' || cannot !== undefined) {
    machine.talk(`touchstone prove: ${cannot ?? ''}\n`);
    return 2;
  }
  if (options.list === true) {
    for (const {name, role, requirement, basis, says, onlyIn} of choice.faults) {
      const where = onlyIn === undefined ? '' : `, only with ${contextText(contextWith(onlyIn))}`;
      machine.print(`${name}  (${role}, ${requirement}, ${basis}${where})\n  ${says}\n`);
    }
    return 0;
  }
  return interruptibly(machine, stop =>
    holdFolder({folder: options.output, command: 'prove'}, machine, () =>
      prove(machine, options, {faults: choice.faults, stop}),
    ),
  );
}

async function interruptibly(machine: Machine, work: (stop: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  // Every case that is under way listens.
  setMaxListeners(0, stop.signal);
  const release = machine.onInterrupt(() => {
    machine.talk('\ninterrupted: the faulty references are being stopped\n');
    stop.abort('interrupted');
  });
  try {
    return await work(stop.signal);
  } finally {
    release();
  }
}

function isOfSome({markdown, hosting, overlay, changed, mutantsIn}: ProveOptions): boolean {
  return markdown !== undefined && [hosting, overlay, changed, mutantsIn].some(one => one !== undefined);
}

async function mutants(machine: Machine, options: ProveOptions & {readonly mutants: number}): Promise<number> {
  const {shard, list, full, html, mesh, fault = []} = options;
  const other = [shard, list, full, html, mesh].some(one => one !== undefined) || fault.length > 0;
  const cannot = other
    ? '--mutants is about no fault; leave --fault, --mesh, --shard, --list, --full and --html out'
    : isOfSome(options)
      ? `--markdown ${options.markdown ?? ''}: the page is of all mutants; leave --hosting, --overlay, --changed and --mutants-in out`
      : whyNoPage(machine, options);
  if (cannot !== undefined) {
    machine.talk(`touchstone prove: ${cannot}\n`);
    return 2;
  }
  const {proveMutants} = await import('./prove/mutants/prove-mutants.ts');
  const inContexts: MutantRun['inContexts'] = (runnables, catalog) =>
    casesInContexts(runnables, {}, {catalog, machine});
  return interruptibly(machine, stop => proveMutants(machine, options, {stop, inContexts}));
}

async function again(machine: Machine, options: ProveOptions, file: string): Promise<number> {
  const cannot = whyNoPage(machine, options);
  if (cannot === undefined) return (await import('./prove/again.ts')).proveAgain(machine, file, options);
  machine.talk(`touchstone prove: ${cannot}\n`);
  return 2;
}

function whyNot(machine: Machine, options: ProveOptions): string | undefined {
  if (options.mutantsIn !== undefined) return '--mutants-in belongs to --mutants';
  if (typeof options.changed === 'string') return `--changed ${options.changed}: a commit belongs to --mutants`;
  if (options.changed === true && isChoosing(options))
    return '--changed is about all faults; leave --fault, --hosting, --overlay, --mesh and --shard out';
  if (options.markdown !== undefined && isChoosing(options))
    return `--markdown ${options.markdown}: the page is of all faults; leave --fault, --hosting, --overlay, --mesh and --shard out`;
  return whyNoPage(machine, options);
}

interface Chosen {
  readonly faults: readonly ReferenceFault[];
  readonly stop: AbortSignal;
}

async function prove(machine: Machine, options: ProveOptions, {faults, stop}: Chosen): Promise<number> {
  const catalog = await loadCatalog(machine, {own: true, mesh: true, users: []});
  const loaded = await loadTargetFile({reference: true}, machine);
  if (loaded.kind === 'unusable') {
    machine.talk(`touchstone prove: ${loaded.why}\n`);
    return 2;
  }
  const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
  const inContexts = casesInContexts(runnables, {}, {catalog, machine}).flatMap(runnable =>
    runnable.kind === 'example' && runnable.context !== undefined ? [runnable] : [],
  );
  const isWhole = !isChoosing(options);
  const inputs = {
    machine,
    catalog,
    target: loaded.options,
    runnables,
    inContexts,
    seed: options.seed,
    jobs: options.jobs,
    isFull: options.full === true,
    kills: options.allTouched === true ? new Map() : publishedKills(machine),
    standings: standings([...runnables, ...inContexts], {machine, catalog}),
    last: options.changed === true ? readLastMatrix(machine, options.output) : undefined,
    stop,
  };
  const proof = await (isWhole ? proveAll(inputs, faults) : proveSome(inputs, faults));
  if (proof.kind === 'refused') {
    machine.talk(`touchstone prove: ${proof.why}\n`);
    return 3;
  }
  if (proof.kind === 'interrupted') {
    machine.talk(
      'touchstone prove: interrupted before the healthy reference had run its cases, so nothing is proved\n',
    );
    return 130;
  }
  const matrix = judgeMatrix({
    rows: inOrder(faults, proof),
    cases: runnables.map(({id, definition}) => ({id, proves: definition.proves})),
    requirements: catalog.requirements,
    healthy: proof.healthy,
    isWhole: isWhole && !stop.aborted,
  });
  keep(machine, options, {matrix, proof});
  machine.print(`${renderMatrix(matrix)}\n`);
  // A page of some faults does not take the place of one of all.
  if (stop.aborted) return cutShort(machine, options, {proved: matrix.rows.length, faults: faults.length});
  writePages(machine, options, matrix);
  return matrix.problems.length === 0 ? 0 : 1;
}

function cutShort(
  machine: Machine,
  {output, seed}: ProveOptions,
  {proved, faults}: {readonly proved: number; readonly faults: number},
): number {
  const words = [
    ...(output === 'touchstone-results' ? [] : [`--output ${shellWord(output)}`]),
    ...(seed === usualSeed ? [] : [`--seed ${String(seed)}`]),
  ];
  machine.talk(
    `touchstone prove: interrupted when ${String(proved)} of ${counted(faults, 'fault was', 'faults were')} proved; to go on with the others:\n` +
      `  ${[`${program} prove --changed`, ...words].join(' ')}\n`,
  );
  return 130;
}

type Proved = Extract<Proof, {kind: 'proved'}>;

function inOrder(faults: readonly ReferenceFault[], {rows}: Proved): readonly FaultRow[] {
  return faults.flatMap(({name}) => rows.find(row => row.fault.name === name) ?? []);
}

function keep(
  {files}: Machine,
  {output, seed}: ProveOptions,
  {matrix, proof}: {readonly matrix: KillMatrix; readonly proof: Proved},
): void {
  const name = matrix.isWhole ? wholeMatrixName : partMatrixName;
  const {problems, ...rest} = matrix;
  const text = `${jsonWithEscapes(JSON.stringify({schema: 1, seed, problems, ...rest, cases: proof.cases}, null, 1))}\n`;
  if (files.makeFolder(output).kind === 'made') files.writeWhole(`${output}/${name}`, text);
}
