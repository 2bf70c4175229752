// What a suite can say of any API besides JSON over one request: files, tables, time, redirects, cookies, and cases that are left out.
import {symlinkSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main as check} from '../../runner/commands/check.ts';
import {runFiles} from '../support/any-api-run.ts';
import {inProcess} from '../support/in-process.ts';
import {folderWith} from '../support/notes-api.ts';

/** A server that echoes what it is sent, redirects, and keeps sessions in cookies. */
const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const {method = '', url = '', headers} = request;
    const [path = ''] = url.split('?');
    const send = (status: number, body: unknown, more: object = {}): void => {
      reply.writeHead(status, {'Content-Type': 'application/json', ...more}).end(JSON.stringify(body));
    };
    if (path === '/page') reply.writeHead(200, {'Content-Type': 'text/html'}).end('<h1>Shop</h1>');
    else if (path === '/feed.xml')
      reply
        .writeHead(200, {'Content-Type': 'application/xml'})
        .end('<feed><entry><title>Milk</title><link href="/1"/></entry></feed>');
    else if (path === '/broken.xml')
      reply.writeHead(200, {'Content-Type': 'application/xml'}).end('<feed><entry></feed>');
    else if (path === '/slow') setTimeout(() => send(200, {}), 300);
    else if (path === '/old') send(301, {}, {Location: '/echo?from=old'});
    else if (path === '/keep') send(307, {}, {Location: 'echo'});
    else if (path === '/loop') send(302, {}, {Location: '/loop'});
    else if (path === '/away') send(302, {}, {Location: `${elsewhere}/stolen`});
    else if (path === '/login')
      send(
        303,
        {},
        {Location: '/basket', 'Set-Cookie': ['sid=session-of-erin-0123456789; HttpOnly', 'theme=dark; Path=/shop']},
      );
    else if (path === '/form' && method === 'GET')
      reply
        .writeHead(200, {'Content-Type': 'text/html', 'Set-Cookie': 'form=cookie-of-the-form-page; Path=/form'})
        .end('<form><input name="csrf" value="value-of-the-hidden-field"></form>');
    else if (path === '/form')
      send(
        headers.cookie === 'form=cookie-of-the-form-page' ? 302 : 403,
        {},
        {'Set-Cookie': 'sid=session-of-erin-0123456789'},
      );
    else if (path === '/logout') send(200, {}, {'Set-Cookie': 'sid=; Max-Age=0'});
    else
      send(200, {
        method,
        url,
        cookie: headers.cookie ?? '',
        type: headers['content-type'] ?? '',
        text: Buffer.concat(chunks).toString(),
      });
  });
});
const stolen: string[] = [];
const other = createServer((request, reply) => {
  stolen.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`);
  reply.end('{}');
});
let url = '';
let elsewhere = '';
beforeAll(async () => {
  for (const one of [server, other]) await new Promise<void>(done => one.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  elsewhere = `http://127.0.0.1:${String((other.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.close();
  other.close();
});

const files = {
  'cases/data/new.json': '{"title": "${row.title}", "tags": ["a"]}',
  'cases/data/cat.txt': 'meow',
  'cases/data/echo.schema.json':
    '{"type": "object", "required": ["method", "text"], "properties": {"method": {"const": "POST"}}}',
  'cases/titles.csv': 'id,title,n,note\nplain,Milk,1,\nquoted,"Tea, ""green""","2",x\n',
};

function run(
  cases: string,
  {
    argv = [],
    env = {},
  }: {readonly argv?: readonly string[]; readonly env?: {readonly [name: string]: string | undefined}} = {},
) {
  return runFiles(
    {...files, 'cases/a.yaml': cases},
    {argv: ['cases', '--target', url, ...argv], env: {CI: undefined, ...env}},
  );
}

const everything = `
defaults: {as: anonymous, status: 200}
cases:
  - id: a-table-of-csv
    table: {from: titles.csv}
    steps:
      - request: POST /echo
        body: {$file: data/new.json}
        query: {n: "\${row.n}", note: "\${row.note}"}
        expect:
          body: {$schema: data/echo.schema.json}
          at: {/text: {$contains: title}}
`;

test('bodies, schemas and tables come from files, with the values of the row in them', async () => {
  const {exitCode, stdout, stderr, journal} = await run(everything);
  expect([stderr, stdout].join('\n')).toContain('All 2 judged cases passed.');
  expect(exitCode).toBe(0);
  const sent = JSON.stringify(journal);
  expect(sent).toContain('a/a-table-of-csv[quoted]');
  expect(sent).toContain('/echo?n=1');
  expect(sent).toContain('/echo?n=2&note=x');
});

