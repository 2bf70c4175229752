// A badge for a README: as an SVG of its own, or as the JSON that shields.io draws.
import {freeText} from '../case/plain-story.ts';
import {jsonReport} from '../../base/json/json-report.ts';
import type {Journal} from '../journal/reader.ts';
import {runProblem} from '../run/no-evidence.ts';
import {isGreen, runNumbers} from '../words/verdict-words.ts';
import {drawBadge, type Badge} from '../words/draw-badge.ts';

/** Renders the badge as an SVG that needs no font file, no script and no network. */
export function renderBadge(journal: Journal): string {
  return drawBadge(badgeOf(journal));
}

/** Renders the badge as the JSON of a shields.io endpoint. */
export function renderBadgeJson(journal: Journal): string {
  const {label, message, color} = badgeOf(journal);
  const isError = color === 'red';
  return jsonReport({schemaVersion: 1, label, message, color, ...(isError ? {isError} : {})});
}

/** A broken run is never green, and green says how much was judged and how much was not. */
function badgeOf(journal: Journal): Badge {
  const {counts, knownRed, newRed, planned, probed} = runNumbers(journal);
  const scored = planned - probed;
  const count = (...verdicts: readonly string[]): number =>
    journal.cases.filter(line => verdicts.includes(line.verdict) && freeText(line) === undefined).length;
  const label = journal.header.isSelfTest ? 'touchstone self-test' : 'touchstone';
  const problem = runProblem(journal);
  const red = count('fail', 'flaky');
  const unjudged = count('error');
  if (red > 0)
    return {label, message: `${red} of ${scored} failed${problem === undefined ? '' : ', incomplete'}`, color: 'red'};
  if (problem !== undefined) return {label, message: problem.kind, color: 'lightgrey'};
  if (unjudged > 0) return {label, message: `${unjudged} of ${scored} not judged`, color: 'orange'};
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
