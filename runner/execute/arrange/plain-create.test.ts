// Shows that what plain steps of our suites make beside a repository is known to the ledger, with all that its removal needs.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

interface Document {
  readonly [key: string]: unknown;
}

const root = new URL('../../../', import.meta.url);

function yamlOf(folder: string): readonly Document[] {
  return readdirSync(new URL(folder, root))
    .filter(name => name.endsWith('.yaml'))
    .map(name => parse(readFileSync(new URL(folder + name, root), 'utf8')) as Document);
}

interface Step {
  readonly call?: string;
  readonly params?: object;
}

const operations = new Map(
  Object.entries(
    (parse(readFileSync(new URL('proto/hosting.openapi.yaml', root), 'utf8')) as {readonly paths: Document}).paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods as {readonly [method: string]: {readonly operationId?: string}}).map(
      ([method, {operationId = ''}]) => [operationId, {method, path}] as const,
    ),
  ),
);

const arrangements = yamlOf('fixtures/arrangements/') as readonly (Document & {
  readonly arrangement: string;
  readonly steps: readonly (Step & {readonly capture?: object})[];
  readonly inputs?: object;
  readonly cleanup?: Step;
  readonly find?: Step & {readonly capture?: object};
})[];

// The registration token is what the instance has, as GET gave it in older servers; a key pair is its person's, and goes with them.
const gives: ReadonlySet<string> = new Set(['adminCreateRunnerRegistrationToken', 'regenerateChefKeyPair']);

/** Operations of plain steps that make something that does not go away with a repository or an organization of the case. */
function makersBesideRepositories(): readonly string[] {
  const calls = yamlOf('suites/hosting/').flatMap(({cases}) =>
    (cases as readonly {readonly steps: readonly Step[]}[]).flatMap(({steps}) => steps.flatMap(({call}) => call ?? [])),
  );
  return [...new Set(calls)].filter(id => {
    const {method = '', path = ''} = operations.get(id) ?? {};
    const isMaker = (method === 'post' || (method === 'put' && path.startsWith('/api/packages/'))) && !gives.has(id);
    const isInside =
      /^\/(repos|orgs)\/\{\w+\}\/(?!forks|transfer|repos)|^\/repos\/\{\w+\}\/\{\w+\}\/(?!forks|transfer)|\/git-receive-pack$/;
    return isMaker && !isInside.test(path.replace(/^\/api\/v1/, ''));
  });
}

test.each(makersBesideRepositories())('what %s makes can be removed by the ledger', id => {
  const creators = arrangements.filter(({steps, cleanup}) => steps[0]?.call === id && cleanup !== undefined);
  expect(creators.map(({arrangement}) => arrangement)).not.toEqual([]);
});

test.each(arrangements.filter(({cleanup}) => cleanup !== undefined))(
  '$arrangement is found again when the answer of its create was lost',
  ({steps, inputs = {}, cleanup, find}) => {
    const told = new Set(steps.flatMap(({capture = {}}) => Object.keys(capture)));
    const needed = [...JSON.stringify(cleanup).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const lost = needed.filter(name => told.has(name) && !Object.keys(inputs).includes(name));
    expect(Object.keys(find?.capture ?? {})).toEqual(expect.arrayContaining(lost));
  },
);

test('an arrangement that removes something begins by making it, so that reading never leads to a removal', () => {
  const readers = arrangements.filter(({steps, cleanup}) => {
    const [first] = steps;
    return cleanup !== undefined && first?.call !== undefined && operations.get(first.call)?.method === 'get';
  });
  expect(readers.map(({arrangement}) => arrangement)).toEqual([]);
});
