// `touchstone coverage`: which statement of the record is proven by which case, and what became of them in a run.
import {defined} from '../../base/json/defined.ts';
import {Option, type Command} from 'commander';
import {idWithoutContext, otherValues} from '../../model/contexts/context.ts';
import type {Machine} from '../../model/machine.ts';
import {isProbe, type Runnable} from '../../model/plan.ts';
import {whyClosed} from '../plan/contexts/open-values.ts';
import {operationsOf} from '../plan/gate-case.ts';
import type {ContextCase} from '../../reports/coverage/context-matrix.ts';
import {coverageOf} from '../../reports/coverage/statement-coverage.ts';
import {
  renderCoverageJson,
  renderCoverageMarkdown,
  renderCoverageText,
} from '../../reports/coverage/statement-coverage-text.ts';
import {loadCatalog, type Catalog} from './load/catalog.ts';
import {readCommandLine} from './words/command-line.ts';
import {gatherRunnables} from './load/gather-runnables.ts';
import {casesInContexts} from './run/cases-in-contexts.ts';
import {readJournalFile} from './run/journal-file.ts';
import {printProblems} from './words/print-problems.ts';
import {addSuitesOption, readSuitesOption, type SuitesOption} from './load/suites-option.ts';

interface CoverageOptions extends SuitesOption {
  readonly format: keyof typeof renderers;
  readonly failUnproven?: boolean;
}

const renderers = {text: renderCoverageText, markdown: renderCoverageMarkdown, json: renderCoverageJson} as const;

/** Declares the command line. */
export function configure(command: Command): Command {
  return addSuitesOption(command)
    .name('coverage')
    .description('Shows for every statement of the record which cases prove it and, with a journal, their results.')
    .argument('[journal]', 'a results.jsonl; without one, the suites alone are looked at')
    .addOption(new Option('--format <format>', 'how it is written').choices(Object.keys(renderers)).default('text'))
    .option('--fail-unproven', 'exit code 1 when a statement that could be proven is not');
}

/** Runs the command: 0, 1 when `--fail-unproven` finds a gap, 2 for bad input. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<CoverageOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const [file] = line.operands;
  const reading = file === undefined ? undefined : readJournalFile(file, machine);
  if (reading?.kind === 'unusable') return refuse(machine, reading.why);
  const suites = readSuitesOption(line.options, machine);
  if (suites.problems.length > 0) return refuse(machine, ...suites.problems);
  const catalog = await loadCatalog(machine, suites.files);
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../../base/yaml/render-problems.ts');
    return refuse(machine, `the suites cannot be used:\n${renderProblems(catalog.problems, {color: false})}`);
  }
  const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
  const coverage = coverageOf({
    requirements: catalog.requirements,
    cases: runnables.map(runnable => coverageCase(runnable, catalog)),
    referenceOnly: referenceOnly(catalog),
    contexts: contextCases(runnables, catalog, machine),
    ...defined({journal: reading?.journal}),
  });
  machine.print(`${renderers[line.options.format](coverage)}\n`);
  const isMissing = coverage.rows.some(row => row.isMissing);
  return line.options.failUnproven === true && isMissing ? 1 : 0;
}

// A probe is reported and never scored, so it proves nothing.
function coverageCase(runnable: Runnable, {arrangements}: Catalog) {
  const {id, definition} = runnable;
  return {id, proves: isProbe(runnable) ? [] : definition.proves, operations: operationsOf(runnable, arrangements)};
}

/** Says of each case which contexts a run chooses for it, and which it is closed to. */
function contextCases(runnables: readonly Runnable[], catalog: Catalog, machine: Machine): readonly ContextCase[] {
  const data = {arrangements: catalog.arrangements, rights: catalog.rights};
  const chosen = new Map<string, string[]>();
  for (const {id} of casesInContexts(runnables, {}, {catalog, machine})) {
    const plain = idWithoutContext(id);
    if (plain !== id) chosen.set(plain, [...(chosen.get(plain) ?? []), id]);
  }
  return runnables.flatMap((runnable): readonly ContextCase[] => {
    if (runnable.kind !== 'example' || runnable.written === undefined || isProbe(runnable)) return [];
    const {id, written} = runnable;
    const closed = otherValues.flatMap(({dimension, value}) => {
      const why = whyClosed(written, dimension, value, data);
      return why === undefined ? [] : [[`${dimension}=${value}`, why] as const];
    });
    return [{id, proves: written.proves, chosen: chosen.get(id) ?? [], closed: new Map(closed)}];
  });
}

/** Lists the operations that every dialect lacks but that of our reference. */
function referenceOnly({operations, dialects}: Catalog): ReadonlySet<string> {
  const others = [...dialects.values()].filter(({name}) => name !== 'reference').map(({absent}) => new Set(absent));
  const reference = new Set(dialects.get('reference')?.absent ?? []);
  const ids = [...operations.keys()];
  return new Set(ids.filter(id => !reference.has(id) && others.length > 0 && others.every(absent => absent.has(id))));
}

function refuse(machine: Machine, ...problems: readonly string[]): number {
  printProblems(machine, 'coverage', problems);
  return 2;
}
