// Every parser of what strangers write, with real inputs to begin from, and the ways to spoil them.
import {readFileSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import {gzipSync} from 'node:zlib';
import {defaultBounds} from '../../model/bounds.ts';
import {ownWords} from '../../model/redacted.ts';
import {matchesStars} from '../../base/patterns/star-pattern.ts';
import type {Random} from '../../base/random/seeded-numbers.ts';
import {initBaseline} from '../../reports/baseline/edit-entries.ts';
import {readBaseline} from '../../reports/baseline/read-entries.ts';
import {certificateText} from '../../reports/certificate/certificate.ts';
import {checkCertificate, readUnchecked} from '../../reports/certificate/offline-check.ts';
import {compareRuns} from '../../reports/compare/comparison.ts';
import {renderComparisonHtml} from '../../reports/compare/comparison-page.ts';
import {renderComparisonJson} from '../../reports/compare/comparison-json.ts';
import {renderComparisonMarkdown} from '../../reports/compare/comparison-markdown.ts';
import {mergeJournals} from '../../reports/compare/join-journals.ts';
import {trendOf} from '../../reports/compare/trend.ts';
import {disputeOf} from '../../reports/explain/dispute-text.ts';
import {formats} from '../../reports/formats/all-formats.ts';
import {formatFiles, type FormatName} from '../../reports/formats/format-files.ts';
import {readJournal, type Journal} from '../../reports/journal/reader.ts';
import {renderConsole} from '../../reports/terminal/console.ts';
import {readJson} from '../../runner/check/read-json.ts';
import {readTargetFile} from '../../runner/read/target/read-target-file.ts';
import {machineSigning} from '../../runner/targets/host/signing.ts';
import {httpTarget} from '../../runner/targets/http/target.ts';
import {frameReader, writeFrame} from '../../runner/targets/live/frames.ts';
import {readCertificate} from '../../runner/targets/mesh/host-certificate.ts';
import {readHeader} from '../../runner/targets/mesh/packet.ts';
import {framedForm} from '../../runner/targets/testee/framed.ts';
import {lineForm} from '../../runner/targets/testee/line.ts';
import {certificateOf, goldenJournal, goldenOwn} from './golden-certificate.ts';
import {goldenRequirements} from './golden-journals.ts';
import {rawServer, sendAndEnd} from './raw-server.ts';

/** One parser. `read` throws, or never ends, only where the parser has a bug. */
export interface ForeignInput {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  readonly read: (bytes: Uint8Array, random: Random) => unknown;
}

const root = new URL('../../', import.meta.url);
const file = (path: string): Buffer => readFileSync(new URL(path, root));
const {sha256} = machineSigning();
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const frameBytesMax = 4_096;

const goldenRun = journalOf(goldenJournal);

const journal: ForeignInput = {
  name: 'journal',
  seeds: [file('test/report/form-1/first.jsonl').subarray(0, 40_000), Buffer.from(goldenJournal)],
  read: bytes => {
    const reading = readJournal(textOf(bytes));
    if (reading.kind === 'refused') return;
    // What was read is shown, whatever it holds.
    const tools = {requirements: goldenRequirements, annotate: () => undefined, bodyOf: () => undefined};
    for (const name of Object.keys(formats) as readonly FormatName[]) formats[name](reading, tools, formatFiles[name]);
    renderConsole(reading, {requirements: goldenRequirements, color: true, width: 100, isQuiet: false});
    const compared = compareRuns(goldenRun, reading);
    if (compared.kind === 'compared')
      for (const render of [renderComparisonJson, renderComparisonMarkdown, renderComparisonHtml])
        render(compared.comparison, {trend: trendOf([goldenRun, reading])});
    mergeJournals([
      {name: 'first', journal: reading},
      {name: 'second', journal: reading},
    ]);
    initBaseline(reading, {facts: {reason: 'known', expires: '2030-01-01'}, matches: matchesStars});
    for (const line of reading.cases.slice(0, 3)) disputeOf(reading, line, goldenRequirements);
  },
};

const certificate: ForeignInput = {
  name: 'certificate',
  seeds: [Buffer.from(certificateText(certificateOf(goldenJournal)))],
  read: bytes => {
    const text = textOf(bytes);
    readUnchecked(text, sha256);
    return checkCertificate({text, journals: [{name: 'results.jsonl', text: goldenJournal}], own: goldenOwn, sha256});
  },
};

const baseline: ForeignInput = {
  name: 'baseline',
  seeds: ['init', 'prune', 'update'].map(name => file(`test/golden/baseline-${name}.yaml`)),
  read: bytes => readBaseline({text: textOf(bytes), file: 'known.yaml'}),
};

const targetFile: ForeignInput = {
  name: 'target file',
  seeds: ['example', 'reference'].map(name => file(`fixtures/targets/${name}.yaml`)),
  read: bytes =>
    readTargetFile({
      text: textOf(bytes),
      file: 'target.yaml',
      known: {dialects: ['gitea', 'reference'], capabilities: ['webhooks'], actors: ['alice', 'bob', 'admin']},
    }),
};

const json: ForeignInput = {
  name: 'JSON body',
  seeds: [
    Buffer.from('{"a":[1,2.5e3,{"b":"\\u00e4\\n","c":null}],"d":true,"e":-0,"f":9007199254740993}'),
    Buffer.from('[]'),
  ],
  read: bytes => readJson(bytes, {depthMax: 200}),
};

// A length that the peer announces, and the bytes behind it, in pieces of any size.
function inPieces(bytes: Uint8Array, random: Random, take: (piece: Buffer) => void): void {
  for (let at = 0; at < bytes.length;) {
    const next = at + 1 + random.below(bytes.length - at);
    take(Buffer.from(bytes.subarray(at, next)));
    at = next;
  }
}

const frames: ForeignInput = {
  name: 'frames of a live peer',
  seeds: (['u32be', 'u32le', 'varint'] as const).map(framing =>
    Buffer.concat([0, 3, 200, 4_000].map(length => writeFrame(Buffer.alloc(length, 8), framing))),
  ),
  read: (bytes, random) => {
    for (const framing of ['u32be', 'u32le', 'varint'] as const) {
      const whole = framesOf(framing, [Buffer.from(bytes)]);
      const pieces: Buffer[] = [];
      inPieces(bytes, random, piece => pieces.push(piece));
      const pieced = framesOf(framing, pieces);
      if (!isDeepStrictEqual(pieced, whole)) throw new Error(`${framing}: pieces are read otherwise`);
    }
  },
};

function framesOf(framing: Parameters<typeof frameReader>[0], pieces: readonly Buffer[]): readonly unknown[] {
  const reader = frameReader(framing, frameBytesMax);
  const arrivals: unknown[] = [];
  for (const piece of pieces) {
    // Not spread: there may be more of them than the stack holds.
    for (const arrival of reader.take(piece)) arrivals.push(arrival);
    // After it nothing more is read.
    if ((arrivals.at(-1) as {kind?: string} | undefined)?.kind === 'too-large') break;
  }
  return arrivals;
}

const answers: ForeignInput = {
  name: 'answers of a decoder',
  seeds: [
    Buffer.from(
      'touchstone 1 name=x version=1 messages=OverlayPing\n1 value {"Type":1}\n2 reject cut\n3 bytes 0801\n4 unsupported\n',
    ),
    Buffer.concat(
      [
        '0901000000000000001a027b7d',
        '090200000000000000220363757a',
        '0903000000000000003202080a',
        '09040000000000000012060a0474657374',
      ].map(hex => writeFrame(Buffer.from(hex, 'hex'), 'u32le')),
    ),
  ],
  read: (bytes, random) => {
    for (const form of [framedForm(frameBytesMax), lineForm(frameBytesMax)]) {
      const reader = form.reader();
      let isOver = false;
      inPieces(bytes, random, piece => {
        if (isOver) return;
        reader.take(piece, {
          takePlain: () => true,
          take: arrival => {
            isOver ||= arrival.kind === 'broken';
            return !isOver;
          },
        });
      });
      reader.held();
    }
  },
};

const packets: ForeignInput = {
  name: 'packets and certificates of a node',
  seeds: [
    Buffer.from('11000000000000070000000000000003', 'hex'),
    Buffer.from(
      '0a2e0a04686f73741204010aa8c022020aff28a0d0c5c90630a0dfc7c90642080102030405060708480152030102031220aabb',
      'hex',
    ),
  ],
  read: bytes => {
    readHeader(Buffer.from(bytes));
    readCertificate(Buffer.from(bytes));
  },
};

const body = '{"id":1,"name":"n"}';
const http: ForeignInput = {
  name: 'HTTP reply',
  seeds: [
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
    `HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\nSet-Cookie: a=b; Path=/\r\n\r\n7\r\n{"id":1\r\n1\r\n}\r\n0\r\nX: y\r\n\r\n`,
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), gzipSync(body)]),
    'HTTP/1.1 302 Found\r\nLocation: //elsewhere.invalid/%2e%2e?#\r\nContent-Length: 0\r\n\r\n',
  ].map(text => Buffer.from(text)),
  read: async bytes => {
    const server = await rawServer({fallback: sendAndEnd(bytes)});
    const port = httpTarget({
      baseUrl: server.url,
      bounds: {...defaultBounds, connectTimeoutMs: 5_000, replyTimeoutMs: 5_000, replyBytesMax: 64 * 1024, jobs: 1},
      tls: {insecure: false},
      headers: [],
      redaction: ownWords,
    });
    try {
      const seen = await port.exchange({method: 'GET', path: '/', headers: []});
      if (seen.kind === 'reply') readJson(seen.body, {depthMax: 200});
      // The server ends the connection, so nothing has to be waited for.
      else if (seen.cause.startsWith('timeout')) throw new Error(`${seen.cause}: ${seen.detail}`);
    } finally {
      await port.close();
      await server.close();
    }
  },
};

