// Tells the two targets of one command line apart: which option is for which of them.

/** An option as it stands on the command line. */
export interface GivenOption {
  /** With its dashes, e.g. `--target`. */
  readonly flag: string;
  /** Absent for a switch. */
  readonly value?: string;
  /** It takes one value, a value each time it is given, or none. */
  readonly takes: 'one' | 'each' | 'none';
}

/** The command lines of both targets, or what is wrong. */
export type Sides =
  | {readonly kind: 'two'; readonly first: readonly string[]; readonly second: readonly string[]}
  | {readonly kind: 'wrong'; readonly problems: readonly string[]};

/**
 * Splits the options. The second target begins where a target is named again. A fault belongs to the reference before it.
 * Of the others, a value that is given once holds for both, and given twice, one is for each.
 */
export function sidesOf(given: readonly GivenOption[]): Sides {
  const sides: GivenOption[][] = [];
  const problems: string[] = [];
  const others: GivenOption[] = [];
  for (const option of given) {
    const current = sides.at(-1);
    if (naming.has(option.flag)) {
      if (current === undefined || isNewTarget(current, option)) sides.push([option]);
      else current.push(option);
    } else if (option.flag !== '--fault') others.push(option);
    else if (current === undefined) problems.push('write --fault after the --reference that it is for');
    else current.push(option);
  }
  const shared = shareOut(others);
  problems.push(...countProblems(sides.length), ...shared.problems);
  if (problems.length > 0) return {kind: 'wrong', problems};
  const [first = [], second = []] = sides;
  return {
    kind: 'two',
    first: [...first, ...shared.first].map(wordOf),
    second: [...second, ...shared.second].map(wordOf),
  };
}

const naming: ReadonlySet<string> = new Set(['--target', '--target-file', '--reference', '--peer', '--live-peer']);

/** They say everything that a target is. */
const whole: ReadonlySet<string> = new Set(['--target-file', '--reference']);

function isNewTarget(current: readonly GivenOption[], {flag}: GivenOption): boolean {
  return whole.has(flag) || current.some(one => one.flag === flag || whole.has(one.flag));
}

function countProblems(count: number): readonly string[] {
  if (count === 2) return [];
  const fix = 'for example --target URL --target URL, or --reference --reference --fault NAME';
  if (count > 2) return [`${count} targets are named, and two are compared\n  name two, ${fix}`];
  return [`${count === 0 ? 'no target is named' : 'only one target is named'}\n  name two, ${fix}`];
}

interface Shared {
  readonly first: readonly GivenOption[];
  readonly second: readonly GivenOption[];
  readonly problems: readonly string[];
}

function shareOut(others: readonly GivenOption[]): Shared {
  const first: GivenOption[] = [];
  const second: GivenOption[] = [];
  const problems: string[] = [];
  for (const flag of new Set(others.map(option => option.flag))) {
    const options = others.filter(option => option.flag === flag);
    const [one, two, ...more] = options;
    if (one === undefined) continue;
    if (one.takes !== 'one') {
      first.push(...options);
      second.push(...options);
      continue;
    }
    first.push(one);
    second.push(two ?? one);
    if (more.length > 0)
      problems.push(`${flag} is given ${options.length} times\n  give it once for both targets, or once for each`);
  }
  return {first, second, problems};
}

function wordOf({flag, value}: GivenOption): string {
  return value === undefined ? flag : `${flag}=${value}`;
}
