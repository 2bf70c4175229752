// What the record says nothing about, asked all the same: reported as what a target does, and never scored.
import fc from 'fast-check';
import {isJsonObject, type JsonObject} from '../../model/json.ts';
import {property, type AnyProperty, type PropertyWorld} from '../../model/property.ts';
import {expectNoBreak, expectStatus} from './common/shared-laws.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {
  column,
  isListOf,
  isSuccess,
  itemsOf,
  listTree,
  part,
  placeOf,
  spelled,
  textOf,
  wordOf,
} from './common/things.ts';

/** What all probes are: cheap, and tried with everything there is to try. */
const probe = {area: 'hosting', probe: true, proves: [], runs: 1, floor: 1} as const;

const oddPages = ['0', '-1', '1000000000', 'x', ''] as const;

export const oddPagesAreAnswered = property({
  ...probe,
  id: 'odd-pages-are-answered',
  title: 'odd values of page and limit are no error of the server, and no page is longer than the list allows',
  needs: ['repositories'],
  input: fc.tuple(inAnyOrder(['page', 'limit'] as const), inAnyOrder(oddPages)),
  check: async (world, [names, values]) => {
    const repo = await world.arrange('repository');
    for (const name of ['v1', 'v2', 'v3']) await world.arrange('tag', {repo, name});
    const most = await world.call('repoListTags', {
      params: {...placeOf(repo), limit: 50},
      say: 'alice lists the tags, limit 50',
    });
    for (const name of names)
      for (const value of values) {
        world.count(name);
        const reply = await world.call('repoListTags', {
          params: {...placeOf(repo), [name]: value},
          say: `alice lists the tags, ${name} ${value === '' ? 'empty' : value}`,
        });
        expectNoBreak(world, reply, `listing tags with ${name} ${value === '' ? 'empty' : value}`);
        world.law(itemsOf(reply).length <= itemsOf(most).length, {
          path: 'length',
          message: `${name} ${value === '' ? 'empty' : value} lists ${String(itemsOf(reply).length)} tags (expected at most the ${String(itemsOf(most).length)} of limit 50)`,
        });
      }
  },
});

/** Two exclusive labels, and whether known servers see them in one scope. */
const oddPairs = [
  {one: '/x', other: '/y', isOneScope: false},
  {one: 'x/', other: 'x/y', isOneScope: false},
  {one: '/', other: '/z', isOneScope: false},
  {one: 'x//y', other: 'x//z', isOneScope: true},
] as const;

export const slashesAtAnEdge = property({
  ...probe,
  id: 'slashes-at-an-edge-make-no-scope',
  title: 'a slash at the start or the end of a label’s name makes no scope, and two slashes are as one',
  needs: ['repositories', 'issues', 'labels'],
  input: inAnyOrder(oddPairs),
  check: async (world, pairs) => {
    const repo = await world.arrange('repository', {auto_init: false});
    for (const {one, other, isOneScope} of pairs) {
      world.count(`${one} and ${other}`);
      const issue = await world.arrange('issue', {repo}, {called: `an issue for ${one} and ${other}`});
      const params = {...placeOf(repo), index: part(issue, 'number')};
      for (const name of [one, other]) {
        const made = await world.call('issueCreateLabel', {
          params: placeOf(repo),
          body: {name, color: '00aabb', exclusive: true},
          say: `alice creates label ${name} exclusive`,
        });
        const asked = `creating the exclusive label ${name}`;
        expectStatus(world, made, {asked, holds: isSuccess(made), wanted: '2xx', status: '2xx'});
        const labels = [made.at('/id')];
        await world.call('issueAddLabel', {params, body: {labels}, say: `alice adds ${name} to that issue`});
      }
      const shown = await world.call('issueGetLabels', {as: 'bob', params, say: 'bob reads the labels of that issue'});
      world.expect(shown, {status: '2xx'});
      const wanted = isOneScope ? [other] : [one, other];
      const names = column(shown, 'name');
      world.law(
        isListOf(shown, 'name', wanted),
        {
          path: '$[*].name',
          message: `after ${one} and ${other} were added, exclusive both, the issue has ${spelled(names)} (expected ${spelled(wanted)})`,
        },
        {written: {reply: shown, tree: listTree('name', wanted)}},
      );
    }
  },
});

/** Rules, and what known servers say of a branch of another form. */
const globs = [
  {claim: 'two stars between slashes stand for something', rule: 'a/**/b', branch: 'a/b', isProtected: false},
  {claim: 'a question mark stands for one letter', rule: 'v?', branch: 'v1', isProtected: true},
  {claim: 'brackets stand for one letter of several', rule: 'w[12]', branch: 'w1', isProtected: true},
  {claim: 'braces stand for one word of several', rule: '{x,y}z', branch: 'xz', isProtected: true},
] as const;

