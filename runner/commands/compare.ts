// `touchstone compare`: says what became worse or better between runs, and what it is to be blamed on.
import {Option, type Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import {renderComparisonHtml} from '../../reports/comparison-html.ts';
import {renderComparisonJson} from '../../reports/comparison-json.ts';
import {renderComparisonMarkdown} from '../../reports/comparison-markdown.ts';
import {renderComparison} from '../../reports/comparison-text.ts';
import {compareRuns, type Comparison} from '../../reports/comparison.ts';
import type {Journal} from '../../reports/journal-reader.ts';
import {trendOf, type Trend} from '../../reports/trend.ts';
import {collectList, readCommandLine} from './command-line.ts';
import {readJournalFile} from './journal-file.ts';

interface CompareOptions {
  readonly to?: readonly string[];
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('compare')
    .description(
      'Compares the first run with the last one, and shows the verdicts of all when there are more than two. Exit code 1 means that a case that passed no longer does.',
    )
    .argument('<journals...>', 'two or more results.jsonl, or folders of runs, oldest first')
    .addOption(
      new Option(
        '--to <list>',
        'the comparison as FORMAT[:FILE], comma-separated; without a file, stdout; formats: text, markdown, json, html (default: text)',
      ).argParser(collectList),
    );
}

/** Runs the command: 0 without regression, 1 with one, 2 when the runs cannot be compared, 6 when the last run did not come to its end. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<CompareOptions>(argv, machine, configure);
  return Promise.resolve(line.kind === 'stop' ? line.exitCode : compare(line.operands, line.options, machine));
}

function compare(operands: readonly string[], {to}: CompareOptions, machine: Machine): number {
  if (operands.length < 2) return refuse(machine, ['give the journals of two runs or more, oldest first']);
  const read = operands.map(path => readJournalFile(path, machine));
  const places = readPlaces(to ?? ['text'], machine);
  const problems = [...read.flatMap(one => (one.kind === 'unusable' ? [one.why] : [])), ...places.problems];
  if (problems.length > 0) return refuse(machine, problems);
  const journals = read.flatMap(one => (one.kind === 'journal' ? [one.journal] : []));
  const [before, after] = [journals[0], journals.at(-1)];
  if (before === undefined || after === undefined) return refuse(machine, ['there is nothing to compare']);
  const result = compareRuns(before, after);
  if (result.kind === 'not-comparable')
    return refuse(machine, [
      `${result.why}, so they cannot be compared\n  compare two runs of the same suites against the same kind of target`,
    ]);
  const trend = journals.length > 2 ? trendOf(journals) : undefined;
  writeComparison(result.comparison, trend, {machine, places: places.places});
  return exitCode(result.comparison, after);
}

function exitCode({regressions}: Comparison, after: Journal): number {
  if (regressions > 0) return 1;
  return after.kind === 'incomplete' || after.footer.isInterrupted || after.footer.notRun > 0 ? 6 : 0;
}

interface Place {
  readonly format: keyof typeof renderers;
  readonly path: string;
}

type Renderer = (comparison: Comparison, options: {readonly trend?: Trend}) => string;

const renderers = {
  text: (comparison, options) => renderComparison(comparison, {...options, color: false, width: 120}),
  markdown: renderComparisonMarkdown,
  json: renderComparisonJson,
  html: renderComparisonHtml,
} as const satisfies {readonly [format: string]: Renderer};

function readPlaces(
  given: readonly string[],
  machine: Machine,
): {readonly places: readonly Place[]; readonly problems: readonly string[]} {
  const problems: string[] = [];
  const places = given.flatMap((item): readonly Place[] => {
    const [, name = '', path = '-'] = /^([^:]*)(?::([^]+))?$/.exec(item) ?? [];
    if (!Object.hasOwn(renderers, name)) {
      problems.push(
        `--to ${item}: there is no format ${JSON.stringify(name)}\n  formats are ${Object.keys(renderers).join(', ')}`,
      );
      return [];
    }
    const why = path === '-' ? undefined : machine.files.whyNotWritable(path);
    if (why !== undefined) problems.push(`--to ${item}: it cannot be written: ${why}\n  choose another file`);
    return [{format: name as Place['format'], path}];
  });
  if (places.filter(({path}) => path === '-').length > 1)
    problems.push('--to: two formats would both go to stdout\n  give each a file of its own');
  return {places, problems};
}

function writeComparison(
  comparison: Comparison,
  trend: Trend | undefined,
  {machine, places}: {readonly machine: Machine; readonly places: readonly Place[]},
): void {
  const options = trend === undefined ? {} : {trend};
  for (const {format, path} of places) {
    if (path !== '-') {
      machine.files.writeWhole(path, renderers[format](comparison, options));
      machine.talk(`wrote ${path}\n`);
    } else if (format === 'text') {
      const {isPrintTerminal, columns} = machine.terminal;
      machine.print(renderComparison(comparison, {...options, color: isPrintTerminal, width: columns}));
    } else machine.print(renderers[format](comparison, options));
  }
}

function refuse(machine: Machine, problems: readonly string[]): number {
  for (const problem of problems) machine.talk(`touchstone compare: ${problem}\n`);
  return 2;
}
