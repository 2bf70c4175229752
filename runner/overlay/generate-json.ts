// Draws proto3 JSON for a decoder under test: every spelling that the JSON guide allows, many that it does not, and texts that are broken.
import type {OverlayMessage} from '../../model/peer.ts';
import {drawCount, largeOneIn} from './generate-size.ts';
import {drawEnum, drawUint32, drawUint64, largeOctets} from './generate-value.ts';
import {bytesOfText} from '../../base/text/hex.ts';
import type {Random} from '../../base/random/seeded-numbers.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** Draws the UTF-8 of one text. What a decoder must answer, readProtoJson says. */
export function generateJson(random: Random, message: OverlayMessage): Uint8Array {
  const size = random.oneIn(largeOneIn) ? 'large' : 'small';
  const text = random.oneIn(60) ? random.pick(otherTexts) : drawMessage(random, schema[message], size);
  const changed = random.oneIn(4) ? changedText(random, text) : text;
  return bytesOfText(random.oneIn(10) ? random.pick(spaces) + changed + random.pick(spaces) : changed);
}

const otherTexts = [
  '',
  '{',
  '[]',
  'null',
  'true',
  '0',
  '""',
  '{}{}',
  '{} x',
  '\ufeff{}',
  '{,}',
  '{"":1}',
  '// {}\n{}',
] as const;
const spaces = [' ', '\n', '\t', '\r\n'] as const;

/** A large text has large bytes, long lists and much space. */
type Size = 'small' | 'large';

function drawMessage(random: Random, of: OverlaySchema, size: Size = 'small'): string {
  const members: string[] = [];
  for (const field of of.fields) if (!random.oneIn(3)) members.push(drawMember(random, field, size));
  if (random.oneIn(5)) members.reverse();
  if (random.oneIn(15)) members.splice(random.below(members.length + 1), 0, drawStrangeMember(random, of));
  const space = drawSpace(random, size);
  return `{${space}${members.join(`,${space}`)}${space}}`;
}

function drawSpace(random: Random, size: Size): string {
  if (!random.oneIn(size === 'large' ? 3 : 12)) return '';
  return random.pick(spaces).repeat(size === 'large' ? drawCount(random) : 1);
}

/** A key that the message does not have, in ways that are often taken for it; or one that it has already. */
function drawStrangeMember(random: Random, of: OverlaySchema): string {
  const {name} = random.pick(of.fields);
  const keys = [
    name,
    name.toLowerCase(),
    name.charAt(0).toLowerCase() + name.slice(1),
    name.charAt(0).toUpperCase() + name.slice(1),
    `${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}_`,
    ` ${name}`,
    String(random.pick(of.fields).number),
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    '',
  ];
  return `${JSON.stringify(random.pick(keys))}:${random.pick(['0', '1', '{}', 'null', '"1"'])}`;
}

function drawMember(random: Random, field: OverlayField, size: Size): string {
  const colon = random.oneIn(20) ? ' : ' : ':';
  return `${random.oneIn(25) ? escapedKey(random, field.name) : `"${field.name}"`}${colon}${drawHeld(random, field, size)}`;
}

