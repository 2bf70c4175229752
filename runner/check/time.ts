// Reads the instants and durations that matchers compare.

/** Reads an RFC 3339 date-time with any offset as milliseconds since 1970 (with fraction); undefined when it is none. */
export function readInstant(text: string): number | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (mo < 1 || mo > 12 || d < 1 || d > daysIn(y, mo) || h > 23 || mi > 59 || s > 60) return undefined;
  const offset = readOffset(sign, offsetHour, offsetMinute);
  if (offset === undefined) return undefined;
  const whole = new Date(0);
  whole.setUTCFullYear(y, mo - 1, d);
  whole.setUTCHours(h, mi, s);
  return whole.getTime() - offset * 60_000 + Number(`0.${fraction ?? '0'}`) * 1_000;
}

/** Reads a duration such as `500ms`, `2s`, `2m` or `1h` as milliseconds; undefined when it is none. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}

const instantPattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const unitMs = {ms: 1, s: 1_000, m: 60_000, h: 3_600_000} as const;

function readOffset(sign?: string, hour?: string, minute?: string): number | undefined {
  if (sign === undefined) return 0;
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute));
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
