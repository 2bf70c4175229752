// Holds editions, errata and the change log to each other, and shows what a pinned edition and a withdrawal do to a run.
import {defined} from '../../base/json/defined.ts';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {loadCatalog} from '../../runner/commands/load/catalog.ts';
import {gatherRunnables} from '../../runner/commands/load/gather-runnables.ts';
import {casesInContexts} from '../../runner/commands/run/cases-in-contexts.ts';
import {loadEditions, newerThan} from '../../runner/commands/load/load-editions.ts';
import {openAndRun} from '../../runner/commands/run/open-and-run.ts';
import {currentEdition, type Edition} from '../../model/profile.ts';
import {matchesStars} from '../../base/patterns/star-pattern.ts';
import {readErrata} from '../../runner/read/contract/read-errata.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {liveReference} from '../support/live-reference.ts';
import {completeResults} from '../support/run-results.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const machine = machineOf({root, version: 'test'});
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/** Says what is wrong with the list of editions. Cases of the first edition are frozen when a second one is published. */
function editionProblems({
  editions,
  ids,
  first,
  log,
}: {
  readonly editions: readonly Edition[];
  readonly ids: readonly string[];
  /** Ids of the first edition; absent as long as it is the only one. */
  readonly first?: ReadonlySet<string>;
  readonly log: string;
}): readonly string[] {
  const changes = editions.flatMap(edition => edition.changes);
  const listed = (id: string): boolean => changes.some(({case: pattern}) => matchesStars(pattern, id));
  return [
    ...(editions.length > 1 && first === undefined
      ? ['suites/editions/FIRST.txt with the case ids of the first edition is missing']
      : []),
    ...(first === undefined
      ? []
      : ids
          .filter(id => !first.has(id) && !listed(id))
          .map(id => `${id} is newer than the first edition and stands in no other`)),
    ...changes
      .filter(({case: pattern}) => !ids.some(id => matchesStars(pattern, id)))
      .map(({case: pattern}) => `${pattern} is no case`),
    ...changes
      .filter(({case: pattern}) => !log.includes(`\`${pattern}\``))
      .map(({case: pattern}) => `${pattern} is not in CHANGELOG.md`),
    ...editions.filter(({id}) => !log.includes(`edition ${id}`)).map(({id}) => `edition ${id} is not in CHANGELOG.md`),
  ];
}

test('every case that is newer than the first edition is listed, with its reason, in its edition and in the change log', async () => {
  const editions = loadEditions(machine);
  const catalog = await loadCatalog(machine, {own: true, users: []});
  const gathered = await gatherRunnables(catalog, machine, {withProperties: true});
  const ids = casesInContexts(gathered, {contexts: 'values'}, {catalog, machine}).map(({id}) => id);
  const file = join(root, `suites/editions/${editions[0]?.id ?? ''}.txt`);
  const first = existsSync(file) ? {first: new Set(readFileSync(file, 'utf8').split('\n'))} : {};
  expect(editionProblems({editions, ids, log: changelog, ...first})).toEqual([]);
  expect(editions.at(-1)?.id).toBe(currentEdition);
});

const two: readonly Edition[] = [
  {id: '2026.1', title: 'first', changes: []},
  {id: '2026.2', title: 'second', changes: [{case: 'hosting/labels/new-*', change: 'new', reason: 'because'}]},
];
const log = 'edition 2026.1, edition 2026.2: `hosting/labels/new-*`';

test.each([
  ['nothing', {}, []],
  [
    'no frozen list',
    {first: undefined},
    ['suites/editions/FIRST.txt with the case ids of the first edition is missing'],
  ],
  [
    'a case in no edition',
    {ids: ['hosting/labels/old', 'hosting/labels/new-one', 'hosting/labels/late']},
    ['hosting/labels/late is newer than the first edition and stands in no other'],
  ],
  ['a change without a case', {ids: ['hosting/labels/old']}, ['hosting/labels/new-* is no case']],
  [
    'a change that the log keeps quiet about',
    {log: 'edition 2026.1, edition 2026.2'},
    ['hosting/labels/new-* is not in CHANGELOG.md'],
  ],
  [
    'an edition that the log keeps quiet about',
    {log: 'edition 2026.2: `hosting/labels/new-*`'},
    ['edition 2026.1 is not in CHANGELOG.md'],
  ],
])('%s is noticed', (_what, changes, problems) => {
  const ids = ['hosting/labels/old', 'hosting/labels/new-one'];
  const {first, ...rest} = {
    editions: two,
    ids,
    first: new Set(['hosting/labels/old']) as Set<string> | undefined,
    log,
    ...changes,
  };
  expect(editionProblems({...rest, ...defined({first})})).toEqual(problems);
});

test.each([
  ['2026.1', 'hosting/labels/new-one', '2026.2'],
  ['2026.1', 'hosting/labels/old', undefined],
  ['2026.2', 'hosting/labels/new-one', undefined],
])('with edition %s pinned, %s is new in %s', (pinned, id, edition) => {
  const found = newerThan(pinned, two);
  expect(found.kind === 'known' && found.newIn(id)).toBe(edition);
});

