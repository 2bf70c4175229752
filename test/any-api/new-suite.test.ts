// Drafts for APIs that are not the record's: a suite of an OpenAPI document and a case of a curl line, which check accepts and which run.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main as check} from '../../runner/commands/check.ts';
import {main as create} from '../../runner/commands/new.ts';
import {runFiles} from '../support/any-api-run.ts';
import {inProcess} from '../support/in-process.ts';
import {folderWith, startNotesApi, type NotesApi} from '../support/notes-api.ts';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotesApi();
});
afterAll(() => {
  api.close();
});

const document = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
servers: [{url: /}]
security: [{token: []}]
paths:
  /:
    get: {operationId: frontPage, security: [], responses: {"200": {description: ok, content: {text/html: {}}}}}
  /notes:
    get:
      summary: lists the notes of \${whoever} signs in
      responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Note"}}}}}, "401": {description: no}}
    post:
      operationId: makeNote
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/NewNote"}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getNote, responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}}}
    patch:
      operationId: editNote
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/NewNote"}}}}
      responses: {"200": {description: ok}}
    delete: {operationId: deleteNote, responses: {"204": {description: gone}}}
  /hooks/{hook}:
    delete: {operationId: deleteHook, parameters: [{name: hook, in: path, schema: {type: integer, example: 7}}], responses: {"204": {description: gone}}}
components:
  schemas:
    NewNote: {type: object, required: [title], properties: {title: {type: string, example: "Milk \${x}"}, text: {type: string}}}
    Note:
      type: object
      required: [id, title]
      properties: {id: {type: integer}, title: {type: string}, next: {$ref: "#/components/schemas/Note"}}
`;

async function drafted(): Promise<{readonly text: string; readonly stderr: string}> {
  const {folder, remove} = folderWith({'openapi.yaml': document});
  const {stdout, stderr, exitCode} = await inProcess(create, ['suite', '--from', join(folder, 'openapi.yaml')]);
  remove();
  expect(exitCode).toBe(0);
  return {text: stdout, stderr};
}

test('a suite of an OpenAPI document has a case for each operation, which makes what it needs and removes it', async () => {
  const {text, stderr} = await drafted();
  expect(stderr).toContain('7 cases are drafts');
  expect(stderr).toContain('(hook)');
  expect(text).toContain('body: {id: {$type: integer}, title: {$type: string}}');
  expect(text).toContain('request: GET /notes/${made}');
  expect(text).toContain('title: lists the notes of $${whoever} signs in');
  const {stdout, exitCode, ledger} = await runFiles({
    'target.yaml': `target: notes\nurl: ${api.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`,
    'cases/draft.yaml': text,
  });
  // The document says that there is a hook 7, and there is none.
  expect(stdout).toContain('6 pass · 1 fail');
  expect(stdout).toContain('FAIL  draft/delete-hook');
  expect(exitCode).toBe(1);
  expect(ledger.match(/"what":"make"/g)).toHaveLength(2);
});

test.each([
  ['swagger: "2.0"\npaths: {}\n', 'is not an OpenAPI 3 document'],
  ['openapi: 3.1.0\npaths: {}\n', 'has no operations'],
  ['openapi: [', 'cannot be read'],
])('a document such as %j is refused', async (text, wanted) => {
  const {folder, remove} = folderWith({'openapi.yaml': text});
  const {stderr, exitCode} = await inProcess(create, ['suite', '--from', join(folder, 'openapi.yaml')]);
  remove();
  expect(stderr).toContain(wanted);
  expect(exitCode).toBe(2);
});

test('a document that refers to itself for ever ends', async () => {
  const text =
    'openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/x"}}}}, responses: {}}}}\nx: {$ref: "#/x"}\n';
  const {folder, remove} = folderWith({'openapi.yaml': text});
  const {exitCode} = await inProcess(create, ['suite', '--from', join(folder, 'openapi.yaml')]);
  remove();
  expect(exitCode).toBe(0);
});

test('a curl line becomes a case of any API, without its secrets', async () => {
  const line = ['curl', '-H', 'X-Api-Key: 5ecre7-of-the-line', '-d', '{"title":"Milk"}', `${api.url}/v2/notes?tag=a`];
  const {folder, remove} = folderWith({});
  const output = join(folder, 'draft.yaml');
  const {stderr} = await inProcess(create, ['--any-api', '--output', output, '--', ...line]);
  const text = readFileSync(output, 'utf8');
  const checked = await inProcess(check, [output]);
  remove();
  expect(text).toContain('request: POST /v2/notes');
  expect(text).toContain('vars: {x-api-key: {env: TOUCHSTONE_CURL_X_API_KEY}}');
  expect(text).toContain('expect: {status: 2xx}');
  expect(text).not.toContain('usual');
  expect(text + stderr).not.toContain('5ecre7');
  expect(checked.stdout).toContain('nothing is wrong');
});
