// Names a recorded thing for people.
import type {RecordedThing} from '../../../model/ledger.ts';

/** Names one thing, e.g. `account alice-x7 at http://127.0.0.1:3000 (run x7, 2026-11-20T10:00:00.000Z)`. */
export function describeThing({run, at, target, variant, entry}: RecordedThing): string {
  const what =
    entry.kind === 'account'
      ? `account ${entry.name}`
      : entry.kind === 'request'
        ? `what ${entry.method} ${entry.path} removes, ${namesIn(entry.values).join('/')} of ${entry.login || entry.as}`
        : `${entry.arrangement} ${namesIn(entry.values).join('/')} of ${entry.login}`;
  return `${what} at ${target}${variant === undefined ? '' : ` (variant ${variant})`} (run ${run}, ${at})`;
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  // Who acts is no part of a name.
  return Object.entries(value).flatMap(([key, part]) => (/(?:^|_)as$/.test(key) ? [] : namesIn(part)));
}
