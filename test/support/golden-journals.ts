// The journals behind the golden reports: one per way in which a run can end.
import type {ExchangeLine, JournalLine} from '../../model/journal.ts';
import type {Requirement} from '../../model/requirement.ts';
import {readJournal, type Journal} from '../../reports/journal/reader.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aJournalText,
  anExchangeLine,
  anHttpRecord,
  aProbeLine,
} from './journal-lines.ts';

/** The statements that the golden journals cite. */
export const goldenRequirements: ReadonlyMap<string, Requirement> = new Map(
  [
    ['LABEL-SCOPE', 'The scope of a label is the text before its last slash.'],
    ['LABEL-EXCLUSIVE', 'Setting an exclusive label removes other labels of the same scope.'],
    ['REACTION-STATUS', 'Creating a reaction that already exists answers 200 instead of 201.'],
    ['OV-PING', 'OverlayPing has the fields Time and Id.'],
  ].map(([id = '', quote = '']) => [id, {id, quote, area: 'hosting', level: 'must', observe: 'api', contested: false}]),
);

const created = aCaseLine({
  id: 'hosting/reactions/created',
  suite: 'hosting/reactions',
  title: 'a new reaction answers 201',
  requirements: ['REACTION-STATUS'],
});

const rows = ['nested-scopes', 'two-levels', 'deep'].flatMap((row): readonly JournalLine[] => {
  const id = `hosting/labels/scope-is-text-before-last-slash[${row}]`;
  const finding = aFinding({
    path: '$[*].name',
    message: 'expected exactly ["a/b/x","a/c/x"] in any order, got ["a/c/x"]',
    expected: {$unordered: ['a/b/x', 'a/c/x']},
    actual: ['a/c/x'],
  });
  return [
    anExchangeLine({case: id, attempt: 1, exchange: anHttpRecord({requestId: 'ts-first'})}),
    anExchangeLine({case: id, attempt: 2, index: 0, step: 1, actor: 'alice', operation: 'issueAddLabel'}),
    anExchangeLine({
      case: id,
      attempt: 2,
      index: 1,
      durationMs: 3.6,
      exchange: anHttpRecord({
        reply: {
          status: 200,
          headers: [['Content-Type', 'application/json; charset=utf-8']],
          body: {kind: 'text', text: '[{"id":7,"name":"a/c/x"}]\n'},
          notes: [],
        },
      }),
    }),
    aFailedCase({
      id,
      title: 'adding a/c/x to an issue that has a/b/x leaves a/b/x, a/c/x',
      requirements: ['LABEL-EXCLUSIVE', 'LABEL-SCOPE'],
      findings: [{...finding, statement: 'LABEL-SCOPE'}],
      source: {file: 'suites/hosting/labels.yaml', line: 14, column: 9, sourceLine: `      - {id: ${row}}`},
    }),
  ];
});

const hostile = '\u001b]0;owned\u0007\u001b[2J\n::error::pwned\n##[command]rm\n<script>alert(1)</script>\u202egnp';
const hostileCase = 'hosting/reactions/hostile';

const wrongObject = {
  id: 7,
  name: 'kind/feature',
  color: 'ff0000',
  description: 'what it is for, in a sentence long enough',
  exclusive: false,
};

