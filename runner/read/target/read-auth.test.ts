// What `auth:` of a target file may say, and each problem of it.
import {expect, test} from 'vitest';
import {readTargetFile} from './read-target-file.ts';

function read(auth: string) {
  return readTargetFile({
    text: `target: notes\nurl: http://127.0.0.1:1\nauth:\n${auth}\n`,
    file: 'dir/target.yaml',
    known: {dialects: [], capabilities: [], actors: ['alice', 'bob', 'admin', 'anonymous']},
  });
}

test('one method is that of alice', () => {
  expect(read('  bearer: {env: TOUCHSTONE_TOKEN}').target?.auth).toEqual({
    alice: {fetch: [], signing: {kind: 'bearer', token: {env: 'TOUCHSTONE_TOKEN'}}},
  });
});

test('nobody may sign in at all', () => {
  const text = 'target: notes\nurl: http://127.0.0.1:1\nauth: {}\n';
  const known = {dialects: [], capabilities: [], actors: []};
  expect(readTargetFile({text, file: 't.yaml', known}).target?.auth).toEqual({});
});

test('files are those of the folder of the target file', () => {
  expect(read('  carol: {header: {X-Key: {file: key.txt}}}').target?.auth?.['carol']?.signing).toEqual({
    kind: 'header',
    name: 'X-Key',
    value: {file: 'dir/key.txt'},
  });
});

test('there may be several cookies, and no cookie is none', () => {
  const two = '  carol: {cookie: {sid: {env: TOUCHSTONE_S}, csrf: {file: csrf.txt}}}';
  expect(read(two).target?.auth?.['carol']?.signing).toEqual({
    kind: 'cookie',
    cookies: [
      {name: 'sid', value: {env: 'TOUCHSTONE_S'}},
      {name: 'csrf', value: {file: 'dir/csrf.txt'}},
    ],
  });
  expect(read('  carol: {cookie: {}}').problems[0]?.message).toBe('"cookie" needs names with their values');
});

test('a token is fetched with secrets of variables', () => {
  const step =
    'request: POST /token\n        form: {user: bob, password: {env: TOUCHSTONE_P}}\n        capture: {t: /token}';
  const {target, problems} = read(`  bob:\n    fetch:\n      - ${step}\n    bearer: \${t}`);
  expect(problems).toEqual([]);
  expect(target?.auth?.['bob']).toMatchObject({
    fetch: [{method: 'POST', path: '/token', body: {kind: 'form'}, capture: {t: {from: {pointer: '/token'}}}}],
    signing: {kind: 'bearer', token: '${t}'},
  });
});

test.each([
  ['  alice: {bearer: a-secret}', 'the token of alice is in the file itself'],
  ['  alice: {bearer: {env: HOME}}', 'only variables whose names begin with TOUCHSTONE_ are read'],
  ['  alice: {bearer: "${t}"}', 'unknown name "t"'],
  ['  alice: {bearer: {env: TOUCHSTONE_T}, query: {k: {env: TOUCHSTONE_T}}}', 'needs one of bearer, basic'],
  ['  alice: {query: {a: {env: TOUCHSTONE_T}, b: {env: TOUCHSTONE_T}}}', 'needs one name with its value'],
  ['  anonymous: {bearer: {env: TOUCHSTONE_T}}', '"anonymous" is the actor that never signs in'],
  ['  Alice X: {bearer: {env: TOUCHSTONE_T}}', 'cannot be the name of an actor'],
  ['  alice: {beaer: {env: TOUCHSTONE_T}}', 'unknown key "beaer" in the sign-in of alice'],
  ['  alice: {fetch: [{request: /token}], bearer: "${t}"}', 'is not a method and a path'],
  [
    '  alice: {fetch: [{request: POST /t, form: {password: abc}, capture: {t: /t}}], bearer: "${t}"}',
    'the password is in the file itself',
  ],
  [
    '  alice: {fetch: [{request: POST /t, capture: {t: /t}}], bearer: {env: TOUCHSTONE_T}}',
    'fetches something and does not use it',
  ],
])('%s is a problem', (auth, problem) => {
  expect(
    read(auth)
      .problems.map(({message}) => message)
      .join('\n'),
  ).toContain(problem);
});
