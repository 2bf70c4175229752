// Twenty secrets of all kinds, and the ways in which a page of a server may write them.
import {deflateSync, gzipSync} from 'node:zlib';

/** What people and programs take for secrets. */
export const plantedSecrets: readonly string[] = [
  '8f3b1c9e7d5a42608b6f0e1d2c3b4a5968778695',
  'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  'glpat-XyZ_12345-67890abcde',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRva2Vu',
  'correct horse battery staple',
  'Canary pass/wörd+7"&=%<',
  'Pr0xy-pass/w0rd+7\'"&=%',
  'six666',
  'hunter2-hunter2',
  '550e8400-e29b-41d4-a716-446655440000',
  'xoxb-2345678901-abcdefghij',
  'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  'p@$$w0rd!#~^*()[]{}',
  'ALLCAPITALSWITHOUTDIGITS',
  'onlysmallletterswithoutend',
  '00112233445566778899',
  'žluťoučký-kůň-42',
  'q7Zp2Lw9Xs4Vt8Rb3Nk6'.repeat(4),
];

type Write = (text: string) => string;

const bytesOf = (text: string): readonly number[] => [...Buffer.from(text)];
const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
const each = (text: string, write: (code: number) => string): string =>
  Array.from(text, character => write(character.codePointAt(0) ?? 0)).join('');

/** Each family by its name, in both letter cases where there are two. */
export const families: readonly (readonly [name: string, write: Write])[] = [
  ['base64', text => Buffer.from(text).toString('base64')],
  ['base64 of Basic', text => Buffer.from(`Basic ${Buffer.from(`ada:${text}`).toString('base64')}`).toString('base64')],
  ['base64url', text => Buffer.from(`ada:${text}`).toString('base64url')],
  ['URL', text => encodeURIComponent(text)],
  [
    'URL, every byte',
    text =>
      bytesOf(text)
        .map(byte => `%${hexOf(byte).toUpperCase()}`)
        .join(''),
  ],
  [
    'URL, every byte, small',
    text =>
      bytesOf(text)
        .map(byte => `%${hexOf(byte)}`)
        .join(''),
  ],
  [
    '\\x',
    text =>
      bytesOf(text)
        .map(byte => `\\x${hexOf(byte)}`)
        .join(''),
  ],
  [
    '\\x, capital',
    text =>
      bytesOf(text)
        .map(byte => `\\x${hexOf(byte).toUpperCase()}`)
        .join(''),
  ],
  ['\\u', text => Array.from(text, unit => `\\u${hexOf(unit.charCodeAt(0)).padStart(4, '0')}`).join('')],
  [
    '\\u, capital',
    text => Array.from(text, unit => `\\u${hexOf(unit.charCodeAt(0)).toUpperCase().padStart(4, '0')}`).join(''),
  ],
  ['%u', text => Array.from(text, unit => `%u${hexOf(unit.charCodeAt(0)).padStart(4, '0')}`).join('')],
  ['\\U', text => each(text, code => `\\U${code.toString(16).padStart(8, '0')}`)],
  ['HTML, by name', text => text.replace(/[!-/:-@[-`{-~]/g, sign => signNames[sign] ?? sign)],
  ['HTML without semicolons', text => each(text, code => `&#${String(code)}`)],
  ['HTML, decimal', text => each(text, code => `&#${String(code)};`)],
  ['HTML, hex', text => each(text, code => `&#x${code.toString(16)};`)],
  ['HTML, hex, capital', text => each(text, code => `&#X${code.toString(16).toUpperCase()};`)],
  ['base32', text => base32Of(Buffer.from(text))],
  ['base32, small', text => base32Of(Buffer.from(text)).toLowerCase()],
  ['hex', text => Buffer.from(text).toString('hex')],
  ['hex, capital', text => Buffer.from(text).toString('hex').toUpperCase()],
  ['hex with colons', text => bytesOf(text).map(hexOf).join(':')],
  [
    'hex with blanks, capital',
    text =>
      bytesOf(text)
        .map(byte => hexOf(byte).toUpperCase())
        .join(' '),
  ],
  [
    'hex as numbers',
    text =>
      bytesOf(text)
        .map(byte => `0x${hexOf(byte)}`)
        .join(', '),
  ],
  [
    'hex as capital numbers',
    text =>
      bytesOf(text)
        .map(byte => `0X${hexOf(byte).toUpperCase()}`)
        .join(','),
  ],
  ['hex with points', text => bytesOf(text).map(hexOf).join('.')],
  ['hex in quotes', text => JSON.stringify(bytesOf(text).map(hexOf))],
  [
    'quoted-printable, every byte',
    text =>
      bytesOf(text)
        .map(byte => `=${hexOf(byte).toUpperCase()}`)
        .join(''),
  ],
  ['byte values', text => JSON.stringify(bytesOf(text))],
  ['UTF-16', text => Buffer.from(text, 'utf16le').toString('latin1')],
  ['UTF-16, other order', text => Buffer.from(text, 'utf16le').swap16().toString('latin1')],
  [
    'wrapped base64',
    text =>
      Buffer.from(`${'.'.repeat(50)}${text}${'.'.repeat(50)}`)
        .toString('base64')
        .replace(/.{76}/g, '$&\r\n'),
  ],
  [
    'base64 in a quoted mail',
    text =>
      Buffer.from(`${'.'.repeat(50)}${text}${'.'.repeat(50)}`)
        .toString('base64')
        .replace(/.{60}/g, '$&\n> '),
  ],
  [
    'base64 in short lines',
    text =>
      Buffer.from(text)
        .toString('base64')
        .replace(/.{8}(?!$)/g, '$&\n'),
  ],
  ['gzip in base64', text => gzipSync(text).toString('base64')],
  ['deflate in base64', text => deflateSync(text).toString('base64')],
  ['JSON', text => JSON.stringify({message: text})],
];

const signNames: Readonly<Record<string, string>> = {
  '/': '&sol;',
  '+': '&plus;',
  '=': '&equals;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '%': '&percnt;',
  '#': '&num;',
  $: '&dollar;',
  '!': '&excl;',
  '@': '&commat;',
  '*': '&ast;',
  '(': '&lpar;',
  ')': '&rpar;',
  '.': '&period;',
  _: '&lowbar;',
};

/** RFC 4648 6, without padding. */
function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return bits
    .padEnd(Math.ceil(bits.length / 5) * 5, '0')
    .replace(/.{5}/g, five => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)] ?? '');
}
