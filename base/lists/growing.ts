// Keeps what follows from a list that only grows, so that each item is looked at once however often the list is asked about.

/**
 * Makes a function of a list that only grows. `step` takes each item in order and gives the state after it, which it may change in place; `start`
 * gives the state of an empty list. Whoever keeps a state that changes in place keeps one that goes on to grow.
 */
export function growing<Item, State>(
  start: () => State,
  step: (state: State, item: Item) => State,
): (list: readonly Item[]) => State {
  const kept = new WeakMap<readonly Item[], {upTo: number; state: State}>();
  return list => {
    let known = kept.get(list);
    if (known === undefined) {
      known = {upTo: 0, state: start()};
      kept.set(list, known);
    }
    for (; known.upTo < list.length; known.upTo += 1) known.state = step(known.state, list[known.upTo] as Item);
    return known.state;
  };
}
