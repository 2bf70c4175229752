// Ways to alter a reply: another status, other items of a list, another value of a key, a body that is none.
import type {HttpReply} from '../../model/http.ts';
import {isJsonObject, jsonObject, jsonText, type Json} from '../../model/json.ts';
import type {TesteeAnswer} from '../../model/peer.ts';

/** One way. */
export interface Change {
  readonly name: string;
  /** `earlier` is what the same request was answered with before. */
  readonly reply: (reply: HttpReply, earlier: HttpReply | undefined) => HttpReply;
  readonly answer: (answer: TesteeAnswer) => TesteeAnswer;
}

/** Gives the ways that may matter to a law whose tree and finding name these words. */
export function changesOf(words: string): readonly Change[] {
  const keys = [...new Set(words.match(/[a-z][a-z_]{2,}/g) ?? [])].slice(0, 30);
  return [
    ofBody('the first item missing', body => (Array.isArray(body) ? body.slice(1) : body)),
    ofBody('the first item twice', body => (Array.isArray(body) ? [body[0] ?? null, ...body] : body)),
    stale,
    ofStatus(404),
    ofStatus(200),
    ofBody('no item', body => (Array.isArray(body) ? [] : body)),
    ofBody('another kind of body', () => ({})),
    ofBody('an odd key', body => everywhere(body, object => [...Object.entries(object), ['oddKey', 1]])),
    ...keys.flatMap(key => [
      ofKey(key, 'other', otherThan),
      ofKey(key, 'fixed', value => (typeof value === 'string' ? 'fixed' : value)),
      ofKey(key, 'null', () => null),
      ofKey(key, 'missing', () => undefined),
      withKey(key),
    ]),
    refused,
  ];
}

function ofStatus(status: number): Change {
  return {name: `status ${String(status)}`, reply: reply => ({...reply, status}), answer: answer => answer};
}

const stale: Change = {name: 'as it was before', reply: (reply, earlier) => earlier ?? reply, answer: answer => answer};

const refused: Change = {name: 'a refusal', reply: reply => reply, answer: () => ({kind: 'reject', text: 'altered'})};

function ofBody(name: string, change: (body: Json) => Json): Change {
  return {
    name,
    reply: reply => {
      const body = readBody(reply);
      return body === undefined ? reply : {...reply, body: Buffer.from(jsonText(change(body)))};
    },
    answer: answer => {
      if (answer.kind === 'value') return {...answer, value: change(answer.value)};
      return answer.kind === 'encoded' ? {...answer, bytes: new Uint8Array([...answer.bytes, 0x0a])} : answer;
    },
  };
}

function readBody({body}: HttpReply): Json | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString()) as Json;
  } catch {
    return undefined;
  }
}

function ofKey(key: string, how: string, change: (value: Json) => Json | undefined): Change {
  return ofBody(`${key} ${how}`, body =>
    everywhere(body, object =>
      Object.entries(object).flatMap(([own, value]): readonly (readonly [string, Json])[] => {
        const changed = own === key ? change(value) : value;
        return changed === undefined ? [] : [[own, changed]];
      }),
    ),
  );
}

function withKey(key: string): Change {
  return ofBody(`${key} added`, body => everywhere(body, object => Object.entries({[key]: 'other', ...object})));
}

function otherThan(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1_000;
  if (typeof value === 'string')
    return /^\d{4}-/.test(value) ? `1${value.slice(1)}` : value === '' ? 'other' : `${value}x`;
  return 'other';
}

function everywhere(
  value: Json,
  change: (object: {readonly [key: string]: Json}) => Iterable<readonly [string, Json]>,
): Json {
  if (Array.isArray(value)) return value.map((item: Json) => everywhere(item, change));
  if (!isJsonObject(value)) return value;
  return jsonObject([...change(value)].map(([key, inner]) => [key, everywhere(inner, change)] as const));
}