function journalOf(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error('the golden journal cannot be read');
  return reading;
}

/** All of them. */
export const foreignInputs: readonly ForeignInput[] = [
  journal,
  certificate,
  baseline,
  targetFile,
  json,
  frames,
  answers,
  packets,
  http,
];

/** Spoils a real input in one to eight ways, or makes one of nothing. */
export function spoiled(seeds: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes: Buffer = Buffer.from(seeds[random.below(seeds.length)] ?? []);
  if (random.below(50) === 0) return Buffer.from(Array.from({length: random.below(300)}, () => random.below(256)));
  for (let left = 1 + random.below(8); left > 0; left -= 1) bytes = spoil(bytes, seeds, random);
  return bytes;
}

const telling = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\n',
  '\r\n',
  '\0',
  '&a',
  '*a',
  '<<: ',
  '!!x ',
  '|\n',
  '- ',
  '? ',
  '\u2028',
  '\ufeff',
  'null',
  '-1',
  '1e999',
  '9007199254740993',
  '99999999999999999999',
  '"__proto__"',
  '"toString"',
  'constructor: 1',
  '\ud83d\ude00',
  '\u001b[31m',
  '$',
  '${',
  '..',
  '%00',
  'chunked',
  '0\r\n\r\n',
  'HTTP/1.1 200 OK\r\n\r\n',
].map(text => Buffer.from(text));

function spoil(bytes: Buffer, seeds: readonly Uint8Array[], random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  const length = random.below(random.below(4) === 0 ? bytes.length + 1 : 12);
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(Math.min(bytes.length, at + length));
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.from(before);
    case 2:
      // A part again, at times a hundred times: depth and length.
      return Buffer.concat([
        before,
        ...Array<Buffer>(random.below(20) === 0 ? 100 : 2).fill(bytes.subarray(at, at + length)),
        after,
      ]);
    case 3: {
      const other = Buffer.from(seeds[random.below(seeds.length)] ?? []);
      const from = random.below(other.length + 1);
      return Buffer.concat([before, other.subarray(from, from + length), bytes.subarray(at)]);
    }
    case 4:
    case 5:
      return Buffer.concat([
        before,
        telling[random.below(telling.length)] ?? Buffer.of(0),
        random.below(2) === 0 ? after : bytes.subarray(at),
      ]);
    default: {
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[random.below(changed.length)] = random.below(256);
      return changed;
    }
  }
}
