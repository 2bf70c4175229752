// What led to a repository and to a person before they got other names leads on to them.
import fc from 'fast-check';
import {property, type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {part, placeOf, textOf} from '../common/things.ts';

const anonymous = {as: 'anonymous'} as const;

/** What is below the address of a repository, and its address in the API. */
const belowRepository = [
  ['the page', ''],
  ['the page of issues', '/issues'],
  ['a raw file', '/raw/branch/{branch}/README.md'],
  ['the list of refs', '.git/info/refs?service=git-upload-pack'],
  ['what the API shows', '/api/v1'],
] as const;

const once = {
  area: 'hosting',
  contexts: 'it makes what it renames itself, and asks without credentials',
  runs: 1,
  floor: 1,
} as const;

export const oldAddressesLeadOn = property({
  ...once,
  id: 'old-addresses-lead-on',
  title:
    'the page, files and refs of a repository lead on from the address that it had, after it was renamed and after it has its first name again',
  proves: ['REPO-CREATE'],
  needs: ['repositories', 'anonymous-reading'],
  requestsPerRun: 20,
  input: fc.constant('a repository'),
  check: repositoryLeadsOn,
});

export const oldPagesOfPeopleLeadOn = property({
  ...once,
  id: 'old-pages-of-people-lead-on',
  title: 'the page of a renamed person leads on from the address that it had',
  proves: ['ADMIN-RENAME'],
  needs: ['users', 'anonymous-reading'],
  requestsPerRun: 6,
  input: fc.constant('a person'),
  check: personLeadsOn,
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
  world.law(
    isOn,
    {
      path: 'status',
      message: `${what} is answered with ${String(reply.status)}${to === '' ? ' and no Location' : ''}, which does not lead to its new address`,
      expected: '301, 302, 307 or 308, and its new address as Location',
      actual: reply.status,
    },
    {usual: true, unwritable: 'it opens pages by their addresses'},
  );
}
