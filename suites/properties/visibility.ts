// What is hidden: a limited organization is answered like one that never existed, and restricted users see what they were let into.
import fc from 'fast-check';
import {isJsonList, isJsonObject, jsonText, type Json} from '../../model/json.ts';
import {
  property,
  type CallRequest,
  type PropertyWorld,
  type Reference,
  type WithReferences,
  type WorldReply,
  type Written,
} from '../../model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {replayable} from './common/replayable.ts';
import {isSuccess, part, placeOf, signedIn, sortedText, textOf, type Things} from './common/things.ts';

/** Reads that take the name of an organization; only the first are requests about it in the words of the record. */
const stated = ['orgGet', 'orgListRepos', 'orgListPublicMembers'] as const;
const usual = ['userGet', 'userListRepos', 'repoGet'] as const;

export const limitedOrganizationsDoNotExist = property({
  id: 'limited-organizations-do-not-exist',
  title: 'to a caller without credentials, every read of a limited organization answers as for one that never existed',
  proves: ['ORG-LIMITED'],
  area: 'hosting',
  contexts: 'it makes an organization of this kind itself',
  needs: ['organizations', 'repositories'],
  runs: 1,
  floor: 1,
  input: inAnyOrder([...stated, ...usual]),
  check: async (world, operations) => {
    const limited = await world.arrange(
      'organization',
      {visibility: 'limited'},
      {called: 'a limited organization of alice'},
    );
    const repo = await world.arrange(
      'organization-repository',
      {org: limited, auto_init: false},
      {called: 'a repository of the limited organization'},
    );
    const hidden = textOf(part(limited, 'name'));
    // As long as the other name, so that nothing but existence differs.
    const never = `${hidden.slice(0, -3)}${hidden.endsWith('zzz') ? 'yyy' : 'zzz'}`;
    for (const operation of operations) {
      world.count(operation);
      const about = (name: string, as: string): Promise<WorldReply> =>
        world.call(operation, {
          as,
          params: paramsOf(operation, name, repo),
          say: `${as === 'alice' ? as : 'somebody without credentials'} reads ${whats[operation]}${name === hidden ? 'the limited organization' : 'an organization that never existed'}`,
        });
      const control = await about(hidden, 'alice');
      const missing = await about(never, 'anonymous');
      const shown = await about(hidden, 'anonymous');
      // Where its owner gets nothing, the refusal says nothing about hiding.
      if (!isSuccess(control)) continue;
      const [got, wanted] = [told(shown, hidden), told(missing, never)];
      world.law(
        got === wanted,
        {
          path: 'reply',
          message: `reading ${whats[operation]}the limited organization ${difference(shown, missing)}`,
          expected: wanted,
          actual: got,
        },
        {usual: usual.some(name => name === operation), ...asCase({control, shown, missing}, [hidden, never])},
      );
    }
  },
});

/** How the story calls what each of them reads of an organization. */
const whats: Readonly<Record<(typeof stated)[number] | (typeof usual)[number], string>> = {
  orgGet: '',
  orgListRepos: 'the repositories of ',
  orgListPublicMembers: 'the public members of ',
  userGet: 'the user named as ',
  userListRepos: 'the repositories of the user named as ',
  repoGet: 'a repository of ',
};

function difference(shown: WorldReply, missing: WorldReply): string {
  if (shown.status === missing.status)
    return `answers ${String(shown.status)} with another body than for one that never existed (expected the same)`;
  return `answers ${String(shown.status)} (expected ${String(missing.status)}, as for one that never existed)`;
}

function paramsOf(
  operation: (typeof stated)[number] | (typeof usual)[number],
  name: string,
  repo: Things,
): {readonly [param: string]: WithReferences} {
  switch (operation) {
    case 'userGet':
    case 'userListRepos':
      return {username: name};
    case 'repoGet':
      return {owner: name, repo: part(repo, 'name')};
    case 'orgGet':
    case 'orgListRepos':
    case 'orgListPublicMembers':
      return {org: name};
  }
}

/** The same for a case: what the answer about the one that never existed holds is captured, unless it echoes the name. */
function asCase(
  {control, shown, missing}: Readonly<Record<'control' | 'shown' | 'missing', WorldReply>>,
  names: readonly string[],
): {readonly written?: readonly Written[]} {
  const isOtherStatus = shown.status !== missing.status;
  const texts = [shown, missing].map(({body}) => (body === undefined ? '' : jsonText(body)));
  const isComparable = missing.body !== undefined && !texts.some(text => names.some(name => text.includes(name)));
  if (!isOtherStatus && !isComparable) return {};
  const tree = {status: missing.status, ...(isOtherStatus ? {} : {body: {$eq: missing.at('')}})};
  return {written: [{reply: control}, {reply: shown, tree}]};
}