test('a schema of a file that does not hold is red, and names what is missed', async () => {
  const {exitCode, stdout} = await run(everything.replace('POST /echo', 'PUT /echo'));
  expect(exitCode).toBe(1);
  expect(stdout).toContain('must be equal to constant');
});

test('a list in the query of a request repeats its key', async () => {
  const {exitCode, stdout, stderr} = await run(`
cases:
  - id: repeated
    steps:
      - {as: anonymous, request: GET /echo, query: {a: [x, y], c: 1}, expect: {body: {url: "/echo?a=x&a=y&c=1"}}}
`);
  expect([stderr, stdout].join('\n')).toContain('The one judged case passed.');
  expect(exitCode).toBe(0);
});

test('a file is sent as it is, alone or as a part, and compared with a reply', async () => {
  const {exitCode, stdout, stderr} = await run(`
defaults: {as: anonymous}
cases:
  - id: alone
    steps:
      - {request: POST /echo, file: data/cat.txt, expect: {body: {text: meow, type: {$startsWith: text/plain}}}}
      - {request: POST /echo, file: data/cat.txt, headers: {Content-Type: image/x-cat}, expect: {body: {type: image/x-cat}}}
  - id: as-a-part
    steps:
      - request: POST /echo
        multipart: {picture: {file: data/cat.txt}}
        expect: {at: {/text: {$contains: 'name="picture"; filename="cat.txt"'}}}
  - id: page
    steps: [{request: GET /page, expect: {file: data/cat.txt}}]
`);
  expect([stderr, stdout].join('\n')).toContain('2 pass · 1 fail');
  expect(exitCode).toBe(1);
});

test('a reply that takes too long is red', async () => {
  const {stdout, exitCode} = await run(`
cases:
  - {id: slow, steps: [{request: GET /slow, as: anonymous, expect: {time: 50ms}}]}
  - {id: quick, steps: [{request: GET /echo, as: anonymous, expect: {time: 20s}}]}
`);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/expected the whole reply within 50ms, it took \d+ms/);
  expect(stdout).toContain('1 pass · 1 fail');
});

test('redirects are followed on request, as browsers do, and never to another server', async () => {
  const {stdout, stderr, exitCode, journal} = await run(`
defaults: {as: anonymous, headers: {X-Api-Key: "key-of-anonymous-0123456789"}}
cases:
  - id: not-asked-for
    steps: [{request: GET /old, expect: {status: 301}}]
  - id: followed
    steps: [{request: POST /old, text: lost, follow: true, expect: {status: 200, body: {method: GET, url: /echo?from=old, text: ""}}}]
  - id: kept
    steps: [{request: POST /keep, text: kept, follow: true, expect: {status: 200, body: {method: POST, text: kept}}}]
  - id: in-circles
    steps: [{request: GET /loop, follow: 3, expect: {status: 302}}]
  - id: away
    steps: [{request: GET /away, follow: true, expect: {status: 302}}]
`);
  expect([stderr, stdout].join('\n')).toContain('All 5 judged cases passed.');
  expect(exitCode).toBe(0);
  expect(stolen).toEqual([]);
  const text = JSON.stringify(journal);
  expect(text).toContain('which is not below the target');
  expect(text).toContain('followed 3 redirects, and the last reply is another one');
});

const sessions = `
defaults: {as: anonymous}
cases:
  - id: a-jar
    steps:
      - {request: POST /login, cookies: true, follow: true, expect: {status: 200, body: {cookie: {$startsWith: sid=}}}}
      - {request: GET /basket, cookies: true, expect: {body: {cookie: {$startsWith: sid=}}}}
      - {request: GET /shop/basket, cookies: true, expect: {body: {cookie: {$contains: theme=dark}}}}
      - {request: GET /shopping, cookies: true, expect: {body: {cookie: {$not: {$contains: theme}}}}}
      - {request: GET /basket, expect: {body: {cookie: ""}}}
      - {request: GET /logout, cookies: true, expect: {status: 200}}
      - {request: GET /basket, cookies: true, expect: {body: {cookie: ""}}}
  - id: captured
    steps:
      - {request: POST /login, follow: true, expect: {status: 200}, capture: {session: {cookie: sid}}}
      - {request: GET /basket, auth: {cookie: "\${session}"}, expect: {body: {cookie: {$startsWith: sid=}}}}
`;

