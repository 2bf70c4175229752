// Shows that a certification looks like nobody in particular to a server, that a sound server passes it all the same, and that one which behaves only
// when touchstone asks does not.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {canonicalCases, freshCatalog} from '../../runner/commands/run/canonical-cases.ts';
import {loadCatalog} from '../../runner/commands/load/catalog.ts';
import {openAndRun} from '../../runner/commands/run/open-and-run.ts';
import {makeGuise} from '../../runner/execute/http/request-disguise.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {defaultBounds} from '../../model/bounds.ts';
import {ownWords} from '../../model/redacted.ts';
import {refuseDisguised} from '../../runner/commands/certify/disguised-reference.ts';
import {passThrough, rawServer, reply} from '../support/raw-server.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {liveReference, type LiveReference} from '../support/live-reference.ts';
import {completeResults} from '../support/run-results.ts';

const sound = liveReference();
const masked = liveReference(['passes-only-for-touchstone']);

const root = fileURLToPath(new URL('../..', import.meta.url));
const silent = () => undefined;
const never = new AbortController().signal;
const machine = {...machineOf({root: root.replace(/\/$/, ''), version: 'test'}), print: silent, talk: silent};

/** Runs hosting cases, in disguise or not; properties and contexts are left out for time. */
async function run(
  target: LiveReference,
  {isDisguised, ids}: {readonly isDisguised: boolean; readonly ids: readonly string[]},
) {
  const output = temporaryFolder({'bodies/.keep': ''});
  await openAndRun({
    machine,
    operands: [],
    options: {
      target: target.url,
      adminUser: target.admin.user,
      adminPassword: target.admin.password,
      allowDestructive: true,
      record: 'all',
      stale: 'fail',
      output,
      seed: 7,
      quiet: true,
      contexts: 'plain',
    },
    catalog: await loadCatalog(machine, {own: true, users: []}),
    selection: {places: [], ids, tags: [], requirements: []},
    wanted: [
      {format: 'junit', place: {kind: 'file', path: join(output, 'junit.xml')}},
      {format: 'markdown', place: {kind: 'file', path: join(output, 'report.md')}},
    ],
    errata: [],
    stops: {stop: never, interrupt: never, abandon: never, count: () => 0, release: silent},
    ...(isDisguised
      ? {
          hooks: {
            command: 'certify',
            catalog: freshCatalog,
            guise: makeGuise(machine.random),
            cases: (runnables: Parameters<typeof canonicalCases>[0], seed: number) =>
              canonicalCases(
                runnables.filter(({kind}) => kind === 'example'),
                seed,
              ),
          },
        }
      : {}),
  });
  const results = completeResults(output);
  return {
    results,
    text: readFileSync(join(output, 'results.jsonl'), 'utf8'),
    red: [...results.cases.values()]
      .filter(({verdict}) => verdict !== 'pass' && verdict !== 'skip')
      .map(({id, verdict}) => `${verdict} ${id}`),
  };
}

// The first letters of their suites choose a third of the cases, for the sake of time: what disguises a request is the same in all.
const disguised = ['a', 'b', 'l', 'r', 't'].map(letter => `hosting/${letter}*/*`);

test('a sound server passes cases in other words, and no request shows who asks', async () => {
  const {results, red} = await run(sound(), {isDisguised: true, ids: disguised});
  expect(red).toEqual([]);
  expect(results.cases.size).toBeGreaterThan(200);
  const requests = results.journal.exchanges.flatMap(({exchange}) =>
    exchange.kind === 'http' ? [exchange.request] : [],
  );
  // What stands for a redacted secret is ours, and never went over the wire.
  const said = requests.map(request => JSON.stringify(request).replace(/\[redacted:[^\]]*\]/g, ''));
  expect(requests.length).toBeGreaterThan(1_000);
  expect(said.filter(text => /touchstone/i.test(text)).slice(0, 3)).toEqual([]);
  expect(said.filter(text => /x-request-id/i.test(text)).slice(0, 3)).toEqual([]);
  expect(said.filter(text => /[/"]ts-[a-z0-9]|(?:alice|bob|restricted)-[a-z0-9]{8}/.test(text)).slice(0, 3)).toEqual(
    [],
  );
  const agents = new Set(
    requests.map(({headers}) => headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1]),
  );
  expect(agents.has(undefined)).toBe(false);
  expect(agents.size).toBeGreaterThan(20);
}, 120_000);

test('a server that behaves only for us passes a run, and is seen through in disguise', async () => {
  const ids = ['hosting/labels/*', 'hosting/reactions/*'];
  expect((await run(masked(), {isDisguised: false, ids})).red).toEqual([]);
  const {red} = await run(masked(), {isDisguised: true, ids});
  expect(red.filter(line => line.startsWith('fail hosting/labels/'))).not.toEqual([]);
  expect(red.filter(line => line.startsWith('fail hosting/reactions/'))).not.toEqual([]);
}, 120_000);

test('a server with our texts under another name is refused, one with a text of its own is not', async () => {
  const bounds = {...defaultBounds, jobs: 1};
  const own = await rawServer({
    routes: {'GET /api/v1/user': reply(401, {body: '{"message":"Please sign in."}'})},
    fallback: passThrough(sound().url),
  });
  const refusalOf = async (url: string) => {
    const http = await machine.openHttp({
      baseUrl: url,
      bounds,
      tls: {insecure: false},
      headers: [],
      redaction: ownWords,
    });
    const hosting = {http, baseUrl: url, admin: sound().admin, accounts: new Map(), isInsecure: false};
    const target = {hosting, isReference: false, bounds, notes: [], close: () => Promise.resolve()};
    const options = {profile: 'hosting-core', implementation: 'My server', valid: 180, output: 'out'};
    const profile = {
      id: 'hosting-core',
      area: 'hosting',
      title: '',
      needs: '',
      requirements: [],
      anyCase: [],
      noDifference: [],
      ifOffered: [],
      beside: [],
    } as const;
    const refusal = await refuseDisguised({target}, {options, profile, canonical: () => []}, machine);
    await http.close();
    return refusal;
  };
  expect(await refusalOf(sound().url)).toMatchObject({exitCode: 2});
  expect(await refusalOf(own.url)).toBeUndefined();
  await own.close();
}, 60_000);