/** The same key with one letter escaped. */
function escapedKey(random: Random, name: string): string {
  const at = random.below(name.length);
  const escape = `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return `"${name.slice(0, at)}${escape}${name.slice(at + 1)}"`;
}

const wrongKinds = ['null', 'true', 'false', '[]', '{}', '""', '0', '[0]', '"NaN"', '1e400', '-0'] as const;

function drawHeld(random: Random, field: OverlayField, size: Size): string {
  if (random.oneIn(14)) return random.pick(wrongKinds);
  // The right value in a list, or in a string.
  if (random.oneIn(60)) return `[${drawHeld(random, field, 'small')}]`;
  if (random.oneIn(60)) return JSON.stringify(drawHeld(random, field, 'small'));
  if (random.oneIn(12) && field.kind !== 'message') return withEscapes(random, drawScalar(random, field, size));
  return drawScalar(random, field, size);
}

function drawScalar(random: Random, field: OverlayField, size: Size): string {
  switch (field.kind) {
    case 'enum':
      return drawEnumText(random, field);
    case 'uint32':
      return drawNumberText(random, random.oneIn(15) ? '4294967296' : String(drawUint32(random)));
    case 'uint64':
      return drawNumberText(random, random.oneIn(15) ? '18446744073709551616' : drawUint64(random));
    case 'bytes':
      return `"${size === 'large' ? drawLargeBase64(random) : drawBase64(random)}"`;
    case 'message':
      if (!field.isRepeated) return drawMessage(random, heldSchema(field), size);
      return size === 'large' ? drawLongList(random, heldSchema(field)) : drawList(random, heldSchema(field));
  }
}

/** A string with up to three of its characters escaped, in each way that JSON has and now and then in one that it lacks; a number stays. */
function withEscapes(random: Random, text: string): string {
  if (!text.startsWith('"') || text.length === 2) return text;
  const characters = text.slice(1, -1).split('');
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const at = random.pick([random.below(characters.length), Math.max(0, characters.lastIndexOf('/'))]);
    characters[at] = escaped(random, characters[at] ?? '');
  }
  return `"${characters.join('')}"`;
}

function escaped(random: Random, character: string): string {
  if (character === '/' && !random.oneIn(4)) return '\\/';
  const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
  if (random.oneIn(12))
    return random.pick([`\\${character}`, `\\x${digits.slice(2)}`, `\\u${digits.slice(1)}`, `\\U${digits}`]);
  return `\\u${random.oneIn(2) ? digits : digits.toUpperCase()}`;
}

function drawList(random: Random, of: OverlaySchema): string {
  const items = Array.from({length: random.below(4)}, () => (random.oneIn(30) ? 'null' : drawMessage(random, of)));
  return `[${items.join(',')}]`;
}

/** Of a thousand elements one is wrong for certain, if each may be: these are right, and one of them is drawn as others are. */
function drawLongList(random: Random, of: OverlaySchema): string {
  const count = drawCount(random);
  const drawnAt = random.below(2 * count);
  const plain = (at: number): string => `{${of.fields.map(({name}) => `"${name}":${String(at & 0xffff)}`).join(',')}}`;
  return `[${Array.from({length: count}, (_, at) => (at === drawnAt ? drawMessage(random, of) : plain(at))).join(',')}]`;
}

function drawEnumText(random: Random, {names = []}: OverlayField): string {
  const name = random.pick(names);
  switch (random.below(8)) {
    case 0:
      return drawNumberText(random, String(drawEnum(random)));
    case 1:
      return random.pick(
        [name.toLowerCase(), name.toUpperCase(), ` ${name}`, `${name}s`, ''].map(text => JSON.stringify(text)),
      );
    case 2:
      return String(drawEnum(random));
    case 3:
      return random.pick(['2147483648', '-2147483649', '4294967296']);
    default:
      return `"${name}"`;
  }
}

/** A whole number as digits, quoted or not; now and then with sign, zeros, fraction or exponent, or as something else that looks like it. */
function drawNumberText(random: Random, digits: string): string {
  const isQuoted = random.oneIn(2);
  const spelled = random.oneIn(4) ? random.pick(otherSpellings)(digits) : digits;
  return isQuoted ? `"${spelled}"` : spelled;
}

const otherSpellings: readonly ((digits: string) => string)[] = [
  digits => `${digits}.0`,
  digits => `${digits}e0`,
  digits => `${digits}E+0`,
  digits => `${digits}0e-1`,
  digits => {
    const zeros = /0*$/.exec(digits)?.[0].length ?? 0;
    return `${digits.slice(0, digits.length - zeros) || '0'}e${zeros}`;
  },
  digits => `${digits.charAt(0)}.${digits.slice(1)}0e${digits.length - 1}`,
  digits => `${digits}.5`,
  digits => `${digits}e-1`,
  digits => `+${digits}`,
  digits => `-${digits}`,
  digits => `0${digits}`,
  digits => ` ${digits}`,
  digits => `${digits} `,
  digits => `0x${digits}`,
  digits => `${digits}n`,
  digits => `${digits}_0`,
  digits => `${digits.repeat(8)}x`,
  digits => `0${'0'.repeat(40)}${digits} x`,
  digits => `${digits}.${'0'.repeat(40)}x`,
  digits => `${digits}e${'0'.repeat(40)}x`,
  () => '',
];

/** A long text that is wrong at its end alone: a reader that begins again for each of its characters takes very long. */
function wrongAtTheEnd(random: Random, text: string): string {
  return text + random.pick(['!', '.', '=!', ' !', '\u00e9', '=A==']);
}

function drawLargeBase64(random: Random): string {
  const text = Buffer.from(largeOctets(random)).toString('base64');
  return random.oneIn(4) ? wrongAtTheEnd(random, text) : text;
}

function drawBase64(random: Random): string {
  const isLonger = random.oneIn(6);
  const length = isLonger ? 20 + random.below(60) : random.below(7);
  const bytes = Buffer.from(Array.from({length}, () => random.next() & 0xff));
  const padded = bytes.toString('base64');
  if (isLonger && random.oneIn(3)) return wrongAtTheEnd(random, padded);
  switch (random.below(8)) {
    case 0:
      return bytes.toString('base64url');
    case 1:
      return padded.replaceAll('=', '');
    case 2:
      return `${bytes.toString('base64url')}${'='.repeat((3 - (bytes.length % 3)) % 3)}`;
    case 3:
      return random.pick([
        `${padded}=`,
        ` ${padded}`,
        `${padded}A`,
        `${padded.slice(0, 1)}*${padded.slice(1)}`,
        `${padded}==`,
      ]);
    default:
      return padded;
  }
}

const tellingCharacters = '{}[]",:\\0123456789-+.eE ntf_/\u0000\u00e9'.split('');

/** Bounds within which a text is searched for its signs. */
const signsWithin = 2_000;

/** What some readers take for space, and JSON does not. */
const strangeSpaces = ['\f', '\v', '\u00a0', '\u0085', '\u2028', '\ufeff', '\u0000', '/**/', '//\n', '#\n'] as const;

/** A comma too many, one that is missing, a bracket twice or of the wrong kind, strange space: beside a sign that the text has, where parsers look for them. */
function withAnotherSign(random: Random, text: string): string {
  const places = [...text.slice(0, signsWithin).matchAll(/[[\]{},:]/g)].map(({index}) => index);
  if (places.length === 0) return text;
  const at = random.pick(places);
  const sign = text.charAt(at);
  const behind = text.slice(at + 1);
  return (
    text.slice(0, at) +
    random.pick([
      `,${sign}`,
      `${sign},`,
      sign + sign,
      '',
      random.pick(['[', ']', '{', '}', ',', ':']),
      sign + random.pick(strangeSpaces),
      random.pick(strangeSpaces) + sign,
    ]) +
    behind
  );
}

/** The text with a sign changed, with one to three characters taken away, put in or replaced, or cut. */
function changedText(random: Random, text: string): string {
  if (random.oneIn(3)) return withAnotherSign(random, text);
  let changed = text;
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const at = random.below(changed.length + 1);
    const drawn = random.pick(tellingCharacters);
    const after = changed.slice(at + 1);
    changed = changed.slice(0, at) + random.pick([after, drawn + changed.slice(at), drawn + after, '']);
  }
  return changed;
}
