// Shows that a part of a server which is switched off is skipped with the setting's name, and that one endpoint which answers wrongly hides nothing.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {loadCatalog} from '../../runner/commands/load/catalog.ts';
import {gatherRunnables} from '../../runner/commands/load/gather-runnables.ts';
import {readPlaces} from '../../runner/commands/load/select-options.ts';
import {redactorFor} from '../../runner/commands/open/given-secrets.ts';
import {insideTarget} from '../../runner/commands/open/inside-target.ts';
import {openLedger} from '../../runner/commands/open/ledger-file.ts';
import {openTarget} from '../../runner/commands/open/open-target.ts';
import {machineOf} from '../../runner/targets/machine.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {packageRoot} from '../support/in-process.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, type Script} from '../support/raw-server.ts';
import {completeResults, verdictsOf} from '../support/run-results.ts';

const reference = liveReference();

type Routes = Readonly<Record<string, Script>>;

const off = reply(403, {body: '{"message":"webhooks disabled by administrator"}'});
const nowhere = reply(404, {headers: ['Content-Type: text/plain'], body: 'Not found.'});
const webhooksOff: Routes = {'/api/v1/user/hooks*': off, '/api/v1/orgs/*/hooks*': off, '/api/v1/repos/*/hooks*': off};
/** What is outside the API and the registry is nowhere, and says so in other words than the API does. */
const pages: Routes = {'GET /api/ts-*': nowhere};
const packagesOff: Routes = {...pages, '/api/packages/*': nowhere};

async function fronted(routes: Routes): Promise<{readonly url: string; readonly asked: () => readonly string[]}> {
  const server = await rawServer({routes, fallback: passThrough(reference().url)});
  atEnd(() => server.close());
  return {url: server.url, asked: () => server.requests.map(({method, path}) => `${method} ${path}`)};
}

/** Enters the target for every case of webhooks and packages; gives what was found, and what was asked beside entering. */
async function foundAt(url: string): Promise<readonly string[]> {
  const {admin} = reference();
  const machine = {
    ...machineOf({root: packageRoot, version: '0.0.0'}),
    env: {TOUCHSTONE_PASSWORD: admin.password},
    talk: () => undefined,
  };
  const options = {target: url, adminUser: admin.user, adminPasswordEnv: 'TOUCHSTONE_PASSWORD'};
  const files = ['suites/hosting/webhooks.yaml', 'suites/hosting/packages.yaml'];
  const catalog = await loadCatalog(machine, readPlaces(files, {}, machine).files);
  const all = await gatherRunnables(catalog, machine, {withProperties: false});
  const runnables = all.filter(({id}) => /^hosting\/(?:webhooks|packages)\//.test(id));
  expect(runnables.length).toBeGreaterThan(10);
  const redactor = redactorFor(options, machine);
  const never = new AbortController().signal;
  const opening = await openTarget(options, machine, {redactor});
  if (opening.kind === 'failed') throw new Error(opening.problems.join('\n'));
  const ledger = openLedger(machine, temporaryFolder());
  try {
    const stay = await insideTarget(
      opening.target,
      {machine, options, catalog, redactor, ledger, runnables, stops: {stop: never, abandon: never}},
      ({entry}) => Promise.resolve([...entry.found.keys()]),
    );
    if (stay.kind === 'refused') throw new Error(stay.problems.join('\n'));
    return stay.result;
  } finally {
    ledger.close();
    await opening.target.close();
  }
}

test('a run skips what is switched off, with how that showed and the setting', {timeout: 60_000}, async () => {
  const {url} = await fronted({...webhooksOff, ...packagesOff});
  const cwd = temporaryFolder();
  const ids = ['hosting/webhooks/of-a-user', 'hosting/packages/versions-and-files-stand-side-by-side'];
  const finished = await touchstone(
    ['run', ...targetArgs(url), ...ids.flatMap(id => ['--id', id]), '--contexts', 'plain', '--output', 'out'],
    {env: reference().env, cwd},
  );
  const results = completeResults(join(cwd, 'out'));
  expect(verdictsOf(results)).toEqual(Object.fromEntries(ids.map(id => [id, 'skip capability-absent'])));
  const details = ids.map(id => results.cases.get(id)?.detail);
  expect(details[0]).toMatch(/^webhooks: the server answered 403 .*\[security\] DISABLE_WEBHOOKS must not be true$/);
  expect(details[1]).toMatch(/^packages: the server answered 404 .*\[packages\] ENABLED = true/);
  expect(finished.stdout).toContain('DISABLE_WEBHOOKS');
  expect(results.journal.footer.leftovers).toEqual([]);
  expect(await reference().accounts()).toEqual([]);
});

const refused = reply(403, {body: '{"message":"no"}'});
const plain404 = reply(404, {body: '{"message":"The target was not found."}'});

test.each<[what: string, routes: Routes, found: readonly string[]]>([
  ['all of its webhooks', webhooksOff, ['webhooks']],
  ['the list of a user’s hooks', {'GET /api/v1/user/hooks': off}, []],
  ['all hooks of users', {'/api/v1/user/hooks*': off}, []],
  ['all hooks of users and organizations', {'/api/v1/user/hooks*': off, '/api/v1/orgs/*/hooks*': off}, []],
  ['all hooks of users and repositories', {'/api/v1/user/hooks*': off, '/api/v1/repos/*/hooks*': off}, []],
  ['every list of hooks, though they can be made', {'GET /api/v1/*/hooks*': off, 'GET /api/v1/user/hooks': off}, []],
  ['the making of hooks, though they are listed', {'POST /api/v1/*/hooks': off}, []],
  ['hooks of repositories in other words', {...webhooksOff, '/api/v1/repos/*/hooks*': refused}, []],
  ['hooks of organizations with another status', {...webhooksOff, '/api/v1/orgs/*/hooks*': plain404}, []],
  ['its registry', packagesOff, ['packages']],
  ['the upload of a package', {...pages, 'PUT /api/packages/*': nowhere}, []],
  ['the download of a package', {...pages, 'GET /api/packages/*': nowhere}, []],
  ['its registry, with a 403', {...pages, '/api/packages/*': refused}, []],
  ['its registry, where every 404 reads the same', {...packagesOff, '/api/v1/packages/*': nowhere}, []],
])('a server that refuses %s', async (_what, routes, found) => {
  const {url} = await fronted(routes);
  expect(await foundAt(url)).toEqual(found);
  expect(await reference().accounts()).toEqual([]);
});

test('a server that offers both is asked three things, and nothing is made for it', async () => {
  const {url, asked} = await fronted(pages);
  expect(await foundAt(url)).toEqual([]);
  const about = asked().filter(line => /\/hooks|\/packages|\/repos|\/orgs|\/api\/ts-/.test(line));
  expect(about.map(line => line.replace(/ts-\w+/, 'NAME').replace(/alice-\w+/, 'ALICE'))).toEqual([
    'GET /api/v1/user/hooks',
    'GET /api/packages/ALICE/generic/NAME/1.0.0/file.bin',
    'GET /api/NAME',
  ]);
});
