/** Makes the RSA keys with which people sign their requests to the registry for Chef cookbooks. */
import {createPrivateKey, createPublicKey, generatePrime} from 'node:crypto';

/** Both halves of a key, as PEM. */
export interface SigningKey {
  /** SPKI. */
  readonly publicKey: string;
  /** PKCS #1. */
  readonly privateKey: string;
}

const exponent = 65_537n;
const primeBits = 1024;

/**
 * Every two of these make a key. To look for two primes for each would take a third of a second, and a run makes dozens
 * of keys that are thrown away a second later. Whoever has two keys may so compute others: they end with this process,
 * and nothing that is worth anything may be signed with them.
 */
const primes: Promise<bigint>[] = [];
let made = 0;

/** Makes a key of 2048 bits that no other has. */
export async function makeSigningKey(): Promise<SigningKey> {
  const [first, second] = pairOf(made);
  made += 1;
  const [p, q] = await Promise.all([primeAt(first), primeAt(second)]);
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'RSA',
      n: base64url(p * q),
      e: base64url(exponent),
      d: base64url(d),
      p: base64url(p),
      q: base64url(q),
      dp: base64url(d % (p - 1n)),
      dq: base64url(d % (q - 1n)),
      qi: base64url(inverse(q, p)),
    },
  });
  return {
    publicKey: createPublicKey(privateKey).export({type: 'spki', format: 'pem'}).toString(),
    privateKey: privateKey.export({type: 'pkcs1', format: 'pem'}).toString(),
  };
}

/** The pairs in order: 0 1, 0 2, 1 2, 0 3, and so on. */
function pairOf(at: number): readonly [first: number, second: number] {
  let second = 1;
  let first = at;
  while (first >= second) {
    first -= second;
    second += 1;
  }
  return [first, second];
}

function primeAt(at: number): Promise<bigint> {
  return (primes[at] ??= findPrime());
}

async function findPrime(): Promise<bigint> {
  const prime = await new Promise<bigint>((resolve, reject) => {
    generatePrime(primeBits, {bigint: true}, (problem, found) => {
      if (problem instanceof Error) reject(problem);
      else resolve(found);
    });
  });
  // The exponent must have an inverse.
  return (prime - 1n) % exponent === 0n ? findPrime() : prime;
}

/** The inverse of a number modulo another that has no divisor with it. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, value % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const times = rest / next;
    [rest, next] = [next, rest - times * next];
    [factor, nextFactor] = [nextFactor, factor - times * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

function base64url(value: bigint): string {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex').toString('base64url');
}
