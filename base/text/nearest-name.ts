// Finds the name that somebody probably meant.

/** Gives the known name nearest to a mistyped one by Damerau-Levenshtein distance, or undefined when none is near. */
export function nearestName(typed: string, known: Iterable<string>): string | undefined {
  const lower = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - typed.length) >= bestDistance) continue;
    const distance = name.toLowerCase() === lower ? 0 : distanceBetween(lower, name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best ?? byPrefix(lower, known);
}

// Somebody who writes `$equal` for `$eq`, or `repo` for `repository`, is far away by distance and near by sense.
function byPrefix(lower: string, known: Iterable<string>): string | undefined {
  const isNear = (name: string): boolean =>
    Math.min(name.length, lower.length) >= prefixMin && (lower.startsWith(name) || name.startsWith(lower));
  return [...known].find(name => isNear(name.toLowerCase()));
}

const prefixMin = 3;

/** Says `did you mean "x"?`, or lists the known names when none is near. */
export function suggestName(typed: string, known: Iterable<string>, plural: string): string {
  const names = [...known];
  const nearest = nearestName(typed.slice(0, longestName), names);
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  if (names.length === 0) return `there are no ${plural}; take it out`;
  const shown = names.slice(0, namesShown).join(', ');
  return `the ${plural} are: ${shown}${names.length > namesShown ? `, and ${String(names.length - namesShown)} more` : ''}`;
}

const namesShown = 24;

// The distance costs the product of both lengths, and a mistyped name may be a whole pasted file.
const longestName = 100;

function distanceBetween(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({length: right.length + 1}, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next[column] = Math.min(
        cell(last, column) + 1,
        cell(next, column - 1) + 1,
        cell(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? cell(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, next];
  }
  return cell(last, right.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
