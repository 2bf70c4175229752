// Finds names that need one another in a circle.

/** Gives each circle once, as its names in the order in which each needs the next; a name that is not a key needs nothing. */
export function cyclesIn(needs: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): void => {
    const start = way.indexOf(name);
    if (start !== -1) cycles.push(way.slice(start));
    if (start !== -1 || done.has(name)) return;
    for (const next of needs.get(name) ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of needs.keys()) visit(name, []);
  return cycles;
}
