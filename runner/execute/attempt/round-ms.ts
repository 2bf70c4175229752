// Rounds durations: digits that no clock has only make journals longer.

/** Rounds milliseconds to hundredths. */
export function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}
