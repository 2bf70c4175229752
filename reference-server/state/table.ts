/** Holds the rows of one kind in memory, by id and by the group they belong to. Rows are values: a change puts a new one. */

export interface Row {
  readonly id: number;
}

/** A table of rows. Lists come in the order of ids; an id that was given once is never given again. */
export interface Table<T extends Row> {
  /** Stores what `make` gives for a fresh id, and returns it. */
  readonly add: (make: (id: number) => T) => T;
  readonly get: (id: number) => T | undefined;
  /** Puts a row in the place of the one with its id; a row that was removed meanwhile stays removed. */
  readonly put: (row: T) => T;
  readonly remove: (id: number) => void;
  readonly of: (group: string | number) => readonly T[];
  readonly removeGroup: (group: string | number) => void;
  readonly all: () => readonly T[];
}

/** Gives fresh ids; two tables with the same counter never give the same id. */
export interface Counter {
  readonly next: () => number;
}

export function makeCounter(): Counter {
  let last = 0;
  return {next: () => (last += 1)};
}

export function makeTable<T extends Row>(groupOf: (row: T) => string | number, ids: Counter = makeCounter()): Table<T> {
  const rows = new Map<number, T>();
  const groups = new Map<string | number, Set<number>>();

  const join = (row: T): void => {
    const group = groups.get(groupOf(row)) ?? new Set();
    groups.set(groupOf(row), group.add(row.id));
  };
  const leave = (row: T): void => {
    const group = groups.get(groupOf(row));
    group?.delete(row.id);
    if (group?.size === 0) groups.delete(groupOf(row));
  };
  const remove = (id: number): void => {
    const row = rows.get(id);
    if (row === undefined) return;
    rows.delete(id);
    leave(row);
  };
  const of = (group: string | number): readonly T[] => {
    const found: T[] = [];
    let isOrdered = true;
    for (const id of groups.get(group) ?? []) {
      const row = rows.get(id);
      if (row === undefined) continue;
      isOrdered &&= id > (found.at(-1)?.id ?? 0);
      found.push(row);
    }
    // Only a row that came from another group is out of its place.
    return isOrdered ? found : found.sort((left, right) => left.id - right.id);
  };

  return {
    add: make => {
      const row = make(ids.next());
      rows.set(row.id, row);
      join(row);
      return row;
    },
    get: id => rows.get(id),
    put: row => {
      const before = rows.get(row.id);
      if (before === undefined) return row;
      rows.set(row.id, row);
      if (groupOf(before) !== groupOf(row)) {
        leave(before);
        join(row);
      }
      return row;
    },
    remove,
    of,
    removeGroup: group => of(group).forEach(row => remove(row.id)),
    all: () => [...rows.values()],
  };
}
