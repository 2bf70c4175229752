// Shows how people sign in at pages: by the form of the dialect, or by a cookie of the target file; that no password goes astray, and what is told when it does not work.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, type Script} from '../support/raw-server.ts';
import {completeResults, type RunResults} from '../support/run-results.ts';

const reference = liveReference();

const form = (action: string): string =>
  `<form action="${action}"><input name="user_name"><input name="password" type="password"></form>`;
const page = (action: string): Script => reply(200, {headers: ['Content-Type: text/html'], body: form(action)});

interface Scene {
  /** Pages in place of the reference's own. */
  readonly routes?: {readonly [route: string]: Script};
  /** The variable with the cookie that the target file gives for alice. */
  readonly cookieEnv?: string;
  /** Part of the reason why alice cannot sign in; without it, she can. */
  readonly told?: string;
}

const scenes: {readonly [variant: string]: Scene} = {
  'the-form': {},
  'no-form': {
    routes: {'GET /user/login': reply(200, {body: 'moved'})},
    told: 'shows no sign-in page, which has a form',
  },
  'another-server': {routes: {'GET /user/login': page('http://127.0.0.1:9/user/login')}, told: 'is not below http://'},
  'no-address': {routes: {'GET /user/login': page('http://[')}, told: 'is not below http://'},
  'form-again': {routes: {'GET /user/login': page(''), 'POST /user/login': page('')}, told: 'shows the form again'},
  'no-cookie': {routes: {'GET /user/login': page(''), 'POST /user/login': reply(303)}, told: 'sets no cookie'},
  'cookie-for-nothing': {
    routes: {'GET /user/login': page(''), 'POST /user/login': reply(303, {headers: ['Set-Cookie: a=1']})},
    told: 'does not open /user/settings/applications',
  },
  'given-cookie': {routes: {'/user/login': reply(404)}, cookieEnv: 'TOUCHSTONE_RIGHT'},
  'wrong-cookie': {
    cookieEnv: 'TOUCHSTONE_WRONG',
    told: 'the cookie that was given for alice does not open /user/settings/applications',
  },
};

const visit = `
    given: {session: {arrange: web-session}}
    steps:
      - {as: anonymous, auth: {cookie: "\${session.cookie}"}, request: {method: GET, path: /user/settings/applications}, usual: {status: 200}}
`;

const suite = `
suite: own/pages
title: Pages
cases:
  - id: by-hand
    title: a form is read and sent
    variant: the-form
    steps:
      - as: anonymous
        request: {method: GET, path: /user/login}
        capture: {token: {field: _csrf}, cookie: {cookie: _csrf}, page: {body: text}}
      - as: anonymous
        auth: {cookie: "_csrf=\${cookie}"}
        request: {method: POST, path: /user/login, form: {_csrf: "\${token}", user_name: nobody, password: nothing}}
        usual: {status: 403, text: {$ne: "\${page}"}}
${Object.keys(scenes)
  .map(name => `  - id: ${name}\n    title: who signed in sees the page\n    variant: ${name}${visit}`)
  .join('')}`;

const alice = {username: 'cookie-alice', password: 'Alice-7-signs-in-herself'};

/** Makes an account and gives the cookie of a browser in which it is signed in. */
async function cookieOfAlice(): Promise<string> {
  const person = {...alice, email: 'alice@example.org', must_change_password: false};
  await reference().ask('POST', '/admin/users', person);
  const login = `${reference().url}/user/login`;
  const csrf = /name="_csrf" value="([^"]*)"/.exec(await (await fetch(login)).text())?.[1] ?? '';
  const body = new URLSearchParams({_csrf: csrf, user_name: alice.username, password: alice.password});
  const signedIn = await fetch(login, {method: 'POST', redirect: 'manual', headers: {Cookie: `_csrf=${csrf}`}, body});
  return signedIn.headers
    .getSetCookie()
    .map(text => text.split(';', 1)[0])
    .join('; ');
}

interface Ran extends RunResults {
  /** Everything that was written and said. */
  readonly written: string;
  /** Every cookie that the target gave or was given. */
  readonly cookies: ReadonlySet<string>;
}

async function run(): Promise<Ran> {
  const cookie = await cookieOfAlice();
  const cookies = new Set([cookie.slice(cookie.indexOf('=') + 1)]);
  const note = (_request: unknown, bytes: Buffer): void => {
    for (const [, value = ''] of bytes.toString('latin1').matchAll(/^set-cookie: *[^=]+=([^;\r]{16,})/gim))
      cookies.add(value);
  };
  const variants = await Promise.all(
    Object.entries(scenes).map(async ([name, {routes = {}, cookieEnv}]) => {
      const server = await rawServer({routes, fallback: passThrough(reference().url, note)});
      atEnd(() => server.close());
      const own = `${admin}, accounts: {alice: {user: ${alice.username}, passwordEnv: TOUCHSTONE_ALICE, cookieEnv: ${String(cookieEnv)}}}`;
      return `  ${name}: {url: "${server.url}"${cookieEnv === undefined ? '' : `, ${own}`}}\n`;
    }),
  );
  const target = `target: lab\nurl: ${reference().url}\n${admin}\nvariants:\n${variants.join('')}`;
  const cwd = temporaryFolder({'pages.yaml': suite, 'target.yaml': target});
  const args = ['--target-file', 'target.yaml', '--dialect', 'reference', '--record', 'all', '--output', 'out'];
  const secrets = {TOUCHSTONE_ALICE: alice.password, TOUCHSTONE_RIGHT: cookie, TOUCHSTONE_WRONG: 'a=b'};
  const finished = await touchstone(['run', './pages.yaml', ...args], {cwd, env: {...reference().env, ...secrets}});
  expect(finished.stdout + finished.stderr).toContain('Reports:');
  const written = readFileSync(join(cwd, 'out', 'results.jsonl'), 'utf8') + finished.stdout + finished.stderr;
  return {...completeResults(join(cwd, 'out')), written, cookies};
}

const admin = 'admin: {user: reference-admin, passwordEnv: TOUCHSTONE_PASSWORD}';

test(
  'people sign in by form or cookie, what does not work blocks the case, and no cookie is written down',
  {timeout: 60_000},
  async () => {
    const {cases, written, cookies} = await run();
    expect(cases.get('own/pages/by-hand')).toMatchObject({verdict: 'pass'});
    for (const [name, {told}] of Object.entries(scenes)) {
      const line = cases.get(`own/pages/${name}`);
      expect([name, line?.verdict, line?.cause]).toEqual([
        name,
        ...(told === undefined ? ['pass', undefined] : ['error', 'blocked']),
      ]);
      expect(JSON.stringify(line)).toContain(told ?? '');
    }
    expect(cookies.size).toBeGreaterThan(3);
    for (const cookie of cookies) expect(written).not.toContain(cookie);
  },
);
