/** Matches the path of a request with the paths of routes, in which `{name}` is one segment and `{name*}` the rest. */

/** Gives the decoded values of a path that a pattern matches; undefined when it does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const found = regExpOf(pattern).exec(path);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
  } catch {
    return undefined;
  }
}

const known = new Map<string, RegExp>();

function regExpOf(pattern: string): RegExp {
  const made = known.get(pattern) ?? new RegExp(`^${sourceOf(pattern)}/?$`);
  known.set(pattern, made);
  return made;
}

function sourceOf(pattern: string): string {
  return pattern
    .replaceAll('.', '\\.')
    .replaceAll('{diffType}', `(?<diffType>${diffTypes})`)
    .replaceAll(/\{(\w+)\*\}/g, '(?<$1>[^]+)')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
}

/** The two endings under which the changes of a commit or pull request are served as text. */
export const diffTypes = 'diff|patch';
