// Reads all arrangements together, because they start from each other.
import type {Arrangement} from '../../../model/arrangement.ts';
import type {Problem} from '../../../model/problem.ts';
import {readArrangement, type ArrangementKnown} from './read-arrangement.ts';

/** Gives all arrangements by name, or every problem of every file. */
export function readArrangements({
  files,
  known,
  others = new Map(),
}: {
  readonly files: readonly {readonly text: string; readonly file: string}[];
  readonly known: Omit<ArrangementKnown, 'arrangements'>;
  /** Arrangements that were read before, which these may start from and may not replace. */
  readonly others?: ReadonlyMap<string, Arrangement>;
}): {readonly arrangements: ReadonlyMap<string, Arrangement>; readonly problems: readonly Problem[]} {
  const first = files.map(({text, file}) => readArrangement({text, file, known}));
  const alone = first.flatMap(({arrangement}) => arrangement ?? []);
  const arrangements = new Map([...others, ...alone.map(arrangement => [arrangement.name, arrangement] as const)]);
  const doubles = alone.filter(
    arrangement => arrangements.get(arrangement.name) !== arrangement || others.has(arrangement.name),
  );
  const broken = first.flatMap(({problems}) => problems);
  // A file that could not be read would show up once more as "unknown arrangement" wherever it is used.
  if (broken.length > 0) return {arrangements: new Map(), problems: [...broken, ...doubles.map(doubleProblem)]};
  const second = files.map(({text, file}) => readArrangement({text, file, known: {...known, arrangements}}));
  const problems = [
    ...second.flatMap(one => one.problems),
    ...doubles.map(doubleProblem),
    ...circleProblems(arrangements),
  ];
  const complete = second.flatMap(({arrangement}) => arrangement ?? []);
  return {arrangements: problems.length > 0 ? new Map() : new Map(complete.map(one => [one.name, one])), problems};
}

function doubleProblem({file, name}: Arrangement): Problem {
  return {file, message: `another file defines the arrangement "${name}" too`, fix: 'rename one of the two'};
}

function circleProblems(arrangements: ReadonlyMap<string, Arrangement>): readonly Problem[] {
  return [...arrangements.values()].flatMap(start => {
    const circle = circleFrom(start, start, arrangements, new Set());
    if (circle === undefined) return [];
    return [
      {
        file: start.file,
        message: `arrangements start from each other: ${circle.join(' → ')}`,
        fix: 'take one of the "given" away',
      },
    ];
  });
}

function circleFrom(
  start: Arrangement,
  at: Arrangement,
  arrangements: ReadonlyMap<string, Arrangement>,
  seen: Set<Arrangement>,
): readonly string[] | undefined {
  if (seen.has(at)) return undefined;
  seen.add(at);
  for (const {arrange} of at.given) {
    if (arrange === start.name) return [at.name, arrange];
    const next = arrangements.get(arrange);
    const rest = next === undefined ? undefined : circleFrom(start, next, arrangements, seen);
    if (rest !== undefined) return [at.name, ...rest];
  }
  return undefined;
}
