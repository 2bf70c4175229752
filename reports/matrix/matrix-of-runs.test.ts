// Shows what a cell says of the cases of a run, what changes from version to version, and that nothing a target says acts in a page.
import {expect, test} from 'vitest';
import {
  aCaseLine,
  aFailedCase,
  aFinding,
  aJournalText,
  anExchangeLine,
  anHttpRecord,
} from '../../test/support/journal-lines.ts';
import type {CaseLine, ExchangeLine, HeaderLine} from '../../model/journal.ts';
import type {Requirement} from '../../model/requirement.ts';
import {readJournal} from '../journal/reader.ts';
import type {MatrixCell} from './cell.ts';
import {changesOf, isDiffering, matrixOf, newestRuns, placed, sinceOf, type MatrixRun} from './matrix-of-runs.ts';
import {readMatrixJson, renderMatrixJson} from './matrix-json.ts';
import {renderMatrixMarkdown} from './matrix-markdown.ts';
import {runOfJournal} from './run-of-journal.ts';

import {matrixSite} from './site.ts';
import {compareVersions} from './versions.ts';
import type {RuleRows} from './wire-rules.ts';

const record =
  '## Labels\n\nThe scope is the part before the last slash.\n\n## Reactions\n\nA second reaction is answered 200.\n';

function requirement(id: string, quote: string, area: Requirement['area'] = 'hosting'): Requirement {
  return {id, area, level: 'must', observe: 'api', contested: false, quote};
}

const requirements = new Map(
  [
    requirement('LABEL-SCOPE', 'The scope is the part before the last slash.'),
    requirement('REACTIONS', 'A second reaction is answered 200.'),
    requirement('OV-META', 'Not in this record.', 'overlay'),
    requirement('OV-WIRE', 'Nor is this.', 'overlay'),
    {
      ...requirement('MESH-CLOSE', 'A tunnel ends with a close.', 'overlay'),
      level: 'should' as const,
      source: 'known nodes',
    },
  ].map(one => [one.id, one] as const),
);
const rows: RuleRows = new Map([
  ['groups/g1', {id: 'g1', rule: 'GRP', message: 'OverlayMeta', verdict: 'accept', basis: 'protocol', hex: '4b4c'}],
  ['groups/g2', {id: 'g2', rule: 'GRP', message: 'OverlayMeta', verdict: 'accept', basis: 'protocol', hex: '4b4c'}],
  ['tags/t1', {id: 't1', rule: 'TAG', message: 'OverlayMeta', verdict: 'reject', basis: 'defacto', hex: '08'}],
]);
const statements = [...requirements.values()].map(one => placed(one, record));

/** The column of a run with these cases. */
function aRun(
  cases: readonly CaseLine[],
  {
    header = {},
    named = {},
    isWhole = true,
  }: {
    readonly header?: Partial<HeaderLine>;
    readonly named?: {name?: string; version?: string};
    readonly isWhole?: boolean;
  } = {},
  taken = new Set<string>(),
): MatrixRun {
  const exchanges = cases.flatMap(line => (line.verdict === 'fail' ? [anExchangeLine({case: line.id})] : []));
  const whole = aJournalText([...exchanges, ...cases], {header});
  const text = isWhole ? whole : whole.replace(/[^\n]*\n$/, '');
  const journal = readJournal(text);
  if (journal.kind === 'refused') throw new Error(journal.why);
  return runOfJournal(journal, named, {requirements, annotate: () => undefined, taken, rows: () => rows});
}

function cell(cases: readonly CaseLine[], id = 'LABEL-SCOPE'): MatrixCell | undefined {
  return aRun(cases).cells.get(id);
}

const red = (changes: Partial<CaseLine> = {}) => aFailedCase({requirements: ['LABEL-SCOPE'], ...changes});
const green = (changes: Partial<CaseLine> = {}) => aCaseLine({requirements: ['LABEL-SCOPE'], ...changes});

