// A small seeded source of numbers: the same seed draws the same numbers on every machine.

/** Draws uniform numbers from a 32-bit seed (mulberry32: one addition and three multiplications a number). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Draws an unsigned 32-bit number. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** Makes another source that goes on with the same numbers. */
  clone(): Random {
    return new Random(this.state);
  }

  /** Draws a whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * count);
  }

  /** Draws true once in `times` on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  /** Draws one of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }
}

/** Makes a generator of unsigned 32-bit numbers from a seed. */
export function seededRandom(seed: number): () => number {
  const random = new Random(seed);
  return () => random.next();
}

/** Shuffles a copy by the seed (Fisher–Yates). */
export function seededOrder<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = new Random(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random.next() % (last + 1);
    const moved = order[last] as Item;
    order[last] = order[other] as Item;
    order[other] = moved;
  }
  return order;
}

/** Makes the source of one numbered draw: every (seed, index) has its own, so a draw can be repeated without the ones before it. */
export function randomAt(seed: number, index: number): Random {
  const random = new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
  random.next();
  return random;
}
