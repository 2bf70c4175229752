import {expect, test} from 'vitest';
import {shownText, urlCredentials} from './url-credentials.ts';

test.each([
  ['http://ada:pw@h:1/x', 'http://ada:[redacted:password]@h:1/x'],
  ['http://:pw@h', 'http://:[redacted:password]@h'],
  ['http://a:p@w@h and tcp://b:q@[::1]:9', 'http://a:[redacted:password]@h and tcp://b:[redacted:password]@[::1]:9'],
  ['{"u":"https://0123456789abcdef@h"}', '{"u":"https://[redacted:password]@h"}'],
  ['ssh://git@host/a.git', 'ssh://git@host/a.git'],
  ['http://h/@scope/x@1 https://h?mail=a:b@c', 'http://h/@scope/x@1 https://h?mail=a:b@c'],
  ['http://a:[redacted:X]@h', 'http://a:[redacted:X]@h'],
  ['mail ada@example.org', 'mail ada@example.org'],
])('%s is shown as %s', (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

test('user and password are told apart at the first colon', () => {
  expect(urlCredentials('x http://a:b:c@h y')).toEqual([{whole: 'a:b:c', user: 'a', password: 'b:c'}]);
});