test.each<readonly [name: string, cases: readonly CaseLine[], state: MatrixCell['state'], notes: readonly string[]]>([
  ['every case passed', [green({id: 'a'}), green({id: 'b', verdict: 'warn'})], 'holds', []],
  ['one failed', [green({id: 'a'}), red({id: 'b'})], 'fails', []],
  [
    'one failed in another context alone',
    [
      green({id: 'a'}),
      red({
        id: 'a@owner=organization',
        context: {owner: 'organization', actor: 'reader'},
        narrowed: {left: {owner: 'organization'}, tried: []},
      }),
    ],
    'in-part',
    ['fails with owner: organization'],
  ],
  [
    'one failed in a context and fails in the plain one too',
    [
      green({id: 'a'}),
      red({id: 'a@owner=organization', context: {owner: 'organization'}, narrowed: {left: {}, tried: []}}),
    ],
    'fails',
    [],
  ],
  [
    'one is flaky',
    [green({id: 'a'}), red({id: 'b', verdict: 'flaky', attempts: 2})],
    'in-part',
    ['sometimes fails and passes when repeated'],
  ],
  [
    'one passed and one could not be judged',
    [green({id: 'a'}), aCaseLine({id: 'b', verdict: 'error', cause: 'timeout-total', detail: 'no reply within 10 s'})],
    'not-judged',
    ['no reply within 10 s'],
  ],
  [
    'a case of two statements failed and names the other',
    [red({id: 'a', requirements: ['LABEL-SCOPE', 'REACTIONS'], findings: [aFinding({statement: 'REACTIONS'})]})],
    'not-judged',
    ['a failed without naming the statement that it breaks'],
  ],
  [
    'the server has no such function',
    [aCaseLine({id: 'a', verdict: 'skip', cause: 'capability-absent', detail: 'packages are switched off'})],
    'not-offered',
    ['packages are switched off'],
  ],
  [
    'the run could not try it',
    [aCaseLine({id: 'a', verdict: 'skip', cause: 'no-webhook-route', detail: 'no webhook can arrive'})],
    'not-judged',
    ['no webhook can arrive'],
  ],
  [
    'no case is about it',
    [green({id: 'a', requirements: ['REACTIONS']})],
    'not-judged',
    ['no case of this run is about it'],
  ],
])('a cell where %s', (_name, cases, state, notes) => {
  expect(cell(cases)).toMatchObject({state, notes});
});

test('a red cell shows the plain case first, with what was sent and received', () => {
  const inContext = red({id: 'a@owner=organization', context: {owner: 'organization'}});
  const shown = cell([inContext, red({id: 'b'}), red({id: 'c'})]);
  expect(shown).toMatchObject({failed: 3, others: ['c', 'a@owner=organization'], shown: {id: 'b'}});
  expect(shown?.shown?.asked).toMatch(/^[A-Z]+ http/);
  expect(shown?.shown?.answered).toMatch(/^status \d+/);
});

test('a run has cells for its half of the record alone', () => {
  expect([...aRun([green()]).cells.keys()]).toEqual(['LABEL-SCOPE', 'REACTIONS']);
});

const decoder = {peer: {address: 'module:decoder.mjs', name: 'acme', version: '', encodes: false}};
const wire = (id: string, changes: Partial<CaseLine> = {}): CaseLine =>
  aCaseLine({id, suite: 'overlay/groups', requirements: ['OV-WIRE'], ...changes});
const answer = (expected: string, actual: string) => ({findings: [aFinding({path: 'answer', expected, actual})]});

test('a decoder has a cell for each rule of the wire that it was asked about, with the ways in which it goes wrong', () => {
  const run = aRun(
    [
      wire('overlay/groups/reads[g1]'),
      wire('overlay/groups/reads[g2]', {verdict: 'fail', ...answer('value', 'reject')}),
      wire('overlay/tags/usually-refuses[t1]', {verdict: 'warn', ...answer('reject', 'value')}),
      wire('overlay/encode/writes[g1]', {verdict: 'skip', cause: 'capability-absent'}),
    ],
    {header: {target: decoder, selection: ['suites/overlay']}},
  );
  expect([...run.cells.keys()]).toEqual(['OV-WIRE', 'WIRE-GROUP', 'WIRE-TAG-LONG']);
  expect(run).toMatchObject({name: 'acme', version: 'unknown', marks: []});
  expect(run.cells.get('WIRE-GROUP')).toMatchObject({
    state: 'fails',
    ways: {refuses: 1},
    notes: ['refuses 1 of 2 inputs'],
    shown: {id: 'overlay/groups/reads[g2]'},
  });
  expect(run.cells.get('WIRE-TAG-LONG')).toMatchObject({state: 'unusual', ways: {accepts: 1}, failed: 0, unusual: 1});
});

test.each<readonly [string, CaseLine, MatrixCell['state'] | undefined]>([
  ['passes', aCaseLine({requirements: ['MESH-CLOSE']}), 'holds'],
  ['warns', aCaseLine({requirements: ['MESH-CLOSE'], verdict: 'warn'}), 'unusual'],
  [
    'warns of another statement',
    aCaseLine({requirements: ['MESH-CLOSE', 'OV-META'], verdict: 'warn', findings: [aFinding({statement: 'OV-META'})]}),
    'holds',
  ],
  ['fails', aFailedCase({requirements: ['MESH-CLOSE']}), 'fails'],
  ['was not asked', aCaseLine({requirements: ['OV-META']}), undefined],
])('a node whose case %s', (_what, line, state) => {
  const {cells} = aRun([line], {header: {target: {livePeer: {address: 'nebula://127.0.0.1:1'}}}});
  expect(cells.get('MESH-CLOSE')?.state).toBe(state);
});

