/** Makes cookbooks and signs requests as a Chef client does; used by tests alone. */
import {constants, createHash, createSign, privateEncrypt} from 'node:crypto';
import {gzipSync} from 'node:zlib';

/** Makes a gzipped tar archive that holds metadata.json alone. */
export function cookbook(name: string, version: string): Buffer {
  const content = Buffer.from(JSON.stringify({name, version, description: 'd', dependencies: {other: '>= 1'}}));
  const header = Buffer.alloc(512);
  header.write(`${name}/metadata.json`, 0);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  return gzipSync(Buffer.concat([header, content, Buffer.alloc(1024 + ((512 - (content.length % 512)) % 512))]));
}

export interface Signing {
  readonly method: string;
  readonly path: string;
  readonly content: Uint8Array;
  /** The private key in PEM. */
  readonly key: string;
  readonly user?: string;
  readonly version?: Version;
  readonly at?: Date;
  /** The path that stands in the signed text, where it is another one. */
  readonly signedPath?: string;
}

/** Gives the headers of a signed request. */
export function signed(signing: Signing): Record<string, string> {
  const {content, user = 'alice', version = '1.3', at = new Date()} = signing;
  const algorithm = algorithmOf[version];
  const stamp = `${at.toISOString().slice(0, 19)}Z`;
  const hash = createHash(algorithm).update(content).digest('base64');
  const signature = signatureOf(signing, textOf(signing, {stamp, hash, user, version}));
  const pieces = signature.toString('base64').match(/.{1,60}/g) ?? [];
  return {
    'X-Ops-Sign': `algorithm=${algorithm};version=${version};`,
    'X-Ops-Userid': user,
    'X-Ops-Timestamp': stamp,
    'X-Ops-Content-Hash': hash,
    'X-Ops-Server-API-Version': '1',
    ...Object.fromEntries(pieces.map((piece, place) => [`X-Ops-Authorization-${place + 1}`, piece])),
  };
}

const algorithmOf = {'1.0': 'sha1', '1.1': 'sha1', '1.2': 'sha1', '1.3': 'sha256'} as const;
type Version = keyof typeof algorithmOf;

function textOf(
  {method, path, signedPath = path}: Signing,
  {stamp, hash, user, version}: {stamp: string; hash: string; user: string; version: Version},
): string {
  const isHashed = version === '1.1' || version === '1.2';
  const name = isHashed ? createHash('sha1').update(user).digest('base64') : user;
  const shared = {hash: `X-Ops-Content-Hash:${hash}`, when: `X-Ops-Timestamp:${stamp}`, who: `X-Ops-UserId:${name}`};
  const hashedPath = createHash('sha1').update(signedPath).digest('base64');
  const lines =
    version !== '1.3'
      ? [`Hashed Path:${hashedPath}`, shared.hash, shared.when, shared.who]
      : [
          `Path:${signedPath}`,
          shared.hash,
          'X-Ops-Sign:version=1.3',
          shared.when,
          shared.who,
          'X-Ops-Server-API-Version:1',
        ];
  return [`Method:${method}`, ...lines].join('\n');
}

function signatureOf({key, version = '1.3'}: Signing, text: string): Buffer {
  if (version === '1.3' || version === '1.2') return createSign(algorithmOf[version]).update(text).sign(key);
  return privateEncrypt({key, padding: constants.RSA_PKCS1_PADDING}, Buffer.from(text));
}
