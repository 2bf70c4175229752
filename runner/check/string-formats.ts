// The named formats of `$format` and of the contract's schemas: each a test of one text that takes linear time.
import {readInstant} from './time.ts';

/** One format: what a text in it is, and the test. */
export interface Format {
  readonly is: string;
  readonly holds: (text: string) => boolean;
}

/** Every format by name. */
export const formats: {readonly [name: string]: Format} = {
  'date-time': {
    is: 'an RFC 3339 date-time with offset',
    holds: text => !text.includes(' ') && readInstant(text) !== undefined,
  },
  date: {
    is: 'an RFC 3339 date',
    holds: text => /^\d{4}-\d\d-\d\d$/.test(text) && readInstant(`${text}T00:00:00Z`) !== undefined,
  },
  uuid: {is: 'a UUID', holds: text => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)},
  uri: {is: 'an absolute URI', holds: isUri},
  email: {is: 'an e-mail address', holds: isEmail},
  sha1: {is: '40 lower-case hex digits', holds: text => /^[0-9a-f]{40}$/.test(text)},
  sha256: {is: '64 lower-case hex digits', holds: text => /^[0-9a-f]{64}$/.test(text)},
  hex: {is: 'pairs of lower-case hex digits', holds: text => /^(?:[0-9a-f]{2})*$/.test(text)},
  'hex-color': {is: 'six hex digits, with or without "#"', holds: text => /^#?[0-9a-f]{6}$/i.test(text)},
  'integer-string': {is: 'a whole number in decimal digits', holds: text => /^(?:0|-?[1-9]\d*)$/.test(text)},
  base64: {is: 'base64 with padding', holds: isBase64},
};

/** Looks up one format. */
export function formatNamed(name: string): Format | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^<>"{}|\\^`]+$/i.test(text) && /^[!-~]+$/.test(text) && !/%(?![0-9a-f]{2})/i.test(text);
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    at <= 64 &&
    domain.length <= 253 &&
    /^[^\s@]+$/.test(text.slice(0, at)) &&
    domain.split('.').every(isDomainLabel)
  );
}

function isDomainLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/i.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