test('HT-39 cookies are kept on request for the paths that they are for, and what is captured is what auth takes', async () => {
  const {stdout, stderr, exitCode, written, ledger} = await run(sessions);
  expect([stderr, stdout].join('\n')).toContain('All 2 judged cases passed.');
  expect(exitCode).toBe(0);
  for (const text of [written, ledger, stdout, stderr]) expect(text).not.toContain('session-of-erin');
});

test('the requests of a sign-in are one visit, so that a form is taken that needs the cookie of its page', async () => {
  const target = `
target: shop
url: ${url}
auth:
  erin:
    fetch:
      - {request: GET /form, capture: {csrf: {field: csrf}}}
      - {request: POST /form, form: {csrf: "\${csrf}"}, capture: {sid: {cookie: sid}}}
    cookie: {sid: "\${sid}"}
`;
  const {exitCode, written, stderr} = await runFiles({
    'target.yaml': target,
    'cases/a.yaml':
      'cases: [{id: a, steps: [{request: GET /echo, as: erin, expect: {body: {cookie: sid=session-of-erin-0123456789}}}]}]\n',
  });
  expect(stderr).not.toMatch(/\b403\b/);
  expect(exitCode).toBe(0);
  expect(written).not.toContain('cookie-of-the-form-page');
});

test('a case that is skipped with a reason counts as asked for', async () => {
  const {stdout, exitCode} = await run(`
cases:
  - {id: later, skip: the server gets this in May, steps: [{request: GET /nowhere, as: anonymous, expect: {status: 404}}]}
  - {id: now, steps: [{request: GET /echo, as: anonymous, expect: {status: 200}}]}
`);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('1 skip');
  expect(stdout).toContain('the server gets this in May');
});

const alone = `
cases:
  - {id: one, only: true, steps: [{request: GET /echo, as: anonymous, expect: {status: 200}}]}
  - {id: two, steps: [{request: GET /echo, as: anonymous, expect: {status: 404}}]}
`;

test('"only" leaves the others out, and in CI nothing is run', async () => {
  const {stdout, exitCode} = await run(alone);
  expect(stdout).toContain('The one judged case passed.');
  expect(exitCode).toBe(0);
  const inCi = await run(alone, {env: {CI: 'true'}});
  expect(inCi.exitCode).toBe(6);
  expect(inCi.stderr).toContain('a.yaml:3: "only: true" leaves out every other case, and CI is set');
  expect(inCi.journal).toEqual([]);
});

async function checked(content: {readonly [path: string]: string}, more: readonly string[] = []): Promise<string> {
  const {folder, remove} = folderWith(content);
  const {stderr, stdout, exitCode} = await inProcess(check, [folder, ...more]);
  remove();
  return `${stderr}${stdout}${String(exitCode)}`.replaceAll(`${folder}/`, '');
}

test('check --strict reports "only"', async () => {
  expect(await checked({'a.yaml': alone})).toContain('nothing is wrong\n0');
  expect(await checked({'a.yaml': alone}, ['--strict'])).toMatch(
    /a\.yaml:3:1 {2}the case has "only: true".*--id chooses/s,
  );
});

const step = (text: string): {readonly [path: string]: string} => ({
  'a.yaml': `cases: [{id: a, steps: [{request: GET /, ${text}}]}]\n`,
});

