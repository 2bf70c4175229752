// Names a decoder for people.

/** Gives its name and, where it told one, its version. */
export function nameAndVersion({name, version}: {readonly name: string; readonly version: string}): string {
  return `${name.trim()} ${version.trim()}`.trim();
}
