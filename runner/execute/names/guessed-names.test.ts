import {expect, test} from 'vitest';
import type {Dialect} from '../../../model/operation.ts';
import {jsonObject} from '../../../model/json.ts';
import {namesIn} from './guessed-names.ts';

const dialect = {scopes: {}, values: jsonObject([['hookType', 'Gitea']])} as unknown as Dialect;

test('the names of a request are found beside a whole number past 2^53', () => {
  const body = Buffer.from('{"id": 12345678901234567890, "type": "gitea", "more": [1, {"big": 99999999999999999999}]}');
  expect(namesIn({method: 'POST', path: '/hooks?a=b', headers: [], body}, dialect)).toEqual([
    {path: 'hookType', value: 'Gitea'},
  ]);
});