test('the columns of a matrix that was written are those that are read', () => {
  const matrix = aMatrix();
  const read = readMatrixJson(renderMatrixJson(matrix), new Set());
  if (read.kind === 'refused') throw new Error(read.why);
  expect(matrixOf(read.runs, read.statements)).toEqual(matrix);
  for (const changed of [{...JSON.parse(renderMatrixJson(matrix)), form: 2}, {form: 1}, []])
    expect(readMatrixJson(JSON.stringify(changed), new Set()).kind).toBe('refused');
});

test('a run that is no whole one is marked', () => {
  const cases = [green({id: 'a'}), green({id: 'b', requirements: ['REACTIONS']})];
  expect(aRun(cases).marks).toEqual([]);
  expect(aRun(cases, {isWhole: false}).marks).toEqual([expect.stringMatching(/^cut short: the run was killed/)]);
  expect(aRun(cases, {header: {selection: ['--tags', 'labels'], shard: {index: 1, count: 4}}}).marks).toEqual([
    'shard 1 of 4 alone',
    'a selection: --tags labels',
  ]);
  expect(aRun([]).marks).toEqual(['covers little: 0 of 2 statements were judged']);
});

test.each([
  ['1.9', '1.10'],
  ['1.27.0-rc1', '1.27.0'],
  ['1.27-rc1', '1.27-rc2'],
  ['1.27', '1.27.1'],
  ['v1.2', 'v1.10'],
  ['15.0.0', '16.0.0+gitea-1.26'],
])('version %s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0);
  expect(compareVersions(newer, older)).toBeGreaterThan(0);
  expect(compareVersions(newer, newer)).toBe(0);
});

/** Three versions of one server and one of another. */
function aMatrix() {
  const taken = new Set<string>();
  const [holds, fails] = [[green()], [red()]];
  const of = (cases: readonly CaseLine[], name: string, version: string, day = 1) =>
    aRun(cases, {named: {name, version}, header: {startedAt: `2030-01-0${String(day)}T00:00:00.000Z`}}, taken);
  const runs = [
    of(holds, 'Gitea', '1.10'),
    of(fails, 'Gitea', '1.9'),
    of(fails, 'Gitea', '1.2'),
    of(fails, 'Other', '7', 1),
    of(holds, 'Other', '7', 2),
  ];
  return matrixOf(runs, statements);
}

test('versions are ordered, the newest run of each counts, and since says from which version on', () => {
  const matrix = aMatrix();
  const [gitea, other] = matrix.implementations;
  if (gitea === undefined || other === undefined) throw new Error('two implementations');
  expect(gitea.versions.map(({version}) => version)).toEqual(['1.2', '1.9', '1.10']);
  expect(sinceOf('LABEL-SCOPE', gitea)).toMatchObject({version: '1.10', isFirst: false});
  expect(changesOf(gitea).map(({before, after, changes}) => [before.version, after.version, changes])).toEqual([
    ['1.9', '1.10', [{id: 'LABEL-SCOPE', from: 'fails', to: 'holds'}]],
    ['1.2', '1.9', []],
  ]);
  expect([other.runs.length, other.versions.length]).toEqual([2, 1]);
  expect(sinceOf('LABEL-SCOPE', other)).toMatchObject({version: '7', isFirst: true});
  expect(isDiffering('LABEL-SCOPE', [gitea.versions[1]!, gitea.versions[2]!])).toBe(true);
  expect(isDiffering('REACTIONS', gitea.versions)).toBe(false);
});

