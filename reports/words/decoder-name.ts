// Names a decoder for people.

/** What is shown where a decoder gave no name. */
export const unnamed = 'unnamed';

/** Gives its name and, where it gave one, its version. */
export function nameAndVersion({name = unnamed, version}: {readonly name?: string; readonly version: string}): string {
  return `${name.trim()} ${version.trim()}`.trim();
}
