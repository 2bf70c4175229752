// Reads what is known of real servers: one baseline for each, which a run of that server can be given as it stands.
import {basename} from 'node:path';
import type {Machine} from '../../../model/machine.ts';
import {readBaseline, type BaselineEntry} from '../../../reports/baseline/read-entries.ts';

/** One server that was judged, and where it is known to differ. */
export interface KnownServer {
  /** Name and version, e.g. `Gitea 1.26.0`. */
  readonly title: string;
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

/** Gives the servers that ship with us, by name and version. */
export function knownServers({files, packageRoot}: Pick<Machine, 'files' | 'packageRoot'>): readonly KnownServer[] {
  return files
    .beside(`${packageRoot}/fixtures/servers`, ['.yaml'])
    .toSorted((a, b) => a.localeCompare(b, 'en', {numeric: true}))
    .map(file => {
      const read = files.readText(file);
      const {entries} = readBaseline({text: read.kind === 'text' ? read.text : '', file});
      return {title: titleOf(file), file, entries};
    });
}

function titleOf(file: string): string {
  const [family = '', ...version] = basename(file, '.yaml').split('-');
  return `${family[0]?.toUpperCase() ?? ''}${family.slice(1)} ${version.join('-')}`;
}
