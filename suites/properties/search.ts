// The search for issues across repositories: it finds what the caller may read, and nothing else, as rights come and go.
import fc from 'fast-check';
import {property, type PropertyWorld} from '../../model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {
  column,
  isListOf,
  isSameBag,
  listTree,
  part,
  placeOf,
  signedIn,
  spelled,
  textOf,
  wordOf,
  type Things,
} from './common/things.ts';

const homes = [
  'alice’s repository',
  'bob’s repository',
  'alice’s private repository',
  'the organization’s repository',
] as const;

type Home = (typeof homes)[number];

interface Found {
  readonly title: string;
  /** How the story calls the issue. */
  readonly called: string;
  readonly home: Home;
}

export const searchFindsWhatIsReadable = property({
  id: 'search-finds-what-is-readable',
  title: 'a search across repositories finds every issue with a word for whoever may read it, and none for others',
  proves: ['ISSUE-SEARCH'],
  area: 'hosting',
  contexts: 'it makes repositories of each owner and visibility itself',
  needs: ['repositories', 'issues', 'organizations', 'users', 'basic-authentication', 'usual-pages'],
  runs: 2,
  floor: 1,
  input: fc.tuple(inAnyOrder(homes), fc.integer({min: 1, max: 2})),
  check: async (world, [order, each]) => {
    const reader = await world.arrange('user', {}, {called: 'the reader'});
    const repos = new Map<Home, Things>();
    for (const home of order) repos.set(home, await repositoryOf(world, home));
    const word = `w${textOf(world.known('case.name'))}`;
    const issues: Found[] = [];
    for (const home of order)
      for (let number = 1; number <= each; number += 1) {
        const title = `${word} ${String(issues.length + 1)}`;
        const called = `issue ${String(issues.length + 1)}`;
        const as = home === 'bob’s repository' ? 'bob' : 'alice';
        await world.prepare('issueCreateIssue', {
          as,
          params: placeOf(repos.get(home) as Things),
          body: {title},
          say: `${as} opens ${called} in ${home}, with the word in its title`,
        });
        issues.push({title, called, home});
      }
    const open = issues.filter(({home}) => home !== 'alice’s private repository');
    const by = {...signedIn(reader), who: 'the reader'};
    await expectFound(world, {as: 'alice', who: 'alice'}, {word, wanted: issues, all: issues});
    await expectFound(world, by, {word, wanted: open, all: issues});
    const hidden = repos.get('alice’s private repository');
    if (hidden === undefined) return;
    world.count('let the reader in');
    const params = {...placeOf(hidden), collaborator: part(reader, 'login')};
    await world.prepare('repoAddCollaborator', {
      params,
      body: {permission: 'read'},
      say: 'alice lets the reader into alice’s private repository',
    });
    await expectFound(world, by, {word, wanted: issues, all: issues});
    await world.prepare('repoDeleteCollaborator', {params, say: 'alice takes the reader out of it'});
    await expectFound(world, by, {word, wanted: open, all: issues});
  },
});

async function repositoryOf(world: PropertyWorld, home: Home): Promise<Things> {
  if (home === 'the organization’s repository') {
    const org = await world.arrange('organization');
    return world.arrange('organization-repository', {org, auto_init: false}, {called: home});
  }
  const isHidden = home === 'alice’s private repository';
  const owner_as = home === 'bob’s repository' ? 'bob' : 'alice';
  return world.arrange('repository', {auto_init: false, private: isHidden, owner_as}, {called: home});
}

type Searcher = {readonly who: string} & Pick<Parameters<PropertyWorld['call']>[1], 'as' | 'auth'>;

interface Search {
  readonly word: string;
  readonly wanted: readonly Found[];
  readonly all: readonly Found[];
}

// That what is hidden is not found is what every server does; the record says that repositories are searched.
async function expectFound(world: PropertyWorld, {who, ...by}: Searcher, {word, wanted, all}: Search): Promise<void> {
  world.count('search');
  const expected = wanted.map(({title}) => title);
  const reply = await world.call('issueSearchIssues', {
    ...by,
    params: {q: word, limit: 50},
    until: list => isSameBag(column(list, 'title'), expected),
    say: `${who} searches all repositories for the word`,
  });
  world.expect(reply, {status: '2xx'});
  const found = column(reply, 'title').map(wordOf);
  const told = (titles: readonly string[]): string =>
    spelled(titles.map(title => all.find(issue => issue.title === title)?.called ?? title));
  const missing = wanted.filter(({title}) => !found.includes(title));
  world.law(
    missing.length === 0,
    {
      path: '$[*].title',
      message: `${who} finds ${told(found)} (expected ${told(expected)})`,
      expected,
      actual: found,
    },
    {written: {reply, tree: missing.length === 0 ? {} : {at: {'$[*].title': {$unordered: expected}}}}},
  );
  const hidden = all.filter(issue => !wanted.includes(issue) && found.includes(issue.title));
  world.law(
    hidden.length === 0,
    {
      path: '$[*].title',
      message: `${who} finds ${told(found)} (expected ${told(expected)}; ${who} may not read ${spelled([...new Set(hidden.map(({home}) => home))])})`,
      expected,
      actual: found,
    },
    {usual: true, written: {reply, tree: hidden.length === 0 ? {} : listTree('title', expected)}},
  );
  if (hidden.length > 0) return;
  world.law(
    isListOf(reply, 'title', expected),
    {
      path: '$[*].title',
      message: `${who} finds ${told(found)} (expected ${told(expected)}, each once)`,
      expected,
      actual: found,
    },
    {usual: true, written: {reply, tree: listTree('title', expected)}},
  );
}
