// How much the tests look at: `npm test` keeps to its minutes on two cores, `npm run test:long` looks at everything that was drawn or listed.

/** Whether everything is looked at. */
export const isLong = process.env['TEST_LENGTH'] === 'long';

/** A number of draws, or whatever else is smaller in the short tests. */
export function atLength<Value>(of: {readonly short: Value; readonly long: Value}): Value {
  return isLong ? of.long : of.short;
}

/** All of a list; in the short tests each so manieth, from the one at `first` on. */
export function someOf<Item>(all: readonly Item[], every: number, first = 0): readonly Item[] {
  return isLong ? all : all.filter((_item, at) => at % every === first % every);
}
