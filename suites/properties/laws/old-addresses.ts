// What led to a repository and to a person before they got other names leads on to them.
import fc from 'fast-check';
import {property, type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {part, placeOf, textOf} from '../common/things.ts';

const anonymous = {as: 'anonymous'} as const;

/** What is below the address of a repository: its page, others of its pages, a file, and what git asks first. */
const belowRepository = [
  ['the page', ''],
  ['the page of issues', '/issues'],
  ['a raw file', '/raw/branch/{branch}/README.md'],
  ['the refs', '.git/info/refs?service=git-upload-pack'],
  ['an entry of the API', '/api/v1'],
] as const;

export const oldAddressesLeadOn = property({
  id: 'old-addresses-lead-on',
  title:
    'pages, files and refs of a renamed repository, and the page of a renamed person, lead from their old addresses to the new ones, for as long as nothing else has the old name',
  proves: ['REPO-CREATE', 'ADMIN-RENAME'],
  area: 'hosting',
  contexts: 'it makes a public repository and a user itself, and asks without credentials',
  needs: ['repositories', 'users', 'anonymous-reading'],
  runs: 1,
  floor: 1,
  requestsPerRun: 35,
  input: fc.constantFrom('the repository first', 'the person first'),
  check: async (world, order) => {
    const both = [repositoryLeadsOn, personLeadsOn];
    for (const leadsOn of order === 'the repository first' ? both : both.toReversed()) await leadsOn(world);
  },
});

async function repositoryLeadsOn(world: PropertyWorld): Promise<void> {
  const repo = await world.arrange('repository', {private: false});
  const {owner, repo: name} = placeOf(repo);
  const [old, renamed] = [textOf(name), `${textOf(name)}-renamed`];
  const below = belowRepository.map(
    ([what, path]) => [what, path.replace('{branch}', textOf(part(repo, 'default_branch')))] as const,
  );
  const pathOf = (word: string, rest: string): string =>
    rest.startsWith('/api/v1') ? `${rest}/repos/${textOf(owner)}/${word}` : `/${textOf(owner)}/${word}${rest}`;
  const rename = async (from: string, to: string): Promise<WorldReply> =>
    world.prepare('repoEdit', {params: {owner, repo: from}, body: {name: to}, say: `alice renames ${from} to ${to}`});

  const shown: (readonly [what: string, rest: string])[] = [];
  for (const [what, rest] of below) {
    const before = await opens(world, pathOf(old, rest), `${what} of a repository`);
    if (before.status < 300) shown.push([what, rest]);
  }
  // Nothing is judged before it has its name again: what is removed after a check is found by that.
  const seen: (() => void)[] = [];
  const looks = async (word: string, now: string, told: string): Promise<void> => {
    for (const [what, rest] of shown) {
      const after = await opens(world, pathOf(word, rest), `${what} at the address that it had`);
      world.count(what);
      seen.push(() => expectOn(world, after, {what: `${what} of ${told}`, path: pathOf(now, rest)}));
    }
  };
  await rename(old, renamed);
  await looks(old, renamed, 'a renamed repository');
  await rename(renamed, old);
  await looks(renamed, old, 'a repository that has its first name again');
  for (const expects of seen) expects();
}

async function personLeadsOn(world: PropertyWorld): Promise<void> {
  const user = await world.arrange('user');
  const login = textOf(part(user, 'login'));
  const renamed = `new-${login}`;
  const rename = async (from: string, to: string): Promise<WorldReply> =>
    world.prepare('adminRenameUser', {
      as: 'admin',
      params: {username: from},
      body: {new_username: to},
      say: `the administrator renames ${from} to ${to}`,
    });
  const before = await opens(world, `/${login}`, 'the page of a person');
  await rename(login, renamed);
  const after = await opens(world, `/${login}`, 'the page of the person at the address that it had');
  await rename(renamed, login);
  // A server without pages has nothing that leads on.
  if (before.status >= 300) return;
  world.count('a person');
  expectOn(world, after, {what: 'the page of a renamed person', path: `/${renamed}`});
}

async function opens(world: PropertyWorld, path: string, what: string): Promise<WorldReply> {
  return world.request('GET', path, {...anonymous, say: `somebody without credentials opens ${what}`});
}

function expectOn(world: PropertyWorld, reply: WorldReply, {what, path}: {what: string; path: string}): void {
  const to = reply.header('location') ?? '';
  // Known servers leave the ending out for git, and serve both.
  const plain = (address: string): string => address.replace(/\?.*$/, '').replace('.git/', '/');
  const isOn = [301, 302, 307, 308].includes(reply.status) && plain(to).endsWith(plain(path));
  const shown = to === '' ? 'no Location' : 'a Location that is not its new address';
  world.law(
    isOn,
    {
      path: 'status',
      message: `${what} is answered with ${String(reply.status)}${isOn ? '' : ` and ${shown}`}`,
      expected: 'a redirect to its new address',
      actual: reply.status,
    },
    {usual: true, unwritable: 'it opens pages by their addresses'},
  );
}
