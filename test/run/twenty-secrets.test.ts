// Plants 20 secrets of all kinds in every family of encodings, one inside the other, in what a server answers, and searches every byte that the run writes.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {secretsLeft} from '../../runner/commands/run/secrets-left.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {makeRedactor} from '../../reports/redaction/redaction.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference} from '../support/live-reference.ts';
import {passThrough, rawServer, type Script} from '../support/raw-server.ts';
import {families, plantedSecrets} from '../support/secret-families.ts';

const reference = liveReference();
const isForHeader = (secret: string): boolean => /^[ -~]+$/.test(secret);
const [password = '', client = ''] = plantedSecrets.filter(secret => !isForHeader(secret));
const inHeaders = plantedSecrets.filter(isForHeader);

/** Every secret in every family, and in a second one around it, which differs from secret to secret. */
const planted: readonly string[] = plantedSecrets.flatMap((secret, row) =>
  families.flatMap(([name, inner], column) => {
    const [outerName, outer] = families[(row + column) % families.length] ?? ['', (text: string) => text];
    return name.startsWith('UTF-16') && outerName.startsWith('UTF-16')
      ? [inner(secret)]
      : [inner(secret), outer(inner(secret))];
  }),
);

/** Secrets in two pieces; of a shorter one both are words, and what JSON escapes is in no piece as it is. */
const splitSecrets = plantedSecrets
  .filter(secret => secret.length > 10 && !/["\\]/.test(secret))
  .map(secret => {
    const half = Math.ceil(secret.length / 2);
    return [secret.slice(0, half), secret.slice(half)] as const;
  });

/** An error page in chunks that end in the middle of everything; each header has a secret too. */
const debugPage: Script = (socket, request) => {
  const fields = splitSecrets.map(([first, second]) => ({first, second}));
  const lines = splitSecrets.map(([first, second]) => `${first}\n${second}`);
  const cells = splitSecrets.map(([first, second]) => `<td>${first}</td><td>${second}</td>`);
  const page = Buffer.from(JSON.stringify({seen: planted, asked: request.head, fields, lines, cells}, undefined, 1));
  const headers = [
    ...planted.filter(text => /^[ -~]{1,400}$/.test(text)).filter((_text, index) => index % 8 === 0),
    ...splitSecrets.filter(pieces => pieces.every(isForHeader)).flat(),
  ];
  socket.write(
    `HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${headers.map((text, index) => `X-Debug-${String(index)}: ${text}\r\n`).join('')}\r\n`,
    'latin1',
  );
  for (let at = 0; at < page.length; at += 997) {
    const chunk = page.subarray(at, at + 997);
    socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
  }
  socket.write('0\r\n\r\n');
};

test('RP-04 of 20 secrets none is in any byte that a run writes or prints', {timeout: 120_000}, async () => {
  await reference().ask('POST', '/admin/users', {
    username: 'planter',
    email: 'planter@example.org',
    password,
    must_change_password: false,
  });
  await reference().ask('PATCH', '/admin/users/planter', {login_name: 'planter', source_id: 0, admin: true});
  const server = await rawServer({
    routes: {'GET /api/v1/repos/*/labels*': debugPage, 'GET /api/v1/repos/*/issues/*/labels': debugPage},
    fallback: passThrough(reference().url),
  });
  atEnd(() => server.close());
  const cwd = temporaryFolder({
    'target.yaml': `target: planted
url: ${server.url}
bounds: {headerBytesMax: 262144, headersMax: 1000}
admin: {user: planter, passwordEnv: TOUCHSTONE_PASSWORD}
openid: {clientSecretEnv: TOUCHSTONE_CLIENT}
headers: {${inHeaders.map((_secret, index) => `X-Lab-${String(index)}: {env: TOUCHSTONE_LAB_${String(index)}}`).join(', ')}}
`,
  });
  const env = Object.fromEntries(inHeaders.map((secret, index) => [`TOUCHSTONE_LAB_${String(index)}`, secret]));
  const {stdout, stderr, exitCode} = await touchstone(
    [
      'run',
      '--target-file',
      'target.yaml',
      '--id',
      'hosting/labels/exclusive-is-an-option',
      '--id',
      'hosting/labels/neighbours-stay',
      '--record',
      'all',
      '--verbose',
      '--reporter',
      'junit,html,markdown,sarif,ctrf,tap,har,badge,github:out/github.txt',
      '--output',
      'out',
    ],
    {cwd, env: {...env, TOUCHSTONE_PASSWORD: password, TOUCHSTONE_CLIENT: client}, budgetMs: 100_000},
  );
  expect(stderr.split('\n').filter(line => line.includes('a secret is left'))).toEqual([]);
  expect(exitCode).toBe(1);
  const files = readdirSync(join(cwd, 'out'), {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  const written = new Map([
    ['standard output', stdout],
    ['standard error', stderr],
    ...files.map(({parentPath, name}): [string, string] => [name, readFileSync(join(parentPath, name), 'utf8')]),
  ]);
  // The page is in the journal; all that is missing in it are the secrets.
  expect([...written.values()].filter(text => text.includes('"seen": [')).length).toBeGreaterThan(0);
  // A report writes a text as JSON, or JSON in JSON, once more.
  const forms = [...plantedSecrets, ...planted].flatMap(text => {
    const quoted = JSON.stringify(text).slice(1, -1);
    return [...new Set([text, quoted, JSON.stringify(quoted).slice(1, -1)])];
  });
  // Nor is what a page split over two fields.
  expect(splitSecrets).toHaveLength(17);
  forms.push(...splitSecrets.flatMap(pieces => pieces.filter(piece => piece.length >= 12 || /\d/.test(piece))));
  const found = forms.flatMap(form =>
    [...written].filter(([, text]) => text.includes(form)).map(([name]) => `${name}: ${form.slice(0, 200)}`),
  );
  expect(found).toEqual([]);
});

test('what the door of the journal misses is named by the last look, without its value', () => {
  const machine = machineOf({root: '.', version: 'test'});
  const redactor = makeRedactor();
  redactor.register('hunter2-hunter2', 'TOUCHSTONE_PASSWORD');
  const folder = temporaryFolder({'results.jsonl': '{}\n', 'bodies/a': 'nothing'});
  expect(secretsLeft(folder, [], {machine, redactor})).toEqual([]);
  writeFileSync(join(folder, 'bodies/b'), Buffer.from(`x: ${Buffer.from('hunter2-hunter2').toString('base64')}`));
  const lines = secretsLeft(folder, [], {machine, redactor});
  expect(lines).toEqual([
    `a secret is left in ${join(folder, 'bodies/b')}: TOUCHSTONE_PASSWORD; do not publish this file`,
  ]);
});
