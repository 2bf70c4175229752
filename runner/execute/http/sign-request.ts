// Signs a request with an RSA key in the header form of Chef clients, version 1.3: SHA-256 over method, path, content, time and user.
import {createHash, createSign} from 'node:crypto';
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
}

// Headers were short once, so the signature comes in pieces.
const pieceCharacters = 60;

/** Gives the headers of the signed request. Throws CaseEnded when the key is none. */
export function signatureHeaders(signing: Signing): readonly (readonly [string, string])[] {
  const {content, user, key, at} = signing;
  const hash = createHash('sha256').update(content).digest('base64');
  // Whole seconds, as clients of this form write them.
  const stamp = at.replace(/\.\d+Z$/, 'Z');
  const signature = signed(textOf(signing, {hash, stamp}), key);
  const pieces = signature.match(new RegExp(`.{1,${String(pieceCharacters)}}`, 'g')) ?? [];
  return [
    ['X-Ops-Sign', 'algorithm=sha256;version=1.3;'],
    ['X-Ops-Userid', user],
    ['X-Ops-Timestamp', stamp],
    ['X-Ops-Content-Hash', hash],
    ['X-Ops-Server-API-Version', '1'],
    ...pieces.map((piece, index) => [`X-Ops-Authorization-${String(index + 1)}`, piece] as const),
  ];
}

function textOf({method, path, user}: Signing, {hash, stamp}: {readonly hash: string; readonly stamp: string}): string {
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

function signed(text: string, key: string): string {
  try {
    return createSign('sha256').update(text).sign(key, 'base64');
  } catch {
    throw ended('blocked', 'the request cannot be signed: the key is not an RSA private key in PEM');
  }
}
