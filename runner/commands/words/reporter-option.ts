// The option that says which reports are written and where: `--reporter junit:a.xml,html:b.html,github`.
import {Option} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import {formatFiles, usualFormats, type FormatName} from '../../../reports/formats/format-files.ts';
import {collectList} from './command-line.ts';
import {whyNoReport} from './report-place.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** One report that is wanted. */
export interface WantedReport {
  readonly format: FormatName;
  readonly place: {readonly kind: 'file'; readonly path: string} | {readonly kind: 'stdout'};
}

/** Declares the option under this name. */
export function reporterOption(flag: '--reporter' | '--to'): Option {
  return new Option(`${flag} <list>`, reporterWords()).argParser(collectList);
}

/** Says what the option takes. */
export function reporterWords(): string {
  const names = Object.keys(formatFiles).join(', ');
  return `reports as FORMAT[:FILE], comma-separated; - is stdout; formats: ${names} (default: ${usualFormats.join(', ')} in the output folder)`;
}

/** Reads the option; without it, the usual reports in the output folder. Problems are whole sentences. */
export function readReporters(
  given: readonly string[] | undefined,
  {flag, folder, machine}: {readonly flag: string; readonly folder: string; readonly machine: Machine},
): {readonly wanted: readonly WantedReport[]; readonly problems: readonly string[]} {
  if (given === undefined) return {wanted: usualFormats.map(format => inFolder(format, folder)), problems: []};
  const readings = given.map(item => readItem(item, {flag, folder}));
  const wanted = readings.flatMap(one => (typeof one === 'string' ? [] : [one]));
  const problems = [
    ...readings.filter(one => typeof one === 'string'),
    ...(given.length === 0 ? [`${flag}: name at least one format, e.g. ${flag} junit:results.xml`] : []),
    ...clashes(wanted, flag, machine),
    ...wanted.flatMap(one => unwritable(one, flag, machine)),
  ];
  return {wanted, problems};
}

function readItem(
  item: string,
  {flag, folder}: {readonly flag: string; readonly folder: string},
): WantedReport | string {
  const [, name = '', path] = /^([^:]*)(?::([^]*))?$/.exec(item) ?? [];
  if (!isFormat(name))
    return `${flag} ${item}: there is no format ${quoted(name)}\n  formats are ${Object.keys(formatFiles).join(', ')}`;
  if (path === '')
    return `${flag} ${item}: the file is missing after the colon\n  write ${name}:${formatFiles[name]}, or ${name}:- for stdout`;
  // Annotations act only when the log shows them.
  if (path === '-' || (path === undefined && name === 'github')) return {format: name, place: {kind: 'stdout'}};
  return path === undefined ? inFolder(name, folder) : {format: name, place: {kind: 'file', path}};
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formatFiles, name);
}

function inFolder(format: FormatName, folder: string): WantedReport {
  return {format, place: {kind: 'file', path: `${folder}/${formatFiles[format]}`}};
}

/** Two reports in one place would leave neither. Annotations can share: where stdout is taken, they go to stderr. */
function clashes(wanted: readonly WantedReport[], flag: string, machine: Machine): readonly string[] {
  const places = new Map<string, FormatName>();
  return wanted.flatMap(({format, place}) => {
    if (place.kind === 'stdout' && format === 'github') return [];
    const key = place.kind === 'stdout' ? '-' : machine.files.absolute(place.path);
    const other = places.get(key);
    places.set(key, format);
    const where = place.kind === 'stdout' ? 'stdout' : place.path;
    return other === undefined
      ? []
      : [`${flag}: ${other} and ${format} would both go to ${where}\n  give each a file of its own`];
  });
}

function unwritable({format, place}: WantedReport, flag: string, machine: Machine): readonly string[] {
  if (place.kind === 'stdout') return [];
  const no = whyNoReport(place.path, machine);
  return no === undefined ? [] : [`${flag} ${format}:${place.path}: ${no.why}\n  ${no.fix}`];
}
