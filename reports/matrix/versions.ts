// Orders versions as people read them: 1.9 before 1.10, a pre-release before its release.

/** Compares two runs by version, then by the time that they began. */
export function byVersion(
  a: {readonly version: string; readonly startedAt: string},
  b: {readonly version: string; readonly startedAt: string},
): number {
  const order = compareVersions(a.version, b.version);
  if (order !== 0) return order;
  return a.startedAt < b.startedAt ? -1 : a.startedAt === b.startedAt ? 0 : 1;
}

/** Gives a negative number where `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let n = 0; n < Math.max(left.length, right.length); n += 1) {
    const order = comparePart(left[n], right[n]);
    if (order !== 0) return order;
  }
  return 0;
}

// What follows a plus says how it was built.
function partsOf(version: string): readonly (number | string)[] {
  const [named = ''] = version.split('+');
  return (named.match(/\d+|[a-z]+/gi) ?? []).map(part => (/\d/.test(part) ? Number(part) : part.toLowerCase()));
}

/** A word stands for a pre-release: `1.27-rc1` is older than `1.27`, and `1.27.1` is newer. A leading `v` is one on both sides, or none counts. */
function comparePart(a: number | string | undefined, b: number | string | undefined): number {
  if (a === b) return 0;
  const rank = (part: number | string | undefined): number =>
    part === undefined ? 1 : typeof part === 'string' ? 0 : 2;
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return a !== undefined && b !== undefined && a < b ? -1 : 1;
}
