// Shows what can be said about signing in at pages and signing requests, and that every mistake in it is told with its remedy.
import {expect, test} from 'vitest';
import type {Problem} from '../../../model/problem.ts';
import {readArrangement} from './read-arrangement.ts';
import {readDialects} from '../contract/read-dialect.ts';

import {readTargetFile} from '../target/read-target-file.ts';
import {readTestSuite, testKnown} from '../../../test/support/read-our-suites.ts';

const known = testKnown();

const told = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({message, fix}) => `${message}  ${fix}`);

function arrangement(signIn: string) {
  const text = `arrangement: a\ntitle: t\ninputs: {as: {type: string, default: alice, about: x}}\nsignIn: ${signIn}\nsteps: []\noutputs: {cookie: "\${session.cookie}"}\n`;
  return readArrangement({text, file: 'a.yaml', known});
}

test.each([
  ['{as: "${as}"}', {kind: 'actor', as: '${as}'}],
  ['{user: carol, password: "${as}"}', {kind: 'account', user: 'carol', password: '${as}'}],
])('an arrangement may sign in with %s', (signIn, read) =>
  expect(arrangement(signIn)).toMatchObject({arrangement: {signIn: read}, problems: []}),
);

const either = '"signIn" needs either "as", or "user" and "password"  write signIn: {as: alice}';

test.each([
  ['{user: carol}', either],
  ['{as: alice, user: carol, password: x}', either],
  ['{as: carol}', 'unknown actor "carol"  the actors are: alice, bob, admin, anonymous'],
  ['{as: "${who}"}', 'unknown name "who" in "${who}"'],
])('an arrangement may not sign in with %s', (signIn, problem) =>
  expect(told(arrangement(signIn).problems)).toEqual([expect.stringContaining(problem)]),
);

function step(more: string) {
  const text = `suite: s\ntitle: t\ncases:\n  - id: c\n    title: t\n    steps:\n      - {as: alice, request: {method: GET, path: /}, usual: {status: 200}, ${more}}\n`;
  const {suite, problems} = readTestSuite(text);
  return {step: suite?.cases[0]?.steps[0], problems};
}

test('a step takes cookies, fields and whole bodies, of which cookies and fields are secrets', () => {
  const {problems, step: read} = step(
    'capture: {a: {cookie: sid}, b: {field: _csrf}, c: {body: text}, d: {header: etag}}',
  );
  expect(problems).toEqual([]);
  expect(Object.entries(read?.capture ?? {})).toEqual([
    ['a', {from: {cookie: 'sid'}, redact: true}],
    ['b', {from: {field: '_csrf'}, redact: true}],
    ['c', {from: {body: 'text'}, redact: false}],
    ['d', {from: {header: 'etag'}, redact: false}],
  ]);
});

test('a step may be signed, also for another body', () => {
  expect(step('auth: {signature: {user: u, key: k, content: "00ff"}}')).toMatchObject({
    problems: [],
    step: {auth: {kind: 'signature', signature: {user: 'u', key: 'k', content: '00ff'}}},
  });
  expect(step('auth: {signature: {user: u, key: k}}').problems).toEqual([]);
  expect(step('auth: {signature: {user: u, key: k, late: 20m}}')).toMatchObject({
    problems: [],
    step: {auth: {kind: 'signature', signature: {shiftMs: -1_200_000}}},
  });
  expect(step('auth: {signature: {user: u, key: k, early: 1m}}')).toMatchObject({
    problems: [],
    step: {auth: {kind: 'signature', signature: {shiftMs: 60_000}}},
  });
});

const ways = '"from", "header", "cookie", "field", "html", "xml" and "body"';

