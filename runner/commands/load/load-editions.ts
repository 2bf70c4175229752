// Loads the editions of the suites, and says which cases are newer than the one that a gate pinned.
import type {Machine} from '../../../model/machine.ts';
import type {Edition} from '../../../model/profile.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {suggestName} from '../../../model/nearest-name.ts';
import {isLater, readEditions} from '../../read/contract/read-editions.ts';

/** Says of a case in which edition it came or became stricter, if that is later than the pinned one. */
export type NewIn = (caseId: string) => string | undefined;

const file = 'suites/editions.yaml';

/** Loads all editions, oldest first. Our own file is at fault when that fails. */
export function loadEditions({files, packageRoot}: Machine): readonly Edition[] {
  const text = files.readText(`${packageRoot}/${file}`);
  if (text.kind === 'unreadable') throw new Error(`${file}: ${text.why}`);
  const {editions, problems} = readEditions({text: text.text, file});
  if (problems.length > 0) throw new Error(`${file}: ${problems.map(({message}) => message).join('; ')}`);
  return editions;
}

/** Finds what is newer than an edition; an edition that there is not gives the sentence that says so. */
export function newerThan(
  pinned: string,
  editions: readonly Edition[],
): {readonly kind: 'known'; readonly newIn: NewIn} | {readonly kind: 'unknown'; readonly why: string} {
  const ids = editions.map(({id}) => id);
  if (!ids.includes(pinned))
    return {
      kind: 'unknown',
      why: `the edition ${pinned} is not one of these suites\n  ${suggestName(pinned, ids, 'editions')}`,
    };
  const later = editions.filter(({id}) => isLater(id, pinned)).toReversed();
  return {
    kind: 'known',
    newIn: caseId => later.find(({changes}) => changes.some(({case: pattern}) => matchesStars(pattern, caseId)))?.id,
  };
}
