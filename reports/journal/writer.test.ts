import {createHash} from 'node:crypto';
import {expect, test} from 'vitest';
import type {ExchangeLine, HttpExchangeRecord} from '../../model/journal.ts';
import type {RawExchange} from '../../model/raw-exchange.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aHeaderLine,
  aProbeLine,
  aRawHttp,
  aWriter,
} from '../../test/support/journal-lines.ts';
import {readJournal} from './reader.ts';

const facts = {
  endedAt: '2026-01-02T03:04:05.678Z',
  durationMs: 1,
  isInterrupted: false,
  notRun: 0,
  exitCode: 0,
  leftovers: [],
  contractNotes: [],
};

const baseline = {file: 'f', entries: 1, knownRed: 1, isStaleAllowed: false} as const;
const staleEntry = {kind: 'other-finding', entry: 'a/b', cases: ['a/b']} as const;

test('what is written reads as a complete journal, counts included', () => {
  const {writer, appends} = aWriter();
  writer.header(aHeaderLine({planned: 3}));
  writer.probe(aProbeLine());
  writer.case(aCaseLine({id: 'a'}), [{exchanges: [aRawHttp()]}]);
  writer.case(aFailedCase({id: 'b'}), [{exchanges: [aRawHttp()]}, {exchanges: [aRawHttp(), aRawHttp()]}]);
  writer.case(aCaseLine({id: 'c', verdict: 'skip', cause: 'needs-variant'}), []);
  const footer = writer.footer(facts);
  expect(footer.lines).toEqual({case: 3, exchange: 4, probe: 1});
  expect(footer.skips).toEqual({'needs-variant': 1});
  expect(readJournal(appends.join(''))).toMatchObject({kind: 'complete', footer});
});

test('a case and its exchanges are one append, the case last', () => {
  const {writer, appends} = aWriter();
  writer.case(aFailedCase(), [{exchanges: [aRawHttp(), aRawHttp()]}]);
  expect(appends).toHaveLength(1);
  expect(appends[0]?.split('\n').map(line => line.slice(0, 18))).toEqual([
    '{"type":"exchange"',
    '{"type":"exchange"',
    '{"type":"case","id',
    '',
  ]);
});

function recorded(record: 'failed' | 'all' | 'none', verdict: 'pass' | 'fail' | 'warn'): readonly HttpExchangeRecord[] {
  const {writer, lines} = aWriter(record);
  writer.case(aCaseLine({verdict}), [{exchanges: [aRawHttp()]}]);
  return lines().flatMap(line => (line.type === 'exchange' ? [line.exchange as HttpExchangeRecord] : []));
}

test.each([
  ['failed', 'fail', true],
  ['failed', 'warn', true],
  ['failed', 'pass', false],
  ['all', 'pass', true],
] as const)('--record %s, verdict %s: whole exchange %s', (record, verdict, isWhole) => {
  const [exchange] = recorded(record, verdict);
  expect(exchange?.request).toMatchObject({method: 'POST', url: expect.stringContaining('/api/v1/labels') as string});
  expect(exchange?.reply?.status).toBe(201);
  expect(exchange?.reply?.body).toEqual(isWhole ? {kind: 'text', text: '{"id":1}'} : {kind: 'none'});
  expect(exchange?.request.headers.length).toBe(isWhole ? 1 : 0);
});

test.each(['pass', 'fail'] as const)(
  'a token in the place of the user who asks is not written, verdict %s',
  verdict => {
    const {writer, appends, redactor} = aWriter();
    const token = '22ee571a6a277e71e054b29637ffbbcd7208974c';
    redactor.register(token, 'token');
    writer.case(aCaseLine({verdict}), [{exchanges: [{...aRawHttp(), actor: token}]}]);
    expect(appends.join('')).not.toContain(token);
    expect(appends.join('')).toContain('"actor":"[redacted:token]"');
  },
);

test('--record none keeps no exchange', () => {
  expect(recorded('none', 'fail')).toEqual([]);
});

test('large and binary bodies go into side files once, under the hash of what was written', () => {
  const {writer, bodies, lines} = aWriter();
  const large = Buffer.from('x'.repeat(3_000));
  const binary = Buffer.from([0xff, 0xfe, 0x00]);
  const reply = (body: Uint8Array) =>
    aRawHttp({
      observation: {
        kind: 'reply',
        status: 200,
        headers: [],
        body,
        wireBytes: 1,
        isCloseDelimited: false,
        elapsedMs: 1,
        notes: [],
      },
    });
  writer.case(aFailedCase(), [{exchanges: [reply(large), reply(binary), reply(large)]}]);
  expect([...bodies.keys()]).toEqual([large, binary].map(bytes => createHash('sha256').update(bytes).digest('hex')));
  const [first, second] = lines()
    .slice(0, -1)
    .map(line => ((line as ExchangeLine).exchange as HttpExchangeRecord).reply?.body);
  expect(first).toMatchObject({kind: 'stored', bytes: 3_000, isText: true, head: 'x'.repeat(512)});
  expect(second).toMatchObject({kind: 'stored', bytes: 3, isText: false, head: 'fffe00'});
});

