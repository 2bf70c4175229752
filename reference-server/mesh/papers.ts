// The files that a node lives by: CA, certificate and key, read from PEM or made for a mesh of its own.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {certificateBytes, fingerprint, readCertificate, signedWith, type Certificate} from './rules/certificate.ts';
import {freshPair, pairOfBytes, type Pair} from './rules/secrets.ts';

/** Who a node is, and whom it trusts. */
export interface Papers {
  readonly certificate: Certificate;
  readonly pair: Pair;
  readonly authorities: readonly Certificate[];
  /** Files of a CA that others may sign with, where the mesh was made here. */
  readonly made?: {readonly ca: string; readonly key: string; readonly remove: () => void};
}

type Reading<Value> =
  | {readonly kind: 'read'; readonly value: Value}
  | {readonly kind: 'problem'; readonly sentence: string};

/** Reads the three files. */
export function readPapers(files: {readonly ca: string; readonly cert: string; readonly key: string}): Reading<Papers> {
  const ca = blocksOf(files.ca);
  if (ca.kind === 'problem') return ca;
  const authorities = ca.value.flatMap(({bytes}) => readCertificate(bytes) ?? []).filter(one => one.isAuthority);
  if (authorities.length === 0) return problem(`--ca ${files.ca}: it has no certificate of a CA, version 1`);
  const cert = blocksOf(files.cert);
  if (cert.kind === 'problem') return cert;
  const [certificate] = cert.value.flatMap(({bytes}) => readCertificate(bytes) ?? []);
  if (certificate === undefined || certificate.addresses.length < 2)
    return problem(`--cert ${files.cert}: it has no certificate of a host, version 1`);
  const key = blocksOf(files.key);
  if (key.kind === 'problem') return key;
  const bytes = key.value.find(({label}) => label === hostKeyLabel)?.bytes;
  if (bytes?.length !== 32) return problem(`--key ${files.key}: it has no ${hostKeyLabel}`);
  const pair = pairOfBytes('x25519', bytes);
  if (!pair.open.equals(certificate.key)) return problem(`--key ${files.key}: it is not the key of ${files.cert}`);
  return {kind: 'read', value: {certificate, pair, authorities}};
}

/** Makes a mesh for this one node: two CAs in a folder of its own, which `remove` takes away, of which the second restricts its hosts, and a certificate for 10.77.0.1. */
export function makePapers(nowMs: number): Papers {
  const from = Math.floor(nowMs / 1_000) - agoSeconds;
  const signing = freshPair('ed25519');
  const authority = signedWith(signing, {
    ...blank,
    name: 'reference',
    from,
    until: from + caSeconds,
    key: signing.open,
    isAuthority: true,
  });
  const pair = freshPair('x25519');
  const certificate = signedWith(signing, {
    ...blank,
    name: 'reference-node',
    addresses: [0x0a_4d_00_01, 0xff_ff_00_00],
    from,
    until: from + caSeconds - 1,
    key: pair.open,
    issuer: fingerprint(authority),
  });
  const second = freshPair('ed25519');
  const restricted = signedWith(second, {
    ...authority,
    name: 'reference-restricted',
    addresses: [0x0a_4d_00_00, 0xff_ff_00_00],
    subnets: [0xc0_a8_00_00, 0xff_ff_00_00, 0xac_10_00_00, 0xff_f0_00_00],
    groups: ['servers', 'laptops'],
    key: second.open,
  });
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mesh-'));
  const [ca, key] = [join(folder, 'ca.crt'), join(folder, 'ca.key')];
  const certificates = [authority, restricted].map(one => pem('NEBULA CERTIFICATE', certificateBytes(one)));
  const keys = [signing, second].map(one => pem('NEBULA ED25519 PRIVATE KEY', Buffer.concat([seedOf(one), one.open])));
  writeFileSync(ca, certificates.join(''), {mode: 0o600});
  writeFileSync(key, keys.join(''), {mode: 0o600});
  const remove = (): void => rmSync(folder, {recursive: true, force: true});
  return {certificate, pair, authorities: [authority, restricted], made: {ca, key, remove}};
}

const hostKeyLabel = 'NEBULA X25519 PRIVATE KEY';

/** Older than certificates of hosts that ended days ago, and than clocks are slow. */
const agoSeconds = 7 * 86_400;

/** A month: who starts such a node forgets it. */
const caSeconds = 30 * 86_400;

/** A certificate without anything: each one is this with what it has. */
export const blank: Certificate = {
  name: '',
  addresses: [],
  subnets: [],
  groups: [],
  from: 0,
  until: 0,
  key: Buffer.alloc(0),
  isAuthority: false,
  issuer: Buffer.alloc(0),
  signature: Buffer.alloc(0),
};

function seedOf({secret}: Pair): Buffer {
  return secret.export({format: 'der', type: 'pkcs8'}).subarray(-32);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function blocksOf(file: string): Reading<readonly {readonly label: string; readonly bytes: Buffer}[]> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    return problem(`${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const blocks = text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g);
  return {
    kind: 'read',
    value: [...blocks].map(([, label = '', body = '']) => ({label, bytes: Buffer.from(body, 'base64')})),
  };
}

function problem(sentence: string): {readonly kind: 'problem'; readonly sentence: string} {
  return {kind: 'problem', sentence};
}
