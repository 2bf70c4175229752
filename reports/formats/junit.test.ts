import {readFileSync} from 'node:fs';
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {validateXML} from 'xmllint-wasm';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {aCaseLine, aFinding, aJournalText} from '../../test/support/journal-lines.ts';
import {readStrictXml, type XmlElement} from '../../test/support/strict-xml.ts';
import {verdicts} from '../../model/verdict.ts';
import {renderJunit} from './junit.ts';
import {readJournal, type Journal} from '../journal/reader.ts';

const options = {requirements: goldenRequirements};

test.each(Object.entries(goldenJournals))('the JUnit report of the run "%s"', async (name, journal) => {
  const xml = renderJunit(journal, options);
  await expect(xml).toMatchFileSnapshot(`../../test/golden/junit-${name}.xml`);
  expect(renderJunit(journal, options)).toBe(xml);
  expectNumbers(readStrictXml(xml));
});

test('every golden report keeps to the schema, and a report with a count that is no number does not', async () => {
  const schema = readFileSync(new URL('../../test/support/junit.xsd', import.meta.url), 'utf8');
  const xml = Object.values(goldenJournals).map(journal => renderJunit(journal, options));
  const {errors} = await validateXML({xml, schema});
  expect(errors).toEqual([]);
  const broken = xml.map(text => text.replace(/tests="\d+"/g, 'tests="many"'));
  expect((await validateXML({xml: broken, schema})).valid).toBe(false);
});

test('RP-03 any text of a target gives well-formed XML in which the numbers hold', () => {
  const nasty = fc.oneof(
    fc.string({unit: 'binary'}),
    fc
      .array(
        fc.constantFrom(
          ']]>',
          '<![CDATA[',
          '&amp;',
          '"',
          "'",
          '\ud800',
          '\udfff',
          '\ufffe',
          '\u0000',
          '\u001b',
          '\r\n',
          '\t',
          '<a b="',
          '--',
          '\u0085',
        ),
      )
      .map(parts => parts.join('')),
  );
  fc.assert(
    fc.property(nasty, fc.constantFrom(...verdicts), (text, verdict) => {
      const line = aCaseLine({
        id: `a/${text}`,
        suite: text,
        title: text,
        verdict,
        detail: text,
        findings: [aFinding({path: text, message: text, expected: text, actual: {[text]: text}})],
      });
      const root = readStrictXml(renderJunit(read(aJournalText([line], {header: {notes: [text]}})), options));
      expect(root.name).toBe('testsuites');
      expectNumbers(root);
    }),
    {numRuns: 500, seed: 5},
  );
});

test('a message of 10 MB is cut', () => {
  const line = aCaseLine({verdict: 'fail', cause: 'expectation', findings: [aFinding({message: 'x'.repeat(10e6)})]});
  expect(renderJunit(read(aJournalText([line])), options).length).toBeLessThan(200_000);
});

test.each([
  ['fail', 'failure'],
  ['flaky', 'error'],
  ['error', 'error'],
  ['skip', 'skipped'],
  ['warn', 'system-out'],
] as const)('%s becomes <%s>', (verdict, element) => {
  const root = readStrictXml(
    renderJunit(
      read(
        aJournalText([
          aCaseLine({verdict, cause: verdict === 'skip' ? 'needs-variant' : 'expectation', detail: 'why'}),
        ]),
      ),
      options,
    ),
  );
  expect(root.children[1]?.children[0]?.children.map(({name}) => name)).toEqual([element]);
});

function expectNumbers(root: XmlElement): void {
  const sum = (name: string) => root.children.reduce((total, suite) => total + Number(suite.attributes[name]), 0);
  expect(root.name).toBe('testsuites');
  expect([sum('tests'), sum('failures'), sum('errors')].map(String)).toEqual(
    ['tests', 'failures', 'errors'].map(name => root.attributes[name]),
  );
  for (const {attributes, children} of root.children) {
    const cases = children.filter(({name}) => name === 'testcase');
    const having = (element: string) =>
      String(cases.filter(one => one.children.some(({name}) => name === element)).length);
    expect([String(cases.length), having('failure'), having('error'), having('skipped')]).toEqual(
      ['tests', 'failures', 'errors', 'skipped'].map(name => attributes[name]),
    );
  }
}

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}
