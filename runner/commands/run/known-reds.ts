// Says at the end of a run without a baseline which red cases its server is known for, and how to let only the others be red.
import {relative} from 'node:path';
import type {CaseLine} from '../../../model/journal.ts';
import type {Machine} from '../../../model/machine.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {isCovered, isExplained, isRed} from '../../../reports/baseline/known-failures.ts';
import {shellWord} from '../../../base/text/shell-word.ts';
import {knownServers} from '../load/known-servers.ts';

/** Gives the sentence; nothing where no server of this version is known, or where none of the red cases is on its list. */
export function knownReds(
  machine: Pick<Machine, 'files' | 'packageRoot' | 'workingFolder'>,
  version: string | undefined,
  cases: readonly CaseLine[],
): string | undefined {
  const plain = version?.split(/[+-]/, 1)[0];
  const red = cases.filter(isRed);
  if (red.length === 0) return undefined;
  // A fork reports the version of what it was forked from; the list that explains most is of the nearest server.
  const [nearest] = knownServers(machine)
    .filter(({title}) => title.endsWith(` ${plain ?? '?'}`))
    .map(server => ({
      server,
      known: red.filter(line => {
        const own = server.entries.filter(entry => isCovered(entry, line.id, matchesStars));
        return own.length > 0 && isExplained(line, own, matchesStars);
      }),
    }))
    .toSorted((a, b) => b.known.length - a.known.length);
  if (nearest === undefined || nearest.known.length === 0) return undefined;
  const {server, known} = nearest;
  const which =
    known.length === red.length
      ? red.length === 1
        ? 'The red case is'
        : `All ${String(red.length)} red cases are`
      : `${String(known.length)} of the ${String(red.length)} red cases ${known.length === 1 ? 'is' : 'are'}`;
  const file = relative(machine.workingFolder, server.file);
  return `${which} what ${server.title} is known to do. To let only others be red: --baseline ${shellWord(file)}`;
}
