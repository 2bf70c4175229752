// Decoders of the field, each with the deviation that it is known for: the wire cases and a search from an empty corpus catch it, and with its
// baseline nothing is new. Those that `npx tsx scripts/compare-decoders.ts --build` has not built on this machine are skipped by name.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {isKnownDeviation, readFuzzBaseline, type FuzzBaseline} from '../../runner/commands/load/load-fuzz-baseline.ts';
import {fuzz} from '../../runner/execute/fuzz/search-loop.ts';
import {fuzzClusters} from '../../runner/execute/fuzz/clusters.ts';
import {fuzzLedger} from '../../runner/execute/fuzz/difference-counts.ts';
import {fuzzPool} from '../../runner/execute/fuzz/corpus.ts';
import {ReachedCode} from '../../runner/execute/fuzz/reached-code.ts';
import {noFolder} from '../support/raw-folder-double.ts';
import {defaultBounds} from '../../model/bounds.ts';
import type {FuzzFinding, FuzzInput, FuzzTally} from '../../model/decoder-search.ts';
import type {Json} from '../../model/json.ts';
import {overlayMessages, type TesteePort} from '../../model/peer.ts';
import type {Clock} from '../../model/ports.ts';
import type {Difference} from '../../runner/overlay/judge-answer.ts';
import {judgeInput} from '../../runner/overlay/judge-input.ts';
import {questionOf, readInput} from '../../runner/overlay/read-input.ts';
import {readWireRow} from '../../runner/overlay/wire-rows.ts';
import {openTestee} from '../../runner/targets/testee/open-testee.ts';
import {decoders, isBuilt, peerOf, type Decoder} from '../../scripts/decoders.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The deviation that a library is known for, as a pattern of the kind. */
const knownFor: {readonly [folder: string]: readonly RegExp[]} = {
  'protobufjs-8': [/^accepts a varint of more than ten bytes$/],
  'protobufjs-7': [/^reads another .* from a message field that comes twice$/, /^accepts field number 0$/],
  'bufbuild-protobuf': [/^accepts a child that runs past its parent$/],
  'google-protobuf': [
    /^reads another .* from a message field that comes twice$/,
    /^accepts the end of a group that never began$/,
  ],
  pbf: [/^accepts a child that runs past its parent$/, /^(refuses|reads another .* from) an unknown group$/],
  'rust-prost': [/^refuses the number of a known field with another wire type$/],
  java: [/^reads another .* from a varint with more bytes than it needs$/],
  python: [],
  go: [],
  cpp: [],
};

/** Nothing that they do is forbidden by a guide, so nothing may be called a finding. */
const careful = ['python', 'go', 'cpp', 'rust-prost'];

/** Far fewer than a search of 60 seconds asks. */
const runs = 15_000;

test('each folder of fixtures/testees is built and asked, is known for something or nothing, and has a row in the README', () => {
  const testees = join(root, 'fixtures/testees');
  const folders = readdirSync(testees, {withFileTypes: true}).flatMap(entry =>
    entry.isDirectory() && entry.name !== 'coverage' ? [entry.name] : [],
  );
  const readme = readFileSync(join(testees, 'README.md'), 'utf8');
  const asked = new Set(decoders.map(({folder}) => folder));
  expect(
    folders.filter(name => !asked.has(name)),
    'add it to scripts/decoders.ts',
  ).toEqual([]);
  expect(
    folders.filter(name => !Object.hasOwn(knownFor, name)),
    'add it to knownFor of this file',
  ).toEqual([]);
  expect(
    folders.filter(name => !readme.includes(`\`${name}\``)),
    'add a row to fixtures/testees/README.md',
  ).toEqual([]);
});

describe.each(decoders)('$name', decoder => {
  test.skipIf(!isBuilt(decoder))('is caught by the wire cases', {timeout: 60_000}, async () => {
    expect(surprises(decoder, await withPort(decoder, askWireCases))).toEqual([]);
  });

  test.skipIf(!isBuilt(decoder))(
    'is caught by a search, and its baseline knows all of it',
    {timeout: 120_000},
    async () => {
      const tallies = await withPort(decoder, port => search(port, decoder));
      expect(tallies.filter(({isKnown}) => !isKnown).map(({finding}) => finding.kind)).toEqual([]);
      expect(
        surprises(
          decoder,
          tallies.map(({finding}) => finding),
        ),
      ).toEqual([]);
    },
  );
});

