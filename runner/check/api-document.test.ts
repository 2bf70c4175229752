import {expect, test} from 'vitest';
import type {Json, JsonObject} from '../../model/json.ts';
import {findDescribed, misfitsOf, namesOf, readApiDocument} from './api-document.ts';

const create = {method: 'POST', path: '/api/v1/user/applications/oauth2'};

const swagger = (parameters: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  swagger: '2.0',
  basePath: '/code/api/v1',
  paths: {'/user/applications/oauth2': {post: {operationId: 'create', parameters}}},
  definitions: {Options: {}, Unused: {}},
  ...more,
});
const openApi = (schema: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  servers: [{url: 'https://code.example.org/api/v1/'}],
  paths: {
    '/user/applications/oauth2': {
      post: {requestBody: {content: {'text/plain': {}, 'application/json; charset=utf-8': {schema}}}},
    },
  },
  components: {schemas: {Options: {}}},
});
const inBody = (schema: JsonObject): JsonObject => ({in: 'body', name: 'body', schema});

test.each([
  ['a reference', swagger([{in: 'query', name: 'x'}, inBody({$ref: '#/definitions/Options'})]), 'Options'],
  ['a reference in allOf', swagger([inBody({allOf: [{$ref: '#/definitions/Options'}]})]), 'Options'],
  ['a title', swagger([inBody({title: 'Options', type: 'object'})]), 'Options'],
  [
    'a shared parameter',
    swagger([{$ref: '#/parameters/b'}], {parameters: {b: inBody({$ref: '#/definitions/Options'})}}),
    'Options',
  ],
  ['an object without a name', swagger([inBody({type: 'object'})]), undefined],
  ['no body', swagger([]), undefined],
  ['OpenAPI 3', openApi({$ref: '#/components/schemas/Options'}), 'Options'],
  ['a name with a slash', openApi({$ref: '#/components/schemas/a~1b'}), 'a/b'],
])('the body of an operation is named by %s', (_, document, body) => {
  const read = readApiDocument(document);
  const found = read === undefined ? undefined : findDescribed(read, create);
  expect(found?.method).toBe('POST');
  expect(found?.body).toBe(body);
});

test('an operation is found whatever its path parameters are called', () => {
  const read = readApiDocument({
    openapi: '3.0.3',
    paths: {'/api/v1/orgs/{organisation}/repos': {post: {}, parameters: []}},
  });
  expect(read && findDescribed(read, {method: 'POST', path: '/api/v1/orgs/{org}/repos'})?.path).toBe(
    '/api/v1/orgs/{organisation}/repos',
  );
  expect(read && findDescribed(read, {method: 'GET', path: '/api/v1/orgs/{org}/repos'})).toBeUndefined();
});

test.each([
  ['nothing where all fits', {'/a/{b}': {get: {parameters: [{in: 'path', name: 'b'}]}}}, []],
  [
    'a place with another name than its parameter, and that parameter',
    {
      '/a/{b*}': {
        get: {
          parameters: [
            {in: 'path', name: 'b'},
            {in: 'query', name: 'b*'},
          ],
        },
      },
    },
    ['GET /a/{b*}: no parameter is called "b*"', 'GET /a/{b*}: the path has no place for its parameter "b"'],
  ],
  ['nothing where the path declares it', {'/a/{b}': {parameters: [{in: 'path', name: 'b'}], get: {}}}, []],
  [
    'an id of two operations',
    {'/a': {get: {operationId: 'same'}, post: {operationId: 'other'}}, '/b': {put: {operationId: 'same'}}},
    ['the id "same" is of GET /a and PUT /b'],
  ],
] as const)('what does not fit together in a document is %s', (_, paths, misfits) => {
  const read = readApiDocument({openapi: '3.1.0', paths: paths as unknown as Json});
  expect(read && misfitsOf(read)).toEqual(misfits);
});

test('every name of a document is listed once', () => {
  const read = readApiDocument(swagger([]));
  expect(read && namesOf(read)).toEqual([
    'code',
    'api',
    'v1',
    'user',
    'applications',
    'oauth2',
    'create',
    'Options',
    'Unused',
  ]);
});

test.each([
  ['a page', '<html>'],
  ['a list', []],
  ['an older Swagger', {swaggerVersion: '1.2'}],
  ['a newer OpenAPI', {openapi: '4.0.0'}],
])('%s is no document that can be read', (_, document) => {
  expect(readApiDocument(document)).toBeUndefined();
});

test.each([
  ['paths', {swagger: '2.0', paths: 7}],
  ['operations', {swagger: '2.0', paths: {'/a': {get: null}}}],
  ['parameters', {swagger: '2.0', paths: {'/a': {get: {parameters: [null, {$ref: '#/nothing/there'}]}}}}],
  ['servers', {openapi: '3.0.0', servers: 'x', paths: {}}],
  ['keys of objects', JSON.parse('{"swagger":"2.0","paths":{"__proto__":{"get":{"operationId":"toString"}}}}') as Json],
])('wrong %s are passed over', (_, document) => {
  expect(readApiDocument(document)).toBeDefined();
});
