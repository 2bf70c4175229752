// Certificates of version 1: read, written, signed and checked.
import {createHash} from 'node:crypto';
import {isSignedBy, signatureOf, type KeyPair} from './keys.ts';
import {packedVarints, readFields} from '../testee/wire-fields.ts';
import {bytesField, numberField, numbersField} from './protobuf.ts';

/** A network as address and mask, both as numbers. */
export interface Network {
  readonly address: number;
  readonly mask: number;
}

/** What a certificate states. Times are Unix seconds. */
export interface CertificateDetails {
  readonly name: string;
  readonly ips: readonly Network[];
  readonly subnets: readonly Network[];
  readonly groups: readonly string[];
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: Buffer;
  readonly isCa: boolean;
  /** SHA-256 of the issuer's certificate; empty where it signed itself. */
  readonly issuer: Buffer;
  /** 0 is Curve25519, 1 is P-256. */
  readonly curve: number;
}

/** A certificate with its signature. */
export interface Certificate {
  readonly details: CertificateDetails;
  readonly signature: Buffer;
}

/** Signs details. */
export function signedBy(issuer: KeyPair, details: CertificateDetails): Certificate {
  return {details, signature: signatureOf(issuer, writeDetails(details))};
}

/** Tells whether a certificate was signed with this public key. */
export function isIssuedBy(publicKey: Buffer, {details, signature}: Certificate): boolean {
  return isSignedBy(publicKey, writeDetails(details), signature);
}

/** The bytes of a whole certificate, as PEM holds them. */
export function writeCertificate({details, signature}: Certificate): Buffer {
  return Buffer.concat([bytesField(1, writeDetails(details)), bytesField(2, signature)]);
}

/** A certificate as it travels in a handshake: without its public key, which the Noise message has. */
export function writeWithoutKey({details, signature}: Certificate): Buffer {
  return writeCertificate({details: {...details, publicKey: Buffer.alloc(0)}, signature});
}

/** What identifies a certificate as an issuer. */
export function fingerprintOf(certificate: Certificate): Buffer {
  return createHash('sha256').update(writeCertificate(certificate)).digest();
}

/** The same as it travels, with its fields in the opposite order. */
export function writeReordered({details, signature}: Certificate): Buffer {
  const inside = fieldsOfDetails({...details, publicKey: Buffer.alloc(0)});
  return Buffer.concat([bytesField(2, signature), bytesField(1, Buffer.concat(inside.toReversed()))]);
}

/** The same as it travels, with a field for each number of its lists. */
export function writeUnpacked({details, signature}: Certificate): Buffer {
  const inside = fieldsOfDetails({...details, publicKey: Buffer.alloc(0)}, (number, values) =>
    Buffer.concat(values.map(value => numberField(number, BigInt(value)))),
  );
  return Buffer.concat([bytesField(1, Buffer.concat(inside)), bytesField(2, signature)]);
}

/** The same as it travels, with another value before each that stands alone: the last one wins. */
export function writeRepeated({details, signature}: Certificate): Buffer {
  const before = [
    bytesField(1, Buffer.from('before')),
    numberField(5, BigInt(details.notBefore - 60)),
    numberField(6, BigInt(details.notAfter + 60)),
    bytesField(9, Buffer.alloc(details.issuer.byteLength, 1)),
  ];
  const inside = fieldsOfDetails({...details, publicKey: Buffer.alloc(0)});
  return Buffer.concat([
    bytesField(1, Buffer.concat([...before, ...inside])),
    bytesField(2, Buffer.alloc(signature.byteLength, 1)),
    bytesField(2, signature),
  ]);
}

/** The same as it travels, with a wrong signature after the right one: only who takes the first one takes it. */
export function writeRightSignatureFirst(certificate: Certificate): Buffer {
  const wrong = Buffer.alloc(certificate.signature.byteLength, 1);
  return Buffer.concat([writeWithoutKey(certificate), bytesField(2, wrong)]);
}

function writeDetails(details: CertificateDetails): Buffer {
  return Buffer.concat(fieldsOfDetails(details));
}

function fieldsOfDetails(details: CertificateDetails, numbers = numbersField): readonly Buffer[] {
  return [
    bytesField(1, Buffer.from(details.name)),
    numbers(
      2,
      details.ips.flatMap(({address, mask}) => [address, mask]),
    ),
    numbers(
      3,
      details.subnets.flatMap(({address, mask}) => [address, mask]),
    ),
    Buffer.concat(details.groups.map(group => bytesField(4, Buffer.from(group)))),
    numberField(5, BigInt(details.notBefore)),
    numberField(6, BigInt(details.notAfter)),
    bytesField(7, details.publicKey),
    numberField(8, details.isCa ? 1n : 0n),
    bytesField(9, details.issuer),
    numberField(100, BigInt(details.curve)),
  ];
}

/** Reads the bytes of a certificate; undefined where they are none of version 1. */
export function readCertificate(bytes: Buffer): Certificate | undefined {
  const fields = readFields(bytes);
  const details = fields?.findLast(({number}) => number === 1)?.value;
  const signature = fields?.findLast(({number}) => number === 2)?.value;
  if (!Buffer.isBuffer(details) || !Buffer.isBuffer(signature)) return undefined;
  const read = readDetails(details);
  return read === undefined ? undefined : {details: read, signature};
}

function readDetails(bytes: Buffer): CertificateDetails | undefined {
  const fields = readFields(bytes);
  if (fields === undefined) return undefined;
  const all = (number: number): readonly Buffer[] =>
    fields.flatMap(field => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));
  const numberOf = (number: number): number =>
    fields.reduce(
      (last, field) => (field.number === number && field.kind === 'varint' ? Number(field.value) : last),
      0,
    );
  // Repeated numbers come packed, or one after the other.
  const numbersOf = (number: number): readonly number[] =>
    fields
      .filter(field => field.number === number)
      .flatMap(({value}) => (Buffer.isBuffer(value) ? packedVarints(value).map(Number) : [Number(value)]));
  const last = (number: number): Buffer => all(number).at(-1) ?? Buffer.alloc(0);
  return {
    name: last(1).toString(),
    ips: networksOf(numbersOf(2)),
    subnets: networksOf(numbersOf(3)),
    groups: all(4).map(String),
    notBefore: numberOf(5),
    notAfter: numberOf(6),
    publicKey: last(7),
    isCa: numberOf(8) === 1,
    issuer: last(9),
    curve: numberOf(100),
  };
}

function networksOf(numbers: readonly number[]): readonly Network[] {
  return Array.from({length: Math.floor(numbers.length / 2)}, (_, pair) => ({
    address: numbers[2 * pair] ?? 0,
    mask: numbers[2 * pair + 1] ?? 0,
  }));
}
