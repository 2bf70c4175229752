// Shows how a target's address is read.
import {expect, test} from 'vitest';
import {readBaseUrl} from './base-url.ts';

test.each([
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', true],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000', true],
  [' http://127.0.0.1:3000/api/v1 ', 'http://127.0.0.1:3000', true],
  ['http://127.0.0.1:3000/api/v1/', 'http://127.0.0.1:3000', true],
  ['http://127.0.0.1:3000//api/v1//', 'http://127.0.0.1:3000', true],
  ['https://git.example.org/git/', 'https://git.example.org/git', false],
  ['https://git.example.org/git/api/v1', 'https://git.example.org/git', false],
  ['https://git.example.org/my-api/v1', 'https://git.example.org/my-api/v1', false],
  ['HTTPS://Git.Example.org:443', 'https://git.example.org', false],
  ['http://[::1]:3000', 'http://[::1]:3000', true],
  ['http://[::ffff:127.0.0.1]:3000', 'http://[::ffff:7f00:1]:3000', true],
  ['http://[2001:db8::1]/', 'http://[2001:db8::1]', false],
  ['http://localhost:3000', 'http://localhost:3000', true],
  ['http://0x7f000001:3000', 'http://127.0.0.1:3000', true],
  ['http://127.1', 'http://127.0.0.1', true],
  ['http://127.0.0.1.example.org', 'http://127.0.0.1.example.org', false],
  ['http://localhost.example.org', 'http://localhost.example.org', false],
  ['http://gıt.example', 'http://xn--gt-hpa.example', false],
  ['http://host/a@b', 'http://host/a@b', false],
])('HT-24 %j is %s (loopback: %s)', (text, url, isLoopback) => {
  expect(readBaseUrl(text)).toMatchObject({kind: 'url', url, isLoopback});
});

test('the parts of a base URL are told apart', () => {
  expect(readBaseUrl('http://127.0.0.1:3000/a/b/api/v1/')).toEqual({
    kind: 'url',
    url: 'http://127.0.0.1:3000/a/b',
    origin: 'http://127.0.0.1:3000',
    isLoopback: true,
    pathPrefix: '/a/b',
  });
});

const example = 'write it like http://127.0.0.1:3000 or https://git.example.org/prefix';
const credentials = 'take them out; give them with --admin-user, --admin-token-env or --admin-token-file';
const onlyPath = 'give only scheme, host, port and path';
test.each([
  ['', 'the target address is empty', 'is the variable set that it comes from?'],
  ['  ', 'the target address is empty', 'is the variable set that it comes from?'],
  ['http://', 'the target address is not a URL', example],
  ['http://a b', 'the target address has white space in it', example],
  ['http://host:99999', 'the target address is not a URL', example],
  ['127.0.0.1:3000', 'the target address has no scheme', 'write http://127.0.0.1:3000 or https://127.0.0.1:3000'],
  ['user:secret@host', 'the target address has no scheme', example],
  ['ftp://host', 'the target address begins with ftp://', 'only http:// and https:// are spoken here'],
  ['file:///etc/passwd', 'the target address begins with file://', 'only http:// and https:// are spoken here'],
  ['http://user:secret@host', 'the target address holds a user or a password', credentials],
  ['http://@host', 'the target address holds a user or a password', credentials],
  ['http://host?', 'the target address has a query or a fragment', onlyPath],
  ['http://host/?a=b', 'the target address has a query or a fragment', onlyPath],
  ['http://host/#a', 'the target address has a query or a fragment', onlyPath],
])('%j is refused', (text, why, fix) => {
  expect(readBaseUrl(text)).toEqual({kind: 'refused', why, fix});
});
