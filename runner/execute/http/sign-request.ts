// Signs a request with an RSA key in the header form of Chef clients. Version 1.3: SHA-256 over method, path, content, time and user; the older ones have
// SHA-1 of path and content, 1.1 and 1.2 also of the user's name, and 1.0 and 1.1 encrypt the text itself and not its digest.
import {constants, createHash, createSign, privateEncrypt} from 'node:crypto';
import type {SignatureVersion} from '../../../model/suite.ts';
import {ended} from '../attempt/failures.ts';

/** What is signed, and by whom. */
export interface Signing {
  readonly method: string;
  /** As the server sees it, without query. */
  readonly path: string;
  /** The body; of a form that carries a file, the file. */
  readonly content: Uint8Array;
  readonly user: string;
  /** Private key in PEM. */
  readonly key: string;
  /** When, as an RFC 3339 date-time. */
  readonly at: string;
  /** 1.3 where nothing is said. */
  readonly version?: SignatureVersion;
}

// Headers were short once, so the signature comes in pieces.
const pieceCharacters = 60;

/** Gives the headers of the signed request. Throws CaseEnded when the key is none. */
export function signatureHeaders(signing: Signing): readonly (readonly [string, string])[] {
  const {content, user, key, at, version = '1.3'} = signing;
  const algorithm = version === '1.3' ? 'sha256' : 'sha1';
  const hash = digest(algorithm, content);
  // Whole seconds, as clients of this form write them.
  const stamp = at.replace(/\.\d+Z$/, 'Z');
  const text = version === '1.3' ? textOf(signing, {hash, stamp}) : olderTextOf(signing, {hash, stamp});
  const signature = version === '1.0' || version === '1.1' ? encrypted(text, key) : signed(algorithm, text, key);
  const pieces = signature.match(new RegExp(`.{1,${String(pieceCharacters)}}`, 'g')) ?? [];
  return [
    ['X-Ops-Sign', `algorithm=${algorithm};version=${version};`],
    ['X-Ops-Userid', user],
    ['X-Ops-Timestamp', stamp],
    ['X-Ops-Content-Hash', hash],
    ['X-Ops-Server-API-Version', '1'],
    ...pieces.map((piece, index) => [`X-Ops-Authorization-${String(index + 1)}`, piece] as const),
  ];
}

interface Stamped {
  readonly hash: string;
  readonly stamp: string;
}

function textOf({method, path, user}: Signing, {hash, stamp}: Stamped): string {
  return [
    `Method:${method}`,
    `Path:${path}`,
    `X-Ops-Content-Hash:${hash}`,
    'X-Ops-Sign:version=1.3',
    `X-Ops-Timestamp:${stamp}`,
    `X-Ops-UserId:${user}`,
    'X-Ops-Server-API-Version:1',
  ].join('\n');
}

function olderTextOf({method, path, user, version}: Signing, {hash, stamp}: Stamped): string {
  return [
    `Method:${method}`,
    `Hashed Path:${digest('sha1', path)}`,
    `X-Ops-Content-Hash:${hash}`,
    `X-Ops-Timestamp:${stamp}`,
    `X-Ops-UserId:${version === '1.0' ? user : digest('sha1', user)}`,
  ].join('\n');
}

function digest(algorithm: 'sha1' | 'sha256', data: Uint8Array | string): string {
  return createHash(algorithm).update(data).digest('base64');
}

function signed(algorithm: 'sha1' | 'sha256', text: string, key: string): string {
  return withKey(() => createSign(algorithm).update(text).sign(key, 'base64'));
}

function encrypted(text: string, key: string): string {
  return withKey(() =>
    privateEncrypt({key, padding: constants.RSA_PKCS1_PADDING}, Buffer.from(text)).toString('base64'),
  );
}

function withKey(sign: () => string): string {
  try {
    return sign();
  } catch {
    throw ended('blocked', 'the request cannot be signed: the key is not an RSA private key in PEM');
  }
}
