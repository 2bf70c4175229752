// What a test file started or made, and how it ends. Files share the modules that they import, so the end of a file is announced by a setup file.

const endings: (() => void | Promise<void>)[] = [];

/** Does this when all tests of the file are over; a concurrent test has no end of its own that helpers could see. */
export function atEnd(end: () => void | Promise<void>): void {
  endings.push(end);
}

/** Ends all of it, the newest first. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end();
}
