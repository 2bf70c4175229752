// Every way in which a secret can be written down in a journal or a report.
import {patternLengthMin} from './multi-search.ts';
import {wellFormed} from '../../base/text/well-formed.ts';

/** One spelling; the widths say how many neighbouring characters also carry bits of the secret. */
export interface SecretSpelling {
  readonly text: string;
  readonly widenLeft: number;
  readonly widenRight: number;
}

/** Lists the spellings of a secret: plain, in small and capital letters, URL-encoded, JSON- and HTML-escaped, hex, UTF-16, base32, and base64 at every alignment. */
export function secretEncodings(secret: string): readonly SecretSpelling[] {
  const bytes = Buffer.from(secret, 'utf8');
  const whole = [
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    bytes.toString('latin1'),
    ...percentSpellings(secret, bytes),
    ...jsonSpellings(secret),
    ...htmlSpellings(secret),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...wideSpellings(secret),
  ].map(text => ({text, widenLeft: 0, widenRight: 0}));
  const spellings = [...whole, ...base64Spellings(bytes), ...base32Spellings(bytes)];
  const byText = new Map(spellings.filter(({text}) => text.length >= patternLengthMin).map(one => [one.text, one]));
  return [...byText.values()];
}

function percentSpellings(secret: string, bytes: Buffer): readonly string[] {
  const component = encodeURIComponent(wellFormed(secret));
  const strict = component.replace(/[!'()*]/g, character => '%' + character.charCodeAt(0).toString(16).toUpperCase());
  const everything = [...bytes].map(byte => '%' + byte.toString(16).toUpperCase().padStart(2, '0')).join('');
  const upper = [component, strict, strict.replaceAll('%20', '+'), encodeURI(wellFormed(secret)), everything];
  return [...upper, ...upper.map(text => text.replace(/%[0-9A-F]{2}/g, escape => escape.toLowerCase()))];
}

function jsonSpellings(secret: string): readonly string[] {
  const plain = insideQuotes(secret);
  const ascii = escapeUnits(plain, /[^ -~]/g);
  const spellings = [
    plain,
    escapeUnits(plain, /[<>&\u2028\u2029]/g),
    ascii,
    escapeUnits(ascii, /[<>&]/g),
    escapeUnits(ascii, /[<>&'+]/g),
  ];
  const withSlashes = spellings.map(text => text.replaceAll('/', '\\/'));
  const once = [...spellings, ...withSlashes, insideQuotes(plain)];
  return [
    ...once,
    ...once.map(text => text.replace(/\\u[0-9a-f]{4}/g, escape => '\\u' + escape.slice(2).toUpperCase())),
  ];
}

function insideQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeUnits(text: string, characters: RegExp): string {
  return text.replace(characters, unit => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

function htmlSpellings(secret: string): readonly string[] {
  const brackets = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    brackets,
    brackets.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    brackets.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
    brackets.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ];
}

/** UTF-16 in either order, without the zero bytes at its ends, which may belong to its neighbours. */
function wideSpellings(secret: string): readonly string[] {
  const wide = Buffer.from(secret, 'utf16le');
  return [wide, Buffer.from(wide).swap16()].map(bytes => bytes.toString('latin1').replace(/^\0+|\0+$/g, ''));
}

/** In base32 a secret begins at any of five alignments. A longer one is found by decoding. */
function base32Spellings(bytes: Buffer): readonly SecretSpelling[] {
  if (bytes.length >= 12) return [];
  return [0, 1, 2, 3, 4].flatMap(offset => {
    const bitsBefore = offset * 8;
    const bitsAfter = bitsBefore + bytes.length * 8;
    const text = base32Of(Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(4)]));
    const core = text.slice(Math.ceil(bitsBefore / 5), Math.floor(bitsAfter / 5));
    const edges = {widenLeft: bitsBefore % 5 === 0 ? 0 : 1, widenRight: bitsAfter % 5 === 0 ? 0 : 1};
    return [
      {text: core, ...edges},
      {text: core.toLowerCase(), ...edges},
    ];
  });
}

function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return [...bits.matchAll(/.{5}/g)]
    .map(([five]) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)] ?? '')
    .join('');
}

/** In base64 of `user:secret` the secret begins at any of three alignments; the characters at its borders also hold bits of its neighbours. */
function base64Spellings(bytes: Buffer): readonly SecretSpelling[] {
  return [0, 1, 2].flatMap(offset => {
    const bitsBefore = offset * 8;
    const bitsAfter = bitsBefore + bytes.length * 8;
    const text = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]).toString('base64');
    const core = text.slice(Math.ceil(bitsBefore / 6), Math.floor(bitsAfter / 6));
    const edges = {widenLeft: bitsBefore % 6 === 0 ? 0 : 1, widenRight: bitsAfter % 6 === 0 ? 0 : 1};
    return [
      {text: core, ...edges},
      {text: core.replaceAll('+', '-').replaceAll('/', '_'), ...edges},
    ];
  });
}
