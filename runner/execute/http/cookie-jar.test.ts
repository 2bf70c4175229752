import {expect, test} from 'vitest';
import {cookieHeader, cookiesSetBy, keepCookies, keepCookieSecrets, readJar} from './cookie-jar.ts';

const now = new Date('2026-01-02T00:00:00Z');

function kept(
  before: string,
  ...set: readonly string[]
): {readonly header: string; readonly secrets: readonly string[]} {
  const jar = readJar(before);
  const secrets: string[] = [];
  keepCookies({headers: set.map(text => ['Set-Cookie', text] as const)}, jar, {
    now,
    keepSecret: value => secrets.push(value),
  });
  return {header: cookieHeader(jar), secrets};
}

test.each([
  ['', ['a=1; Path=/; HttpOnly'], 'a=1'],
  ['a=1; b=2', ['a=3'], 'a=3; b=2'],
  ['a=1', ['b=x=y; SameSite=Lax'], 'a=1; b=x=y'],
  ['a=1', ['a=; Path=/'], ''],
  ['a=1', ['a=2; Max-Age=0'], ''],
  ['a=1', ['a=2; Max-Age=01'], 'a=2'],
  ['a=1', ['a=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], ''],
  ['a=1', ['a=2; Expires=Thu, 01 Jan 2037 00:00:00 GMT'], 'a=2'],
  ['a=1', ['nonsense'], 'a=1'],
])('with %j, after %j, a browser sends %j', (before, set, after) => expect(kept(before, ...set).header).toBe(after));

test('long values are secrets, a theme is none', () =>
  expect(kept('', 'session=0123456789abcdef', 'theme=dark').secrets).toEqual(['0123456789abcdef']));

test('the values of a header are secrets', () => {
  const secrets: string[] = [];
  keepCookieSecrets('session=0123456789abcdef; theme=dark', value => secrets.push(value));
  expect(secrets).toEqual(['0123456789abcdef']);
});

test('what a reply sets is told with its text', () =>
  expect(
    cookiesSetBy([
      ['set-cookie', 'a=1; Path=/'],
      ['Content-Type', 'a=b'],
    ]),
  ).toEqual([['a', '1', 'a=1; Path=/']]));
