import {expect, test} from 'vitest';
import {formsOf} from './html-form.ts';

const page = `<!doctype html><form action="/search"><input name=q></form>
<FORM class='a' method="post" action='/user/login?redirect_to=&amp;x'>
  <input type="hidden" name="_csrf" value="a&#34;b&#x27;c&lt;">
  <input required value="typed before" name="user_name" autofocus>
  <input name='password' type='PASSWORD' /><input type=hidden name=remember value=on><input type="submit" value="Go">
</form><input name="stray" value="outside">`;

test('every form is found with its fields, and which of them nobody sees', () => {
  const [search, login, ...more] = formsOf(page);
  expect(search?.action).toBe('/search');
  expect([...(search?.fields ?? [])]).toEqual([['q', '']]);
  expect(login?.action).toBe('/user/login?redirect_to=&x');
  expect(Object.fromEntries(login?.fields ?? [])).toEqual({
    _csrf: `a"b'c<`,
    user_name: 'typed before',
    password: '',
    remember: 'on',
  });
  expect([...(login?.hidden ?? [])]).toEqual(['_csrf', 'remember']);
  expect(more).toEqual([]);
});

test.each([
  ['', []],
  ['<form', []],
  ['<form action="a"><input name="n" value="unclosed', ['a']],
  ['<form action=x><form action=y>', ['x', 'y']],
  ['<input name="a"></form><form>', ['']],
])('what is no whole page gives what can be read of it: %j', (html, actions) =>
  expect(formsOf(html).map(({action}) => action)).toEqual(actions),
);

test('the first of two fields of a name counts, and unknown entities stay', () =>
  expect([...(formsOf('<form><input name=a value="&copy;1"><input name=a value=2>')[0]?.fields ?? [])]).toEqual([
    ['a', '&copy;1'],
  ]));

// Quadratic reading of any of these would take minutes.
test.each(['<form ', '<input name="', '<form><input a=', '&#', '<form x="y" '])(
  'a million characters of %j are read',
  text => {
    expect(formsOf(`<form>${text.repeat(1_000_000 / text.length)}`).length).toBeGreaterThan(0);
  },
);
