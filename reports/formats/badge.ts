// A badge for a README: as an SVG of its own, or as the JSON that shields.io draws.
import {freeText} from '../case/plain-story.ts';
import {jsonReport} from '../../base/json/json-report.ts';
import type {Journal} from '../journal/reader.ts';
import {runProblem} from '../run/no-evidence.ts';
import {isGreen, runNumbers} from '../words/verdict-words.ts';
import {attributes, xmlText} from '../../base/text/xml.ts';

/** What a badge says. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: keyof typeof colors;
}

const colors = {brightgreen: '#2c7a1f', red: '#b3261e', orange: '#9a5b00', lightgrey: '#5f5f5f'} as const;

/** Renders the badge as an SVG that needs no font file, no script and no network. */
export function renderBadge(journal: Journal): string {
  const {label, message, color} = badgeOf(journal);
  const left = widthOf(label);
  const right = widthOf(message);
  const title = xmlText(`${label}: ${message}`);
  const text = (middle: number, words: string): string =>
    `    <text${attributes({x: middle, y: 14})}>${xmlText(words)}</text>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${attributes({xmlns: 'http://www.w3.org/2000/svg', width: left + right, height: 20, role: 'img', 'aria-label': `${label}: ${message}`})}>`,
    `  <title>${title}</title>`,
    `  <rect${attributes({width: left, height: 20, fill: '#3d3d3d'})}/>`,
    `  <rect${attributes({x: left, width: right, height: 20, fill: colors[color]})}/>`,
    `  <g${attributes({fill: '#fff', 'text-anchor': 'middle', 'font-family': 'Verdana, DejaVu Sans, sans-serif', 'font-size': 11})}>`,
    text(left / 2, label),
    text(left + right / 2, message),
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Renders the badge as the JSON of a shields.io endpoint. */
export function renderBadgeJson(journal: Journal): string {
  const {label, message, color} = badgeOf(journal);
  const isError = color === 'red';
  return jsonReport({schemaVersion: 1, label, message, color, ...(isError ? {isError} : {})});
}

/** A broken run is never green, and green says how much was judged and how much was not. */
function badgeOf(journal: Journal): Badge {
  const {counts, knownRed, newRed, planned} = runNumbers(journal);
  const count = (...verdicts: readonly string[]): number =>
    journal.cases.filter(line => verdicts.includes(line.verdict) && freeText(line) === undefined).length;
  const label = journal.header.isSelfTest ? 'touchstone self-test' : 'touchstone';
  const problem = runProblem(journal);
  const red = count('fail', 'flaky');
  const unjudged = count('error');
  if (red > 0)
    return {label, message: `${red} of ${planned} failed${problem === undefined ? '' : ', incomplete'}`, color: 'red'};
  if (problem !== undefined) return {label, message: problem.kind, color: 'lightgrey'};
  if (unjudged > 0) return {label, message: `${unjudged} of ${planned} not judged`, color: 'orange'};
  if (isStale(journal)) return {label, message: 'baseline is stale', color: 'orange'};
  const judged = counts.pass + counts.warn;
  if (!isGreen(journal)) return {label, message: judged === 0 ? 'nothing judged' : 'no verdict', color: 'lightgrey'};
  const rest = [
    ...(knownRed > 0 ? [`${knownRed} known to fail`] : []),
    ...(newRed > 0 ? [`${newRed} new and not yet counted`] : []),
    ...(counts.skip > 0 ? [`${counts.skip} skipped`] : []),
  ];
  return {
    label,
    message: [`${judged} passed`, ...rest].join(', '),
    color: knownRed + newRed > 0 ? 'orange' : 'brightgreen',
  };
}

function isStale(journal: Journal): boolean {
  const baseline = journal.kind === 'complete' ? journal.footer.baseline : undefined;
  return baseline !== undefined && baseline.stale.length > 0 && !baseline.isStaleAllowed;
}

/** Verdana at 11 px is about 6.6 px a character; too wide looks better than cut. */
function widthOf(text: string): number {
  return Math.ceil(text.length * 6.8) + 12;
}
