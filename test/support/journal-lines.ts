// Makes valid journal lines with one thing changed, and whole journals out of them.
import {defaultBounds} from '../../model/bounds.ts';
import type {
  CaseLine,
  ExchangeLine,
  FooterLine,
  HeaderLine,
  HttpExchangeRecord,
  JournalFinding,
  JournalLine,
  ProbeLine,
} from '../../model/journal.ts';
import type {RawExchange, RawTraffic} from '../../model/raw-exchange.ts';
import {journalWriter} from '../../reports/journal/writer.ts';
import {makeRedactor} from '../../reports/redaction/redaction.ts';

export function aHeaderLine(changes: Partial<HeaderLine> = {}): HeaderLine {
  return {
    type: 'header',
    schema: 2,
    tool: {name: 'touchstone', version: '0.1.0', node: 'v20.19.0'},
    run: 'r-0001',
    startedAt: '2030-01-02T03:04:05.000Z',
    isSelfTest: false,
    suites: {digest: 'd'.repeat(64), edition: '2030.1'},
    requirementsDigest: 'e'.repeat(64),
    target: {hosting: {url: 'http://127.0.0.1:3000', version: '1.2.3', isInsecure: false}},
    seed: 42,
    planned: 1,
    bounds: defaultBounds,
    record: 'failed',
    notes: [],
    ...changes,
  };
}

export function aCaseLine(changes: Partial<CaseLine> = {}): CaseLine {
  return {
    type: 'case',
    id: 'hosting/labels/replace',
    title: 'adding an exclusive label removes the other label of its scope',
    suite: 'hosting/labels',
    kind: 'example',
    requirements: ['LABEL-SCOPE'],
    verdict: 'pass',
    findings: [],
    findingsOmitted: 0,
    durationMs: 12,
    exchanges: 3,
    bytesReceived: 300,
    attempts: 1,
    notes: [],
    ...changes,
  };
}

export function aFinding(changes: Partial<JournalFinding> = {}): JournalFinding {
  return {
    basis: 'stated',
    path: '/0/name',
    message: 'expected "kind/bug", got "kind/feature"',
    expected: 'kind/bug',
    actual: 'kind/feature',
    source: {
      file: 'suites/hosting/labels.yaml',
      line: 38,
      column: 18,
      sourceLine: '          at: {"$[*].name": {$unordered: "${row.left}"}}',
    },
    step: 2,
    ...changes,
  };
}

export function aFailedCase(changes: Partial<CaseLine> = {}): CaseLine {
  return aCaseLine({verdict: 'fail', cause: 'expectation', findings: [aFinding()], attempts: 2, ...changes});
}

export function anHttpRecord(changes: Partial<HttpExchangeRecord> = {}): HttpExchangeRecord {
  return {
    kind: 'http',
    requestId: 'ts-1',
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:3000/api/v1/repos/a/b/issues/1/labels',
      headers: [
        ['authorization', 'token [redacted:TOUCHSTONE_TOKEN_BOB]'],
        ['x-request-id', 'ts-1'],
      ],
      body: {kind: 'none'},
    },
    reply: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: {kind: 'text', text: '[{"id":7,"name":"kind/feature"}]'},
      notes: [],
    },
    ...changes,
  };
}

export function anExchangeLine(changes: Partial<ExchangeLine> = {}): ExchangeLine {
  return {
    type: 'exchange',
    case: 'hosting/labels/replace',
    attempt: 1,
    index: 0,
    phase: 'act',
    step: 2,
    actor: 'bob',
    operation: 'issueGetLabels',
    durationMs: 4,
    exchange: anHttpRecord(),
    ...changes,
  };
}

export function aProbeLine(changes: Partial<ProbeLine> = {}): ProbeLine {
  return {type: 'probe', name: 'clock', outcome: 'the target is 0 s ahead', ...changes};
}

/** The footer that agrees with these lines. */
export function aFooterLine(lines: readonly JournalLine[], changes: Partial<FooterLine> = {}): FooterLine {
  const cases = lines.filter(line => line.type === 'case');
  const count = (verdict: string) => cases.filter(line => line.verdict === verdict).length;
  const skips: Record<string, number> = {};
  for (const line of cases)
    if (line.verdict === 'skip') skips[line.cause ?? 'harness'] = (skips[line.cause ?? 'harness'] ?? 0) + 1;
  return {
    type: 'footer',
    endedAt: '2030-01-02T03:04:07.000Z',
    durationMs: 2_000,
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      warn: count('warn'),
      flaky: count('flaky'),
      skip: count('skip'),
      error: count('error'),
    },
    skips,
    lines: {
      case: cases.length,
      exchange: lines.filter(line => line.type === 'exchange').length,
      probe: lines.filter(line => line.type === 'probe').length,
    },
    isInterrupted: false,
    notRun: 0,
    exitCode: 0,
    leftovers: [],
    contractNotes: [],
    ...changes,
  };
}

/** The text of a journal of these lines between header and footer, with counts that add up. */
export function aJournalText(
  lines: readonly JournalLine[],
  changes: {header?: Partial<HeaderLine>; footer?: Partial<FooterLine>} = {},
): string {
  const notRun = changes.footer?.notRun ?? 0;
  const header = aHeaderLine({planned: lines.filter(({type}) => type === 'case').length + notRun, ...changes.header});
  return [header, ...lines, aFooterLine(lines, changes.footer)].map(line => JSON.stringify(line) + '\n').join('');
}

export function aRawHttp(changes: Partial<Extract<RawTraffic, {kind: 'http'}>> = {}): RawExchange {
  return {
    whose: 'target',
    phase: 'act',
    step: 0,
    actor: 'alice',
    operation: 'issueGetLabels',
    durationMs: 5,
    traffic: {
      kind: 'http',
      requestId: 'ts-1',
      url: 'http://127.0.0.1:3000/api/v1/labels?token=query-token-1',
      request: {
        method: 'POST',
        path: '/api/v1/labels',
        headers: [['Authorization', 'token alice-token-1']],
        body: Buffer.from('{"name":"a/x"}'),
      },
      observation: {
        kind: 'reply',
        status: 201,
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from('{"id":1}'),
        wireBytes: 8,
        isCloseDelimited: false,
        elapsedMs: 4,
        notes: [],
      },
      ...changes,
    },
  };
}

/** A writer that keeps what it wrote. */
export function aWriter(record: HeaderLine['record'] = 'failed') {
  const appends: string[] = [];
  const bodies = new Map<string, Uint8Array>();
  const redactor = makeRedactor();
  const writer = journalWriter({
    append: text => void appends.push(text),
    writeBody: (sha256, bytes) => void bodies.set(sha256, bytes),
    redactor,
    record,
  });
  return {
    writer,
    appends,
    bodies,
    redactor,
    lines: () =>
      appends
        .join('')
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as JournalLine),
  };
}
