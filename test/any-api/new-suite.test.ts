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
  // One note that is judged as it is made, and one each to read and to edit; the one that is deleted needs no clean-up.
  expect(ledger.match(/"what":"make"/g)).toHaveLength(3);
});

test.each([
  ['swagger: "1.2"\npaths: {}\n', 'is not a document of OpenAPI 3 or Swagger 2.0'],
  ['openapi: 3.1.0\npaths: {/a: {$ref: a.yaml}}\n', 'has its operations in other files'],
  ['openapi: 3.1.0\npaths: {}\n', 'has no operations'],
  ['openapi: [', 'cannot be read'],
])('a document such as %j is refused', async (text, wanted) => {
  const {folder, remove} = folderWith({'openapi.yaml': text});
  const {stderr, exitCode} = await inProcess(create, ['suite', '--from', join(folder, 'openapi.yaml')]);
  remove();
  expect(stderr).toContain(wanted);
  expect(exitCode).toBe(2);
});

const zoo = `
openapi: 3.1.0
paths:
  /animals:
    post: {operationId: make, requestBody: {content: {application/vnd.zoo+json: {schema: {$ref: "#/components/schemas/Animal"}}}}, responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/Animal"}}}}}}
  /animals/{ref}:
    parameters: [{$ref: "#/components/parameters/Ref"}, {name: X-Tenant, in: header, required: true, schema: {type: string}}]
    delete: {operationId: make, responses: {"204": {}}}
  /animals/{ref}/photo:
    put: {requestBody: {content: {image/png: {}}}, responses: {2XX: {}}}
  /uploads and more:
    post: {requestBody: {content: {multipart/form-data: {schema: {type: object, required: [file, n], properties: {file: {type: string, format: binary}, n: {type: integer, exclusiveMinimum: 4}}}}}}, responses: {default: {}}}
components:
  parameters: {Ref: {name: ref, in: path, required: true, schema: {type: string}}}
  schemas:
    Animal: {oneOf: [{$ref: "#/components/schemas/Cat"}], discriminator: {propertyName: kind}}
    Cat: {allOf: [{$ref: "#/components/schemas/Base"}, {required: [parent], properties: {parent: {$ref: "#/components/schemas/Animal"}, lives: {type: integer}}}]}
    Base: {type: object, required: [ref, kind], properties: {ref: {type: string, readOnly: true}, kind: {type: string, enum: [cat]}}}
`;

const oldDocument = `
swagger: "2.0"
basePath: /api/v2
paths:
  /users:
    post: {operationId: addUser, parameters: [{in: body, name: body, required: true, schema: {$ref: "#/definitions/User"}}], responses: {"201": {schema: {$ref: "#/definitions/User"}}}}
  /users/{id}:
    parameters: [{in: path, name: id, type: integer, required: true}]
    get: {parameters: [{in: query, name: depth, type: integer, required: true, minimum: 3}], responses: {"200": {schema: {$ref: "#/definitions/User"}}}}
    delete: {responses: {"204": {}}}
  /avatar: {post: {consumes: [multipart/form-data], parameters: [{in: formData, name: picture, type: file, required: true}], responses: {"200": {}}}}
definitions: {User: {type: object, required: [name], properties: {id: {type: integer}, name: {type: string}}}}
`;

async function draftedOf(text: string): Promise<string> {
  const {folder, remove} = folderWith({'openapi.yaml': text});
  const output = join(folder, 'draft.yaml');
  await inProcess(create, ['suite', '--from', join(folder, 'openapi.yaml'), '--output', output]);
  const checked = await inProcess(check, [output]);
  const draft = readFileSync(output, 'utf8');
  remove();
  expect(checked.stderr).toBe('');
  return draft;
}

test('a draft sends what references, allOf, oneOf, media types and required headers say, and check takes it', async () => {
  const draft = await draftedOf(zoo);
  const making = 'headers: {Content-Type: application/vnd.zoo+json}\n        body: {kind: cat}';
  expect(draft).toContain(
    `  - id: make\n    steps:\n      - request: POST /animals\n        ${making}\n        expect: {status: 201}\n        capture: {made: /ref}\n        cleanup: {request: "DELETE /animals/\${made}"}\n`,
  );
  expect(draft).toContain('id: make-2');
  expect(draft).toContain('request: DELETE /animals/${made}\n        headers: {X-Tenant: text}');
  expect(draft).toContain('headers: {Content-Type: image/png}\n        bytes: "00"');
  expect(draft).toContain('request: POST /uploads%20and%20more');
  expect(draft).toContain('multipart: {file: {filename: file.txt, type: text/plain, text: text}, n: "5"}');
});

test('a Swagger 2.0 document is drafted like one of OpenAPI 3', async () => {
  const draft = await draftedOf(oldDocument);
  expect(draft).toContain('defaults: {base: /api/v2}');
  expect(draft).toContain('body: {name: text}\n        expect: {status: 201, body: {name: {$type: string}}}');
  expect(draft).toContain('request: GET /users/${made}\n        query: {depth: 3}');
  expect(draft).toContain('multipart: {picture: {filename: file.txt, type: text/plain, text: text}}');
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

test('a curl line that sends files names them, reads none, and keeps the types of body and reply', async () => {
  const type = ['-H', 'Content-Type: text/xml', '-H', 'Accept: text/csv'];
  const {stdout, stderr} = await inProcess(create, [
    '--any-api',
    '--',
    'curl',
    ...type,
    '-d',
    '@/no/such/a.xml',
    api.url,
  ]);
  expect(stdout).toContain('headers: {Content-Type: text/xml, Accept: text/csv}\n        file: a.xml');
  expect(stderr).toContain('put /no/such/a.xml into the folder of the suite');
  const form = await inProcess(create, ['--any-api', '--', `curl -F 'p=@b/c.png;type=image/png' -F n=1 ${api.url}`]);
  expect(form.stdout).toContain('multipart: {n: "1", p: {file: c.png, type: image/png}}');
});
