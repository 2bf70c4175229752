/** Reads where the submodules of a commit come from. */
import {entryAt, readFile} from './files.ts';
import type {GitPlace} from './git-store.ts';

/** Gives the address of the submodule at a path as `.gitmodules` has it; undefined where that file does not name it. */
export async function submoduleUrl(place: GitPlace, commitSha: string, path: string): Promise<string | undefined> {
  const file = await entryAt(place, commitSha, '.gitmodules');
  if (file?.type !== 'blob') return undefined;
  const sections = Buffer.from(await readFile(place, file.oid))
    .toString('utf8')
    .split(/^\s*\[/m);
  return sections
    .map(valuesOf)
    .find(values => values.get('path') === path)
    ?.get('url');
}

/** Reads the lines `key = value` of a section; git takes keys in capitals too. */
function valuesOf(section: string): ReadonlyMap<string, string> {
  const lines = section.split('\n').map(line => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line));
  return new Map(lines.flatMap(found => (found === null ? [] : [[(found[1] ?? '').toLowerCase(), found[2] ?? '']])));
}
