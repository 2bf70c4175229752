// Draws which letter stands for which: in order where that can be, so that what is sorted by name stays sorted.

/** The letters that words are made of. */
export const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** With more letters than this in use, too few others are left to choose from in order. */
const orderedMax = 21;

/** Draws other letters for those in use, in the same order: what is sorted by name stays sorted. */
export function substitution(used: string, random: () => number): (character: string) => string {
  const before = [...new Set(used.toLowerCase().replace(/[^a-z]/g, ''))].toSorted();
  if (before.length > orderedMax) return permutation(alphabet, random);
  const left = alphabet.split('');
  while (left.length > before.length) left.splice(random() % left.length, 1);
  return character => {
    const fresh = left[before.indexOf(character.toLowerCase())] ?? character;
    return character === character.toLowerCase() ? fresh : fresh.toUpperCase();
  };
}

/** Draws a permutation of an alphabet in which as little as can be stays; capitals follow their small letters. */
export function permutation(characters: string, random: () => number): (character: string) => string {
  const order = characters.split('');
  for (let last = order.length - 1; last > 0; last -= 1) {
    // Never itself: a cycle through all characters leaves none in its place.
    const other = random() % last;
    [order[last], order[other]] = [order[other] ?? '', order[last] ?? ''];
  }
  return character => {
    const at = characters.indexOf(character.toLowerCase());
    const fresh = at === -1 ? character : (order[at] ?? character);
    return character === character.toLowerCase() ? fresh : fresh.toUpperCase();
  };
}
