// A small seeded generator, so that one printed seed repeats an order or a choice.

/** Makes a generator of unsigned 32-bit numbers from a seed (mulberry32: Tommy Ettinger, 2017; full period of 2^32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Shuffles a copy by the seed (Fisher–Yates). */
export function seededOrder<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = seededRandom(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random() % (last + 1);
    const moved = order[last] as Item;
    order[last] = order[other] as Item;
    order[other] = moved;
  }
  return order;
}
