// Shows which curl lines are understood, and that nothing in one is run or read.
import {expect, test} from 'vitest';
import {readCurlLine, type CurlRequest} from './curl-line.ts';

const url = 'http://h/api/v1/user';
const get: CurlRequest = {method: 'GET', url, headers: [], form: []};

test.each<[readonly string[], Partial<CurlRequest>]>([
  [['curl', url], {}],
  [['-sS', '-i', '-k', url, '-o', 'out.json'], {}],
  [['-XDELETE', url], {method: 'DELETE'}],
  [['-X', 'patch', url], {method: 'PATCH'}],
  [['--request=PUT', '--url', url], {method: 'PUT'}],
  [
    ['-H', 'Accept: text/plain', '-HX-A:b', url],
    {
      headers: [
        ['Accept', 'text/plain'],
        ['X-A', 'b'],
      ],
    },
  ],
  [['-d', '{"a":1}', url], {method: 'POST', data: '{"a":1}'}],
  [['-d', 'a=1', '--data-urlencode', 'b=x y', url], {method: 'POST', data: 'a=1&b=x%20y'}],
  [['-sGd', 'q=x', url], {url: `${url}?q=x`}],
  [['--json', '{}', url], {method: 'POST', data: '{}', headers: [['Content-Type', 'application/json']]}],
  [['-F', 'name=x', url], {method: 'POST', form: [['name', 'x']]}],
  [['-u', 'root:pw', '-b', 'a=b', url], {user: 'root:pw', cookie: 'a=b'}],
  [['-I', url], {method: 'HEAD'}],
  [['-d', '$(rm -rf /)`id`', url], {method: 'POST', data: '$(rm -rf /)`id`'}],
])('%j is understood', (words, expected) => {
  expect(readCurlLine(words)).toEqual({kind: 'request', request: {...get, ...expected}});
});

test.each([
  [['curl'], 'there is no URL'],
  [[url, 'http://other'], 'two URLs'],
  [['-d', '@/etc/passwd', url], 'reads a file'],
  [['-F', 'a=@/etc/passwd', url], 'reads a file'],
  [['--config', 'x', url], '--config is an option of curl that cannot be converted'],
  [[url, '-H'], '-H has no value'],
  [['-d', 'a', '-F', 'b=c', url], 'exclude each other'],
])('%j is refused', (words, why) => {
  expect(readCurlLine(words)).toEqual({kind: 'refused', why: expect.stringContaining(why) as string});
});