/** A reply without what echoes the name. */
function told({status, body}: WorldReply, name: string): string {
  const text = body === undefined ? '' : sortedText(body);
  return `${String(status)} ${text.replaceAll(name, 'NAME')}`;
}

/** Something that a restricted user can be let into. */
interface Room {
  readonly name: string;
  readonly read: {readonly operation: string; readonly params: {readonly [name: string]: Reference}};
  readonly grant: (world: PropertyWorld) => Promise<unknown>;
  readonly revoke: (world: PropertyWorld) => Promise<unknown>;
}

interface Model {
  readonly open: Set<number>;
}

interface Real {
  readonly world: PropertyWorld;
  readonly user: Things;
  readonly rooms: readonly Room[];
}

class Change implements fc.AsyncCommand<Model, Real> {
  readonly room: number;

  constructor(room: number) {
    this.room = room;
  }

  check(): boolean {
    return true;
  }

  async run({open}: Model, real: Real): Promise<void> {
    const {world, rooms} = real;
    const room = rooms[this.room];
    if (room === undefined) return;
    const isOpen = open.has(this.room);
    world.count(isOpen ? 'revoke' : 'grant');
    await (isOpen ? room.revoke(world) : room.grant(world));
    if (isOpen) open.delete(this.room);
    else open.add(this.room);
    await expectRooms(open, real);
  }

  toString(): string {
    return `grant or revoke ${String(this.room + 1)}`;
  }
}

async function expectRooms(open: ReadonlySet<number>, {world, user, rooms}: Real): Promise<void> {
  for (const [index, {name, read}] of rooms.entries()) {
    const reply = await world.call(read.operation, {
      ...signedIn(user),
      params: read.params,
      say: `the restricted user, who ${open.has(index) ? 'was let in' : 'has no access'}, reads ${name}`,
    });
    world.expect(reply, {status: open.has(index) ? '2xx' : '4xx'});
  }
}

export const restrictedUsersFollowTheirAccess = property({
  id: 'restricted-users-follow-their-access',
  title:
    'a restricted user sees exactly the repositories and organizations that they are let into, as that comes and goes',
  proves: ['USER-RESTRICTED'],
  area: 'hosting',
  contexts: 'it gives and takes access to repositories of each owner itself',
  needs: ['users', 'repositories', 'organizations'],
  runs: 2,
  floor: 2,
  ...replayable(replay =>
    fc.commands([fc.nat(2).map(room => new Change(room))], {maxCommands: 5, size: 'max', ...replay}),
  ),
  check: async (world, commands) => {
    const user = await world.arrange('restricted-user');
    const rooms = [
      await repositoryRoom(world, user, 1),
      await repositoryRoom(world, user, 2),
      await teamRoom(world, user),
    ];
    const real = {world, user, rooms};
    const model: Model = {open: new Set()};
    await expectRooms(model.open, real);
    await fc.asyncModelRun(() => ({model, real}), commands);
  },
});

async function repositoryRoom(world: PropertyWorld, user: Things, number: number): Promise<Room> {
  const name = `public repository ${String(number)}`;
  const repo = await world.arrange('repository', {auto_init: false}, {called: name});
  const params = {...placeOf(repo), collaborator: part(user, 'login')};
  return {
    name,
    read: {operation: 'repoGet', params: placeOf(repo)},
    grant: () =>
      world.prepare('repoAddCollaborator', {
        params,
        body: {permission: 'read'},
        say: `alice makes the restricted user a collaborator of ${name}`,
      }),
    revoke: () =>
      world.prepare('repoDeleteCollaborator', {params, say: `alice removes the restricted user from ${name}`}),
  };
}

async function teamRoom(world: PropertyWorld, user: Things): Promise<Room> {
  const org = await world.arrange('organization', {}, {called: 'a public organization'});
  const team = await world.arrange('team', {org}, {called: 'a team of the public organization'});
  const params = {id: part(team, 'id'), username: part(user, 'login')};
  return {
    name: 'the public organization',
    read: {operation: 'orgGet', params: {org: part(org, 'name')}},
    grant: () =>
      world.prepare('orgAddTeamMember', {params, say: 'alice makes the restricted user a member of the team'}),
    revoke: () =>
      world.prepare('orgRemoveTeamMember', {params, say: 'alice removes the restricted user from the team'}),
  };
}

/** Who looks at lists, and what the story calls them. */
const viewers = {
  anonymous: 'somebody without credentials',
  restricted: 'the restricted user',
  bob: 'bob, who has no access,',
  alice: 'alice, who owns all of them,',
  admin: 'the administrator',
} as const;

type Viewer = keyof typeof viewers;

