// Instants as requests write them: one instant in many offsets and with or without fractions.
import fc from 'fast-check';
import type {Json} from '../../../model/json.ts';

/** How an instant is written: the offset from UTC in minutes, and digits of a fraction. */
export interface Spelling {
  readonly offsetMinutes: number;
  readonly digits: number;
}

/** Reads a date with its time as RFC 3339 writes it, as milliseconds; nothing where it is none. */
export function instantOf(shown: Json | undefined): number | undefined {
  if (typeof shown !== 'string' || !/^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:z|[+-]\d\d:\d\d)$/i.test(shown))
    return undefined;
  const ms = Date.parse(shown.toUpperCase());
  return Number.isNaN(ms) ? undefined : ms;
}

/** Draws spellings; shrinks to UTC without a fraction. */
export const spelling: fc.Arbitrary<Spelling> = fc.record({
  offsetMinutes: fc.constantFrom(0, 330, -480, 60, -210, 720),
  digits: fc.constantFrom(0, 0, 3),
});

/** Writes an instant, given in milliseconds, as RFC 3339. */
export function spellInstant(atMs: number, {offsetMinutes, digits}: Spelling): string {
  const [date = '', rest = ''] = new Date(atMs + offsetMinutes * 60_000).toISOString().split('.');
  const fraction = digits === 0 ? '' : `.${rest.slice(0, digits)}`;
  if (offsetMinutes === 0) return `${date}${fraction}Z`;
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date}${fraction}${offsetMinutes < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
