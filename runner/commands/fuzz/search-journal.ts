// A search as a journal, so that every report and command that reads runs reads searches as well: each bug is a case.
import {defined} from '../../../base/json/defined.ts';
import type {Json} from '../../../model/json.ts';
import type {FuzzBug} from '../../../model/decoder-search.ts';
import {journalSchemaVersion, type CaseLine, type HeaderLine, type SearchFacts} from '../../../model/journal.ts';
import {journalWriter} from '../../../reports/journal/writer.ts';
import {makeRedactor} from '../../../reports/redaction/redaction.ts';
import {fuzzBugs, isNewBug, mannerOf} from '../../execute/fuzz/bugs.ts';
import {digestOf} from '../words/digest.ts';
import type {EndedSearch} from './conclude.ts';
import {fileName, findingJson, findingName} from './finding-file.ts';
import {fuzzBoundsOf} from './open-peers.ts';
import {isAboutNode, type FuzzOptions} from './search-options.ts';
import type {FuzzFacts} from './search-progress.ts';
import {renderInput} from './search-report.ts';

/** Gives the text of `results.jsonl`. */
export function searchJournal(ended: EndedSearch, samples: SearchFacts['samples'], exitCode: number): string {
  const {machine, options, decoders, end, ledger, clusters, facts, seed} = ended;
  const lines: string[] = [];
  const writer = journalWriter({
    append: text => lines.push(text),
    writeBody: () => undefined,
    redactor: makeRedactor(),
    record: 'none',
  });
  const bugs = fuzzBugs(ledger.tallies());
  const cases = [
    ...bugs.map(bug => bugCase(bug, decoders.length > 1)),
    ...(end.standing.judged > 0 ? [othersCase(facts)] : []),
  ];
  const endedAt = machine.clock.now();
  writer.header({
    type: 'header',
    schema: journalSchemaVersion,
    tool: {name: 'touchstone', version: machine.version, node: process.version},
    run: machine.random.name(8),
    startedAt: new Date(endedAt.getTime() - facts.elapsedMs).toISOString(),
    isSelfTest: options.reference === true,
    isSearch: true,
    suites: {digest: digestOf('touchstone fuzz'), edition: 'search'},
    requirementsDigest: digestOf('overlay messages'),
    target: isAboutNode(options)
      ? {livePeer: {address: decoders[0] ?? ''}}
      : {peer: {address: options.peer?.[0] ?? '', name: decoders[0] ?? '', version: '', encodes: false}},
    seed,
    planned: cases.length,
    bounds: fuzzBoundsOf(options),
    record: 'none',
    ...defined({shard: options.shard}),
    ...optionWordsOf(options),
    isWithoutRecord: true,
    notes: [],
  });
  for (const line of cases) writer.case(line, []);
  writer.footer({
    endedAt: endedAt.toISOString(),
    durationMs: Math.round(facts.elapsedMs),
    isInterrupted: end.kind === 'stopped',
    notRun: 0,
    ...(end.kind === 'gone' ? {gone: end.detail} : {}),
    exitCode,
    leftovers: [],
    contractNotes: [],
    search: {
      inputs: facts.inputs,
      behaviours: facts.behaviours,
      ...defined({edges: facts.edges}),
      samples,
      decoders: clusters.shares().decoders,
    },
  });
  return lines.join('');
}

/** The decoders past the first, and what else a search of the same inputs needs. */
function optionWordsOf({peer = [], reference, fault = []}: FuzzOptions): Pick<HeaderLine, 'options'> {
  const others = peer.slice(reference === true ? 0 : 1).flatMap(address => ['--peer', address]);
  const faults = fault.flatMap(name => ['--fault', name]);
  const options = [...others, ...faults];
  return options.length === 0 ? {} : {options};
}