test.each([
  [
    'capture: {a: {cookie: sid, field: x}}',
    `the capture "a" needs one of ${ways}  write from: /pointer, or header: name`,
  ],
  ['capture: {a: {redact: true}}', `the capture "a" needs one of ${ways}  write from: /pointer, or header: name`],
  ['capture: {a: {body: json}}', '"body" is "json"  write body: text'],
  ['auth: {signature: {user: u}}', '"signature" has no "key"  add "key:"'],
  [
    'auth: {signature: {user: u, key: k}, cookie: x}',
    '"auth" needs exactly one of "token", "basic", "bearer", "header", "query", "cookie" and "signature"  keep one of them',
  ],
  ['auth: {signature: {user: u, key: k, content: xyz}}', '"content"'],
  [
    'auth: {signature: {user: u, key: k, version: "1.4"}}',
    '"version" must be one that signatures have, not the text "1.4"  write one of "1.0", "1.1", "1.2", "1.3"',
  ],
  [
    'auth: {signature: {user: u, key: k, version: 1.3}}',
    '"version" must be one that signatures have, not the number 1.3  write one of "1.0", "1.1", "1.2", "1.3"',
  ],
  ['auth: {signature: {user: u, key: k, late: 20}}', '"late" needs a unit  write 20s'],
  ['auth: {signature: {user: u, key: k, late: 2m, early: 2m}}', 'a signature is either "early" or "late"'],
  ['multipart: {a: {filename: x, txt: y, text: z}}', 'unknown key "txt" in the part "a"  did you mean "text"?'],
  ['multipart: {a: {filename: x}}', 'the part "a" has no content'],
  ['multipart: {a: {text: x, bytes: "00"}}', 'the part "a" has its content twice'],
])('a step may not say %s', (more, problem) =>
  expect(told(step(more).problems)).toEqual([expect.stringContaining(problem)]),
);

function dialect(webLogin: string) {
  return readDialects([{text: `dialect: d\ntitle: t\nwebLogin: ${webLogin}\n`, file: 'd.yaml'}], {
    operations: known.operations,
  });
}

test('a dialect names the sign-in form', () =>
  expect(dialect('{page: /login, user: u, password: p, home: /me}')).toMatchObject({
    problems: [],
    dialects: [{webLogin: {page: '/login', user: 'u', password: 'p', home: '/me'}}],
  }));

test.each([
  [
    '{page: //evil, user: u, password: p, home: /me}',
    '"page" is "//evil", which is not relative to the base URL  begin it with one "/", e.g. /user/login',
  ],
  ['{page: /login, user: u, password: p}', '"webLogin" has no "home"  add "home:"'],
])('a dialect may not name %s', (webLogin, problem) => expect(told(dialect(webLogin).problems)).toEqual([problem]));

function target(more: string) {
  const names = {dialects: [], capabilities: [], actors: ['alice']};
  return readTargetFile({text: `target: t\nurl: http://x\n${more}\n`, file: 't.yaml', known: names});
}

test('a target file brings cookies and existing secrets from variables', () => {
  const {target: read, problems} = target(
    'accounts: {alice: {tokenEnv: TOUCHSTONE_A, cookieEnv: TOUCHSTONE_C}}\nexisting: {old: {login: carol, token: {env: TOUCHSTONE_OLD}}}',
  );
  expect(problems).toEqual([]);
  expect(read?.people.accounts['alice']?.cookie).toEqual({kind: 'variable', variable: 'TOUCHSTONE_C'});
});

test.each([
  [
    'accounts: {alice: {cookieEnv: TOUCHSTONE_C}}',
    'the account of alice has no credentials  add tokenEnv: TOUCHSTONE_TOKEN, or user: and passwordEnv:',
  ],
  [
    'accounts: {alice: {cookie: sid=1}}',
    'a cookie is in the file itself  take it out, put it into an environment variable, and write cookieEnv: TOUCHSTONE_COOKIE',
  ],
  ['existing: {old: {token: abc}}', 'the token is in the file itself  write token: {env: TOUCHSTONE_NAME}'],
  [
    'existing: {old: {token: {env: PATH}}}',
    '"env" names PATH, and only variables whose names begin with TOUCHSTONE_ are read  call it TOUCHSTONE_PATH',
  ],
])('a target file may not say %s', (more, problem) => expect(told(target(more).problems)).toEqual([problem]));