test.each([
  ['retry: 3, expect: {status: 200}', 'a step has no "retry"  write eventually: {within: 10s}'],
  ['eventually: {within: 10}, expect: {status: 200}', '"within" needs a unit  write 10s'],
  ['expect: {time: 5}', '"time" needs a unit  write 5s'],
  ['expect: {time: 500}', '"time" needs a unit  write 500ms'],
  ['eventually: 10s, expect: {status: 200}', 'must be a mapping, not the text "10s"  write {within: 10s}'],
  ['expect: 200', 'must be a mapping, not the number 200  write {status: 200}'],
  ['expect: {status: "200"}', 'not the text "200"  write 200, without quotes'],
  ['expect: {status: [200, 201]}', 'not a list  write {$in: [200, 201]}'],
  ['expect: {statusCode: 200}', 'unknown key "statusCode" in "expect"  write status: 200'],
  ['expect: {body: {$matches: a}}', 'unknown matcher "$matches"  write $regex'],
  ['expect: {body: {$schema: {$dynamicRef: "#x", $dynamicAnchor: x}}}', 'refers to itself without taking a step'],
  ['expect: {body: {$schema: {typ: object}}}', 'does not compile: strict mode: unknown keyword: "typ"'],
  ['expect: {body: {$schema: {$file: nowhere.json}}}', 'the file "nowhere.json" cannot be read'],
  ['cleanup: DELETE /a, expect: {status: 200}', 'not the text "DELETE /a"  write {request: "DELETE /a"}'],
  ['eventually: {within: 1s}, cleanup: {request: DELETE /a}', 'expects nothing'],
  ['capture: {id: "$.items[0].id"}, expect: {status: 200}', 'is not a JSON Pointer  write "/items/0/id"'],
  ['tags: [a], expect: {status: 200}', 'unknown key "tags" in a "request" step  it is a key of a case'],
  ['query: {id: ${id}}, expect: {status: 200}', 'a text with "${" is not in quotes'],
  ['file: ../../etc/passwd, expect: {status: 200}', 'the file "../../etc/passwd" leads out of the folder of its suite'],
  ['file: nowhere.bin, expect: {status: 200}', 'the file "nowhere.bin" cannot be read'],
  ['expect: {body: {$schema: nowhere.json}}', 'the file "nowhere.json" cannot be read'],
  ['body: {$file: /etc/passwd}, expect: {status: 200}', 'the file "/etc/passwd" leads out'],
  ['follow: 99, expect: {status: 200}', '"follow" must be true, false or a number from 1 to 20'],
  [
    'multipart: {a: {filename: x}}, expect: {status: 200}',
    'the part "a" has no content  add "text:", "bytes:" or "file:"',
  ],
])('%s is a problem with a way out', async (text, wanted) => {
  expect(await checked(step(text))).toContain(wanted);
});

test('what is misspelled is one problem and not two, and a key of another place says which one', async () => {
  expect(await checked({'a.yaml': 'cases: [{id: a, stepps: [], setup: []}]\n'})).toMatch(
    /"stepps" in a case {2}did you mean "steps".*"setup" in a case {2}it is a key of the suite.*2 problems/s,
  );
  expect(await checked(step('expct: {status: 200}'))).toContain('1 problem in');
  expect(
    await checked({'a.yaml': 'cases:\n  - id: a\n    steps:\n     - request: GET /a\n      expect: {}\n'}),
  ).toContain('neither an item of the list above nor in line with the keys of its last item');
});

test('a name in a file that a suite takes in is checked where it is', async () => {
  const suite = `cases:
  - id: a
    steps:
      - {request: POST /a, capture: {id: /id}, expect: {status: 200}}
      - {request: POST /a, body: {$file: body.json}, expect: {body: {$file: body.json}}}
`;
  expect(await checked({'a.yaml': suite, 'body.json': '{"of": "${id}"}'})).toContain('nothing is wrong');
  expect(await checked({'a.yaml': suite, 'body.json': '{"of": "${idd}"}'})).toContain(
    'body.json:1:8  unknown name "idd" in "${idd}"  did you mean "id"?',
  );
});

test('what a step made is removed also where its reply cannot be judged, and a GET that is repeated may say what to remove', async () => {
  const {exitCode, stdout, journal} = await run(`
defaults: {as: anonymous}
cases:
  - id: asked-again
    steps:
      - request: GET /echo
        eventually: {within: 1s}
        expect: {body: {method: GET}}
        capture: {what: /method}
        cleanup: {request: "DELETE /made/\${what}"}
  - id: bad-schema
    steps:
      - {request: POST /echo, text: typ, capture: {word: /text}, expect: {status: 200}}
      - request: PUT /echo
        capture: {what: /method}
        expect: {body: {$schema: {type: "\${word}"}}}
        cleanup: {request: "DELETE /made/\${what}"}
`);
  expect(stdout).not.toContain('LEFT BEHIND');
  expect(exitCode).toBe(6);
  const sent = JSON.stringify(journal);
  expect(sent).toContain('/made/GET');
  expect(sent).toContain('/made/PUT');
});

test('a link in the folder of a suite does not lead out of it', async () => {
  const made = folderWith(step('file: link/secret.txt, expect: {status: 200}'));
  const outside = folderWith({'secret.txt': 'secret'});
  symlinkSync(outside.folder, join(made.folder, 'link'));
  const {stderr} = await inProcess(check, [made.folder]);
  made.remove();
  outside.remove();
  expect(stderr).toContain('the file "link/secret.txt" cannot be read');
});