function bugCase(bug: FuzzBug, isShared: boolean): CaseLine {
  const {lead, forms, cause} = bug;
  const {finding, isKnown} = lead;
  const {kind, basis, message} = finding;
  const shown = findingJson(finding);
  const name = findingName(finding, isShared);
  const count = forms.reduce((sum, form) => sum + form.count, 0);
  const isFirm = isNewBug(bug) || basis === 'protocol';
  const others = forms.filter(form => form !== lead).map(form => form.finding.kind);
  return {
    ...plainCase,
    id: `fuzz/${bugName(bug, isShared)}`,
    title: `${isShared ? `${finding.decoder}: ` : ''}${kind}`,
    verdict: isFirm ? 'fail' : 'warn',
    cause: 'expectation',
    findings: [
      {
        basis: basis === 'protocol' ? 'stated' : 'usual',
        path: message,
        message: kind,
        expected: answerJson(shown['expected']),
        actual: answerJson(shown['got']),
      },
    ],
    exchanges: count,
    bytesReceived: 1,
    ...(isKnown ? {known: {entry: kind, reason: 'listed in the baseline of the search, or ignored'}} : {}),
    saved: `findings/${name}`,
    notes: [
      ...renderInput(finding).map(line => line.trim()),
      `shown by ${count.toLocaleString('en-US')} ${count === 1 ? 'input' : 'inputs'}; in common: ${cause}`,
      ...(others.length === 0 ? [] : [`other forms: ${others.join('; ')}`]),
    ],
  };
}

/**
 * What its findings have in common, with the way in which an error that has no other name shows: two searches of one bug mostly shrink it in different
 * fields, and have to be comparable all the same.
 */
function bugName({lead: {finding}, cause}: FuzzBug, isShared: boolean): string {
  const {decoder, kind, mark} = finding;
  const words = mark === undefined ? cause : `${mannerOf(kind)} ${cause}`;
  return fileName([...(isShared ? [decoder] : []), words].join(' '));
}

/** A value as such, so that reports can show its parts; anything else is a sentence. */
function answerJson(text: Json | undefined): Json {
  const [, value] = typeof text === 'string' ? (/^the value (\{.*\})$/.exec(text) ?? []) : [];
  if (value === undefined) return text ?? null;
  try {
    return JSON.parse(value) as Json;
  } catch {
    // It was cut.
    return text ?? null;
  }
}

/** What was answered as it must be, so that a search without findings shows what it did. */
function othersCase({inputs}: FuzzFacts): CaseLine {
  return {
    ...plainCase,
    id: 'fuzz/other-inputs',
    title: 'every other input of the search is answered as it must be',
    verdict: 'pass',
    findings: [],
    exchanges: inputs,
    bytesReceived: 1,
    notes: [],
  };
}

const plainCase = {
  type: 'case',
  suite: 'fuzz',
  kind: 'example',
  requirements: [],
  findingsOmitted: 0,
  durationMs: 0,
  attempts: 1,
} as const;

/** More moments than a chart shows. */
const samplesMax = 200;

/** Keeps where a search stands from time to time, so that a chart can be drawn. */
export function searchSamples(): {
  take(nowMs: number, factsOf: () => FuzzFacts): void;
  all(last: FuzzFacts): SearchFacts['samples'];
} {
  let samples: SearchFacts['samples'][number][] = [];
  let everyMs = 250;
  let dueMs = 0;
  return {
    take: (nowMs, factsOf) => {
      if (nowMs < dueMs) return;
      samples.push(sampleOf(factsOf()));
      if (samples.length >= samplesMax) {
        samples = samples.filter((_, at) => at % 2 === 0);
        everyMs *= 2;
      }
      dueMs = nowMs + everyMs;
    },
    all: last => [...samples, sampleOf(last)],
  };
}

function sampleOf({elapsedMs, inputs, edges, behaviours, findings}: FuzzFacts): SearchFacts['samples'][number] {
  return {ms: Math.round(elapsedMs), inputs, ...defined({edges}), behaviours, findings};
}