test.each(['failed', 'all'] as const)(
  'RP-06 --record %s: of a huge body the beginning is kept, or all of it',
  record => {
    const {writer, bodies, lines, redactor} = aWriter(record);
    redactor.register('alice-token-1', 'TOUCHSTONE_TOKEN_ALICE');
    // A secret is split by the border, which is inside a character too.
    const before = 512 * 1024 - 6;
    const text = `${'.'.repeat(before)}alice-token-1${'ä.'.repeat(400_000)}`;
    const observation = {
      kind: 'reply',
      status: 200,
      headers: [],
      body: Buffer.from(text),
      wireBytes: 1,
      isCloseDelimited: false,
      elapsedMs: 1,
      notes: [],
    } as const;
    writer.case(aFailedCase(), [{exchanges: [aRawHttp({observation})]}]);
    const [file = Buffer.alloc(0)] = [...bodies.values()];
    const line = lines()[0] as ExchangeLine;
    const {reply} = line.exchange as HttpExchangeRecord;
    const isWhole = record === 'all';
    const cut = {bytes: Buffer.byteLength(text), kept: 512 * 1024};
    expect(reply?.body).toMatchObject(isWhole ? {kind: 'stored', bytes: file.length} : {kind: 'stored', ...cut});
    expect(file.length).toBe(isWhole ? before + '[redacted:TOUCHSTONE_TOKEN_ALICE]'.length + 1_200_000 : 512 * 1024);
    expect(Buffer.from(file).toString()).toContain(isWhole ? '.[redacted:TOUCHSTONE_TOKEN_ALICE]ä.' : '.[redac');
    expect(Buffer.from(file).toString()).not.toContain('alice');
  },
);

test('secrets are gone before the hash, in lines and in side files', () => {
  const {writer, bodies, appends, redactor} = aWriter();
  redactor.register('alice-token-1', 'TOUCHSTONE_TOKEN_ALICE');
  const body = Buffer.from(`{"pad":"${'x'.repeat(3_000)}","echo":"alice-token-1","client_secret":"s3cret-0123456789"}`);
  const observation = {
    kind: 'reply',
    status: 200,
    headers: [['Set-Cookie', 'sid=cookie-1']],
    body,
    wireBytes: 1,
    isCloseDelimited: false,
    elapsedMs: 1,
    notes: [],
  } as const;
  const finding = aFinding({
    path: '/client_secret',
    message: 'expected absent, got "s3cret-0123456789"',
    actual: 's3cret-0123456789',
  });
  writer.header(aHeaderLine({notes: ['--header X: alice-token-1']}));
  writer.probe(aProbeLine({detail: 'alice-token-1'}));
  writer.case(aFailedCase({detail: 'alice-token-1', notes: ['alice-token-1'], findings: [finding]}), [
    {exchanges: [aRawHttp({observation})]},
  ]);
  const stale = ['', 'x'.repeat(990)].map(before => ({...staleEntry, message: `${before}alice-token-1`}));
  writer.footer({...facts, leftovers: ['token alice-token-1'], baseline: {...baseline, stale}});
  const written = appends.join('') + [...bodies.values()].map(bytes => Buffer.from(bytes).toString()).join('');
  for (const secret of ['alice-tok', 'query-token-1', 's3cret-0123456789', 'cookie-1'])
    expect(written).not.toContain(secret);
  for (const [sha256, bytes] of bodies) expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  expect(written).toContain('[redacted:TOUCHSTONE_TOKEN_ALICE]');
  expect(written).toContain('expected absent, got \\"[redacted:client_secret]\\"');
});

test('a secret that is a word of the journal does not break the journal', () => {
  const {writer, appends, redactor} = aWriter();
  for (const word of ['header', 'verdict', 'hosting', 'exchange', 'footer']) redactor.register(word, 'WORD');
  writer.header(aHeaderLine());
  writer.case(aFailedCase(), [{exchanges: [aRawHttp()]}]);
  writer.footer(facts);
  expect(readJournal(appends.join(''))).toMatchObject({kind: 'complete', cases: [{id: 'hosting/labels/replace'}]});
});