test.each([
  ['a,b\n1', 'this row has 1 cell, and the first line names 2 columns'],
  ['a,a\n1,2', 'the column "a" appears twice'],
  ['a,b\n"1,2', 'this quote is never closed'],
  ['a,b\n"1"x,2', 'there is text after the closing quote'],
])('the CSV table %j is a problem at its place', async (csv, wanted) => {
  const suite = 'cases: [{id: a, table: {from: t.csv}, steps: [{request: GET /, expect: {status: 200}}]}]\n';
  const said = await checked({'a.yaml': suite, 't.csv': csv});
  expect(said).toContain(wanted);
  expect(said).toContain('t.csv:');
});

test.each([
  ['defaults: {status: {a: 1}}\n', '"status" must be a number, a class such as 2xx or a matcher, not a mapping'],
  ['defaults: {status: {$equal: 1}}\n', 'unknown matcher "$equal"'],
  ['defaults: {status: {}}\n', '"status" must be a number, a class such as 2xx or a matcher'],
])('%j is a problem at its place', async (head, wanted) => {
  const said = await checked({'a.yaml': `${head}cases: [{id: a, steps: [{request: GET /}]}]\n`});
  expect(said).toContain(wanted);
  expect(said).toContain('a.yaml:1:');
});

test('a header is looked for by its name, also where every object of JavaScript has a member of it', async () => {
  const {exitCode, stdout} = await run(
    'cases: [{id: a, steps: [{request: GET /x, as: anonymous, expect: {headers: {constructor: x, "__proto__": y}}}]}]\n',
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain('headers/constructor of step 1');
  expect(stdout).toContain('headers/__proto__ of step 1');
});

test('a set-up that cannot be compared with what came is no bug of ours', async () => {
  const {exitCode, stdout} = await run(`defaults: {as: anonymous}
setup:
  - {request: POST /echo, text: typ, capture: {word: /text}, expect: {status: 200}}
  - {request: PUT /echo, expect: {body: {$schema: {type: "\${word}"}}}}
cases: [{id: a, steps: [{request: GET /x, expect: {status: 200}}]}]
`);
  expect(exitCode).toBe(6);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/the set-up of the suite \S+ did not succeed: \S+ .*\$schema/);
});

test('a reply that is not JSON says how it can be judged', async () => {
  const {stdout} = await run(
    'cases: [{id: page, steps: [{request: GET /page, as: anonymous, expect: {body: {a: 1}}}]}]\n',
  );
  expect(stdout).toContain('the reply is text/html: judge it with "text:"');
});

test('pages and XML are looked into by selectors, and values of them are captured', async () => {
  const {stdout, stderr, exitCode} = await run(`
defaults: {as: anonymous}
cases:
  - id: page
    steps:
      - {request: GET /page, expect: {html: {h1: [Shop], h2: {$count: 0}}}, capture: {name: {html: h1}}}
      - {request: POST /echo, text: "\${name}", expect: {body: {text: Shop}}}
  - id: feed
    steps:
      - {request: GET /feed.xml, expect: {xml: {"entry > title": [Milk]}}, capture: {link: {xml: "link @href"}}}
      - {request: POST /echo, text: "\${link}", expect: {body: {text: /1}}}
`);
  expect([stderr, stdout].join('\n')).toContain('All 2 judged cases passed.');
  expect(exitCode).toBe(0);
});

test.each([
  ['GET /page', 'html: {h1: [Store]}', 'h1 (1) of step 1'],
  ['GET /page', 'html: {h2: [Store]}', 'expected ["Store"], got an empty list'],
  ['GET /feed.xml', 'xml: {title: {$contains: Tea}}', 'a list with an item "Tea"'],
  ['GET /broken.xml', 'xml: {feed: {$count: 1}}', 'expected XML, and it cannot be read: it is not well-formed: 1:'],
  ['GET /page', 'xml: {h1: {$count: 1}, p: {$count: 1}}', 'expected a count of 1, got an empty list'],
])('%s with %s is red', async (request, expectation, wanted) => {
  const {stdout, exitCode} = await run(
    `cases: [{id: a, steps: [{request: ${request}, as: anonymous, expect: {${expectation}}}]}]\n`,
  );
  expect(stdout).toContain(wanted);
  expect(exitCode).toBe(1);
});

test('a selector that cannot be read is a problem', async () => {
  expect(await checked(step('expect: {html: {"li[": [a]}}'))).toContain('"li[" is not a CSS selector');
});
