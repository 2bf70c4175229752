// Leaves out of an object what has no value.

/** Gives the entries that have a value; those that are undefined are not there at all, so that an optional key is absent and not undefined. */
export function defined<Entries extends object>(
  entries: Entries,
): {readonly [Key in keyof Entries]?: Exclude<Entries[Key], undefined>} {
  const present: Partial<Entries> = {};
  for (const key of Object.keys(entries) as (keyof Entries)[]) {
    if (entries[key] !== undefined) present[key] = entries[key];
  }
  return present as {readonly [Key in keyof Entries]?: Exclude<Entries[Key], undefined>};
}
