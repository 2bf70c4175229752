// Notes on what is strange in a reply and still can be read; they change no verdict.
import {isUtf8} from 'node:buffer';
import {quoted} from '../../../base/text/quoted.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {valuesOf} from './reply-headers.ts';

/** A whole reply, its body decoded, and the first bytes that came. */
interface SeenReply {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  readonly firstBytes: Uint8Array;
}

/** Gives a sentence for each oddity. */
export function oddReplyNotes({headers, body, firstBytes}: SeenReply, redaction: Redaction): readonly string[] {
  const show = (text: string): string => quoted(redaction.text(text).slice(0, 80));
  const version = isHttp1(firstBytes)
    ? undefined
    : /^HTTP\/(?!1\.)[\d.]+/.exec(Buffer.from(firstBytes.subarray(0, 16)).toString('latin1'))?.[0];
  const codings = valuesOf(headers, 'transfer-encoding').flatMap(value => value.toLowerCase().split(','));
  const strange = codings.map(coding => coding.trim()).filter(coding => !knownCodings.has(coding));
  return [
    ...(version === undefined ? [] : [`the status line says ${version}, and the connection speaks HTTP/1.1`]),
    ...strange.map(
      coding => `the Transfer-Encoding ${show(coding)} was not asked for, and the body was not decoded by it`,
    ),
    ...charsetNotes(valuesOf(headers, 'content-type')[0] ?? '', body, show),
  ];
}

/** `HTTP/1.`, of which five characters are looked at only where the others are these. */
function isHttp1(bytes: Uint8Array): boolean {
  return bytes[4] === 0x2f && bytes[5] === 0x31 && bytes[6] === 0x2e;
}

const knownCodings = new Set(['', 'chunked', 'identity']);

function charsetNotes(type: string, body: Uint8Array, show: (text: string) => string): readonly string[] {
  const isJson = /^\s*[\w.+-]+\/(?:[\w.+-]+\+)?json\b/i.test(type);
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
  const isUtf8Said = charset !== undefined && /^(?:utf-?8|us-ascii)$/i.test(charset);
  const hasMark = isJson && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return [
    ...(hasMark ? ['the body begins with a byte order mark, which JSON does not have (RFC 8259 8.1)'] : []),
    ...(isJson && charset !== undefined && !isUtf8Said
      ? [`the Content-Type says charset=${show(charset)}, and JSON is UTF-8 (RFC 8259 8.1)`]
      : []),
    ...(isUtf8Said && !isUtf8(body) ? [`the Content-Type says charset=${charset}, and the body is not UTF-8`] : []),
  ];
}
