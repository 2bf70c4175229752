// Holds what the formats say of the same runs as golden files, and that none of the table is left out.
import {readFileSync} from 'node:fs';
import {expect, describe, test} from 'vitest';
import type {Json} from '../../model/json.ts';
import {goldenJournals, goldenRequirements} from '../../test/support/golden-journals.ts';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aJournalText,
  aProbeLine,
  anExchangeLine,
  anHttpRecord,
} from '../../test/support/journal-lines.ts';
import {ctrfShape, harShape, sarifShape} from '../../test/support/report-shapes.ts';
import {readStrictXml} from '../../test/support/strict-xml.ts';
import {formats} from './all-formats.ts';
import {renderBadge, renderBadgeJson} from './badge.ts';
import {renderCtrf} from './ctrf.ts';
import {renderGithub} from './github.ts';
import {renderHar} from './har.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {renderSarif} from './sarif.ts';
import type {Shape} from '../journal/json-shape.ts';
import {renderTap} from './tap.ts';

const options = {requirements: goldenRequirements};
const bodyOf = (): undefined => undefined;

const goldens: {readonly [ending: string]: {readonly render: (journal: Journal) => string; readonly shape?: Shape}} = {
  'sarif.json': {render: journal => renderSarif(journal, options), shape: sarifShape},
  'ctrf.json': {render: journal => renderCtrf(journal, options), shape: ctrfShape},
  'har.json': {render: journal => renderHar(journal, {bodyOf}), shape: harShape},
  tap: {render: journal => renderTap(journal, options)},
  'badge.svg': {render: renderBadge},
  'badge.json': {render: renderBadgeJson},
  'github.txt': {render: journal => renderGithub(journal, options)},
};

/** Formats whose golden files are made by tests of their own. */
const heldElsewhere = ['junit', 'markdown', 'html'];

describe.each(Object.keys(formats))('the format %s', name => {
  test('has golden files', () => {
    const held = [...heldElsewhere, ...Object.keys(goldens).map(ending => ending.split('.')[0])];
    expect(held, 'add it to `goldens` of this file as `NAME.ENDING`; running the file writes test/golden').toContain(
      name,
    );
  });

  test('is told in docs/read-a-report.md', () => {
    const page = readFileSync(new URL('../../docs/read-a-report.md', import.meta.url), 'utf8');
    const told = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(row => row[1]);
    expect(told, 'add a row to the table below "Formats" in docs/read-a-report.md').toContain(name);
  });
});

