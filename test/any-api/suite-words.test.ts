// What a suite says for all of its cases: defaults, variables, set-up and tear-down, and clean-up of single steps.
import {afterAll, beforeAll, expect, test} from 'vitest';
import {runFiles} from '../support/any-api-run.ts';
import {startNotesApi, type NotesApi} from '../support/notes-api.ts';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotesApi();
});
afterAll(() => {
  api.close();
});

const target = (more = ''): string =>
  `target: notes\nurl: ${api.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n${more}`;

async function titles(): Promise<readonly string[]> {
  const headers = {Authorization: 'Bearer token-of-alice-0123456789'};
  const reply = await fetch(`${api.url}/notes?limit=1000`, {headers});
  return ((await reply.json()) as readonly {readonly title: string}[]).map(({title}) => title);
}

const shared = `
vars: {title: from-suite, key: {env: TOUCHSTONE_TOKEN_ALICE}}
defaults: {status: 2xx, base: /notes}
setup:
  - request: POST \${vars.root}
    body: {title: "common to all"}
    capture: {common: /id}
    cleanup: {request: "DELETE /\${common}"}
teardown:
  - request: PATCH /\${common}
    body: {title: "torn down"}
cases:
  - id: sees-what-the-set-up-made
    steps: [{request: "GET /\${common}", expect: {body: {title: common to all}}}]
  - id: also-sees-it
    steps: [{request: "GET /\${common}", expect: {body: {title: common to all}}}]
  - id: makes-and-removes-its-own
    steps:
      - request: POST \${vars.root}
        body: {title: "\${vars.title}"}
        capture: {id: /id}
        cleanup: {request: "DELETE /\${id}"}
      - {request: "GET /\${id}", expect: {body: {title: "\${vars.wanted}"}}}
`;

test('set-up runs once, defaults hold for every step, values come from everywhere, and nothing is left', async () => {
  const before = await titles();
  const ran = await runFiles(
    {
      'target.yaml': target('vars: {title: from-target, root: /notes}\n'),
      'cases/a.yaml': shared,
      'more.yaml': 'wanted: from-flag\n',
    },
    {argv: ['cases', '--target-file', 'target.yaml', '--var', 'title=from-flag', '--var-file', 'more.yaml']},
  );
  expect([ran.stderr, ran.stdout].join('\n')).toContain('All 3 judged cases passed.');
  expect(ran.exitCode).toBe(0);
  expect(ran.ledger.split('\n').filter(line => line.includes('"what":"make"'))).toHaveLength(2);
  expect(await titles()).toEqual(before);
  expect(ran.written).not.toContain('token-of-alice');
});

test('a value that nobody gives ends the run before its first case, and names the one that is near', async () => {
  const {exitCode, stderr} = await runFiles({
    'target.yaml': target('vars: {titel: x}\n'),
    'cases/a.yaml': 'cases: [{id: a, steps: [{request: "GET /${vars.title}", expect: {status: 200}}]}]\n',
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('a/a uses ${vars.title}, which has no value');
  expect(stderr).toContain('did you mean ${vars.titel}?');
});

test('one variable takes others, and what the command line gives is a plain text', async () => {
  const {exitCode, stdout} = await runFiles(
    {
      'target.yaml': target('vars: {root: /notes}\n'),
      'cases/a.yaml': `
vars: {all: "\${vars.kind}: \${vars.title}", kind: note, title: "milk $\${x}"}
cases:
  - id: a
    steps:
      - request: POST \${vars.root}
        body: {title: "\${vars.all}, \${vars.more}"}
        expect: {status: 201, body: {title: "note: milk $\${x}, $\${vars.kind}"}}
        capture: {id: /id}
        cleanup: {request: "DELETE /notes/\${id}"}
`,
    },
    {argv: ['cases', '--target-file', 'target.yaml', '--var', 'more=${vars.kind}']},
  );
  expect(stdout).toContain('The one judged case passed.');
  expect(exitCode).toBe(0);
});

test('a set-up that fails blocks the cases of its suite and no others', async () => {
  const {exitCode, stdout} = await runFiles({
    'target.yaml': target(),
    'cases/a.yaml':
      'setup: [{request: GET /notes/99999}]\ncases: [{id: a, steps: [{request: GET /me, expect: {status: 200}}]}]\n',
    'cases/b.yaml': 'cases: [{id: b, steps: [{request: GET /me, expect: {status: 200}}]}]\n',
  });
  expect(exitCode).toBe(6);
  expect(stdout).toContain('the set-up of the suite a did not succeed');
  expect(stdout).toContain('1 pass');
});

test('a clean-up that is refused is left over, and exits with 6', async () => {
  const {exitCode, written} = await runFiles({
    'target.yaml': target(),
    'cases/a.yaml': `
cases:
  - id: a
    steps:
      - request: POST /notes
        body: {title: kept}
        expect: {status: 201}
        cleanup: {request: POST /token, form: {grant_type: x}}
`,
  });
  expect(exitCode).toBe(6);
  expect(written).toContain('step 1 of a/a: POST /token answered 400');
});

test('an answer that does not say what was made is left over, and not claimed to be gone', async () => {
  const {exitCode, written} = await runFiles({
    'target.yaml': target(),
    'cases/a.yaml': `
cases:
  - id: a
    steps:
      - request: POST /notes
        body: {title: kept}
        expect: {status: 200}
        capture: {id: /uuid}
        cleanup: {request: "DELETE /notes/\${id}"}
`,
  });
  expect(exitCode).toBe(1);
  expect(written).toContain('its answer did not say what DELETE /notes/${id} removes');
});

test('arrangements of one’s own may name paths, and act as anyone', async () => {
  const {exitCode, stderr, stdout} = await runFiles({
    'target.yaml': `target: notes\nurl: ${api.url}\nauth: {carol: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}}\n`,
    'cases/arrangements/note.yaml': `
arrangement: note
title: a note
inputs:
  title: {type: string, about: its title, default: "note \${random.name}"}
steps:
  - as: carol
    request: POST /notes
    headers: {X-Made-By: touchstone}
    body: {title: "\${title}"}
    capture: {id: /id}
outputs: {id: "\${id}", title: "\${title}"}
cleanup: {as: carol, request: "DELETE /notes/\${id}"}
`,
    'cases/a.yaml': `
cases:
  - id: a
    given: {note: {arrange: note}}
    steps: [{request: "GET /notes/\${note.id}", as: carol, expect: {body: {title: "\${note.title}"}}}]
`,
  });
  expect([stderr, stdout].join('\n')).toContain('The one judged case passed.');
  expect(exitCode).toBe(0);
});
