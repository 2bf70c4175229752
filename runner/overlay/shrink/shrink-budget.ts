// How much may go into making an input smaller, and the one place that asks.

/** Where shrinking ends by itself. What it has made smaller by then is kept. */
export interface ShrinkBounds {
  readonly triesMax?: number;
  readonly isOver?: () => boolean;
}

/** Opens a budget. */
export function budgetOf(
  stillShows: Budget['stillShows'],
  {triesMax = 4_000, isOver = () => false}: ShrinkBounds,
  ways: Pick<Budget, 'plainBytes' | 'removals' | 'joins'>,
): Budget {
  return {left: triesMax, isOver, stillShows, ...ways};
}

/** What is left of it. */
export interface Budget {
  left: number;
  readonly isOver: () => boolean;
  readonly stillShows: (candidate: Uint8Array) => Promise<boolean>;
  /** Plainer bytes than this one, the plainest first. */
  readonly plainBytes: (byte: number) => readonly number[];
  /** The ways in which a piece can be taken away. */
  readonly removals: (bytes: Uint8Array, at: number, size: number) => Iterable<Uint8Array>;
  /** The ways in which two pieces can be made one. */
  readonly joins: (bytes: Uint8Array) => Iterable<Uint8Array>;
}

/** Asks whether a candidate still shows the difference; no more when nothing is left. */
export async function shows(candidate: Uint8Array, budget: Budget): Promise<boolean> {
  if (isSpent(budget)) return false;
  budget.left -= 1;
  return budget.stillShows(candidate);
}

/** Thinking of what nobody asks costs as much: a candidate of a large input is a copy of a megabyte. */
export function isSpent(budget: Budget): boolean {
  if (budget.left > 0 && budget.isOver()) budget.left = 0;
  return budget.left <= 0;
}

/** Gives the first of the candidates that still shows it. */
export async function firstShowing(candidates: Iterable<Uint8Array>, budget: Budget): Promise<Uint8Array | undefined> {
  if (isSpent(budget)) return undefined;
  for (const candidate of candidates) {
    if (await shows(candidate, budget)) return candidate;
    if (isSpent(budget)) return undefined;
  }
  return undefined;
}
