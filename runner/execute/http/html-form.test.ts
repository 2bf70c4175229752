import {expect, test} from 'vitest';
import {formsOf} from './html-form.ts';

const page = `<!doctype html><form action="/search"><input name=q></form>
<FORM class='a' method="post" action='/user/login?redirect_to=&amp;x'>
  <input type="hidden" name="_csrf" value="a&#34;b&#x27;c&lt;">
  <input required value="typed before" name="user_name" autofocus>
  <input name='password' type='PASSWORD' /><input type=hidden name=remember value=on><input type="submit" value="Go">
</form><input name="stray" value="outside">`;

test('every form is found with its fields, and which of them nobody sees', async () => {
  const [search, login, ...more] = await formsOf(page);
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
])('what is no whole page gives what can be read of it: %j', async (html, actions) =>
  expect((await formsOf(html)).map(({action}) => action)).toEqual(actions),
);

test('the first of two fields of a name counts, and unknown entities stay', async () => {
  const [form] = await formsOf('<form><input name=a value="&copy;&nosuch;1"><input name=a value=2>');
  expect([...(form?.fields ?? [])]).toEqual([['a', '©&nosuch;1']]);
});

test.each([
  ['a comment', '<!-- <form action=old><input name=n value=1> -->'],
  ['a script', '<script>const box = "<form action=x><input name=n>";</script>'],
  ['a style', '<style>/* <form> */</style>'],
  ['a text field', '<textarea><form action=x><input name=n></textarea>'],
])('what stands in %s is no form and no field', async (_where, html) => {
  const forms = await formsOf(`${html}<form action=real>${html}<input name=user>`);
  expect(forms.map(({action, fields}) => [action, [...fields.keys()]])).toEqual([['real', ['user']]]);
});

test('an icon with an empty title hides no form', async () => {
  const [form] = await formsOf('<svg><title/><style/><path d=""/></svg><form action=x><svg/><input name=n></form>');
  expect([form?.action, form?.fields.has('n')]).toEqual(['x', true]);
});

test('an attribute may hold what looks like the end of its tag', async () => {
  const [form] = await formsOf('<form action="a>b"><input title="1 < 2" name="n" value="x > <y>">');
  expect([form?.action, form?.fields.get('n')]).toEqual(['a>b', 'x > <y>']);
});

// Quadratic reading of any of these would take minutes.
test.each([
  '<form ',
  '<input name="',
  '<form><input a=',
  '&#',
  '<form x="y" ',
  '<b><p>',
  '<!--',
  '<script><!--',
  '<a &lt a',
])('a million characters of %j are read', async text => {
  expect((await formsOf(`<form>${text.repeat(1_000_000 / text.length)}`)).length).toBeGreaterThan(0);
});

test('a tag with a hundred thousand attributes is read', async () => {
  const attributes = Array.from({length: 100_000}, (_, n) => `a${String(n)}`).join(' ');
  expect((await formsOf(`<form ${attributes} action=x>`)).map(({action}) => action)).toEqual(['x']);
});
