// Certificates of version 1: RawNebulaCertificate{Details = 1, Signature = 2}, in protobuf, signed with Ed25519.
import {createHash, sign, verify} from 'node:crypto';
import {publicKey, type Pair} from './secrets.ts';

/** A certificate in its parts; times are Unix seconds, addresses numbers. */
export interface Certificate {
  readonly name: string;
  /** Pairs of address and mask. */
  readonly addresses: readonly number[];
  readonly subnets: readonly number[];
  readonly groups: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly key: Buffer;
  readonly isAuthority: boolean;
  /** SHA-256 of the issuer's certificate; empty where it signed itself. */
  readonly issuer: Buffer;
  readonly signature: Buffer;
}

/** Reads a certificate; undefined where the bytes are none. */
export function readCertificate(bytes: Buffer): Certificate | undefined {
  try {
    const outer = fieldsOf(bytes);
    const details = last(outer, 1);
    if (details === undefined) return undefined;
    const inner = fieldsOf(details);
    return {
      name: String(last(inner, 1) ?? ''),
      addresses: numbers(inner, 2),
      subnets: numbers(inner, 3),
      groups: inner.flatMap(({number, bytes: group}) => (number === 4 && group !== undefined ? [String(group)] : [])),
      from: Number(lastNumber(inner, 5)),
      until: Number(lastNumber(inner, 6)),
      key: last(inner, 7) ?? empty,
      isAuthority: lastNumber(inner, 8) !== 0n,
      issuer: last(inner, 9) ?? empty,
      signature: last(outer, 2) ?? empty,
    };
  } catch {
    return undefined;
  }
}

/** Writes a certificate as its fingerprint and PEM need it. */
export function certificateBytes(certificate: Certificate): Buffer {
  return Buffer.concat([delimited(1, detailsBytes(certificate)), delimited(2, certificate.signature)]);
}

/** Identifies a certificate as an issuer. */
export function fingerprint(certificate: Certificate): Buffer {
  return createHash('sha256').update(certificateBytes(certificate)).digest();
}

/** Signs a certificate. */
export function signedWith(pair: Pair, certificate: Certificate): Certificate {
  return {...certificate, signature: sign(null, detailsBytes(certificate), pair.secret)};
}

/** Whether the issuer's key made the signature. */
export function isSignedBy(issuer: Certificate, certificate: Certificate): boolean {
  return verify(null, detailsBytes(certificate), publicKey('Ed25519', issuer.key), certificate.signature);
}

const empty = Buffer.alloc(0);

function detailsBytes({name, addresses, subnets, groups, from, until, key, isAuthority, issuer}: Certificate): Buffer {
  return Buffer.concat([
    delimited(1, Buffer.from(name)),
    delimited(2, Buffer.concat(addresses.map(one => varint(BigInt(one))))),
    delimited(3, Buffer.concat(subnets.map(one => varint(BigInt(one))))),
    ...groups.map(group => Buffer.concat([tag(4, 2), varint(BigInt(Buffer.byteLength(group))), Buffer.from(group)])),
    plain(5, from),
    plain(6, until),
    delimited(7, key),
    plain(8, isAuthority ? 1 : 0),
    delimited(9, issuer),
  ]);
}

// proto3 leaves defaults out.
function delimited(number: number, bytes: Buffer): Buffer {
  return bytes.length === 0 ? empty : Buffer.concat([tag(number, 2), varint(BigInt(bytes.length)), bytes]);
}

function plain(number: number, value: number): Buffer {
  return value === 0 ? empty : Buffer.concat([tag(number, 0), varint(BigInt(value))]);
}

function tag(number: number, wire: number): Buffer {
  return varint(BigInt(number * 8 + wire));
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

interface Field {
  readonly number: number;
  readonly value: bigint;
  /** Of a length-delimited field. */
  readonly bytes: Buffer | undefined;
}

/** Throws where the bytes are no message, or have a wire type that no field of a certificate has. */
function fieldsOf(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  const cursor = {at: 0};
  while (cursor.at < bytes.length) {
    const head = readVarint(bytes, cursor);
    const number = Number(head >> 3n);
    const wire = Number(head & 7n);
    if (wire !== 0 && wire !== 2) throw new RangeError(`wire type ${String(wire)}`);
    const value = readVarint(bytes, cursor);
    if (wire === 2 && BigInt(bytes.length - cursor.at) < value) throw new RangeError('the message ends too early');
    const end = wire === 2 ? cursor.at + Number(value) : cursor.at;
    fields.push({number, value, bytes: wire === 2 ? bytes.subarray(cursor.at, end) : undefined});
    cursor.at = end;
  }
  return fields;
}

function readVarint(bytes: Buffer, cursor: {at: number}): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = bytes.readUInt8(cursor.at);
    cursor.at += 1;
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return BigInt.asUintN(64, value);
  }
  throw new RangeError('a varint has more than ten bytes');
}

function last(fields: readonly Field[], wanted: number): Buffer | undefined {
  return fields.findLast(({number, bytes}) => number === wanted && bytes !== undefined)?.bytes;
}

function lastNumber(fields: readonly Field[], wanted: number): bigint {
  return fields.findLast(({number, bytes}) => number === wanted && bytes === undefined)?.value ?? 0n;
}

// Repeated numbers come packed, or one after the other.
function numbers(fields: readonly Field[], wanted: number): readonly number[] {
  return fields.flatMap(({number, value, bytes}) => {
    if (number !== wanted) return [];
    if (bytes === undefined) return [Number(BigInt.asUintN(32, value))];
    const cursor = {at: 0};
    const list: number[] = [];
    while (cursor.at < bytes.length) list.push(Number(BigInt.asUintN(32, readVarint(bytes, cursor))));
    return list;
  });
}
