// The PEM files of a mesh: certificates and private keys, by their banners; what this program cannot use is refused by name.
import {counted} from '../../../base/text/counted.ts';
import {readCertificate, type Certificate} from './host-certificate.ts';
import {keyPairOf, type KeyPair} from './keys.ts';

/** What reading a PEM file comes to; a problem is the end of a sentence that begins with the name of the file. */
export type PemReading<Value> =
  | {readonly kind: 'read'; readonly value: Value}
  | {readonly kind: 'problem'; readonly why: string};

/** Reads the first certificate of a text. */
export function readCertificatePem(text: string): PemReading<Certificate> {
  const block = blockOf(text);
  if (block === undefined) return problem('has no PEM block: it must begin with -----BEGIN NEBULA CERTIFICATE-----');
  if (block.banner === 'NEBULA CERTIFICATE V2')
    return problem('is a certificate of version 2; only version 1 is supported: make it with -version 1');
  if (block.banner !== 'NEBULA CERTIFICATE') return problem(`is a ${block.banner}, not a NEBULA CERTIFICATE`);
  const certificate = readCertificate(block.bytes);
  if (certificate === undefined) return problem('holds no certificate of version 1');
  if (certificate.details.curve !== 0)
    return problem('is a certificate on the curve P-256; only Curve25519 is supported: make it with -curve 25519');
  return {kind: 'read', value: certificate};
}

/** Reads the private key of a host (X25519) or of a CA (Ed25519). */
export function readKeyPem(text: string, curve: 'X25519' | 'Ed25519'): PemReading<KeyPair> {
  const block = blockOf(text);
  const wanted = `NEBULA ${curve.toUpperCase()} PRIVATE KEY`;
  if (block === undefined) return problem(`has no PEM block: it must begin with -----BEGIN ${wanted}-----`);
  if (/P256/.test(block.banner)) return problem('is a key on the curve P-256; only Curve25519 is supported');
  if (/ENCRYPTED/.test(block.banner)) return problem('is encrypted; only keys without a passphrase are supported');
  if (block.banner !== wanted) return problem(`is a ${block.banner}, not a ${wanted}`);
  // A CA key holds its public half as well.
  const lengths = curve === 'X25519' ? [32] : [32, 64];
  if (!lengths.includes(block.bytes.length))
    return problem(`holds ${counted(block.bytes.length, 'byte, which is', 'bytes, which are')} not a key`);
  return {kind: 'read', value: keyPairOf(curve, block.bytes.subarray(0, 32))};
}

/** Reads what comes after the first block of two files of CAs: certificates, each with its key. */
export function readOtherAuthorities(
  certificates: string,
  keys: string,
): readonly {readonly certificate: Certificate; readonly key: KeyPair}[] {
  const read = blocksOf(keys).flatMap(block => {
    const reading = readKeyPem(block, 'Ed25519');
    return reading.kind === 'read' ? [reading.value] : [];
  });
  return blocksOf(certificates)
    .slice(1)
    .flatMap(block => {
      const reading = readCertificatePem(block);
      if (reading.kind !== 'read' || !reading.value.details.isCa) return [];
      const key = read.find(({publicBytes}) => publicBytes.equals(reading.value.details.publicKey));
      return key === undefined ? [] : [{certificate: reading.value, key}];
    });
}

function blocksOf(text: string): readonly string[] {
  return text.match(/-----BEGIN ([A-Z0-9 ]+)-----[A-Za-z0-9+/=\s]*-----END \1-----/g) ?? [];
}

/** Writes one PEM block. */
export function writePem(banner: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${banner}-----\n${lines.join('\n')}\n-----END ${banner}-----\n`;
}

function blockOf(text: string): {readonly banner: string; readonly bytes: Buffer} | undefined {
  const [, banner, body] = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/.exec(text) ?? [];
  return banner === undefined || body === undefined ? undefined : {banner, bytes: Buffer.from(body, 'base64')};
}

function problem(why: string): {readonly kind: 'problem'; readonly why: string} {
  return {kind: 'problem', why};
}
