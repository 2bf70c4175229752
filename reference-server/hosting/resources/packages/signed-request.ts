/**
 * Verifies requests that are signed with the RSA key of a person, in the header form of Chef clients: `X-Ops-Userid`,
 * `X-Ops-Timestamp`, `X-Ops-Content-Hash`, `X-Ops-Sign` and the signature in pieces `X-Ops-Authorization-1` and so on.
 * Versions 1.0 (the text itself, SHA-1 of body and path), 1.1 (the same with a hashed name), 1.2 (that with RSA and SHA-1)
 * and 1.3 (RSA with SHA-256) are understood.
 */
import {constants, createHash, createVerify, publicDecrypt} from 'node:crypto';
import {readInstant} from '../../../rules/instant.ts';
import {findPerson} from '../../../state/state.ts';
import type {Person} from '../../../state/people.ts';
import type {Ask} from '../../ask.ts';
import {Refusal} from '../../refusal.ts';

/** Gives the person whose key signed the request; refuses with 401 when none did. `content` is the file that a form carries. */
export function signerOf(ask: Ask, content: Uint8Array | undefined): Person {
  const {state, clock} = ask.world;
  const name = header(ask, 'X-Ops-Userid');
  const person = findPerson(state, name);
  const key = person === undefined ? undefined : state.signingKeys.get(person.id);
  if (person === undefined || key === undefined) throw refused(`${name} has no signing key here`);
  const atMs = readInstant(header(ask, 'X-Ops-Timestamp'));
  if (atMs === undefined) throw refused('X-Ops-Timestamp is no date-time such as 2026-01-31T12:00:00Z');
  const version = versionOf(ask);
  const facts = {
    isOfKey: isSignatureOf(key, {version, text: canonicalText(ask, version), signature: signatureOf(ask)}),
    isOfBody: isBodySigned(ask, version, content),
    ageMs: clock.now() - atMs,
  };
  if (!ask.rules.isSignedRequest(facts)) throw refused('it does not fit the request, the key or the time');
  return person;
}

export function isSigned(ask: Ask): boolean {
  return ask.headers.has('X-Ops-Userid');
}

function refused(why: string): Refusal {
  return new Refusal(401, `The request needs a valid RSA signature: ${why}.`);
}

function header(ask: Ask, name: string): string {
  const value = ask.headers.get(name);
  if (value === null) throw refused(`the header ${name} is missing`);
  return value;
}

const versions = ['1.0', '1.1', '1.2', '1.3'] as const;
type Version = (typeof versions)[number];

function versionOf(ask: Ask): Version {
  const text = header(ask, 'X-Ops-Sign');
  const named = /version=([\d.]+)/.exec(text)?.[1];
  const version = versions.find(known => known === named);
  const algorithm = /algorithm=(\w+)/.exec(text)?.[1] ?? 'sha1';
  const hasAlgorithm = algorithm === 'sha1' || (algorithm === 'sha256' && version === '1.3');
  if (version !== undefined && hasAlgorithm) return version;
  throw refused(`X-Ops-Sign is "${text}" but must name version=1.0, 1.1 or 1.2 with algorithm=sha1, or version=1.3`);
}

/** The text that the client signed: one line for each thing that must not change on the way. */
function canonicalText(ask: Ask, version: Version): string {
  const path = ask.path.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1');
  const shared = [`X-Ops-Content-Hash:${header(ask, 'X-Ops-Content-Hash')}`];
  const when = `X-Ops-Timestamp:${header(ask, 'X-Ops-Timestamp')}`;
  const name = header(ask, 'X-Ops-Userid');
  const isHashed = version === '1.1' || version === '1.2';
  const who = `X-Ops-UserId:${isHashed ? digest('sha1', name) : name}`;
  const method = `Method:${ask.route.method}`;
  if (version !== '1.3') return [method, `Hashed Path:${digest('sha1', path)}`, ...shared, when, who].join('\n');
  const api = `X-Ops-Server-API-Version:${ask.headers.get('X-Ops-Server-API-Version') ?? ''}`;
  return [method, `Path:${path}`, ...shared, 'X-Ops-Sign:version=1.3', when, who, api].join('\n');
}

function digest(algorithm: 'sha1' | 'sha256', data: string | Uint8Array): string {
  return createHash(algorithm).update(data).digest('base64');
}

/** Joins the pieces of the signature, which are cut because headers were short once. */
function signatureOf(ask: Ask): Buffer {
  let text = header(ask, 'X-Ops-Authorization-1');
  for (let at = 2; ask.headers.has(`X-Ops-Authorization-${at}`); at += 1)
    text += ask.headers.get(`X-Ops-Authorization-${at}`) ?? '';
  return Buffer.from(text, 'base64');
}

function isSignatureOf(
  key: string,
  {version, text, signature}: {version: Version; text: string; signature: Buffer},
): boolean {
  try {
    if (version === '1.3') return createVerify('sha256').update(text).verify(key, signature);
    if (version === '1.2') return createVerify('sha1').update(text).verify(key, signature);
    return publicDecrypt({key, padding: constants.RSA_PKCS1_PADDING}, signature).equals(Buffer.from(text));
  } catch {
    return false;
  }
}

/** A client signs the body, or of a form the file in it. */
function isBodySigned(ask: Ask, version: Version, content: Uint8Array | undefined): boolean {
  const algorithm = version === '1.3' ? 'sha256' : 'sha1';
  const signed = header(ask, 'X-Ops-Content-Hash');
  return [ask.bytes, ...(content === undefined ? [] : [content])].some(bytes => digest(algorithm, bytes) === signed);
}
