/** Writes and reads points in time: milliseconds inside, RFC 3339 outside. */

/** Writes an instant as RFC 3339 in UTC to the second, the form in which this server shows every time. */
export function instantText(instantMs: number): string {
  return new Date(Math.floor(instantMs / 1000) * 1000).toISOString().replace('.000Z', 'Z');
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
