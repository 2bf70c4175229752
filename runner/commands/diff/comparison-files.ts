// Writes a comparison where the command line wants it: the `--to` of `compare` and `diff`.
import {Option} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {renderComparisonHtml} from '../../../reports/compare/comparison-page.ts';
import {renderComparisonJson} from '../../../reports/compare/comparison-json.ts';
import {renderComparisonMarkdown} from '../../../reports/compare/comparison-markdown.ts';
import {renderComparison} from '../../../reports/compare/comparison-text.ts';
import type {Comparison} from '../../../reports/compare/comparison.ts';
import type {Trend} from '../../../reports/compare/trend.ts';
import {isColored} from '../words/colored.ts';
import {collectList} from '../words/command-line.ts';
import {quoted} from '../../../base/text/visible-text.ts';

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

type Renderer = (comparison: Comparison, options: {readonly trend?: Trend}) => string;

const renderers = {
  text: (comparison, options) => renderComparison(comparison, {...options, color: false, width: 120}),
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
    const why = path === '-' ? undefined : machine.files.whyNotWritable(path);
    if (why !== undefined) problems.push(`--to ${item}: it cannot be written: ${why}\n  choose another file`);
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

/** Writes the comparison to every place. */
export function writeComparison(
  comparison: Comparison,
  {
    machine,
    places,
    trend,
  }: {readonly machine: Machine; readonly places: readonly ComparisonPlace[]; readonly trend?: Trend},
): void {
  const options = trend === undefined ? {} : {trend};
  for (const {format, path} of places) {
    if (path !== '-') {
      machine.files.writeWhole(path, renderers[format](comparison, options));
      machine.talk(`wrote ${path}\n`);
    } else if (format === 'text') {
      const {isPrintTerminal, columns} = machine.terminal;
      machine.print(
        renderComparison(comparison, {...options, color: isColored(machine, isPrintTerminal), width: columns}),
      );
    } else machine.print(renderers[format](comparison, options));
  }
}
