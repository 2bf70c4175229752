// Puts one exchange of any kind into two texts, what was asked and what was answered, each a head and a body.
import type {BodyRecord, ExchangeLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Names the fields of overlay bytes, e.g. `08 02  Type = HostQueryReply`; undefined when it cannot. */
export type Annotate = (message: string, hex: string) => string | undefined;

/** One exchange as text; the first line of a head tells what it is about. */
export interface Said {
  readonly asked: string;
  readonly askedBody?: string;
  readonly answered: string;
  readonly answeredBody?: string;
}

export const textMax = 12_000;

/** Tells what was said in one exchange. */
export function saidOf(exchange: ExchangeLine['exchange'], annotate: Annotate): Said {
  switch (exchange.kind) {
    case 'http': {
      const {request, reply, noReply} = exchange;
      return {
        asked: [`${request.method} ${cutText(request.url, 2_000)}`, ...request.headers.map(headerText)].join('\n'),
        ...bodyMember('askedBody', request.body),
        answered:
          reply === undefined
            ? `no whole reply (${noReply?.cause ?? 'unknown'}): ${noReply?.detail ?? ''}`
            : [`status ${reply.status}`, ...reply.headers.map(headerText)].join('\n'),
        ...(reply === undefined ? {} : bodyMember('answeredBody', reply.body)),
      };
    }
    case 'testee': {
      const {question, message, given, answer} = exchange;
      const encoded = answer['bytes'];
      return {
        asked: `${question} ${message}`,
        ...(given === null
          ? {}
          : {
              askedBody:
                question === 'decode' && typeof given === 'string'
                  ? bytesText(message, given, annotate)
                  : sideOf(given),
            }),
        ...(answer['kind'] === 'broken' && typeof answer['stderr'] === 'string'
          ? {answered: `${wordOf(answer['cause'])}: ${wordOf(answer['detail'])}`, ...stderrMember(answer['stderr'])}
          : {
              answered: wordOf(answer['kind']),
              answeredBody: typeof encoded === 'string' ? bytesText(message, encoded, annotate) : sideOf(answer),
            }),
      };
    }
    case 'live':
      return {
        asked: 'sent',
        askedBody: exchange.sent ?? '',
        answered: exchange.arrival ?? 'nothing',
        answeredBody: exchange.received ?? '',
      };
    case 'delivery': {
      const {inbox, arrival, request} = exchange;
      return {
        asked: `listened at inbox ${inbox}`,
        answered: [
          arrival,
          ...(request === undefined ? [] : [`${request.method} ${request.path}`, ...request.headers.map(headerText)]),
        ].join('\n'),
        ...(request === undefined ? {} : bodyMember('answeredBody', request.body)),
      };
    }
  }
}

function wordOf(value: Json | undefined): string {
  return sideOf(value ?? null).replaceAll('"', '');
}

function stderrMember(stderr: string): {readonly answeredBody?: string} {
  return stderr.trim() === '' ? {} : {answeredBody: cutText(`on stderr:\n${stderr.trimEnd()}`, textMax)};
}

function bytesText(message: string, hex: string, annotate: Annotate): string {
  return cutText(annotate(message, hex) ?? (hex === '' ? '(no bytes)' : hex.replace(/../g, '$& ')), textMax);
}

function headerText([name, value]: readonly [string, string]): string {
  return cutText(`${name}: ${value}`, 1_000);
}

function bodyMember<K extends 'askedBody' | 'answeredBody'>(key: K, body: BodyRecord): {readonly [key in K]?: string} {
  const text =
    body.kind === 'none'
      ? undefined
      : body.kind === 'text'
        ? body.text
        : `${body.isText ? '' : 'bytes '}${body.head}… (${body.bytes} bytes in bodies/${body.sha256})`;
  return (text === undefined ? {} : {[key]: cutText(text, textMax)}) as {readonly [key in K]?: string};
}

/** One side of a finding as text. */
export function sideOf(value: Json): string {
  return cutText(jsonText(value, 2), textMax);
}
