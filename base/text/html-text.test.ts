import {expect, test} from 'vitest';
import {html, htmlJson, htmlLines, htmlQuote, plainQuote, linkText, Markup} from './html-text.ts';

const hostile = `</p><img src=x onerror="x">'&\u202e`;
const shown = '&#60;/p&#62;&#60;img src=x onerror=&#34;x&#34;&#62;&#39;&#38;\\u202e';

test('every value of a template is text', () => {
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(`<p title="${shown}">${shown}</p>`);
});

test('values in lists are text too', () => {
  expect(html`<p>${['a<', [hostile, 3]]}${undefined}</p>`.text).toBe(`<p>a&#60;${shown}3</p>`);
});

test('markup stays markup, and only what was made markup', () => {
  const item = html`<b>${'<'}</b>`;
  expect(html`${item}${[item]}${item.text}`.text).toBe('<b>&#60;</b><b>&#60;</b>&#60;b&#62;&#38;#60;&#60;/b&#62;');
  expect(htmlLines([item, '<', new Markup('<hr>')]).text).toBe('<b>&#60;</b>\n&#60;\n<hr>');
});

test('backticks of a quote mark code', () => {
  expect(htmlQuote('a `<b>` c').text).toBe('<q>a <code>&#60;b&#62;</code> c</q>');
});

test('data cannot leave its block', () => {
  const {text} = htmlJson({a: `</script><!--&\u2028${hostile}`});
  expect(text).not.toMatch(/[<>&\u2028\u202e]/);
  expect(JSON.parse(text)).toEqual({a: `</script><!--&\u2028${hostile}`});
});

test('a name in a link cannot end its attribute', () => {
  expect(linkText(`a'"/\ud800`)).toBe('a%27%22%2F%EF%BF%BD');
});

test.each([
  ['| Port | uint32 | 2 |', 'Port: uint32, 2'],
  ['| IpAndPorts | repeated IpAndPort | 2 | |', 'IpAndPorts: repeated IpAndPort, 2'],
  ['**OverlayMeta.MessageType** values', 'OverlayMeta.MessageType values'],
  ['`**` matches across `/`', '** matches across /'],
])('the quote %s is read as %s', (quote, plain) => {
  expect(plainQuote(quote)).toBe(plain);
  expect(htmlQuote(quote).text.replaceAll(/<[^>]*>/g, '')).toBe(plain);
});
