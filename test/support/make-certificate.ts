// Makes self-signed X.509 certificates for hostile TLS servers, so that tests need no openssl and no certificate that expires in the repository.
import {generateKeyPairSync, sign} from 'node:crypto';
import {isIP} from 'node:net';

/** A certificate and its key, in PEM. */
export interface MadeCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

/** Makes a certificate for one host name or IPv4 address. It signs itself and counts as its own CA. */
export function makeCertificate(options: {
  readonly host: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}): MadeCertificate {
  const dayMs = 86_400_000;
  const {host, notBefore = new Date(Date.now() - dayMs), notAfter = new Date(Date.now() + dayMs)} = options;
  const {publicKey, privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const name = sequence(set(sequence(oid([2, 5, 4, 3]), utf8(`touchstone test ${host}`))));
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(Date.now()),
    ecdsaWithSha256(),
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    publicKey.export({type: 'spki', format: 'der'}),
    der(
      0xa3,
      sequence(
        extension([2, 5, 29, 17], sequence(alternativeName(host))),
        extension([2, 5, 29, 19], sequence(der(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256(), der(0x03, Buffer.from([0]), signature));
  return {
    certPem: pem('CERTIFICATE', certificate),
    keyPem: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
  };
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

function ecdsaWithSha256(): Buffer {
  return sequence(oid([1, 2, 840, 10045, 4, 3, 2]));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(0x31, ...parts);
}

function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text));
}

function integer(value: number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return der(0x02, (bytes[0] ?? 0) > 0x7f ? Buffer.from([0]) : Buffer.alloc(0), bytes);
}

// UTCTime, for years 1950 to 2049 (RFC 5280 4.1.2.5.1).
function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`));
}

function oid([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = content.length > 0xff ? [0x82, content.length >> 8, content.length & 0xff] : [0x81, content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
