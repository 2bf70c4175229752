// Shows that a server which answers the same to everything, or goes away in mid run, earns no green case.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readRequirements} from '../../runner/read/contract/read-requirements.ts';
import {readFileSync} from 'node:fs';
import {allButHistories} from '../support/all-but-histories.ts';
import {temporaryFolder, touchstone, type Finished} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {isLong, someOf} from '../support/length.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {passThrough, rawServer, reply, withoutBody, type RawServer, type Script} from '../support/raw-server.ts';
import {completeResults, type RunResults} from '../support/run-results.ts';

const reference = liveReference();
const some = ['labels', 'reactions', 'oauth2-applications', 'branch-protection'].map(
  name => `suites/hosting/${name}.yaml`,
);

/** Some twenty seconds on two quiet cores. */
const budgetMs = 240_000;

async function serve(routes: Readonly<Record<string, Script>>, fallback: Script): Promise<RawServer> {
  const server = await rawServer({routes, fallback});
  atEnd(() => server.close());
  return server;
}

/** Runs everything that there is for a hosting server, or what `more` selects, in the plain context unless it says another. */
async function run(
  url: string,
  more: readonly string[] = [],
  contexts = 'plain',
): Promise<{finished: Finished; folder: string}> {
  const cwd = temporaryFolder();
  const finished = await touchstone(
    [
      'run',
      ...targetArgs(url),
      '--output',
      'out',
      '--reply-timeout',
      '3s',
      '--lag',
      '100ms',
      '--contexts',
      contexts,
      ...more,
    ],
    {env: reference().env, cwd, budgetMs},
  );
  return {finished, folder: join(cwd, 'out')};
}

const levels = new Map(
  readRequirements({
    text: readFileSync(new URL('../../suites/requirements.yaml', import.meta.url), 'utf8'),
    file: 'suites/requirements.yaml',
  }).requirements.map(({id, level}) => [id, level]),
);

/** Passed cases that prove a `must`. */
function wronglyGreen({cases}: RunResults): readonly string[] {
  return [...cases.values()]
    .filter(({verdict, requirements}) => verdict === 'pass' && requirements.some(id => levels.get(id) === 'must'))
    .map(({id}) => id)
    .toSorted();
}

// Entering must work, else nothing is judged: accounts and tokens are made by the real server.
const entering = (): Readonly<Record<string, Script>> => {
  const real = passThrough(reference().url);
  return {
    'GET /api/v1/version': real,
    'GET /api/v1/user': real,
    'POST /api/v1/admin/users': real,
    'POST /api/v1/users/*/tokens': real,
    'DELETE /api/v1/admin/users/*': real,
  };
};

// GET /user and POST /admin/users are answered by the real server, because nobody could sign in otherwise: these are judged on it, and it does as the
// record says.
const heldByEntering = [
  'hosting/authentication/basic-authentication-is-accepted',
  ...['eighty', 'two-hundred'].map(row => `hosting/authentication/long-passwords-count-to-their-end[${row}]`),
  ...['colons', 'percent', 'plus-and-blank', 'quotes'].map(
    row => `hosting/authentication/passwords-of-any-signs[${row}]`,
  ),
  'hosting/authentication/tokens-are-accepted',
  ...['bearer', 'small-bearer', 'token'].map(row => `hosting/authentication/tokens-in-a-header[${row}]`),
  'hosting/authentication/tokens-in-the-place-of-a-password',
  'properties/own-things/reserved-names-are-not-made',
];
// "answers 400" is a statement about a status, and the statuses are right; the control is the same request with a template that exists.
const heldByStatuses = [
  ...['a-sentence', 'letters-beyond-ascii', 'one-word', 'path'].map(
    row => `hosting/repositories/missing-readme-template-for-a-user[${row}]`,
  ),
  // That a token without the scope is refused is a statement about statuses too; these make nothing whose id they would have to read.
  'properties/operations/scopes-of-administration',
  'properties/operations/scopes-of-packages',
];

const emptied = (): Script => withoutBody(reference().url);

