import {createHash} from 'node:crypto';
import {expect, test} from 'vitest';
import type {JournalLine} from '../../model/journal.ts';
import {verdicts} from '../../model/verdict.ts';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aJournalText,
  anExchangeLine,
  anHttpRecord,
} from '../../test/support/journal-lines.ts';
import {renderHtml} from './page.ts';
import type {HtmlData} from '../browser/page-shape.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {requirementVerdicts} from '../run/requirement-verdicts.ts';
import {isLong} from '../../test/support/length.ts';

const options = {requirements: goldenRequirements};

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}

function dataOf(page: string): HtmlData {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as HtmlData;
}

test.each(Object.entries(goldenJournals))(
  'the page of the run "%s" shows every case once and renders to equal bytes',
  (_name, journal) => {
    const page = renderHtml(journal, options);
    expect(renderHtml(journal, options)).toBe(page);
    expect(
      dataOf(page)
        .rows.map(([id]) => id)
        .sort(),
    ).toEqual(journal.cases.map(({id}) => id).sort());
  },
);

test.each([
  ['pass', 'REFERENCE SELF-TEST'],
  ['interrupted', 'INTERRUPTED: 41 of 44 cases did not run.'],
  ['incomplete', 'INCOMPLETE: the run was killed before it ended'],
  ['error', 'Certificates were NOT checked (--insecure).'],
])('the page of the run "%s" says %s first', (name, banner) => {
  const page = renderHtml(goldenJournals[name] as Journal, options);
  expect(page.slice(0, page.indexOf('<h1'))).toContain(`role="alert">${banner}`);
});

test('the policy of the page allows its own style and script and nothing else', () => {
  const page = renderHtml(goldenJournals['fail'] as Journal, options);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  const hash = (tag: string) =>
    `'sha256-${createHash('sha256')
      .update(new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)?.[1] ?? '')
      .digest('base64')}'`;
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; base-uri 'none'; form-action 'none'`,
  );
  expect(page).not.toMatch(/ (?:style|on\w+|src)=/);
  expect(page).not.toMatch(/<(?:link|img|iframe|object|base)\b/);
});

test('RP-01 text of a target cannot end its element, its attribute or the data block', () => {
  const hostile = `</script><script>alert(1)</script><img src=x onerror="x">'"\u2028\ud800\u202e<!--`;
  const exchange = anHttpRecord({
    reply: {status: 200, headers: [['x', hostile]], body: {kind: 'text', text: hostile}, notes: []},
  });
  const line = aFailedCase({
    id: `a/${hostile}`,
    suite: hostile,
    title: hostile,
    detail: hostile,
    requirements: [hostile],
    findings: [aFinding({path: hostile, message: hostile, expected: hostile})],
  });
  const page = renderHtml(
    read(
      aJournalText([anExchangeLine({case: line.id, exchange}), line], {
        header: {notes: [hostile]},
        footer: {leftovers: [hostile]},
      }),
    ),
    options,
  );
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toMatch(/<img|<!--|\u2028|\u202e/);
  expect(Buffer.from(page).toString()).toBe(page);
  expect(dataOf(page).rows[0]?.[1]).toBe(hostile);
});

test.runIf(isLong)(
  '10,000 cases with long texts stay below 5 MB, and the stories of failures are kept (in npm run test:long)',
  () => {
    const lines = Array.from({length: 10_000}, (_, n): readonly JournalLine[] => {
      const verdict = n % 100 === 0 ? 'fail' : 'pass';
      const id = `hosting/suite-${n % 40}/a-case-with-a-rather-long-name-${n}`;
      const body = {kind: 'text', text: '<ö>'.repeat(600)} as const;
      return [
        anExchangeLine({case: id, exchange: anHttpRecord({reply: {status: 200, headers: [], body, notes: []}})}),
        aCaseLine({
          id,
          verdict,
          title: `claim ${n} `.repeat(40),
          detail: '<detail>'.repeat(200),
          findings: verdict === 'fail' ? [aFinding()] : [],
        }),
      ];
    }).flat();
    const page = renderHtml(read(aJournalText(lines)), options);
    const {rows, stories} = dataOf(page);
    expect(Buffer.byteLength(page)).toBeLessThan(5_000_000);
    expect(rows.filter((row, n) => verdicts[row[3]] === 'fail' && stories[n] === undefined)).toEqual([]);
  },
);

test('the largest group of each statement is shown before a second of any, and what could not be judged after all', () => {
  const kinds = [
    {name: 'few', count: 1, statement: 'OV-PING'},
    {name: 'second', count: 2, statement: 'LABEL-SCOPE'},
    {name: 'broken', count: 9, statement: 'UNKNOWN', verdict: 'error'},
    {name: 'many', count: 3, statement: 'LABEL-SCOPE'},
  ] as const;
  const lines = kinds.flatMap(({name, count, statement, ...rest}) =>
    Array.from({length: count}, (_, n) =>
      aFailedCase({id: `s/${name}[${n}]`, title: name, requirements: [statement], cause: 'expectation', ...rest}),
    ),
  );
  const [, wrong = ''] =
    /<section class="wrong" id="wrong">(.*?)<\/section>/s.exec(renderHtml(read(aJournalText(lines)), options)) ?? [];
  expect([...wrong.matchAll(/<li class="\w+"><a [^>]*>([^<]*)/g)].map(([, title]) => title)).toEqual([
    'many',
    'few',
    'second',
    'broken',
  ]);
});

test('a body of 5 MB is cut', () => {
  const line = aFailedCase({findings: [aFinding({actual: 'x'.repeat(5e6)})]});
  expect(renderHtml(read(aJournalText([line])), options).length).toBeLessThan(100_000);
});

test('bytes are shown with their meaning when the caller can name fields', () => {
  const page = renderHtml(goldenJournals['fail'] as Journal, {
    ...options,
    annotate: (message, hex) => `${hex}  ${message}.Time = 1`,
  });
  expect(page).toContain('0801  OverlayPing.Time = 1');
});

test('the worst case decides about a statement, and a statement without case is not held', () => {
  const lines = (['pass', 'skip', 'fail'] as const).map((verdict, n) =>
    aCaseLine({id: String(n), verdict, requirements: ['LABEL-SCOPE']}),
  );
  const rows = requirementVerdicts(
    [...lines, aCaseLine({requirements: ['MINE-1'], verdict: 'skip'})],
    goldenRequirements,
  );
  expect(rows.map(({id, verdict}) => [id, verdict])).toEqual([
    ['LABEL-SCOPE', 'fail'],
    ['LABEL-EXCLUSIVE', 'none'],
    ['REACTION-STATUS', 'none'],
    ['OV-PING', 'none'],
    ['MINE-1', 'skip'],
  ]);
});