test('an edition that there is not is told', async () => {
  const {exitCode, stderr} = await touchstone(['run', '--live-peer', 'udp://127.0.0.1:9', '--edition', '1999.1']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('the edition 1999.1 is not one of these suites');
});

test('our errata can be read, and name cases that there are', async () => {
  const {withdrawn, problems} = readErrata({
    text: readFileSync(join(root, 'suites/errata.yaml'), 'utf8'),
    file: 'suites/errata.yaml',
  });
  expect(problems).toEqual([]);
  const catalog = await loadCatalog(machine, {own: true, users: []});
  const ids = (await gatherRunnables(catalog, machine, {withProperties: true})).map(({id}) => id);
  expect(withdrawn.filter(({case: pattern}) => !ids.some(id => matchesStars(pattern, id)))).toEqual([]);
});

test.each([
  ['withdrawn:\n  - {case: "*", since: "2030-01-01", reason: x}\n', 'the pattern "*" names no suite'],
  ['withdrawn:\n  - {case: "a/b/c", since: soon, reason: x}\n', '"since" is "soon"'],
  ['withdrawn:\n  - {case: "a/b/c", since: "2030-01-01"}\n', 'a withdrawal has no "reason"'],
])('errata %j are refused', (text, message) => {
  const {problems, withdrawn} = readErrata({text, file: 'e.yaml'});
  expect(withdrawn).toEqual([]);
  expect(problems.map(problem => problem.message)).toContain(message);
});

const faulty = liveReference(['reaction-again-201']);

test('a withdrawn case is skipped with its reason, judges nobody, and the others go on', async () => {
  const errata =
    'withdrawn:\n  - {case: "hosting/reactions/*", since: "2030-01-01", reason: it asks too much, dispute: "https://example.org/7"}\n';
  const cwd = temporaryFolder({'errata.yaml': errata});
  const ids = ['--id', 'hosting/reactions/*', '--id', 'hosting/labels/neighbours-stay'];
  const run = (...more: readonly string[]) =>
    touchstone(['run', ...faulty().args, ...ids, '--output', 'out', ...more], {env: faulty().env, cwd});
  expect((await run()).exitCode).toBe(1);
  const {exitCode, stdout} = await run('--errata', 'errata.yaml');
  expect(exitCode).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    '× withdrawn — withdrawn on 2030-01-01: it asks too much (https://example.org/7)',
  );
  const {cases} = completeResults(join(cwd, 'out'));
  expect([...cases.values()].filter(({verdict}) => verdict === 'pass').map(({id}) => id)).toEqual([
    'hosting/labels/neighbours-stay',
  ]);
});

test('what is newer than the pinned edition runs, is shown as new and costs nothing; the rest costs what it did', async () => {
  const output = temporaryFolder({'bodies/.keep': ''});
  const never = new AbortController().signal;
  const silent = () => undefined;
  const run = async (newest: string): Promise<number> =>
    openAndRun({
      machine: {...machine, print: silent, talk: silent},
      operands: [],
      options: {
        target: faulty().url,
        adminUser: faulty().admin.user,
        adminPassword: faulty().admin.password,
        record: 'failed',
        stale: 'fail',
        output,
      },
      catalog: await loadCatalog(machine, {own: true, users: []}),
      selection: {places: [], ids: ['hosting/reactions/*'], tags: [], requirements: []},
      wanted: [
        {format: 'junit', place: {kind: 'file', path: join(output, 'junit.xml')}},
        {format: 'markdown', place: {kind: 'file', path: join(output, 'report.md')}},
      ],
      errata: [],
      pin: {edition: '2026.1', newIn: id => (matchesStars(newest, id) ? '2026.2' : undefined)},
      stops: {stop: never, interrupt: never, abandon: never, count: () => 0, release: silent},
    });
  expect(await run('hosting/labels/*')).toBe(1);
  expect(await run('hosting/reactions/*')).toBe(0);
  const {cases, journal} = completeResults(output);
  expect(journal.header.pinnedEdition).toBe('2026.1');
  const red = [...cases.values()].filter(({verdict}) => verdict === 'fail');
  expect(red.map(({newIn}) => newIn)).toEqual(red.map(() => '2026.2'));
  expect(red).not.toEqual([]);
});

test('a dispute holds what an argument needs, and no secret', async () => {
  const cwd = temporaryFolder();
  const run = await touchstone(['run', ...faulty().args, '--id', 'hosting/reactions/*', '--output', 'out'], {
    env: faulty().env,
    cwd,
  });
  expect(run.exitCode).toBe(1);
  const red = [...completeResults(join(cwd, 'out')).cases.values()].find(
    ({verdict, requirements}) => verdict === 'fail' && requirements.includes('REACTION-DUP'),
  );
  const id = red?.id ?? '';
  const dispute = (...args: readonly string[]) =>
    touchstone(['dispute', ...args, '--from', 'out', '--output', 'd'], {cwd});
  expect(await dispute(id)).toMatchObject({exitCode: 0, stderr: ''});
  const page = readFileSync(join(cwd, 'd/README.md'), 'utf8');
  expect(page).toContain('## What the record says');
  expect(page).toContain('`REACTION-DUP`');
  expect(page).toMatch(/basis: stated: the record or a protocol standard says so/);
  expect(page).toMatch(/`curl -sS .*\/reactions`/);
  expect(page).toMatch(/### Attempt 1\n[^]*### Attempt 2\n/);
  expect(page).toContain(`case: ${JSON.stringify(id)}`);
  const exchanges = readFileSync(join(cwd, 'd/exchanges.jsonl'), 'utf8');
  expect(exchanges.trim().split('\n').length).toBeGreaterThan(3);
  for (const text of [page, exchanges, readFileSync(join(cwd, 'd/case.json'), 'utf8')])
    expect(text).not.toContain(faulty().admin.password);
  expect(await dispute(id)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('d holds a dispute already') as string,
  });
  expect(await dispute('hosting/reactions/nothing')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('the run has no case') as string,
  });
});
