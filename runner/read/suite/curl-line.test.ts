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
  [
    ['-F', 'a=@b/c.png;type=image/png', url],
    {method: 'POST', files: [{name: 'a', path: 'b/c.png', type: 'image/png'}]},
  ],
  [['--data-binary', '@b.json', url], {method: 'POST', files: [{path: 'b.json'}]}],
  [['-T', 'b.bin', url], {method: 'PUT', files: [{path: 'b.bin'}]}],
  [
    [`curl '${url}' \\\n  -H "X: \\"a\\"" -H Y:\\ b --data-raw $'{"a":"it\\'s \\u00e9"}' \\\r\n --compressed`],
    {
      method: 'POST',
      data: '{"a":"it\'s é"}',
      headers: [
        ['X', '"a"'],
        ['Y', 'b'],
      ],
    },
  ],
  [['-d', '$(rm -rf /)`id`', url], {method: 'POST', data: '$(rm -rf /)`id`'}],
])('%j is understood', (words, expected) => {
  expect(readCurlLine(words)).toEqual({kind: 'request', request: {...get, ...expected}});
});

test.each([
  [['curl'], 'there is no URL'],
  [[url, 'http://other'], 'two URLs'],
  [['-d', '@-', url], 'standard input'],
  [['-F', 'a=@x', '-d', 'b', url], 'exclude each other'],
  [['-'], '"-" is not a URL'],
  [['ftp://h/a'], '"ftp://h/a" is not a URL'],
  [['curl ^"https://h/a^" ^\n  -H ^"a: b^"'], 'written for cmd.exe'],
  [['^"https://h/a^"', '^'], 'written for cmd.exe'],
  [["curl 'http://h"], 'a quote of the line is never closed'],
  [['--config', 'x', url], '--config is an option of curl that cannot be converted'],
  [[url, '-H'], '-H has no value'],
  [['-d', 'a', '-F', 'b=c', url], 'exclude each other'],
])('%j is refused', (words, why) => {
  expect(readCurlLine(words)).toEqual({kind: 'refused', why: expect.stringContaining(why) as string});
});
