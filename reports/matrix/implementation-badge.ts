// The badge of an implementation: what its newest version is certified for, or what its run showed.
import {drawBadge, type Badge} from '../words/draw-badge.ts';
import {certificateState} from './certified.ts';
import {newestOf, type Implementation, type MatrixRun} from './matrix-of-runs.ts';

/** Draws the badge. */
export function badgeOfImplementation(implementation: Implementation): string {
  return drawBadge(badgeOf(implementation));
}

/** Gives what it says, for those who do not see it. */
export function badgeText(implementation: Implementation): string {
  const {label, message} = badgeOf(implementation);
  return `${label}: ${message}`;
}

/** Only a valid certificate of the newest version is green: a run says what it showed, and a revoked certificate is told first. */
function badgeOf(implementation: Implementation): Badge {
  const {name} = implementation;
  const run = newestOf(implementation);
  if (run === undefined) return {label: name, message: 'not tested', color: 'lightgrey'};
  const label = `${name} ${run.version}`;
  const of = (state: string): readonly string[] =>
    run.certificates.filter(one => certificateState(one) === state).map(({profile}) => profile);
  const [revoked, valid, expired] = [of('revoked'), of('valid'), of('expired')];
  if (revoked.length > 0) return {label, message: `${revoked.join(', ')}: revoked`, color: 'red'};
  if (valid.length > 0) return {label, message: `certified: ${valid.join(', ')}`, color: 'brightgreen'};
  if (expired.length > 0) return {label, message: `${expired.join(', ')}: expired`, color: 'lightgrey'};
  return {label, ...shownBy(run)};
}

function shownBy({cells, marks}: MatrixRun): Pick<Badge, 'message' | 'color'> {
  const states = [...cells.values()].map(({state}) => state);
  const count = (...wanted: readonly string[]): number => states.filter(state => wanted.includes(state)).length;
  const [holds, fails, judged] = [count('holds'), count('fails', 'in-part'), count('holds', 'fails', 'in-part')];
  const mark = marks.length === 0 ? '' : ' (not a whole run)';
  if (judged === 0) return {message: `nothing judged${mark}`, color: 'lightgrey'};
  return {
    message: `${String(holds)} of ${String(judged)} hold${mark}`,
    color: fails > 0 || mark !== '' ? 'orange' : 'lightgrey',
  };
}
