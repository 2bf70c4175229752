// Draws a whole list in some order, so that no run leaves an item out; what fails is shrunk to the one item that it takes.
import fc from 'fast-check';

/** Draws all items in any order; shrinks to single items, then to lists with one item less. */
export function inAnyOrder<Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> {
  return new AnyOrder(items, []);
}

/** The same, and shrinks to none at all first: for what a run meets beside its commands. It stands before them, so that they are left alone where they break the law. */
export function inAnyOrderOrNone<Item>(items: readonly Item[]): fc.Arbitrary<readonly Item[]> {
  return new AnyOrder(items, [[]]);
}

class AnyOrder<Item> extends fc.Arbitrary<readonly Item[]> {
  readonly items: readonly Item[];
  readonly first: readonly (readonly Item[])[];

  constructor(items: readonly Item[], first: readonly (readonly Item[])[]) {
    super();
    this.items = items;
    this.first = first;
  }

  generate(random: fc.Random): fc.Value<readonly Item[]> {
    const left = [...this.items];
    const drawn: Item[] = [];
    while (left.length > 0) drawn.push(...left.splice(random.nextInt(0, left.length - 1), 1));
    return new fc.Value<readonly Item[]>(drawn, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is readonly Item[] {
    return Array.isArray(value) && value.every(item => this.items.includes(item as Item));
  }

  shrink(value: readonly Item[]): fc.Stream<fc.Value<readonly Item[]>> {
    const singles = value.length > 1 ? value.map(item => [item]) : [];
    const shorter = value.length > 2 ? value.map((_, gap) => value.filter((_item, at) => at !== gap)) : [];
    const none = value.length > 0 ? this.first : [];
    const smaller = [...none, ...singles, ...shorter].map(list => new fc.Value<readonly Item[]>(list, undefined));
    return fc.Stream.of(...smaller);
  }
}
