// Writes a comparison where the command line wants it: the `--to` of `compare` and `diff`.
import {dirname, join, relative} from 'node:path';
import {Option} from 'commander';
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import {whyNoReport} from '../words/report-place.ts';
import {renderComparisonHtml} from '../../../reports/compare/comparison-page.ts';
import {renderComparisonJson} from '../../../reports/compare/comparison-json.ts';
import {renderComparisonMarkdown} from '../../../reports/compare/comparison-markdown.ts';
import {renderComparison} from '../../../reports/compare/comparison-text.ts';
import type {Comparison, ComparisonTools} from '../../../reports/compare/comparison.ts';
import {comparisonWords} from '../../../reports/compare/terms.ts';
import type {Trend} from '../../../reports/compare/trend.ts';
import {isColored} from '../words/colored.ts';
import {collectList} from '../words/command-line.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** Declares where the comparison goes. */
export function comparisonOption(): Option {
  return new Option(
    '--to <list>',
    'the comparison as FORMAT[:FILE], comma-separated; without a file, stdout; formats: text, markdown, json, html (default: text)',
  ).argParser(collectList);
}

/** One place that a comparison goes to; `-` is stdout. */
export interface ComparisonPlace {
  readonly format: keyof typeof renderers;
  readonly path: string;
}

type Renderer = (comparison: Comparison, tools: ComparisonTools) => string;

const renderers = {
  text: (comparison, {trend}) => renderComparison(comparison, {...defined({trend}), color: false, width: 120}),
  markdown: renderComparisonMarkdown,
  json: renderComparisonJson,
  html: renderComparisonHtml,
} as const satisfies {readonly [format: string]: Renderer};

/** Reads the option; problems are whole sentences. */
export function readComparisonPlaces(
  given: readonly string[] | undefined,
  machine: Machine,
): {readonly places: readonly ComparisonPlace[]; readonly problems: readonly string[]} {
  const problems: string[] = [];
  const places = (given ?? ['text']).flatMap((item): readonly ComparisonPlace[] => {
    const [, name = '', path = '-'] = /^([^:]*)(?::([^]+))?$/.exec(item) ?? [];
    if (!isFormat(name)) {
      problems.push(
        `--to ${item}: there is no format ${quoted(name)}\n  formats are ${Object.keys(renderers).join(', ')}`,
      );
      return [];
    }
    const no = path === '-' ? undefined : whyNoReport(path, machine);
    if (no !== undefined) problems.push(`--to ${item}: ${no.why}\n  ${no.fix}`);
    return [{format: name, path}];
  });
  problems.push(...clashes(places, machine));
  return {places, problems};
}

function isFormat(name: string): name is ComparisonPlace['format'] {
  return Object.hasOwn(renderers, name);
}

/** Two formats in one place would leave neither. */
function clashes(places: readonly ComparisonPlace[], {files}: Machine): readonly string[] {
  const taken = new Set<string>();
  return places.flatMap(({path}) => {
    const key = path === '-' ? path : files.absolute(path);
    if (!taken.has(key)) {
      taken.add(key);
      return [];
    }
    return [`--to: two formats would both go to ${path === '-' ? 'stdout' : path}\n  give each a file of its own`];
  });
}

interface Compared {
  readonly machine: Machine;
  readonly places: readonly ComparisonPlace[];
  readonly trend?: Trend;
  /** The journals of the two runs. */
  readonly journals: {readonly before: string; readonly after: string};
}

/** Writes the comparison to every place, and the verdict to stdout where nothing else went there. */
export function writeComparison(comparison: Comparison, {machine, places, trend, journals}: Compared): void {
  const {isPrintTerminal, columns} = machine.terminal;
  for (const {format, path} of places) {
    if (path !== '-') {
      const reports = reportsBeside(journals, path, machine);
      machine.files.writeWhole(path, renderers[format](comparison, defined({trend, reports})));
      machine.talk(`wrote ${path}\n`);
    } else if (format === 'text') {
      const color = isColored(machine, isPrintTerminal);
      machine.print(renderComparison(comparison, {...defined({trend}), color, width: columns}));
    } else machine.print(renderers[format](comparison, defined({trend})));
  }
  if (places.every(({path}) => path !== '-')) machine.print(`${comparisonWords(comparison)}\n`);
}

/** Finds the reports of both runs, which a page can link to: relative to its own folder. */
function reportsBeside(
  journals: Compared['journals'],
  page: string,
  {files}: Machine,
): {readonly before?: string; readonly after?: string} | undefined {
  const reportOf = (journal: string): string | undefined => {
    // A run is named by its journal or by its folder.
    const given = files.absolute(journal);
    const report = [join(given, 'report.html'), join(dirname(given), 'report.html')].find(path => files.exists(path));
    return report === undefined ? undefined : relative(dirname(files.absolute(page)), report).replaceAll('\\', '/');
  };
  const reports = defined({before: reportOf(journals.before), after: reportOf(journals.after)});
  return Object.keys(reports).length === 0 ? undefined : reports;
}