test('a red cell says what was changed before the exchange that it shows', () => {
  const line = red();
  const sent = (index: number, method: string, text: string, changes: Partial<ExchangeLine> = {}): ExchangeLine => {
    const exchange = anHttpRecord();
    const request = {
      ...exchange.request,
      method,
      url: 'http://127.0.0.1:3000/api/v1/x',
      body: {kind: 'text' as const, text},
    };
    return anExchangeLine({
      case: line.id,
      index,
      step: index,
      actor: 'alice',
      exchange: {...exchange, request},
      ...changes,
    });
  };
  const exchanges = [
    sent(0, 'POST', '{"name":"a/x"}', {phase: 'arrange'}),
    sent(1, 'GET', ''),
    sent(2, 'PUT', `{"labels":[1,2],"more":"${'x'.repeat(300)}"}`),
    anExchangeLine({case: line.id, index: 3}),
    sent(4, 'DELETE', '', {phase: 'clean-up'}),
  ];
  const journal = readJournal(aJournalText([...exchanges, line]));
  if (journal.kind === 'refused') throw new Error(journal.why);
  const parts = {requirements, annotate: () => undefined, taken: new Set<string>(), rows: () => rows};
  const before = runOfJournal(journal, {}, parts).cells.get('LABEL-SCOPE')?.shown?.before ?? [];
  expect(before).toEqual([
    'alice: POST /api/v1/x {"name":"a/x"} → 200',
    expect.stringMatching(/^alice: PUT \/api\/v1\/x \{"labels":\[1,2\],"more":"x+.* → 200$/),
  ]);
  expect(before[1]?.length).toBeLessThan(280);
});

test('a version of which only a list is kept is not shown for its implementation, and interrupts nothing', () => {
  const taken = new Set<string>();
  const of = (cases: readonly CaseLine[], version: string) => aRun(cases, {named: {name: 'Gitea', version}}, taken);
  const listOnly = (version: string): MatrixRun => ({
    ...of([], version),
    startedAt: '',
    suitesDigest: '',
    cells: new Map(),
  });
  const runs = [of([red()], '1.1'), of([green()], '1.2'), listOnly('1.3'), of([green()], '1.4'), listOnly('1.5')];
  const matrix = matrixOf([...runs, ...['1.6', '1.7', '1.8'].map(listOnly)], statements);
  // Lists are many, and say nothing of the suites that the runs were judged by.
  expect(matrix.suitesDigest).toBe(runs[0]?.suitesDigest);
  const [gitea] = matrix.implementations;
  if (gitea === undefined) throw new Error('an implementation');
  expect(newestRuns(matrix).map(({version}) => version)).toEqual(['1.4']);
  const since = sinceOf('LABEL-SCOPE', gitea);
  expect([since?.version, since?.newest.version, since?.isFirst]).toEqual(['1.2', '1.4', false]);
  expect(newestRuns(matrixOf([listOnly('1.5')], statements)).map(({version}) => version)).toEqual(['1.5']);
});

test('statements are grouped by half and heading of the record', () => {
  expect(statements.map(({id, section}) => [id, section])).toEqual([
    ['LABEL-SCOPE', 'Hosting API: Labels'],
    ['REACTIONS', 'Hosting API: Reactions'],
    ['OV-META', 'Overlay messages'],
    ['OV-WIRE', 'Overlay messages'],
    ['MESH-CLOSE', 'Overlay messages'],
  ]);
});

test('every link of the pages leads to a page, a place in it, or a file of the folder', () => {
  const files = new Map([...matrixSite(aMatrix())].map(({path, text}) => [path, text] as const));
  let links = 0;
  for (const [path, text] of files) {
    if (!path.endsWith('.html')) continue;
    for (const [, target = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const url = new URL(target, `http://site/${path}`);
      const page = files.get(url.pathname.slice(1));
      expect(page, `${path}: ${target}`).toBeDefined();
      const place = url.hash === '' ? '' : `id="${decodeURIComponent(url.hash.slice(1))}"`;
      expect(page, `${path}: ${target}`).toContain(place);
      links += 1;
    }
  }
  expect(links).toBeGreaterThan(20);
  expect([...files.keys()].filter(path => path.endsWith('.html'))).toEqual([
    'index.html',
    'differences.html',
    'statements/LABEL-SCOPE.html',
    'statements/REACTIONS.html',
    'implementations/gitea.html',
    'implementations/other.html',
  ]);
});

test('a judged difference is on the page of differences, and nothing else', () => {
  const taken = new Set<string>();
  const both = [aRun([green()], {named: {name: 'A'}}, taken), aRun([red()], {named: {name: 'B'}}, taken)];
  const page = [...matrixSite(matrixOf(both, statements))].find(({path}) => path === 'differences.html')?.text ?? '';
  expect(page).toContain('statements/LABEL-SCOPE.html');
  expect(page).not.toContain('statements/REACTIONS.html');
});

test('RP-08 what a target says is text in pages, in Markdown and in file names', () => {
  const evil = '../..<img src=x onerror=alert(1)>|`"\'';
  const run = aRun([red({title: evil, findings: [aFinding({message: evil})]})], {named: {name: evil, version: evil}});
  const matrix = matrixOf([run], statements);
  const files = [...matrixSite(matrix)];
  for (const {path, text} of files) {
    expect(path).toMatch(/^(?:[\w-]+\/)?[\w-][\w.-]*$/);
    expect(path).not.toContain('..');
    expect(text).not.toMatch(/<img(?! src="\.\.\/badges\/)/);
  }
  expect(renderMatrixMarkdown(matrix)).not.toMatch(/[^\\]<img/);
  expect(JSON.parse(renderMatrixJson(matrix))).toMatchObject({implementations: [{name: evil}]});
});