/** What a server may answer to everything, and the cases whose statement really holds there. */
const hopeless: readonly (readonly [name: string, script: () => Script, holds: readonly string[]])[] = [
  ['200 {}', () => reply(200, {body: '{}'}), []],
  ['200 []', () => reply(200, {body: '[]'}), []],
  ['204', () => reply(204), []],
  ['404', () => reply(404, {body: '{"message":"not found"}'}), []],
  ['500', () => reply(500, {body: '{"message":"boom"}'}), []],
  ['the right status with an empty body', emptied, heldByStatuses],
];
// A property meets a refusal at its first request, whatever the number, and a case an empty reply, whatever its form: for the sake of time these are met
// by a third of the cases alone, not always the same; in the short tests all are.
const sampled: readonly string[] = [
  '200 []',
  '204',
  '404',
  '500',
  ...(isLong ? [] : ['200 {}', 'the right status with an empty body']),
];
// A history, of some two hundred requests, judges each reply by one law and its form: the server whose statuses are right meets one, the others none.
const histories = (kept: string): readonly string[] => allButHistories(['hosting'], kept);

test.concurrent.each(someOf(hopeless, 3, 2))(
  'a server that answers %s to everything passes nothing',
  async (name, script, holds) => {
    const server = await serve(entering(), script());
    const at = sampled.indexOf(name);
    const isWhole = at < 0;
    // What is wrong in the plain context alone is wrong in each; one of these servers shows that the others earn nothing either.
    const contexts = name === '404' ? 'values' : 'plain';
    const {finished, folder} = await run(
      server.url,
      isWhole
        ? histories(script === emptied ? 'again' : '')
        : ['--id', 'hosting/*', '--shard', `${String((at % 3) + 1)}/3`, '--seed', '1'],
      contexts,
    );
    expect(finished.exitCode).toBe(1);
    const results = completeResults(folder);
    expect(results.cases.size).toBeGreaterThan(isWhole ? 200 : 80);
    const held = [...heldByEntering, ...holds].filter(id => isWhole || results.cases.has(id));
    expect(wronglyGreen(results)).toEqual(held.toSorted());
  },
  budgetMs,
);

// Here everything can be made, so that the cases come to their judgement.
test.concurrent.each(
  someOf(
    hopeless.filter(([name]) => ['200 {}', '200 []', '404'].includes(name)),
    3,
  ),
)(
  'a server that writes rightly and answers %s to every reading passes nothing that is read back',
  async (_name, script) => {
    const server = await serve({'GET /api/v1/repos/*': script()}, passThrough(reference().url));
    const {finished, folder} = await run(server.url, ['--id', 'hosting/labels/*']);
    const results = completeResults(folder);
    expect(finished.exitCode).toBe(1);
    expect(results.journal.footer.counts.fail).toBeGreaterThan(20);
    expect(wronglyGreen(results)).toEqual([]);
  },
  budgetMs,
);

test.concurrent('suites of those are green on the healthy server', async () => {
  const {finished, folder} = await run(reference().url, some);
  expect(finished.exitCode).toBe(0);
  expect(wronglyGreen(completeResults(folder)).length).toBeGreaterThan(50);
});

test.concurrent('RN-18: a server that dies in mid run ends the run with a clear sentence, and what did not run is counted', async () => {
  const real = passThrough(reference().url);
  let seen = 0;
  const server = await serve({}, (socket, request) => {
    seen += 1;
    return seen < 150 ? real(socket, request) : void socket.destroy();
  });
  const {finished, folder} = await run(server.url, [...some, '--jobs', '2']);
  expect(finished.exitCode).toBe(6);
  expect(finished.stderr).toMatch(
    /the target gave no whole reply in 10 cases in a row; the last: .+\n\d+ cases were not run/,
  );
  expect(finished.stdout).toMatch(/^TARGET GONE\nthe target gave no whole reply in 10 cases in a row;/m);
  expect(finished.stdout).toMatch(/\(the target went away with \d+ cases not run\)/);
  const {journal} = completeResults(folder);
  expect(journal.footer.counts.pass).toBeGreaterThan(0);
  expect(journal.footer.notRun).toBeGreaterThan(20);
  expect(journal.footer.leftovers.join('\n')).toContain('account alice-');
  expect(finished.stdout).toMatch(new RegExp(`${journal.footer.notRun} not run`));
});
