// Checks target files, dialects and baselines: every problem at its place, and entries of a baseline that no case answers to.
import type {Machine} from '../../../model/machine.ts';
import type {Problem} from '../../../model/problem.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readBaseline} from '../../../reports/baseline/read-entries.ts';
import type {DialectKnown} from '../../read/contract/read-dialect.ts';
import {readOwnDialects} from '../load/read-own-dialects.ts';
import {readFuzzBaseline} from '../load/load-fuzz-baseline.ts';
import {loadEditions, newerThan} from '../load/load-editions.ts';
import {readTargetText} from '../load/load-target-file.ts';
import type {SortedFiles, TextFile} from '../load/sort-files.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** What checking comes to; notes cost nothing. */
export interface CheckOfOthers {
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Checks all files that are no suites. Dialects may extend those of the catalog; `ids` are those of all cases, given only when a baseline asks for them. */
export async function checkOthers(
  {targets, baselines, fuzzBaselines, dialects}: SortedFiles,
  machine: Machine,
  {catalog, ids}: {readonly catalog: DialectKnown; readonly ids: () => Promise<readonly string[]>},
): Promise<CheckOfOthers> {
  const checks = await Promise.all(targets.map(async file => checkTarget(file, machine)));
  const known = baselines.length === 0 ? [] : await ids();
  const read = baselines.map(file => checkBaseline(file, known, machine));
  return {
    problems: [
      ...checks.flat(),
      ...read.flatMap(({problems}) => problems),
      ...fuzzBaselines.flatMap(checkFuzzBaseline),
      ...readOwnDialects(dialects, catalog).problems,
    ],
    notes: read.flatMap(({notes}) => notes),
  };
}

async function checkTarget({file, text}: TextFile, machine: Machine): Promise<readonly Problem[]> {
  const {target, problems} = await readTargetText(text, file, machine);
  return target?.edition === undefined ? problems : [...problems, ...editionProblems(target.edition, file, machine)];
}

function checkBaseline({file, text}: TextFile, ids: readonly string[], machine: Machine): CheckOfOthers {
  const {entries, problems, edition} = readBaseline({text, file});
  const lost = entries.filter(entry => !ids.some(id => matchesStars(entry.case, id)));
  return {
    problems: edition === undefined ? problems : [...problems, ...editionProblems(edition, file, machine)],
    notes: lost.map(
      entry =>
        `${file}: no case answers to ${quoted(entry.case)}, so its entry does nothing here\n  ${suggestName(entry.case, ids, 'cases')}`,
    ),
  };
}

function editionProblems(edition: string, file: string, machine: Machine): readonly Problem[] {
  const newer = newerThan(edition, loadEditions(machine));
  if (newer.kind !== 'unknown') return [];
  const [message = newer.why, fix = 'write an edition that this version knows'] = newer.why.split('\n  ');
  return [{file, message, fix}];
}

function checkFuzzBaseline({file, text}: TextFile): readonly Problem[] {
  return readFuzzBaseline(text, file).problems;
}
