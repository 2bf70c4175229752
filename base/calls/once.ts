// Makes a value when it is first asked for, and keeps it.

/** Gives a function that calls `make` at its first call alone, and gives the same each time; a `make` that throws is called again. */
export function once<Value>(make: () => Value): () => Value {
  let made: {readonly value: Value} | undefined;
  return () => (made ??= {value: make()}).value;
}
