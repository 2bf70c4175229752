import {expect, test} from 'vitest';
import {jsonObject} from '../../../model/json.ts';
import type {Dialect, Operation} from '../../../model/operation.ts';
import {addressCall} from './build-request.ts';

const operation = {
  id: 'itemGet',
  method: 'GET',
  path: '/items/{id}/files/{path}',
  parameters: [{name: 'path', in: 'path', isMultiSegment: true}],
} as unknown as Operation;
const dialect = {operations: {}} as unknown as Dialect;

test.each([
  ['../admin', 'a/b', '/api/v1/items/..%2Fadmin/files/a/b'],
  ['..', '../../x', '/api/v1/items/%2E%2E/files/%2E%2E/%2E%2E/x'],
  ['1?admin=true#f', '%2e%2e', '/api/v1/items/1%3Fadmin%3Dtrue%23f/files/%252e%252e'],
  ['a\r\nX: y', ' ', '/api/v1/items/a%0D%0AX%3A%20y/files/%20'],
])('HT-38 a parameter %j stays in its part of the path', (id, path, sent) => {
  expect(
    addressCall(
      operation,
      dialect,
      jsonObject([
        ['id', id],
        ['path', path],
      ]),
    ).path,
  ).toBe(sent);
});
