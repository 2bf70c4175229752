// Reads the many spellings that proto3 JSON allows for one integer or one byte string.
import type {Malformation, OpenPoint} from './reading.ts';

/** A spelling that is right, one that the JSON guide does not mention, or a wrong one. */
export type Spelling<Value> =
  | {readonly kind: 'right'; readonly value: Value}
  | {readonly kind: 'open'; readonly value: Value; readonly why: OpenPoint}
  | {readonly kind: 'bad'; readonly why: Malformation};

const decimal = /^([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Reads an integer. "Either numbers or strings are accepted", an exponent in both; a fraction must be zero. */
export function readInteger(text: string, isQuoted: boolean): Spelling<bigint> {
  const parts = decimal.exec(text);
  if (parts === null) return {kind: 'bad', why: 'not-a-number'};
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const value = exactInteger(sign, whole + fraction, Number(exponent) - fraction.length);
  if (value === undefined) return {kind: 'bad', why: 'out-of-range'};
  const isZeroWithSign = value === 0n && sign === '-';
  const isOddQuoted = isQuoted && (sign === '+' || /^[+-]?0[0-9]/.test(text) || fraction !== '');
  if (isZeroWithSign || isOddQuoted) return {kind: 'open', value, why: 'number-spelling'};
  if (!isQuoted && BigInt(Number(value)) !== value) return {kind: 'open', value, why: 'number-precision'};
  return {kind: 'right', value};
}

/** No field holds more than 20 digits. */
const digitsMax = 40;

function exactInteger(sign: string, digits: string, exponent: number): bigint | undefined {
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return 0n;
  if (exponent >= 0) {
    if (significant.length + exponent > digitsMax) return undefined;
    return signed(sign, BigInt(significant) * 10n ** BigInt(exponent));
  }
  const kept = significant.slice(0, exponent);
  const dropped = significant.slice(exponent);
  if (-exponent > significant.length || !/^0*$/.test(dropped) || kept === '') return undefined;
  return kept.length > digitsMax ? undefined : signed(sign, BigInt(kept));
}

function signed(sign: string, value: bigint): bigint {
  return sign === '-' ? -value : value;
}

const alphabet = /^[A-Za-z0-9+/_-]*$/;

/** Reads base64. "Either standard or URL-safe base64 encoding with/without paddings are accepted." */
export function readBase64(text: string): Spelling<Uint8Array> {
  const bare = text.replace(/[ \t\r\n]/g, '');
  const body = bare.replace(/=+$/, '');
  if (!alphabet.test(body)) return {kind: 'bad', why: 'not-base64'};
  const value = new Uint8Array(Buffer.from(body, 'base64'));
  if (bare !== text || body.length % 4 === 1) return {kind: 'open', value, why: 'base64-remainder'};
  const padding = bare.length - body.length;
  const isMixed = /[+/]/.test(body) && /[-_]/.test(body);
  const isPadded = padding === 0 || (padding < 3 && bare.length % 4 === 0);
  return isMixed || !isPadded ? {kind: 'open', value, why: 'base64-spelling'} : {kind: 'right', value};
}
