// Undoes the content encoding of a reply's body, and never makes more bytes than the bound allows.
import {counted} from '../../../base/text/counted.ts';
import * as zlib from 'node:zlib';
import {shortened, type Redaction} from '../../../model/redacted.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** The decoded body; or what is wrong with it. `note` tells of an oddity that changes nothing. */
export type Decoded =
  | {readonly kind: 'decoded'; readonly body: Uint8Array; readonly note?: string}
  | {readonly kind: 'too-large'}
  | {readonly kind: 'bad'; readonly why: string};

type Decoder = (body: Uint8Array, options: {readonly maxOutputLength: number; readonly info: true}) => unknown;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: (body, options) => (isZlib(body) ? zlib.inflateSync(body, options) : zlib.inflateRawSync(body, options)),
  br: zlib.brotliDecompressSync,
  // Node.js has zstd since 22.15; before, it is an encoding that we do not know.
  ...('zstdDecompressSync' in zlib && typeof zlib.zstdDecompressSync === 'function'
    ? {zstd: zlib.zstdDecompressSync as Decoder}
    : {}),
};

/** Decodes a body by its Content-Encoding header values; at most one encoding is accepted. */
export function decodeBody(
  body: Uint8Array,
  encodingHeaders: readonly string[],
  {bytesMax, redaction}: {readonly bytesMax: number; readonly redaction: Redaction},
): Decoded {
  const encodings = encodingHeaders.flatMap(value => value.split(',')).map(name => name.trim().toLowerCase());
  const names = encodings.filter(name => name !== '' && name !== 'identity');
  const name = names[0];
  if (name === undefined || body.length === 0) return {kind: 'decoded', body};
  if (names.length > 1)
    return {kind: 'bad', why: `the body has ${names.length} content encodings; at most one is accepted`};
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decoder === undefined)
    return {kind: 'bad', why: `the content encoding ${quoted(shortened(redaction.text(name), 40))} is not known`};
  return decodeBy({decoder, name, body, bytesMax});
}

function decodeBy(work: {decoder: Decoder; name: string; body: Uint8Array; bytesMax: number}): Decoded {
  const {decoder, name, body, bytesMax} = work;
  try {
    const {buffer, engine} = decoder(body, {maxOutputLength: bytesMax, info: true}) as {
      readonly buffer: Uint8Array;
      readonly engine: {readonly bytesWritten: number};
    };
    const rest = body.length - engine.bytesWritten;
    if (rest > 0)
      return {kind: 'bad', why: `${counted(rest, 'byte follows', 'bytes follow')} the end of the ${name} data`};
    const isRaw = name === 'deflate' && !isZlib(body);
    const plain = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    return {
      kind: 'decoded',
      body: plain,
      ...(isRaw && {note: 'the deflate body lacks its zlib wrapper (RFC 9110 8.4.1.2)'}),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return {kind: 'too-large'};
    return {
      kind: 'bad',
      why: `the ${name} data cannot be decoded: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

// RFC 1950 2.2: the low four bits are 8, and the first two bytes as a number are a multiple of 31.
function isZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
