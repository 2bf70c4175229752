// Creates of repositories that are refused leave nothing, and the older path answers as the newer one.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {expectNothingLeft, expectSameAnswer, type Asked} from './common/shared-laws.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {isSuccess, part, signedIn, textOf, type Things} from './common/things.ts';

/** The calls that create a repository, and how what they made is listed. */
const ways = ['for the own account', 'in an organization', 'by the older path'] as const;

type Way = (typeof ways)[number];

// The long one is no longer than what a file can be called: beyond that a server may refuse the length, not the template.
const readme = fc.oneof(
  fc
    .array(fc.constantFrom('no', 'such', 'Default', 'template', 'readme'), {minLength: 2, maxLength: 4})
    .map(words => words.join(' ')),
  fc.array(fc.constantFrom('..', 'Default', 'x'), {minLength: 2, maxLength: 4}).map(parts => parts.join('/')),
  fc.constantFrom('Vorlage für Größeres', 'défaut', '默认', 'DEFAULT.md.txt', 'x'.repeat(250)),
);

export const missingTemplatesLeaveNothing = property({
  id: 'missing-templates-leave-nothing',
  title: 'a README template that does not exist answers 400 on every path that creates a repository, and leaves none',
  proves: ['ERR-README-400', 'ORG-REPO-OLD'],
  area: 'hosting',
  contexts: 'it makes repositories of every kind of owner itself',
  needs: ['repositories', 'organizations', 'users'],
  runs: 3,
  floor: 2,
  input: fc.tuple(inAnyOrder(ways), readme),
  check: async (world, [drawn, template]) => {
    const user = await world.arrange('user');
    const org = await world.arrange('organization');
    const isLong = template.length > 60;
    const shown = isLong ? `"${template.slice(0, 20)}…" (${String(template.length)} characters)` : `"${template}"`;
    for (const [index, way] of drawn.entries()) {
      world.count(way);
      // A name of its own each: what one way leaves behind must not stand in the way of the next.
      const name = `half-made-${String(index)}-${textOf(world.known('case.name'))}`;
      const create = asked(way, {user, org}, {name, auto_init: true, readme: template});
      const refused = await expectNothingLeft(
        world,
        {
          list: {
            operation: way === 'for the own account' ? 'userListRepos' : 'orgListRepos',
            as: 'bob',
            params: way === 'for the own account' ? {username: part(user, 'login')} : {org: part(org, 'name')},
            say: `bob lists the repositories of ${way === 'for the own account' ? 'the user' : 'the organization'}`,
          },
          key: 'name',
          create: {...create, say: `${create.say} with the README template ${shown}`},
        },
        {usual: true},
      );
      if (isSuccess(refused)) await removeFrom(world, way === 'for the own account' ? user : org, [name]);
      world.expect(refused, {proves: 'ERR-README-400', status: 400});
    }
    if (drawn.length < ways.length) return;
    const twins = (['by the older path', 'in an organization'] as const).map((way, index) =>
      asked(
        way,
        {user, org},
        {name: `twin-${String(index)}-${textOf(world.known('case.name'))}`, auto_init: true, readme: template},
      ),
    );
    await expectSameAnswer(world, twins[0] as Asked, twins[1] as Asked, {usual: true});
  },
});

function asked(
  way: Way,
  {user, org}: {readonly user: Things; readonly org: Things},
  body: {readonly name: string; readonly [key: string]: string | boolean},
): Asked {
  const create = `create the repository ${body.name}`;
  const params: {readonly org: Reference} = {org: part(org, 'name')};
  switch (way) {
    case 'for the own account':
      return {operation: 'createCurrentUserRepo', ...signedIn(user), body, say: `the user tries to ${create}`};
    case 'in an organization':
      return {operation: 'createOrgRepo', params, body, say: `alice tries to ${create} in the organization`};
    case 'by the older path':
      return {
        operation: 'createOrgRepoDeprecated',
        params,
        body,
        say: `alice tries to ${create} in the organization by the older path`,
      };
  }
}

export const olderPathsDoTheSame = property({
  id: 'older-paths-do-the-same',
  title: 'the older path that creates a repository in an organization answers as the newer one, whatever is asked for',
  proves: ['ORG-REPO-CREATE', 'ORG-REPO-OLD'],
  area: 'hosting',
  contexts: 'it makes repositories of organizations itself',
  needs: ['repositories', 'organizations'],
  runs: 2,
  floor: 2,
  input: fc.record({isPrivate: fc.boolean(), isInit: fc.boolean(), isTaken: fc.boolean()}),
  check: async (world, {isPrivate, isInit, isTaken}) => {
    const org = await world.arrange('organization');
    // A repository that the older path makes somewhere else stays there, and must not stand in the way of the next run.
    const [one, two] = ['one', 'two'].map(word => `${word}-${textOf(world.known('case.name'))}`) as [string, string];
    const name = isTaken
      ? textOf(
          part(
            await world.arrange(
              'organization-repository',
              {org, auto_init: false},
              {called: 'a repository of the organization'},
            ),
            'name',
          ),
        )
      : one;
    world.count(isTaken ? 'a name that is taken' : 'a new name');
    const body = {private: isPrivate, auto_init: isInit};
    const path = {params: {org: part(org, 'name')}};
    const old = {
      operation: 'createOrgRepoDeprecated',
      ...path,
      body: {...body, name},
      say: `alice tries to create ${isTaken ? 'a repository of the same name' : `the repository ${one}`} by the older path`,
    };
    const other = isTaken ? name : two;
    const new_ = {
      operation: 'createOrgRepo',
      ...path,
      body: {...body, name: other},
      say: `alice tries to create ${isTaken ? 'a repository of the same name' : `the repository ${two}`} by the newer path`,
    };
    await expectSameAnswer(world, old, new_, {usual: true});
    if (isTaken) return;
    const reply = await world.call('orgListRepos', {
      params: path.params,
      say: 'alice lists the repositories of the organization',
    });
    await removeFrom(world, org, [one, two]);
    world.expect(reply, {proves: 'ORG-REPO-OLD', status: '2xx', at: {'$[*].name': {$contains: one}}});
    world.expect(reply, {proves: 'ORG-REPO-CREATE', at: {'$[*].name': {$unordered: [one, two]}}});
  },
});

// An organization that has repositories cannot be deleted; a user is purged.
async function removeFrom(world: PropertyWorld, owner: Things, names: readonly string[]): Promise<void> {
  const name = owner['name'];
  if (name === undefined) return;
  for (const repo of names)
    await world.call('repoDelete', {
      params: {owner: name, repo},
      say: `to clean up, alice deletes the repository ${repo}`,
    });
}
