import {expect, test} from 'vitest';
import {readStrictXml} from './strict-xml.ts';

const declared = (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;

test('well-formed XML is read', () => {
  expect(readStrictXml(declared('<a b="1 &lt; 2"><c/>t&#10;&amp;</a>\n'))).toEqual({
    name: 'a',
    attributes: {b: '1 < 2'},
    children: [{name: 'c', attributes: {}, children: [], text: ''}],
    text: 't\n&',
  });
});

test.each([
  '<a>',
  '<a></b>',
  '<a b="1" b="2"/>',
  '<a b=1/>',
  '<a>&</a>',
  '<a>&nbsp;</a>',
  '<a>]]></a>',
  '<a b="<"/>',
  '<a/><b/>',
  '<a>\u0001</a>',
  '<a>\ud800</a>',
  'x<a/>',
  '<a/>x',
])('%j is refused', xml => {
  expect(() => readStrictXml(declared(xml))).toThrow(/at \d|before \d|character \d/);
});
