/** Writes and reads points in time: milliseconds inside, RFC 3339 outside. */

/** Writes an instant as RFC 3339 in UTC to the second, the form in which this server shows every time but those of commits. */
export function instantText(instantMs: number): string {
  return new Date(Math.floor(instantMs / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

/** Writes an instant with the offset of the clock that gave it, as commits keep it: minutes behind UTC, as git libraries count them. */
export function zonedText(instantMs: number, timezoneOffset: number): string {
  const minutes = Math.abs(timezoneOffset);
  if (minutes === 0 || minutes >= 24 * 60) return instantText(instantMs);
  const local = instantText(instantMs - timezoneOffset * 60_000).slice(0, -1);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${local}${timezoneOffset > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Reads an RFC 3339 date-time with any offset and fraction into milliseconds; undefined when it is none. */
export function readInstant(text: string): number | undefined {
  const found = /^\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.exec(text);
  if (found === null) return undefined;
  const instantMs = Date.parse(text.toUpperCase());
  const day = Number(found[2]);
  const isRealDay = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day;
  return Number.isNaN(instantMs) || !isRealDay ? undefined : instantMs;
}