/** Whatever a library is known for, these would be news of it. */
const news = [
  'crashes on an unknown group',
  'hangs on a varint with more bytes than it needs',
  'grows past its bound on a length above 32 bits that does not fit',
  'reads another VpnIp from a plain OverlayMetaDetails',
  'refuses a plain OverlayPing',
  'reads another Time from a field that comes twice',
];

test.each(decoders)('the baseline of $name hides no crash, no hang and no plain message', ({folder}) => {
  const {known} = baselineOf(folder);
  const hidden = news.filter(kind => known.some(one => isKnownDeviation([one], {...aFinding, kind})));
  expect(hidden).toEqual([]);
});

const aFinding: FuzzFinding = {
  way: 'binary',
  message: 'OverlayPing',
  bytes: new Uint8Array(),
  kind: '',
  basis: 'protocol',
  causes: [],
  expected: '',
  got: '',
  decoder: '',
  seed: 1,
  before: [],
};

function baselineOf(folder: string): FuzzBaseline {
  const file = `fixtures/testees/${folder}/known.yaml`;
  return readFuzzBaseline(readFileSync(join(root, file), 'utf8'), file);
}

interface Met {
  readonly kind: string;
  readonly basis: string;
}

/** What a library is known for and did not show, and what a careful one showed. */
function surprises({folder}: Decoder, met: readonly Met[]): readonly string[] {
  const missing = (knownFor[folder] ?? []).filter(pattern => !met.some(({kind}) => pattern.test(kind)));
  const firm = met.filter(({basis}) => basis === 'protocol' && careful.includes(folder));
  return [...missing.map(pattern => `not met: ${String(pattern)}`), ...firm.map(({kind}) => `false alarm: ${kind}`)];
}

async function withPort<Result>(decoder: Decoder, use: (port: TesteePort) => Promise<Result>): Promise<Result> {
  const port = await open(decoder);
  try {
    return await use(port);
  } finally {
    await port.close();
  }
}

async function open(decoder: Decoder): Promise<TesteePort> {
  const bounds = {...defaultBounds, connectTimeoutMs: 20_000};
  const start = await openTestee(peerOf(decoder), {bounds, packageRoot: root});
  if (start.kind !== 'started') throw new Error(start.detail);
  return start.port;
}

async function askWireCases(port: TesteePort): Promise<readonly Difference[]> {
  const differences = await Promise.all(
    wireInputs(port).map(async input => {
      const answer = await port.ask(questionOf(input), {timeoutMs: 20_000});
      return judgeInput(input, readInput(input), answer) ?? [];
    }),
  );
  return differences.flat();
}

function wireInputs({description}: TesteePort): readonly FuzzInput[] {
  const folder = join(root, 'fixtures/overlay');
  return readdirSync(folder)
    .filter(file => file.endsWith('.yaml'))
    .flatMap(file => (parse(readFileSync(join(folder, file), 'utf8')) as {rows: Json[]}).rows)
    .map(readWireRow)
    .filter(row => typeof row !== 'string')
    .flatMap(({message, input}): readonly FuzzInput[] => {
      if (input.kind === 'binary') return [{message, way: 'binary', bytes: input.bytes}];
      return description.forms.includes('json') ? [{message, way: 'json', bytes: Buffer.from(input.text)}] : [];
    });
}

async function search(port: TesteePort, decoder: Decoder): Promise<readonly FuzzTally[]> {
  const {known, problems} = baselineOf(decoder.folder);
  expect(problems).toEqual([]);
  const ledger = fuzzLedger(finding => isKnownDeviation(known, finding));
  const end = await fuzz({
    decoders: [{name: decoder.name, ports: [port]}],
    seed: 1,
    messages: overlayMessages,
    otherWays: [],
    pool: fuzzPool(noFolder, overlayMessages),
    reached: new ReachedCode(),
    ledger,
    clusters: fuzzClusters([decoder.name]),
    clock: steppingClock(),
    first: 0,
    bounds: {runsMax: runs, timeMs: Infinity, findingsMax: Infinity, replyTimeoutMs: 20_000},
    stop: new AbortController().signal,
    tick: () => undefined,
    found: () => undefined,
  });
  expect(end.kind).toBe('over');
  expect(end.standing.judged).toBeGreaterThan(0);
  return ledger.tallies();
}

/** A clock on which every look takes a tenth of a millisecond: a busy machine shrinks as long as an idle one, and names the same. */
function steppingClock(): Clock {
  let nowMs = 0;
  return {
    monotonicMs: () => (nowMs += 0.1),
    now: () => new Date(0),
    wait: () => Promise.resolve(),
    alarm: () => () => undefined,
  };
}
