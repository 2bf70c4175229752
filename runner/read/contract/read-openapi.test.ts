import {expect, test} from 'vitest';
import {readOpenapi} from './read-openapi.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';

const document = `
openapi: 3.1.0
paths:
  /repos/{owner}/contents/{path}:
    parameters: [{$ref: '#/components/parameters/owner'}]
    put:
      operationId: fileWrite
      x-stated: true
      parameters: [{name: path, in: path, x-multi-segment: true}, {name: dry, in: query, required: true}]
      requestBody: {$ref: '#/components/requestBodies/File'}
      responses: {'201': {$ref: '#/components/responses/Tree'}, '204': {description: nothing}}
  /login/oauth/authorize:
    x-outside-prefix: true
    get: {operationId: authorize, responses: {}}
components:
  parameters: {owner: {name: owner, in: path}}
  requestBodies: {File: {content: {application/json: {schema: {type: object}}}}}
  responses: {Tree: {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Node'}}}}}}
  schemas:
    Node:
      type: object
      description: a node
      properties:
        description: {type: string, x-stated: [TREE-TEXT]}
        children: {type: array, items: {$ref: '#/components/schemas/Node'}}
        a/b: {type: integer, x-stated: [TREE-SLASH, TREE-TEXT]}
`;

const {operations, problems} = readOpenapi({text: document, file: 'a.yaml'});

test('a good document has no problems', () => {
  expect(problems).toEqual([]);
});

test('an operation has its method, path, parameters and body type', () => {
  expect(operations[0]).toMatchObject({
    id: 'fileWrite',
    method: 'PUT',
    path: '/repos/{owner}/contents/{path}',
    isPathStated: true,
    requestType: 'application/json',
    parameters: [
      {name: 'owner', in: 'path', required: true, isMultiSegment: false},
      {name: 'path', in: 'path', required: true, isMultiSegment: true},
      {name: 'dry', in: 'query', required: true, isMultiSegment: false},
    ],
  });
});

test('a path outside the prefix begins with two slashes', () => {
  expect(operations[1]).toMatchObject({path: '//login/oauth/authorize', isPathStated: false});
});

test('a schema stands alone, also when it holds itself, and a property named like a keyword stays', () => {
  expect(operations[0]?.responses['201']?.schema).toEqual({
    type: 'array',
    items: {$ref: '#/$defs/Node'},
    $defs: {
      Node: {
        type: 'object',
        properties: {
          description: {type: 'string'},
          children: {type: 'array', items: {$ref: '#/$defs/Node'}},
          'a/b': {type: 'integer'},
        },
      },
    },
  });
});

test('stated properties are found through references', () => {
  expect(operations[0]?.responses['201']?.stated).toEqual([
    {pointer: '/*/description', requirements: ['TREE-TEXT']},
    {pointer: '/*/a~1b', requirements: ['TREE-SLASH', 'TREE-TEXT']},
  ]);
});

test('a reply without body has no schema', () => {
  expect(operations[0]?.responses['204']).toEqual({stated: []});
});

test('every problem is told', () => {
  const broken = document
    .replace('authorize,', 'fileWrite,')
    .replace("parameters/owner'", "parameters/ownr'")
    .replace("'201'", "'20'")
    .replace('[TREE-TEXT]', 'yes');
  const result = readOpenapi({text: broken, file: 'a.yaml'});
  expect(result.operations).toEqual([]);
  expect(
    renderProblems(result.problems, {color: false})
      .split('\n')
      .filter(line => line.startsWith('a.yaml')),
  ).toEqual([
    'a.yaml:5:18  the parameter has no name  add "name:"',
    'a.yaml:5:25  "#/components/parameters/ownr" leads nowhere in this document  did you mean "owner"?',
    'a.yaml:6:5  the path has "{owner}", and no parameter says so  add {name: owner, in: path}',
    'a.yaml:11:19  "20" is not a response status  write e.g. \'201\', 4XX or default',
    'a.yaml:14:24  the operationId "fileWrite" appears twice  give each operation a name of its own',
    'a.yaml:24:37  "x-stated" must be true, false or a list of requirement ids  write e.g. [OAUTH2-SECRET]',
  ]);
});
