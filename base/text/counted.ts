// Puts a count before its noun.

/** Gives e.g. `1 case` or `3 cases`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
