// Puts a count before its noun.

/** Gives e.g. `1 case` or `3 cases`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : nouns}`;
}
