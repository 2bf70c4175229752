/** Usual: an edit that changes nothing leaves the time of the last change as well. Gives a row with the time of its edit, in ms since 1970, or the row as it was. */
export function stamped<Row extends {readonly updatedAt: number}>(before: Row, edited: Row, now: number): Row {
  return JSON.stringify(edited) === JSON.stringify(before) ? before : {...edited, updatedAt: now};
}