test('findings past 200 are counted', () => {
  const {writer, lines} = aWriter();
  writer.case(aFailedCase({findings: Array.from({length: 250}, () => aFinding())}), []);
  expect(lines()[0]).toMatchObject({findingsOmitted: 50});
  expect(lines()[0]).toHaveProperty('findings.length', 200);
});

test('integers past 2^53 are kept exact', () => {
  const {writer, appends} = aWriter();
  writer.header(aHeaderLine());
  writer.case(aFailedCase({findings: [aFinding({expected: 9007199254740993n, actual: '\u0000big1'})]}), []);
  writer.footer(facts);
  const reading = readJournal(appends.join(''));
  expect(reading.kind === 'complete' && reading.cases[0]?.findings[0]).toMatchObject({
    expected: 9007199254740993n,
    actual: '\u0000big1',
  });
});

test.each<[string, RawExchange['traffic'], object]>([
  [
    'a decode',
    {
      kind: 'testee',
      question: {kind: 'decode', message: 'OverlayPing', form: 'binary', bytes: Buffer.from([8, 1])},
      answer: {kind: 'value', value: {Time: '1'}},
    },
    {given: '0801', answer: {kind: 'value', value: {Time: '1'}}},
  ],
  [
    'an encode',
    {
      kind: 'testee',
      question: {kind: 'encode', message: 'OverlayPing', form: 'binary', value: {Time: '1'}},
      answer: {kind: 'encoded', bytes: Buffer.from([8, 1])},
    },
    {given: {Time: '1'}, answer: {kind: 'encoded', bytes: '0801'}},
  ],
  [
    'a crash',
    {
      kind: 'testee',
      question: {kind: 'decode', message: 'OverlayPing', form: 'binary', bytes: Buffer.from([])},
      answer: {kind: 'broken', cause: 'crash', detail: 'ended by SIGSEGV', stderrTail: 'boom'},
    },
    {given: '', answer: {kind: 'broken', cause: 'crash', detail: 'ended by SIGSEGV', stderr: 'boom'}},
  ],
  [
    'a live frame',
    {kind: 'live', sent: Buffer.from([1]), arrival: {kind: 'frame', bytes: Buffer.from([2]), elapsedMs: 3}},
    {sent: '01', received: '02', arrival: 'a message after 3 ms'},
  ],
  ['silence', {kind: 'live', arrival: {kind: 'silence', waitedMs: 1000}}, {arrival: 'silence for 1000 ms'}],
  [
    'a delivery that broke off',
    {
      kind: 'delivery',
      inbox: 'inbox',
      waitedMs: 12.4,
      delivery: {
        method: 'POST',
        path: '/abc',
        headers: [
          ['X-Event', 'issues'],
          ['Authorization', 'Bearer abcdefgh12345678'],
        ],
        body: Buffer.from('{"action":'),
        isCut: true,
        arrivedMs: 99,
      },
    },
    {
      inbox: 'inbox',
      arrival: 'a delivery after 12 ms, not whole',
      request: {
        method: 'POST',
        path: '/abc',
        headers: [
          ['X-Event', 'issues'],
          ['Authorization', 'Bearer [redacted:authorization]'],
        ],
        body: {kind: 'text', text: '{"action":'},
      },
    },
  ],
  [
    'no delivery',
    {kind: 'delivery', inbox: 'inbox', waitedMs: 10_000},
    {inbox: 'inbox', arrival: 'nothing for 10000 ms'},
  ],
])('%s is written as people read it', (_name, traffic, record) => {
  const {writer, appends, lines} = aWriter();
  writer.header(aHeaderLine());
  writer.case(aFailedCase(), [{exchanges: [{whose: 'target', phase: 'act', durationMs: 1, traffic}]}]);
  writer.footer(facts);
  expect((lines()[1] as ExchangeLine).exchange).toMatchObject(record);
  expect(readJournal(appends.join('')).kind).toBe('complete');
});

test('a missing reply keeps its cause and the first bytes', () => {
  const {writer, lines} = aWriter();
  const observation = {
    kind: 'no-reply',
    cause: 'not-http',
    detail: 'no HTTP',
    mayHaveBeenApplied: false,
    firstBytes: Buffer.from('SSH-2.0\r\n'),
    elapsedMs: 1,
  } as const;
  writer.case(aCaseLine({verdict: 'error', cause: 'not-http'}), [{exchanges: [aRawHttp({observation})]}]);
  expect(((lines()[0] as ExchangeLine).exchange as HttpExchangeRecord).noReply).toEqual({
    cause: 'not-http',
    detail: 'no HTTP; what arrived began with "SSH-2.0\\r\\n"',
  });
});
