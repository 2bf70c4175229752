// Documents of HTML and XML: what is selected, and what hostile ones cost.
import {expect, test} from 'vitest';
import {loadMarkup, selectorProblem, type MarkupKind} from './markup.ts';

const engine = await loadMarkup();

function values(kind: MarkupKind, text: string, selector: string): readonly string[] | string {
  const document = engine.read(kind, Buffer.from(text));
  const compiled = engine.selector(selector);
  if (document.kind === 'problem') return document.why;
  return compiled.kind === 'problem' ? compiled.why : compiled.select(document).map(({value}) => value);
}

const page =
  '<!doctype html><title>Shop</title><ul><li class=open>Tea <b>green</b>\n 1<li>Milk</ul><a class=next href="/p2">more</a>';
const feed =
  '<?xml version="1.0"?><feed xmlns:m="urn:m"><entry><title>A &amp; B</title><m:n>1</m:n><link href="/1"/></entry><entry><title><![CDATA[<C>]]></title></entry></feed>';

test.each<readonly [kind: MarkupKind, text: string, selector: string, wanted: readonly string[]]>([
  ['html', page, 'title', ['Shop']],
  ['html', page, 'li', ['Tea green 1', 'Milk']],
  ['html', page, 'li.open > b', ['green']],
  ['html', page, 'li:nth-child(2)', ['Milk']],
  ['html', page, 'li + li', ['Milk']],
  ['html', page, 'li:has(b)', ['Tea green 1']],
  ['html', page, 'html > body > ul > li:first-child', ['Tea green 1']],
  ['html', page, 'a.next @href', ['/p2']],
  ['html', page, 'li @href', []],
  ['html', page, 'p', []],
  ['xml', feed, 'feed > entry > title', ['A & B', '<C>']],
  ['xml', feed, 'Feed', []],
  ['xml', feed, String.raw`m\:n`, ['1']],
  ['xml', feed, 'link @href', ['/1']],
  ['xml', '<?xml version="1.0" encoding="utf-8"?><a>é</a>', 'a', ['é']],
  ['xml', '<a><template>x</template></a>', 'template', ['x']],
])('%s %s: %s', (kind, text, selector, wanted) => {
  expect(values(kind, text, selector)).toEqual(wanted);
});

test('the encoding that a document names is used', () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', 'latin1');
  const document = engine.read('xml', bytes);
  const compiled = engine.selector('a');
  if (document.kind === 'problem' || compiled.kind === 'problem') throw new Error('it was not read');
  expect(compiled.select(document).map(({value}) => value)).toEqual(['é']);
});

const bomb = `<!DOCTYPE a [${Array.from({length: 9}, (_, level) => `<!ENTITY e${String(level + 1)} "${`&e${String(level)};`.repeat(10)}">`).join('')}]><a>&e9;</a>`;

test.each<readonly [what: string, kind: MarkupKind, text: string, why: string]>([
  ['a tag that is not closed', 'xml', '<a><b></a>', 'not well-formed: 1:'],
  ['two roots', 'xml', '<a/><b/>', 'not well-formed'],
  ['no document', 'xml', '{"a": 1}', 'not well-formed'],
  ['entities of entities', 'xml', bomb, 'undefined entity'],
  [
    'a file as an entity',
    'xml',
    '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>',
    'undefined entity',
  ],
  ['a million elements', 'xml', `<a>${'<b/>'.repeat(100_000)}</a>`, 'more than 10000 elements'],
  ['deep elements', 'xml', '<a>'.repeat(100_000), 'nested more than 200 deep'],
  ['deep elements of a page', 'html', '<div>'.repeat(200_000), 'nested more than 200 deep'],
  [
    'formatting that is opened again and again',
    'html',
    `${Array.from({length: 150}, (_, index) => `<b id=x${String(index)}>`).join('')}${'<p>'.repeat(100_000)}`,
    'more than 10000 elements',
  ],
  ['a long document', 'html', 'x'.repeat(2_000_001), 'more than 2000000 characters'],
])('%s is refused, and soon', (_what, kind, text, why) => {
  const startedMs = performance.now();
  expect(values(kind, text, 'a')).toContain(why);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test('a selector that looks at pairs of elements ends in bounded time', () => {
  const startedMs = performance.now();
  expect(values('xml', `<a>${'<b/>'.repeat(9_990)}</a>`, 'b ~ b:nth-last-child(2n+1):not(:has(c))')).toHaveLength(
    4_995,
  );
  expect(performance.now() - startedMs).toBeLessThan(20_000);
});

test('a selector is checked without a document', () => {
  expect(selectorProblem('li.open > a @href')).toBeUndefined();
  expect(selectorProblem('li[')).toContain('Expected name');
  expect(selectorProblem('li:nonsense')).toContain('nonsense');
});
