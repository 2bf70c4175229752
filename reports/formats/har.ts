// All recorded HTTP exchanges as HAR 1.2, for browsers' network views and proxies; one page per case.
import {counted} from '../../base/text/counted.ts';
import {defined} from '../../base/json/defined.ts';
import type {BodyRecord, CaseLine, ExchangeLine, HttpExchangeRecord} from '../../model/journal.ts';
import type {JsonObject} from '../../model/json.ts';
import type {Journal} from '../journal/reader.ts';
import {jsonReport} from '../../base/json/json-report.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import {wellFormed} from '../../base/text/well-formed.ts';

/** Gives the bytes of a body that the journal keeps beside itself; undefined when its file is not there. */
export type BodySource = (sha256: string) => Uint8Array | undefined;

/** Renders the log. The journal keeps how long an exchange took but not its time of day, so entries follow one another. */
export function renderHar(journal: Journal, {bodyOf}: {readonly bodyOf: BodySource}): string {
  const {header, cases, exchanges} = journal;
  const titles = new Map(cases.map(line => [line.id, line]));
  const started = startMs(header.startedAt);
  let elapsedMs = 0;
  const pages = new Map<string, JsonObject>();
  const entries: JsonObject[] = [];
  for (const line of exchanges) {
    if (line.exchange.kind !== 'http') continue;
    const startedDateTime = new Date(Math.min(started + Math.round(elapsedMs), lastMs)).toISOString();
    elapsedMs += line.durationMs;
    if (!pages.has(line.case)) pages.set(line.case, pageOf(line.case, titles.get(line.case), startedDateTime));
    entries.push(entryOf(line, line.exchange, {startedDateTime, bodyOf}));
  }
  const others = exchanges.length - entries.length;
  return jsonReport({
    log: {
      version: '1.2',
      creator: {name: 'touchstone', version: header.tool.version},
      pages: [...pages.values()],
      entries,
      comment: commentOf(journal, others),
    },
  });
}

/** The last time that a date can be, whatever a journal says of how long something took. */
const lastMs = 8.64e15;

function commentOf({header}: Journal, others: number): string {
  return [
    `Run ${header.run}, recorded with --record ${header.record}. Times of day are not recorded: entries follow one another from the start of the run.`,
    ...(header.record === 'all'
      ? []
      : ['Exchanges that were kept by their heads have no headers and no bodies; --record all keeps everything.']),
    ...(others > 0
      ? [
          `${counted(others, 'exchange of overlay messages is', 'exchanges of overlay messages are')} left out: HAR knows HTTP only.`,
        ]
      : []),
  ].join(' ');
}

function pageOf(id: string, line: CaseLine | undefined, startedDateTime: string): JsonObject {
  const verdict = line === undefined ? 'no verdict' : line.verdict;
  return {
    startedDateTime,
    id,
    title: visibleText(line === undefined ? id : `${verdict}: ${line.title}`),
    pageTimings: {onContentLoad: -1, onLoad: -1},
  };
}

interface EntryInput {
  readonly startedDateTime: string;
  readonly bodyOf: BodySource;
}

function entryOf(line: ExchangeLine, {request, reply, noReply}: HttpExchangeRecord, input: EntryInput): JsonObject {
  const {startedDateTime, bodyOf} = input;
  return {
    pageref: line.case,
    startedDateTime,
    time: line.durationMs,
    request: {
      method: request.method,
      url: uriOf(request.url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request.headers),
      queryString: queryOf(request.url),
      ...postDataOf(request, bodyOf),
      headersSize: -1,
      bodySize: sizeOf(request.body),
    },
    response: {
      status: reply?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(reply?.headers ?? []),
      content: reply === undefined ? {size: 0, mimeType: 'x-unknown'} : contentOf(reply, bodyOf),
      redirectURL: headerOf(reply?.headers ?? [], 'location') ?? '',
      headersSize: -1,
      bodySize: -1,
      ...defined({_error: noReply?.detail}),
    },
    cache: {},
    timings: {send: 0, wait: line.durationMs, receive: 0},
    comment: [line.phase, `attempt ${line.attempt}`, ...(line.actor === undefined ? [] : [`as ${line.actor}`])].join(
      ', ',
    ),
    ...defined({_operation: line.operation, _step: line.step}),
  };
}

/** The format wants a URI, and a target under test is sent others too; brackets are legal in the host only. */
function uriOf(url: string): string {
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)?([^]*)$/i.exec(wellFormed(url)) ?? [];
  return origin + rest.replace(/[^!-~]|["<>\\^`{|}[\]]|%(?![0-9a-f]{2})/giu, encodeURIComponent);
}

function headersOf(headers: readonly (readonly [string, string])[]): readonly JsonObject[] {
  return headers.map(([name, value]) => ({name, value}));
}

function headerOf(headers: readonly (readonly [string, string])[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function queryOf(url: string): readonly JsonObject[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return [...new URLSearchParams(query)].map(([name, value]) => ({name, value}));
}

function postDataOf({headers, body}: HttpExchangeRecord['request'], bodyOf: BodySource): JsonObject {
  if (body.kind === 'none') return {};
  const {text, encoding, comment} = textOf(body, bodyOf);
  // postData has no member for an encoding, so bytes that are no text are said to be base64 in the comment.
  const note = encoding === undefined ? comment : 'text is base64 of the body';
  return {
    postData: {
      mimeType: headerOf(headers, 'content-type') ?? 'application/octet-stream',
      params: [],
      text,
      ...defined({comment: note}),
    },
  };
}

function contentOf({headers, body}: NonNullable<HttpExchangeRecord['reply']>, bodyOf: BodySource): JsonObject {
  const mimeType = headerOf(headers, 'content-type') ?? 'x-unknown';
  return {size: sizeOf(body), mimeType, ...(body.kind === 'none' ? {} : textOf(body, bodyOf))};
}

interface BodyText {
  readonly [name: string]: string;
  readonly text: string;
}

function textOf(body: Exclude<BodyRecord, {kind: 'none'}>, bodyOf: BodySource): BodyText {
  if (body.kind === 'text') return {text: body.text};
  const bytes = bodyOf(body.sha256);
  if (bytes === undefined)
    return {
      text: body.isText ? body.head : '',
      comment: `only the beginning: bodies/${body.sha256} is not beside the journal`,
    };
  const cut =
    body.kept === undefined ? {} : {comment: `only the first ${counted(body.kept, 'byte was', 'bytes were')} kept`};
  if (body.isText) return {text: Buffer.from(bytes).toString('utf8'), ...cut};
  return {text: Buffer.from(bytes).toString('base64'), encoding: 'base64', ...cut};
}

function sizeOf(body: BodyRecord): number {
  switch (body.kind) {
    case 'none':
      return 0;
    case 'text':
      return Buffer.byteLength(body.text);
    case 'stored':
      return body.bytes;
  }
}

function startMs(iso: string): number {
  const ms = Date.parse(iso);
  return Number.isFinite(ms) ? ms : 0;
}