const everyone = Object.keys(viewers) as readonly Viewer[];
const owners: readonly Viewer[] = ['alice', 'admin'];
const members: readonly Viewer[] = ['bob', ...owners];

/** Something that some may see and others may not. */
interface Hidden {
  readonly called: string;
  readonly key: Reference;
  /** Where it is, of a repository. */
  readonly place: Things;
  readonly seenBy: readonly Viewer[];
}

/** A list that may show some of them. */
interface HidingList {
  readonly operation: string;
  readonly params: {readonly [param: string]: WithReferences};
  readonly key: string;
  readonly under?: string;
  readonly of: readonly Hidden[];
  /** Whether it shows whoever may see them all of them. */
  readonly isWhole: boolean;
  /** It is a list of other things than the record speaks of. */
  readonly usual?: boolean;
  /** Known servers count in its header what they do not show. */
  readonly isUncounted?: boolean;
  readonly by?: readonly Viewer[];
}

export const hiddenThingsAreOnNoList = property({
  id: 'hidden-things-are-on-no-list',
  title: 'no list and no search shows or counts what the caller may not see, and the administrator sees all of it',
  proves: ['USER-RESTRICTED', 'ORG-LIMITED'],
  area: 'hosting',
  contexts: 'it makes repositories and organizations of each visibility itself',
  needs: ['users', 'repositories', 'organizations', 'anonymous-reading', 'usual-pages'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(everyone),
  check: async (world, order) => {
    const restricted = await world.arrange('restricted-user');
    const lists = await hidingLists(world);
    for (const viewer of order) {
      const by = viewer === 'restricted' ? signedIn(restricted) : {as: viewer};
      for (const list of lists.filter(({by: who = everyone}) => who.includes(viewer)))
        await expectOnlySeen(world, list, {viewer, by});
    }
  },
});

async function hidingLists(world: PropertyWorld): Promise<readonly HidingList[]> {
  const word = textOf(world.known('case.name'));
  const alice = world.known('actors.alice.login');
  const repositoryOf = async (
    called: string,
    name: string,
    org?: Things,
    inputs: {readonly [name: string]: string | boolean} = {},
  ) => {
    const made = {name: `ts-${word}-${name}`, auto_init: false, ...inputs};
    return org === undefined
      ? world.arrange('repository', made, {called})
      : world.arrange('organization-repository', {org, ...made}, {called});
  };
  const organizationOf = async (visibility: string) =>
    world.arrange('organization', {visibility}, {called: `the ${visibility} organization`});
  const [limited, closed] = [await organizationOf('limited'), await organizationOf('private')];
  // That alice is a member there is no secret; the organization stays hidden all the same.
  const known = await world.arrange(
    'organization',
    {visibility: 'limited'},
    {called: 'the organization with a known member'},
  );
  await world.prepare('orgPublicizeMember', {
    params: {org: part(known, 'name'), username: alice},
    say: 'alice shows everyone that she is a member',
  });
  const hidden = (called: string, made: Things, seenBy: readonly Viewer[], key = 'id'): Hidden => ({
    called,
    key: part(made, key),
    place: 'owner' in made ? placeOf(made) : {},
    seenBy,
  });
  const open = ['anonymous', ...members] as const;
  const repos = {
    open: hidden('the public repository', await repositoryOf('the public repository', 'open'), open),
    closed: hidden(
      'the private repository',
      await repositoryOf('the private repository', 'closed', undefined, {private: true}),
      owners,
    ),
    ofLimited: hidden(
      'the repository of the limited organization',
      await repositoryOf('the repository of the limited organization', 'limited', limited),
      members,
    ),
    closedOfLimited: hidden(
      'the private repository of the limited organization',
      await repositoryOf('the private repository of the limited organization', 'deep', limited, {private: true}),
      owners,
    ),
    ofClosed: hidden(
      'the repository of the private organization',
      await repositoryOf('the repository of the private organization', 'shut', closed),
      owners,
    ),
  };
  const organizations = [
    hidden('the limited organization', limited, members),
    hidden('the private organization', closed, owners),
  ];
  const issues: Hidden[] = [];
  for (const {called, place, seenBy} of Object.values(repos)) {
    const title = `${word} in ${called}`;
    const made = await world.prepare('issueCreateIssue', {
      params: place,
      body: {title},
      say: `alice opens an issue in ${called}`,
    });
    issues.push({called: `the issue in ${called}`, key: made.at('/id'), place, seenBy});
  }
  const people = [];
  for (const [visibility, seenBy] of [
    ['limited', ['bob', 'alice', 'admin']],
    ['private', ['admin']],
  ] as const) {
    const called = `the ${visibility} user`;
    const login = `ts-${word}-${visibility}`;
    const user = await world.arrange('user', {login}, {called});
    await world.prepare('adminEditUser', {
      as: 'admin',
      params: {username: login},
      body: {login_name: login, source_id: 0, visibility},
      say: `the administrator hides ${called}`,
    });
    people.push(hidden(called, user, seenBy));
  }
  return [
    {
      operation: 'issueSearchIssues',
      params: {q: word},
      key: 'id',
      of: issues,
      isWhole: true,
      usual: true,
      by: ['bob', 'restricted', 'alice', 'admin'],
    },
    {operation: 'userSearch', params: {q: `ts-${word}`}, key: 'id', under: 'data', of: people, isWhole: false},
    {
      operation: 'repoSearch',
      params: {q: `ts-${word}`},
      key: 'id',
      under: 'data',
      of: Object.values(repos),
      isWhole: true,
    },
    {
      operation: 'userListRepos',
      params: {username: alice},
      key: 'id',
      of: [repos.open, repos.closed],
      isWhole: false,
      isUncounted: true,
    },
    {
      operation: 'orgListRepos',
      params: {org: part(limited, 'name')},
      key: 'id',
      of: [repos.ofLimited, repos.closedOfLimited],
      isWhole: true,
      isUncounted: true,
      by: members,
    },
    {
      operation: 'orgListUserOrgs',
      params: {username: alice},
      key: 'id',
      of: organizations,
      isWhole: false,
    },
    {
      operation: 'orgListUserOrgs',
      params: {username: alice},
      key: 'id',
      of: [hidden('the organization with a known member', known, members)],
      isWhole: false,
      usual: true,
    },
  ];
}

async function expectOnlySeen(
  world: PropertyWorld,
  {operation, params, key, under, of, isWhole, isUncounted, usual}: HidingList,
  {viewer, by}: {readonly viewer: Viewer; readonly by: Pick<CallRequest, 'as' | 'auth'>},
): Promise<void> {
  world.count(`${operation} ${viewer}`);
  const wanted = of.filter(({seenBy}) => seenBy.includes(viewer));
  const listed = (reply: WorldReply): readonly Json[] => keysIn(reply, key, under);
  const reply = await world.call(operation, {
    ...by,
    params: {...params, limit: 50},
    // A search may lag.
    ...(isWhole ? {until: answer => wanted.every(one => listed(answer).includes(one.key.value))} : {}),
    say: `${viewers[viewer]} calls ${operation}`,
  });
  if (!isSuccess(reply)) return;
  const keys = listed(reply);
  const path = under === undefined ? `$[*].${key}` : `$.${under}[*].${key}`;
  for (const one of of) {
    const isShown = keys.includes(one.key.value);
    const isDue = one.seenBy.includes(viewer);
    if (isDue && !isWhole) continue;
    const proves = viewer === 'restricted' ? 'USER-RESTRICTED' : 'ORG-LIMITED';
    const contains = {$contains: {[key]: one.key}};
    // A reply without a list shows nobody: what it has to be by the contract is told elsewhere.
    const shows = under === undefined ? contains : {[under]: contains};
    // What the record says of whoever may not see it: of the restricted, and of limited organizations for nobody.
    const isStated = !isDue && (viewer === 'restricted' || (viewer === 'anonymous' && one.seenBy.includes('bob')));
    world.law(
      isShown === isDue,
      {
        path,
        message: `${operation} shows ${viewers[viewer]} ${isShown ? one.called : `nothing of ${one.called}`} (expected ${isDue ? 'it' : 'nothing of it'})`,
      },
      {
        proves,
        usual: usual === true || !isStated,
        written: {reply, tree: {body: isDue ? shows : {$not: shows}}},
      },
    );
  }
  const counted = reply.header('X-Total-Count');
  if (isUncounted === true || counted === undefined || keys.length >= pageFull) return;
  world.law(
    Number(counted) === keys.length,
    {
      path: 'headers.X-Total-Count',
      message: `${operation} shows ${viewers[viewer]} ${String(keys.length)} items and counts ${counted} (expected what it shows)`,
      expected: String(keys.length),
      actual: counted,
    },
    {proves: 'USER-RESTRICTED', usual: true, unwritable: 'it compares a header with the length of the list'},
  );
}

/** A page of this length may not be the whole list: known servers have pages of no less, where a page of 50 is asked for. */
const pageFull = 20;

function keysIn({body}: WorldReply, key: string, under: string | undefined): readonly Json[] {
  const items = under === undefined ? body : body !== undefined && isJsonObject(body) ? body[under] : undefined;
  return isJsonList(items) ? items.flatMap(item => (isJsonObject(item) ? [item[key] ?? null] : [])) : [];
}
