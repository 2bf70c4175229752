// Shows what a target file may say, that every mistake in one is told with its place and its remedy, and that the schema is that of the reader.
import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {makeTargetSchema} from '../../../scripts/make-target-schema.ts';
import {readData} from '../../../base/yaml/read-data.ts';
import {readTargetFile} from './read-target-file.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';

const known = {
  dialects: ['gitea', 'gitea-1.19', 'reference'],
  capabilities: ['oauth2', 'organizations'],
  actors: ['alice', 'bob', 'admin', 'anonymous'],
};

function read(text: string, file = 'lab/target.yaml') {
  return readTargetFile({text, file, known});
}

function heads(text: string): readonly string[] {
  return read(text).problems.map(
    ({line, column, message, fix}) => `${String(line)}:${String(column)} ${message}  ${fix}`,
  );
}

const folder = new URL('../../../fixtures/targets/', import.meta.url);
const schemaText = readFileSync(new URL('target.schema.json', folder), 'utf8');

test('the schema file is what the key tables say (npm run generate makes it anew)', () => {
  expect(JSON.parse(schemaText)).toEqual(JSON.parse(makeTargetSchema()));
});

test.each(['example.yaml', 'reference.yaml'])('%s is right for the reader and for the schema', name => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  expect(renderProblems(read(text, name).problems, {color: false})).toBe('');
  const isValid = new Ajv2020({allErrors: true, allowUnionTypes: true}).compile(JSON.parse(schemaText) as object);
  isValid(JSON.parse(JSON.stringify(readData({text, file: name}).content)));
  expect(isValid.errors).toBeNull();
});

test('the annotated example shows every key there is', () => {
  const text = readFileSync(new URL('example.yaml', folder), 'utf8');
  const schema = JSON.parse(schemaText) as {
    readonly properties: object;
    readonly $defs: {readonly [name: string]: {readonly properties: object}};
  };
  const isShown = (key: string): boolean => new RegExp(`[\\s{]${key}:`).test(text);
  const own = Object.keys(schema.properties).filter(
    key => !['reference', 'settings', 'peer', 'livePeer', 'node'].includes(key),
  );
  expect(own.filter(key => !isShown(key))).toEqual([]);
  expect(Object.keys(schema.$defs['start']?.properties ?? {}).filter(key => !isShown(key))).toEqual([]);
});

test('paths stand below the folder of the file, and variants inherit what they do not say', () => {
  const {target, problems} = read(`
target: lab
url: http://127.0.0.1:{port}
start: {command: [serve, "{port}"], env: {A: "1", B: {env: TOUCHSTONE_B}}}
admin: {user: root, passwordFile: secrets/root}
tls: {caFile: /etc/ca.pem}
bounds: {replyTimeout: 1.5s, replyBytesMax: 2MiB, jobs: 3}
variants:
  strict: {args: [--strict], env: {A: "2"}}
  other: {url: "http://127.0.0.1:9", admin: {tokenEnv: TOUCHSTONE_OTHER}}
`);
  expect(problems).toEqual([]);
  const start = {command: ['serve', '{port}'], folder: 'lab/', ready: {path: '/api/v1/version', withinMs: 60_000}};
  expect(target).toMatchObject({
    name: 'lab',
    server: {kind: 'start', start},
    people: {admin: {user: 'root', password: {kind: 'file', file: 'lab/secrets/root'}}},
    tls: {caFile: '/etc/ca.pem', isInsecure: false},
    isTestServer: false,
    bounds: {replyTimeout: 1_500, replyBytesMax: 2 * 1024 * 1024, jobs: 3},
  });
  expect(target?.variants).toMatchObject([
    {
      name: 'strict',
      server: {
        kind: 'start',
        url: 'http://127.0.0.1:{port}',
        start: {command: ['serve', '{port}', '--strict'], env: {A: {text: '2'}, B: {variable: 'TOUCHSTONE_B'}}},
      },
      people: {admin: {user: 'root'}},
    },
    {
      name: 'other',
      server: {kind: 'url', url: 'http://127.0.0.1:9'},
      people: {admin: {token: {variable: 'TOUCHSTONE_OTHER'}}},
    },
  ]);
});

test('a command becomes an address whose words no shell and no reader of words changes', () => {
  expect(read(`target: a\npeer: {command: [./my decoder, "it's", "--x"]}`).target?.peer).toBe(
    String.raw`exec:'./my decoder' 'it'\''s' '--x'`,
  );
});