describe.each(Object.entries(goldens))('%s', (ending, {render, shape}) => {
  test.each(Object.entries(goldenJournals))('RP-12 of the run "%s"', async (name, journal) => {
    const text = render(journal);
    await expect(text).toMatchFileSnapshot(`../../test/golden/${name}.${ending}`);
    expect(render(journal)).toBe(text);
    expect(shape === undefined ? undefined : shape.check(JSON.parse(text) as Json, '')).toBeUndefined();
    // Nothing that a terminal or a build log could take for a command gets through.
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('SARIF', () => {
  test('a position outside the checkout becomes a file address, and odd characters are escaped', () => {
    const at = (file: string) => {
      const source = {file, line: 3, column: 4, sourceLine: 'x'};
      return renderSarif(journalOf([aFailedCase({source, findings: [aFinding({source})]})]), options);
    };
    expect(at('/suites of mine/a#b.yaml')).toContain('"uri": "file:///suites%20of%20mine/a%23b.yaml"');
    expect(at('C:\\suites\\a.yaml')).toContain('"uri": "file:///C:/suites/a.yaml"');
    expect(at('my/a.yaml')).toContain('"uri": "my/a.yaml"');
  });

  test('every result names a rule that the tool lists', () => {
    const {runs} = JSON.parse(renderSarif(goldenJournals['fail'] as Journal, options)) as {
      runs: {tool: {driver: {rules: {id: string}[]}}; results: {ruleId: string; ruleIndex: number}[]}[];
    };
    const [run] = runs;
    expect(run?.results.length).toBeGreaterThan(0);
    for (const {ruleId, ruleIndex} of run?.results ?? []) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });
});

test('HAR: an exchange that took longer than there are dates ends at the last of them', () => {
  const lines = [anExchangeLine({durationMs: 1e300}), anExchangeLine({index: 1}), aCaseLine()];
  expect(renderHar(journalOf(lines), {bodyOf})).toContain('"startedDateTime": "+275760-09-13T00:00:00.000Z"');
});

test('CTRF: the summary counts the tests that are listed', () => {
  for (const journal of Object.values(goldenJournals)) {
    const {results} = JSON.parse(renderCtrf(journal, options)) as {
      results: {summary: Record<string, number>; tests: {status: string}[]};
    };
    for (const status of ['passed', 'failed', 'skipped', 'pending', 'other'])
      expect(results.summary[status]).toBe(results.tests.filter(one => one.status === status).length);
    expect(results.summary['tests']).toBe(results.tests.length);
  }
});

describe('TAP', () => {
  test('a claim cannot begin a directive, and a story cannot leave its block', () => {
    const text = renderTap(
      journalOf([aFailedCase({title: 'is \\ # TODO later', findings: [aFinding({message: 'x\n  ...\nok 9 - fake'})]})]),
      options,
    );
    expect(text).toContain('is \\\\ \\# TODO later\n');
    expect(text).not.toMatch(/^ok 9/m);
  });

  test('a run that was cut short has fewer points than planned and bails out', () => {
    const text = renderTap(goldenJournals['interrupted'] as Journal, options);
    expect(text).toMatch(/^1\.\.45\n/m);
    expect(text.match(/^(not )?ok /gm)).toHaveLength(4);
    expect(text).toMatch(/^Bail out! 41 of 44 cases did not run$/m);
  });
});

describe('GitHub', () => {
  test('a target cannot end a command and begin its own', () => {
    const message = 'x\r\n::stop-commands::y\n::set-output name=a::b';
    const text = renderGithub(journalOf([aFailedCase({title: 'a:b,c%0A', findings: [aFinding({message})]})]), options);
    expect(text.match(/^::/gm)).toHaveLength(1);
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('title=fail%3A a%3Ab%2Cc%250A::');
  });

  test('of more than ten, nine are shown and the rest is counted', () => {
    const text = renderGithub(journalOf(Array.from({length: 30}, (_, n) => aFailedCase({id: `a/b/${n}`}))), options);
    expect(text.match(/^::error /gm)).toHaveLength(10);
    expect(text).toContain('::21 more like these');
  });
});

describe('badge', () => {
  test.each([
    ['pass', '2 passed', 'brightgreen'],
    ['skip', '1 passed, 4 skipped', 'brightgreen'],
    ['fail', '8 of 10 failed', 'red'],
    ['known', 'baseline is stale', 'orange'],
    ['error', '9 of 9 not judged', 'orange'],
    ['interrupted', 'interrupted', 'lightgrey'],
    ['incomplete', 'incomplete', 'lightgrey'],
  ])('of the run "%s" says "%s" in %s', (name, message, color) => {
    expect(JSON.parse(renderBadgeJson(goldenJournals[name] as Journal))).toMatchObject({message, color});
    expect(() => readStrictXml(renderBadge(goldenJournals[name] as Journal))).not.toThrow();
  });

  test('does not count cases that are probed and never scored', () => {
    const lines = [aProbeLine(), aFailedCase(), aCaseLine({id: 'b'})];
    const read = readJournal(aJournalText(lines, {header: {planned: 3}}));
    expect(JSON.parse(renderBadgeJson(read as Journal))).toMatchObject({message: '1 of 2 failed'});
  });
});

describe('HAR', () => {
  const stored = {kind: 'stored', sha256: 'a'.repeat(64), bytes: 3, isText: false, head: 'ff00'} as const;
  const line = anExchangeLine({
    exchange: anHttpRecord({
      request: {
        method: 'POST',
        url: 'http://h/a?x=1&y=%20&x=2',
        headers: [['content-type', 'image/png']],
        body: stored,
      },
      reply: {status: 302, headers: [['Location', '/b']], body: {...stored, isText: true}, notes: []},
    }),
  });
  const journal = journalOf([line, aCaseLine()]);

  test('the query is taken apart and a redirect is told', () => {
    const text = renderHar(journal, {bodyOf});
    expect(JSON.parse(text)).toMatchObject({
      log: {
        entries: [
          {
            request: {
              queryString: [
                {name: 'x', value: '1'},
                {name: 'y', value: ' '},
                {name: 'x', value: '2'},
              ],
            },
            response: {status: 302, redirectURL: '/b'},
          },
        ],
      },
    });
  });

  test('a body beside the journal is put in; one that is gone is said to be', () => {
    const whole = renderHar(journal, {bodyOf: () => Buffer.from([255, 0, 65])});
    expect(whole).toContain('"text": "/wBB"');
    expect(whole).toContain('"comment": "text is base64 of the body"');
    expect(renderHar(journal, {bodyOf})).toContain(
      `only the beginning: bodies/${'a'.repeat(64)} is not beside the journal`,
    );
  });
});

function journalOf(lines: Parameters<typeof aJournalText>[0]): Journal {
  const reading = readJournal(aJournalText(lines));
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}
