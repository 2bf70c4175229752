// Reads durations such as `500ms`, `10s`, `2m`.
import {asText, note, type Place} from './yaml-place.ts';

const minuteMs = 60_000;

/** The longest wait that a suite may ask for, in minutes; a case has one by default. */
const longestWait = 10;

/** Gives the milliseconds of a duration, or undefined for any other text. */
export function durationMsOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unit === 'ms' ? 1 : unit === 's' ? 1_000 : 60_000);
}

/** Reads a duration in milliseconds, of at most so many minutes: of a wait, where nothing is said. */
export function asDurationMs(place: Place, what: string, mostMinutes = longestWait): number | undefined {
  const bare = /^\d+(?:\.\d+)?$/.exec(typeof place.value === 'object' ? '' : String(place.value))?.[0];
  // Nobody waits minutes, and says so in seconds: a large number means milliseconds.
  if (bare !== undefined) return note(place, `${what} needs a unit`, `write ${bare}${Number(bare) < 100 ? 's' : 'ms'}`);
  const text = asText(place, what);
  if (text === undefined) return undefined;
  const durationMs = durationMsOf(text);
  if (durationMs === undefined)
    return note(
      place,
      `${what} is "${text}", which is not a duration`,
      'write a number and a unit, e.g. 500ms, 10s or 2m',
    );
  if (durationMs > 0 && durationMs <= mostMinutes * minuteMs) return durationMs;
  return note(
    place,
    `${what} is "${text}", which is out of range`,
    `write more than 0 and at most ${String(mostMinutes)}m`,
  );
}