/** The journals by name. */
export const goldenJournals: {readonly [name: string]: Journal} = {
  pass: read(aJournalText([aProbeLine(), created, aCaseLine()], {header: {isSelfTest: true}})),
  fail: read(
    aJournalText(
      [
        created,
        aProbeLine({
          name: 'properties/probes/braces-stand-for-one-word-of-several',
          outcome: 'differs',
          detail: 'a pattern with braces: rule {a,b} matches a; the branch \u001b[2J is not protected',
        }),
        ...rows,
        anExchangeLine({
          case: hostileCase,
          attempt: 2,
          step: 0,
          exchange: anHttpRecord({
            request: {
              method: 'POST',
              url: "http://127.0.0.1:3000/api/v1/repos/o'brien/r/reactions?x=[1]",
              headers: [
                ['Authorization', 'token [redacted:TOUCHSTONE_TOKEN_BOB]'],
                ['Content-Type', 'application/json'],
              ],
              body: {kind: 'text', text: '{"content":"+1"}'},
            },
            reply: {
              status: 500,
              headers: [['Content-Type', 'text/html\u001b[31m']],
              body: {kind: 'text', text: hostile},
              notes: [],
            },
          }),
        }),
        aFailedCase({
          id: hostileCase,
          suite: 'hosting/reactions',
          title: 'a reaction that exists answers 200',
          requirements: ['REACTION-STATUS', 'UNKNOWN-ROW'],
          cause: 'server-error',
          detail: `the target answered 500: ${hostile}`,
          findings: [
            aFinding({path: 'status', step: 0, message: 'expected 200, got 500', expected: 200, actual: 500}),
            aFinding({
              path: '/',
              step: 0,
              message: `expected JSON, got ${hostile}`,
              source: {
                file: 'suites/hosting/reactions.yaml',
                line: 9,
                column: 120,
                sourceLine: '        '.repeat(14) + 'expect: {status: 200, body: {content: "+1"}}',
              },
            }),
          ],
          findingsOmitted: 3,
        }),
        aFailedCase({
          id: 'hosting/labels/whole-label',
          title: 'a label reads back as it was made',
          findings: [
            aFinding({
              path: '',
              message: 'differs in 2 places',
              expected: {...wrongObject, name: 'kind/bug', exclusive: true},
              actual: wrongObject,
            }),
          ],
        }),
        anOverlayLine({
          case: 'overlay/ping/field-order',
          attempt: 2,
          step: 0,
          exchange: {
            kind: 'testee',
            question: 'decode',
            message: 'OverlayPing',
            form: 'binary',
            given: '0801',
            answer: {kind: 'value', value: {Time: '2'}},
          },
        }),
        aFailedCase({
          id: 'overlay/ping/field-order',
          suite: 'overlay/ping',
          title: 'Time is field 1',
          requirements: ['OV-PING'],
          findings: [aFinding({path: '/Time', step: 0, message: 'expected "1", got "2"', expected: '1', actual: '2'})],
        }),
        anExchangeLine({
          case: 'properties/labels/one-per-scope',
          attempt: 2,
          phase: 'arrange',
          step: 0,
          exchange: anHttpRecord({
            request: {
              ...anHttpRecord().request,
              body: {kind: 'stored', sha256: 'c'.repeat(64), bytes: 9_000, isText: true, head: '{'},
            },
          }),
        }),
        ...[2, 3].map(index =>
          anExchangeLine({
            case: 'properties/labels/one-per-scope',
            attempt: 2,
            index,
            step: 3,
            exchange: anHttpRecord({
              request: {
                method: 'GET',
                url: 'http://127.0.0.1:3000/api/v1/repos/a/r/issues/1/labels',
                headers: [],
                body: {kind: 'none'},
              },
            }),
          }),
        ),
        anExchangeLine({
          case: 'properties/labels/one-per-scope',
          attempt: 2,
          index: 4,
          phase: 'clean-up',
          exchange: anHttpRecord({
            request: {
              method: 'DELETE',
              url: 'http://127.0.0.1:3000/api/v1/repos/a/r',
              headers: [],
              body: {kind: 'none'},
            },
          }),
        }),
        aFailedCase({
          id: 'properties/labels/one-per-scope',
          suite: 'properties/labels',
          kind: 'property',
          title: 'an issue never holds two exclusive labels of one scope',
          requirements: ['LABEL-EXCLUSIVE'],
          findings: [
            {
              basis: 'stated',
              path: '$[*].name',
              message: 'expected ["a/y"], got ["a/x","a/y"]',
              expected: ['a/y'],
              actual: ['a/x', 'a/y'],
            },
          ],
          property: {
            seed: 42,
            asked: 100,
            done: 17,
            skipped: 1,
            floor: 20,
            commands: {add: 30, replace: 4},
            path: '3:0:1',
            shrinkingCut: 'stopped after 60 s',
            story: [
              'alice makes the label a/x, exclusive',
              'alice makes the label a/y, exclusive',
              'alice adds a/x and a/y to the issue',
              'bob reads the labels of the issue',
            ],
          },
        }),
        aCaseLine({
          id: 'hosting/reactions/flaky',
          suite: 'hosting/reactions',
          verdict: 'flaky',
          title: 'a reaction is listed at once',
          detail: 'failed, and was green when repeated alone: /0: expected it to be present',
          findings: [aFinding({path: '/0', message: 'expected it to be present'})],
          attempts: 2,
        }),
        aCaseLine({
          id: 'hosting/reactions/usual',
          suite: 'hosting/reactions',
          verdict: 'warn',
          title: 'deleting a reaction answers 204',
          requirements: ['REACTION-STATUS'],
          findings: [
            aFinding({
              basis: 'usual',
              path: 'status',
              step: 0,
              message: 'expected 204, got 200',
              expected: 204,
              actual: 200,
            }),
          ],
        }),
      ],
      {
        footer: {
          exitCode: 1,
          contractNotes: [
            {
              operation: 'issueGetLabels',
              status: 200,
              pointer: '/0/url',
              message: 'must be a text, is null',
              count: 12,
              firstCase: 'hosting/labels/replace',
            },
          ],
        },
      },
    ),
  ),
  error: read(
    aJournalText(
      [
        anExchangeLine({case: 'hosting/labels/add', exchange: anHttpRecordWithoutReply()}),
        aCaseLine({
          id: 'hosting/labels/add',
          verdict: 'error',
          cause: 'timeout-total',
          detail: 'the reply was not whole after 10 s',
          bytesReceived: 12,
        }),
        ...Array.from({length: 7}, (_, n) =>
          aCaseLine({
            id: `hosting/labels/blocked-${n}`,
            verdict: 'error',
            cause: 'blocked',
            detail: 'blocked by hosting/labels/add',
          }),
        ),
        aCaseLine({
          id: 'hosting/labels/not-shown',
          verdict: 'error',
          cause: 'unconfirmed',
          detail:
            'operation labelList answered 404 to everybody: its path is not shown by the record, so correct the dialect, or say --without labels',
        }),
      ],
      {
        header: {
          notes: ['HTTP_PROXY is set and not used: give --proxy to use one'],
          target: {hosting: {url: 'https://[::1]:3000/prefix', isInsecure: true}},
        },
        footer: {exitCode: 6, leftovers: ['repository ts-a1/ts-b2', 'user ts-a1']},
      },
    ),
  ),
  skip: read(
    aJournalText(
      [
        created,
        ...['a', 'b', 'c'].map(n =>
          aCaseLine({
            id: `hosting/hooks/${n}`,
            suite: 'hosting/hooks',
            verdict: 'skip',
            cause: 'no-webhook-route',
            detail:
              'the probe hook delivered nothing within 10 s: an allow-list or a container network is the usual cause',
            attempts: 0,
            bytesReceived: 0,
          }),
        ),
        aCaseLine({
          id: 'hosting/notes/one',
          suite: 'hosting/notes',
          verdict: 'skip',
          cause: 'needs-existing',
          detail: 'the target file names no git note under existing:',
          attempts: 0,
          bytesReceived: 0,
        }),
      ],
      {footer: {filtered: 120}},
    ),
  ),
  known: read(
    aJournalText(
      [
        created,
        ...['nested-scopes', 'deep'].map(row =>
          aFailedCase({
            id: `hosting/labels/scope-is-text-before-last-slash[${row}]`,
            known: {
              entry: 'hosting/labels/scope-*',
              reason: 'scopes are taken from the first slash',
              owner: 'ada',
              issue: 'https://tracker.example/12',
              expires: '2031-01-01',
            },
          }),
        ),
      ],
      {
        footer: {
          exitCode: 4,
          baseline: {
            file: 'known.yaml',
            entries: 2,
            knownRed: 2,
            isStaleAllowed: false,
            stale: [
              {
                kind: 'passes',
                entry: 'hosting/reactions/created',
                cases: ['hosting/reactions/created'],
                message: 'passes now',
              },
            ],
          },
        },
      },
    ),
  ),
  little: read(
    aJournalText(
      [
        created,
        aCaseLine({
          id: 'hosting/hooks/a',
          suite: 'hosting/hooks',
          verdict: 'skip',
          cause: 'no-webhook-route',
          detail: 'nothing was delivered',
          attempts: 0,
          bytesReceived: 0,
        }),
      ],
      {
        header: {isStrict: true},
        footer: {
          exitCode: 6,
          filtered: 120,
          leftovers: ['user ts-a1'],
          vacuous: [
            {
              kind: 'refused',
              message: '19 of 20 replies were 401, 403 or 404 (401: 19, 403: 0, 404: 0)',
              likely: 'the credentials are not accepted, or none were given',
            },
            {
              kind: 'idle-selector',
              message: `--id ${hostile} fits no case`,
              likely: 'it is mistyped, or the case has another name now',
            },
          ],
        },
      },
    ),
  ),
  interrupted: read(
    aJournalText(
      [
        created,
        anExchangeLine({case: 'hosting/labels/add', exchange: anHttpRecordWithoutReply()}),
        ...['add', 'remove'].map(name =>
          aCaseLine({
            id: `hosting/labels/${name}`,
            verdict: 'error',
            cause: 'interrupted',
            detail: `label ${name}: the run stopped before the request was sent`,
          }),
        ),
      ],
      {footer: {isInterrupted: true, notRun: 41, exitCode: 130}},
    ),
  ),
  incomplete: read(aJournalText([created, aCaseLine()], {header: {planned: 50}}).slice(0, -40)),
};

function anOverlayLine(changes: Partial<ExchangeLine>): ExchangeLine {
  const {actor: _, operation: __, ...line} = anExchangeLine(changes);
  return line;
}

function anHttpRecordWithoutReply() {
  const {reply: _, ...rest} = anHttpRecord();
  return {
    ...rest,
    noReply: {cause: 'timeout-total', detail: 'the reply was not whole after 10 s; 12 bytes of the body had come'},
  } as const;
}

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}