test.each<readonly [what: string, text: string, problems: readonly string[]]>([
  [
    'nothing to test',
    'target: a',
    ['1:1 a target file names no target  add "url:", "start:", "reference: true", "peer:" or "livePeer:"'],
  ],
  ['an unknown key', 'target: a\nulr: http://x', ['2:1 unknown key "ulr" in a target file  did you mean "url"?']],
  [
    'no name',
    'url: http://x',
    [
      '1:1 this is not a target file: no line begins with "target:"  give the right file, or add that key; nothing of this one is shown, as it may hold secrets',
    ],
  ],
  [
    'a port that nobody chooses',
    'target: a\nurl: http://127.0.0.1:{port}',
    ['2:6 {port} is a free port for a server that is started  add "start:", or write the port'],
  ],
  [
    'a command for a shell',
    'target: a\nurl: http://x\nstart: {command: docker compose up}',
    ['3:18 "command" must be a list, because no shell splits it  write [program, argument, argument]'],
  ],
  [
    'a start without address',
    'target: a\nstart: {command: [x]}',
    ['2:1 a server that is started needs its address  add "url:", e.g. http://127.0.0.1:{port}'],
  ],
  [
    'two servers at one address',
    'target: a\nurl: http://127.0.0.1:1\nstart: {command: [x]}\nvariants: {b: {args: [y]}}',
    [
      '4:12 the variant "b" would be started at the address of the plain target  give it a "url:" of its own, or let the address and the command use {port}',
    ],
  ],
  [
    'a variant without difference',
    'target: a\nurl: http://x\nvariants: {b: {title: t}}',
    ['3:12 nothing is different in the variant "b"  add "url:"'],
  ],
  [
    'settings of another server',
    'target: a\nurl: http://x\nsettings: {a.B: 1}',
    ['3:1 "settings" belongs to the embedded reference  add "reference: true", or take it out'],
  ],
  [
    'settings without section',
    'target: a\nreference: true\nvariants: {b: {settings: {ENABLED: true}}}',
    ['3:27 the setting "ENABLED" has no section  write section.KEY, e.g. actions.ENABLED'],
  ],
  [
    'a key of "run" that every object of JavaScript has',
    'target: a\nurl: http://x\nrun: {constructor: 1}',
    [expect.stringMatching(/^3:7 unknown key "constructor" in "run"/)],
  ],
  [
    'an unknown capability, dialect and role',
    'target: a\nurl: http://x\nabsent: {oauth: none}\ndialect: gitae\naccounts: {carol: {tokenEnv: TOUCHSTONE_C}}',
    [
      '3:10 unknown capability "oauth"  did you mean "oauth2"?',
      '4:10 there is no dialect "gitae"  did you mean "gitea"?',
      '5:12 no case acts as "carol"  the roles are: alice, bob',
    ],
  ],
  [
    'bounds out of range',
    'target: a\nurl: http://x\nbounds: {jobs: 0, replyTimeout: 10, headersMax: 1.5, retryAfterMax: 0s}',
    [
      '3:16 "jobs" is the number 0  write a whole number, from 1 to 256',
      '3:33 "replyTimeout" is the number 10  write a duration with its unit, e.g. 500ms, 10s or 2m, from 1ms to 3600s',
      '3:49 "headersMax" is the number 1.5  write a whole number, from 1 to 10000',
    ],
  ],
  [
    'a variable that is not ours',
    'target: a\nurl: http://x\nadmin: {tokenEnv: AWS_SECRET_ACCESS_KEY}',
    [
      '3:19 "tokenEnv" names AWS_SECRET_ACCESS_KEY, and only variables whose names begin with TOUCHSTONE_ are read  call it TOUCHSTONE_AWS_SECRET_ACCESS_KEY',
    ],
  ],
  [
    'a password without user, and half a client certificate',
    'target: a\nurl: http://x\nadmin: {passwordEnv: TOUCHSTONE_P}\ntls: {clientCert: a.pem}',
    [
      '3:1 the administrator has a password and no user name  add "user:"',
      '4:1 "clientCert" and "clientKey" go together  give both, or none',
    ],
  ],
])('%s is told', (_what, text, problems) => {
  expect(heads(text)).toEqual(problems);
});

test.each([
  ['a password', 'admin: {user: root, password: hunter2-hunter2}'],
  ['a token', 'accounts: {alice: {token: hunter2-hunter2}}'],
  ['a token in place of a name', 'admin: {tokenEnv: hunter2-hunter2}'],
])('%s in the file is refused and not repeated', (_what, line) => {
  const {target, problems} = read(`target: a\nurl: http://x\n${line}\n`);
  expect(target).toBeUndefined();
  const told = renderProblems(problems, {color: false});
  expect(told).toContain('target.yaml:3:');
  expect(told).not.toContain('hunter2');
});
