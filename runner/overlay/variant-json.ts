// Gives proto3 JSON text other values in the same spelling: other digits and letters, or another member before it.
import type {Random} from '../../base/random/seeded-numbers.ts';
import type {OverlaySchema} from './message-schema.ts';

/** Draws other digits for the numbers of a text and other letters for its base64; names, signs, points and lengths stay. */
export function respelled(random: Random, text: string): string {
  return text.replace(/(?<=:\s*"?)[0-9]{1,18}(?=[",}\s])|(?<="(?:Hmac|Cert)"\s*:\s*")[A-Za-z0-9]+/g, piece =>
    /^[0-9]+$/.test(piece) ? otherDigits(random, piece) : otherLetters(random, piece),
  );
}

function otherDigits(random: Random, digits: string): string {
  // A leading digit of 1 to 3 keeps a number of the same length inside the same range, mostly; the strict reader checks it.
  return digits.replace(/[0-9]/g, (digit, index: number) => {
    if (digit === '0' && index === 0) return '0';
    return String(index === 0 ? 1 + random.below(Math.max(1, Number(digit))) : random.below(10));
  });
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function otherLetters(random: Random, base64: string): string {
  return base64.replace(/[A-Za-z0-9]/g, () => letters.charAt(random.below(letters.length)));
}

/** Puts a member that the text does not have yet before the first one of its outermost object. */
export function withMemberBefore(random: Random, of: OverlaySchema, text: string): string {
  const free = of.fields.filter(({name}) => !text.includes(`"${name}"`));
  if (free.length === 0) return withSpace(random, text);
  const field = random.pick(free);
  const number = 1 + random.below(9);
  const members = {
    enum: `${number}`,
    uint32: `${number}${number}`,
    uint64: `"${number}0${number}"`,
    bytes: `"${otherLetters(random, 'AAAA')}"`,
    message: field.isRepeated ? '[{}]' : '{}',
  };
  return text.replace(/\{(\s*)(?=(\}?))/, (_, space: string, end: string) => {
    return `{${space}"${field.name}":${members[field.kind]}${end === '}' ? '' : ','}`;
  });
}

/** Puts white space before the text: its meaning stays, a table of known texts does not hold it. */
export function withSpace(random: Random, text: string): string {
  let space = '';
  for (let count = 1 + random.below(8); count > 0; count -= 1) space += random.pick([' ', '\n', '\t', '\r']);
  return space + text;
}
