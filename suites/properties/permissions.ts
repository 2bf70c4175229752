// Who may do what in a repository: the more rights somebody has, the more they may, and administrators may write.
import fc from 'fast-check';
import {property, type PropertyWorld, type WorldReply, type Written} from '../../model/property.ts';
import type {Asked} from './common/shared-laws.ts';
import {ask} from './common/shared-laws.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {isSuccess, part, placeOf, signedIn, type Things} from './common/things.ts';

/** Whoever acts, from the one with the least rights to the one with the most. */
const ladder = ['nobody', 'a stranger', 'a reader', 'a writer', 'a repository admin', 'a site admin'] as const;

type Rung = (typeof ladder)[number];

/** How the story calls them. */
const called: Readonly<Record<Rung, string>> = {
  nobody: 'somebody without credentials',
  'a stranger': 'bob, who has no rights there,',
  'a reader': 'the reader',
  'a writer': 'the writer',
  'a repository admin': 'the repository admin',
  'a site admin': 'the site admin',
};

interface Deed {
  readonly name: string;
  /** Whether having write permission is what it takes. */
  readonly isWrite: boolean;
  /** Who has the least rights of those who may, on known servers; without it, whoever may read. */
  readonly from?: Rung;
  /** The request; `number` makes names that nobody has used. */
  readonly ask: (home: {readonly repo: Things; readonly issue: Things}, number: number) => Omit<Asked, 'say'>;
}

const deeds: readonly Deed[] = [
  {name: 'read the repository', isWrite: false, ask: ({repo}) => ({operation: 'repoGet', params: placeOf(repo)})},
  {
    name: 'list the issues',
    isWrite: false,
    ask: ({repo}) => ({operation: 'issueListIssues', params: placeOf(repo)}),
  },
  {
    name: 'create a label',
    isWrite: true,
    from: 'a writer',
    ask: ({repo}, number) => ({
      operation: 'issueCreateLabel',
      params: placeOf(repo),
      body: {name: `label ${String(number)}`, color: '00aabb'},
    }),
  },
  {
    name: 'edit the issue',
    isWrite: true,
    from: 'a writer',
    ask: ({repo, issue}, number) => ({
      operation: 'issueEditIssue',
      params: {...placeOf(repo), index: part(issue, 'number')},
      body: {title: `title ${String(number)}`},
    }),
  },
  {
    name: 'commit a file',
    isWrite: true,
    from: 'a writer',
    ask: ({repo}, number) => ({
      operation: 'repoCreateFile',
      params: {...placeOf(repo), filepath: `file-${String(number)}.txt`},
      body: {content: 'b25lCg=='},
    }),
  },
  {
    name: 'protect a branch',
    isWrite: false,
    from: 'a repository admin',
    ask: ({repo}, number) => ({
      operation: 'repoCreateBranchProtection',
      params: placeOf(repo),
      body: {rule_name: `rule-${String(number)}`},
    }),
  },
];

export const rightsGrow = property({
  id: 'rights-grow',
  title:
    'nothing is open to somebody and closed to somebody with more rights, and each kind of administrator may write',
  proves: ['AUTH-ADMIN-WRITE'],
  area: 'hosting',
  contexts: 'it gives each right itself, in a repository that it hides itself',
  needs: ['repositories', 'issues', 'labels', 'branches', 'users'],
  runs: 2,
  floor: 2,
  input: fc.tuple(inAnyOrder(deeds.map(({name}) => name)), fc.boolean()),
  check: async (world, [names, isPrivate]) => {
    const repo = await world.arrange('repository', {private: isPrivate}, {called: 'a repository of alice'});
    const home = {repo, issue: await world.arrange('issue', {repo})};
    const signed = await climb(world, repo);
    let number = 0;
    for (const deed of names.flatMap(wanted => deeds.filter(({name}) => name === wanted))) {
      const replies = new Map<Rung, WorldReply>();
      for (const rung of ladder) {
        number += 1;
        world.count(rung);
        const say = `${called[rung]} tries to ${deed.name}`;
        replies.set(rung, await ask(world, {...deed.ask(home, number), ...signed[rung], say}));
      }
      const from = deed.from ?? (isPrivate ? 'a reader' : 'nobody');
      expectLadder(world, deed, {replies, from});
    }
  },
});

function expectLadder(
  world: PropertyWorld,
  {name, isWrite}: Deed,
  {replies, from}: {readonly replies: ReadonlyMap<Rung, WorldReply>; readonly from: Rung},
): void {
  const replyOf = (rung: Rung): WorldReply => replies.get(rung) as WorldReply;
  const allowed = ladder.filter(rung => isSuccess(replyOf(rung)));
  const told = (rung: Rung): string => `${called[rung].replace(/,$/, '')} (${String(replyOf(rung).status)})`;
  // "A repository admin or site admin counts as having write permission in permission checks": what a writer may, they may.
  if (isWrite && allowed.includes('a writer')) {
    for (const rung of ['a repository admin', 'a site admin'] as const)
      world.law(
        allowed.includes(rung),
        {
          path: 'status',
          message: `${told('a writer')} may ${name}, and ${told(rung)} may not (expected that both may)`,
        },
        {written: [{reply: replyOf('a writer')}, {reply: replyOf(rung), tree: {status: '2xx'}}]},
      );
  }
  const lowest = ladder.findIndex(rung => allowed.includes(rung));
  const refused = ladder.filter((rung, index) => lowest !== -1 && index > lowest && !allowed.includes(rung));
  // As a case: of those two, which is wrong is told by who may on known servers.
  const written = ladder.flatMap((rung, index): readonly Written[] => {
    const isMeant = index >= ladder.indexOf(from);
    if (index === lowest && !isMeant) return [{reply: replyOf(rung), tree: {status: '4xx'}}];
    return refused.includes(rung) && isMeant ? [{reply: replyOf(rung), tree: {status: '2xx'}}] : [];
  });
  world.law(
    refused.length === 0,
    {
      path: 'status',
      message: `${told(ladder[lowest] ?? 'nobody')} may ${name}, and ${refused.map(told).join(' and ')} may not (expected that whoever has more rights may, too)`,
    },
    {usual: true, written: refused.length === 0 ? [] : written},
  );
}

async function climb(world: PropertyWorld, repo: Things): Promise<Readonly<Record<Rung, Pick<Asked, 'as' | 'auth'>>>> {
  const member = async (permission: string, who: Rung): Promise<Pick<Asked, 'as' | 'auth'>> => {
    const user = await world.arrange('user', {}, {called: called[who]});
    const login = part(user, 'login');
    await world.arrange('collaborator', {repo, login, permission}, {called: `${called[who]} as a collaborator`});
    return signedIn(user);
  };
  return {
    nobody: {as: 'anonymous'},
    'a stranger': {as: 'bob'},
    'a reader': await member('read', 'a reader'),
    'a writer': await member('write', 'a writer'),
    'a repository admin': await member('admin', 'a repository admin'),
    'a site admin': {as: 'admin'},
  };
}