export const [starsForSomething, questionMark, brackets, braces] = [
  globProbe(globs[0]),
  globProbe(globs[1]),
  globProbe(globs[2]),
  globProbe(globs[3]),
];

function globProbe({claim, rule, branch, isProtected}: (typeof globs)[number]): AnyProperty {
  return property({
    ...probe,
    id: claim.replaceAll(' ', '-'),
    title: `${claim}: the rule ${rule} ${isProtected ? 'protects' : 'does not protect'} ${branch}`,
    needs: ['repositories', 'branches'],
    input: fc.constant(rule),
    check: world => expectProtected(world, {rule, branch, isProtected}),
  });
}

async function expectProtected(
  world: PropertyWorld,
  {rule, branch, isProtected}: Pick<(typeof globs)[number], 'rule' | 'branch' | 'isProtected'>,
): Promise<void> {
  world.count('rule');
  const repo = await world.arrange('repository');
  await world.arrange('branch', {repo, name: branch});
  const made = await world.call('repoCreateBranchProtection', {
    params: placeOf(repo),
    body: {rule_name: rule},
    say: `alice protects ${rule}`,
  });
  expectStatus(world, made, {asked: `protecting ${rule}`, holds: isSuccess(made), wanted: '2xx', status: '2xx'});
  const shown = await world.call('repoGetBranch', {
    params: {...placeOf(repo), branch},
    say: `alice reads branch ${branch}`,
  });
  world.expect(shown, {status: '2xx', body: {protected: isProtected}});
}

const oddDates = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2020-02-30T00:00:00Z', 'yesterday', ''] as const;

export const oddCreationTimes = property({
  ...probe,
  id: 'odd-creation-times-are-kept-or-refused',
  title: 'a user with an odd created_at is made with exactly that instant, or is refused and not there',
  needs: ['users'],
  input: inAnyOrder(oddDates),
  check: async (world, dates) => {
    const near = await world.arrange('user');
    for (const [index, created_at] of dates.entries()) {
      world.count('create a user');
      const told = created_at === '' ? 'empty' : created_at;
      const login = `${textOf(part(near, 'login'))}-${String(index)}`;
      const made = await world.call('adminCreateUser', {
        as: 'admin',
        body: {
          username: login,
          email: `${login}@example.org`,
          password: 'aB3-aB3-aB3-xyz',
          must_change_password: false,
          created_at,
        },
        say: `the administrator makes a user with created_at ${told}`,
      });
      const shown = await world.call('userGet', {
        as: 'admin',
        params: {username: login},
        say: 'the administrator reads that user',
      });
      if (isSuccess(made))
        await world.call('adminDeleteUser', {
          as: 'admin',
          params: {username: login, purge: true},
          say: 'the administrator deletes that user',
        });
      expectNoBreak(world, made, `making a user with created_at ${told}`);
      if (isSuccess(made)) {
        const kept = isJsonObject(shown.body ?? null) ? wordOf((shown.body as JsonObject)['created']) : 'nothing';
        world.law(Date.parse(kept) === Date.parse(created_at), {
          path: '/created',
          message: `the user made with created_at ${told} shows created ${kept} (expected the same instant, or a refusal)`,
        });
      } else
        expectStatus(world, shown, {
          asked: `after a refused created_at ${told}, reading that user`,
          holds: shown.status === 404,
          wanted: '404',
          status: 404,
        });
    }
  },
});

export const unknownScopes = property({
  ...probe,
  id: 'unknown-scopes-open-nothing',
  title: 'a token that is asked for with a scope that nobody knows is refused, or may not do everything',
  needs: ['tokens', 'basic-authentication', 'repositories'],
  input: inAnyOrder(['no-such-scope', 'ALL', 'write:nothing', ' '] as const),
  check: async (world, scopes) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const username = world.known('actors.alice.login');
    for (const scope of scopes) {
      world.count(scope);
      const name = `${textOf(world.known('case.name'))} ${scope}`;
      const made = await world.call('userCreateToken', {
        auth: 'basic',
        params: {username},
        body: {name, scopes: [scope]},
        say: `alice asks for a token with the scope “${scope}”`,
      });
      expectNoBreak(world, made, `asking for a token with the scope “${scope}”`);
      if (!isSuccess(made)) continue;
      const edited = await world.call('repoEdit', {
        auth: {token: made.at('/sha1')},
        params: placeOf(repo),
        body: {description: 'by the token'},
        say: 'somebody edits the repository with that token',
      });
      await world.call('userDeleteAccessToken', {
        auth: 'basic',
        params: {username, token: made.at('/id')},
        say: 'alice deletes that token',
      });
      expectStatus(world, edited, {
        asked: `editing a repository with a token for “${scope}”`,
        holds: [401, 403, 404].includes(edited.status),
        wanted: '401, 403 or 404',
        status: {$in: [401, 403, 404]},
      });
    }
  },
});
