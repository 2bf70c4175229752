// Whatever happens in a repository, the hook of its owner hears of it as that of the repository does: one delivery each, for every kind of event.
import {isJsonList, isJsonObject, type Json} from '../../../model/json.ts';
import {
  property,
  type AnyProperty,
  type CallRequest,
  type PropertyDefinition,
  type PropertyWorld,
  type Reference,
  type WithReferences,
} from '../../../model/property.ts';
import {anywhere} from './hook-deeds.ts';
import {inAnyOrder} from './in-any-order.ts';
import {part, placeOf, signedIn, textOf, type Place} from './things.ts';

type Params = {readonly [name: string]: WithReferences};

/** Where everything happens, and who does it. */
interface Stage {
  readonly world: PropertyWorld;
  readonly place: Place;
  readonly branch: Reference;
  /** Who acts, and whom issues are assigned to. */
  readonly by: Pick<CallRequest, 'as' | 'auth'>;
  readonly login: Reference;
  /** Who owns the repository and its packages. */
  readonly owner: Reference;
}

/** One kind of event: what is made before any hook is there, and what is done then. */
interface Kind {
  readonly before?: (stage: Stage, marker: string) => Promise<Params>;
  /** Does it, and gives what is true of the delivery that tells it and of no other. */
  readonly act: (stage: Stage, marker: string, made: Params) => Promise<Params>;
}

/** How long is listened on when all has come that must: for what came twice. */
const settleMs = 250;

function told(marker: string): Params {
  return {[anywhere]: {$contains: marker}};
}

async function issue({world, place, by}: Stage, title: string): Promise<Params> {
  const made = await world.prepare('issueCreateIssue', {...by, params: place, body: {title}, say: `open ${title}`});
  return {...place, index: made.at('/number')};
}

/** The branch of a pull request has another name: a server may tell of its commit when the hooks that are made later are there. */
function branchOf(marker: string): string {
  return `branch-${marker}`;
}

async function commit({world, place, branch, by}: Stage, marker: string): Promise<void> {
  const name = branchOf(marker);
  await world.prepare('repoCreateFile', {
    ...by,
    params: {...place, filepath: `${name}.txt`},
    body: {content: 'b25lCg==', message: `Add ${name}`, branch, new_branch: name},
    say: `make a commit on branch ${name}, which is new`,
  });
}

async function submit({world, place, branch, by}: Stage, name: string): Promise<Params> {
  const made = await world.prepare('repoCreatePullRequest', {
    ...by,
    params: place,
    body: {title: name, head: branchOf(name), base: branch},
    say: `submit a pull request of branch ${branchOf(name)}`,
  });
  return {...place, index: made.at('/number')};
}

async function pull(stage: Stage, name: string): Promise<Params> {
  await commit(stage, name);
  return submit(stage, name);
}

/** Something that is done to an issue or a pull request that was there before the hooks. */
function onIt(
  before: Kind['before'] & {},
  operation: string,
  body: (stage: Stage, marker: string) => Promise<WithReferences> | WithReferences,
  as?: 'bob',
): Kind {
  return {
    before,
    act: async (stage, marker, params) => {
      const who = as === undefined ? stage.by : {as};
      const say = `${as ?? 'the owner'} calls ${operation} for ${marker}`;
      await stage.world.prepare(operation, {...who, params, body: await body(stage, marker), say});
      return told(marker);
    },
  };
}

async function newId({world, place, by}: Stage, operation: string, body: Params): Promise<Reference> {
  return (await world.prepare(operation, {...by, params: place, body, say: `call ${operation}`})).at('/id');
}

const kinds: {readonly [called: string]: Kind} = {
  'a new issue': {
    act: async (stage, marker) => {
      await issue(stage, marker);
      return told(marker);
    },
  },
  'an edit of an issue': onIt(issue, 'issueEditIssue', () => ({body: 'other words'})),
  'a closed issue': onIt(issue, 'issueEditIssue', () => ({state: 'closed'})),
  'a label on an issue': onIt(issue, 'issueAddLabel', async (stage, name) => ({
    labels: [await newId(stage, 'issueCreateLabel', {name: `label of ${name}`, color: '#00aabb'})],
  })),
  'a milestone of an issue': onIt(issue, 'issueEditIssue', async (stage, title) => ({
    milestone: await newId(stage, 'issueCreateMilestone', {title: `milestone of ${title}`}),
  })),
  'an assignee of an issue': onIt(issue, 'issueEditIssue', ({login}) => ({assignees: [login]})),
  'a comment on an issue': onIt(issue, 'issueCreateComment', () => ({body: 'a comment'})),
  'a new pull request': {
    before: async (stage, name) => {
      await commit(stage, name);
      return {};
    },
    act: async (stage, name) => {
      await submit(stage, name);
      return told(name);
    },
  },
  'a closed pull request': onIt(pull, 'repoEditPullRequest', () => ({state: 'closed'})),
  'an assignee of a pull request': onIt(pull, 'repoEditPullRequest', ({login}) => ({assignees: [login]})),
  'a comment on a pull request': onIt(pull, 'issueCreateComment', () => ({body: 'a comment'})),
  'a review of a pull request': onIt(pull, 'repoCreatePullReview', () => ({event: 'APPROVED', body: 'fine'}), 'bob'),
  'a commit': {
    act: async ({world, place, branch, by}, name) => {
      const made = await world.prepare('repoCreateFile', {
        ...by,
        params: {...place, filepath: `${name}.txt`},
        body: {content: 'b25lCg==', message: name, branch},
        say: 'make a commit on the default branch',
      });
      // A branch or a tag that is made of this commit is told as a push too.
      return {'/after': made.at('/commit/sha'), '/ref': `refs/heads/${textOf(branch)}`};
    },
  },
  'a new branch': {
    act: async ({world, place, branch, by}, name) => {
      const body = {new_branch_name: name, old_branch_name: branch};
      await world.prepare('repoCreateBranch', {...by, params: place, body, say: `make branch ${name}`});
      return {...told(name), '/ref_type': 'branch'};
    },
  },
  'a branch that goes': {
    before: async ({world, place, branch, by}, name) => {
      const body = {new_branch_name: name, old_branch_name: branch};
      await world.prepare('repoCreateBranch', {...by, params: place, body, say: `make branch ${name}`});
      return {...place, branch: name};
    },
    act: async ({world, by}, name, params) => {
      await world.prepare('repoDeleteBranch', {...by, params, say: `remove branch ${name}`});
      // That it was made may be told as late as that it went; known servers say the commit of a branch that was made.
      return {...told(name), '/ref_type': 'branch', '/sha': {$absent: true}};
    },
  },
  'a release': {
    act: async ({world, place, branch, by}, name) => {
      const body = {tag_name: name, name: `release ${name}`, target_commitish: branch};
      await world.prepare('repoCreateRelease', {...by, params: place, body, say: `make release ${name}`});
      return told(`release ${name}`);
    },
  },
  'a fork': {
    act: async ({world, place}, name) => {
      const source = {owner: place.owner, name: place.repo};
      const fork = await world.arrange('fork', {source, name}, {called: 'a fork of bob'});
      return told(`${textOf(part(fork, 'owner'))}/${name}`);
    },
  },
};

const ofPackages = 'a package';

/** What is different for users and for organizations. */
interface Side {
  readonly proves: 'HOOK-USER' | 'HOOK-ORG';
  /** Whose hook it is, in the words of the story. */
  readonly home: string;
  readonly operation: 'userCreateHook' | 'orgCreateHook';
  readonly begin: (world: PropertyWorld) => Promise<{readonly stage: Stage; readonly params: Params}>;
}

interface Happened {
  readonly kind: string;
  readonly where: Params;
}

function kindsLaw(
  said: Pick<PropertyDefinition, 'id' | 'title' | 'needs'>,
  {proves, home, operation, begin}: Side,
): AnyProperty {
  return property({
    ...said,
    proves: [proves, 'EVENT-HOOK-SCOPES'],
    area: 'hosting',
    contexts: 'it makes owners of hooks and repositories itself, and everything else is theirs',
    listen: ['owner', 'repository'],
    runs: 1,
    floor: 1,
    input: inAnyOrder([...Object.keys(kinds), ofPackages]),
    check: async (world, drawn) => {
      const {stage, params} = await begin(world);
      const made = new Map<string, Params>();
      for (const [index, kind] of drawn.entries())
        made.set(kind, (await kinds[kind]?.before?.(stage, markerOf(world, index))) ?? {});
      await makeHook(stage, 'repository', {operation: 'repoCreateHook', params: stage.place});
      const events = await makeHook(stage, 'owner', {operation, params});
      const happened: Happened[] = [];
      for (const [index, kind] of drawn.entries()) {
        world.count(kind);
        const where = await kinds[kind]?.act(stage, markerOf(world, index), made.get(kind) ?? {});
        if (where !== undefined) happened.push({kind, where});
      }
      for (const each of happened) await expectBoth(world, each, {proves, home});
      if (drawn.includes(ofPackages) && events !== undefined && isJsonList(events) && events.includes('package'))
        await expectPackage(stage, {proves, home});
    },
  });
}

function markerOf(world: PropertyWorld, index: number): string {
  return `${textOf(world.known('case.name'))}-${String(index + 1)}`;
}

/** Makes a hook that asks for every kind of event; gives the kinds that the server says it listens for. */
async function makeHook(
  {world, by}: Stage,
  inbox: 'owner' | 'repository',
  {operation, params}: {readonly operation: string; readonly params: Params},
): Promise<Json | undefined> {
  const {url, secret} = world.inbox(inbox);
  const reply = await world.prepare(operation, {
    ...by,
    params,
    body: {
      type: world.known('dialect.values.hookType'),
      config: {url, content_type: 'json', secret},
      events: world.known('dialect.values.hookEvents.every'),
      active: true,
    },
    say: `make the hook of the ${inbox}: it asks for every kind of event and delivers to inbox "${inbox}"`,
  });
  const {body = null} = reply;
  return isJsonObject(body) ? body['events'] : undefined;
}

// What the hook of the repository was told, its owner's must be told too.
async function expectBoth(
  world: PropertyWorld,
  {kind, where}: Happened,
  {proves, home}: Pick<Side, 'proves' | 'home'>,
): Promise<void> {
  const isTold = await world.deliveries('repository', {
    where: {at: where},
    usual: {count: 1},
    settleMs,
    say: `wait for the hook of the repository to deliver ${kind}, once`,
  });
  await world.deliveries('owner', {
    where: {at: where},
    ...(isTold ? {expect: {proves, count: {$gte: 1}}} : {}),
    usual: {count: 1},
    settleMs,
    say: `wait for the hook of ${home} to deliver ${kind}, once`,
  });
}

async function expectPackage({world, by, owner}: Stage, {proves, home}: Pick<Side, 'proves' | 'home'>): Promise<void> {
  const name = `ts-${textOf(world.known('case.name'))}`;
  world.count(ofPackages);
  const params = {owner, package: name, version: '1.0.0'};
  await world.prepare('uploadGenericPackage', {
    ...by,
    params: {...params, filename: 'one.bin'},
    bytes: '6f6e65',
    say: `upload a package of ${home}`,
  });
  await world.deliveries('owner', {
    where: {at: told(name)},
    expect: {proves, count: {$gte: 1}},
    usual: {count: 1},
    settleMs,
    say: `wait for the hook of ${home}, which listens for packages, to deliver the package, once`,
  });
  await world.prepare('deletePackage', {...by, params: {...params, type: 'generic'}, say: 'remove the package'});
}

export const userHooksHearEveryKind = kindsLaw(
  {
    id: 'user-hooks-hear-every-kind',
    title: 'whatever kind of event happens, the hook of a user hears of it as the hook of the repository does, once',
    needs: ['webhooks', 'repositories', 'issues', 'labels', 'users', 'branches', 'basic-authentication'],
  },
  {
    proves: 'HOOK-USER',
    home: 'the user',
    operation: 'userCreateHook',
    begin: async world => {
      const user = await world.arrange('user');
      const by = signedIn(user);
      const reply = await world.prepare('createCurrentUserRepo', {
        ...by,
        body: {name: 'one', auto_init: true},
        say: 'the user makes a repository',
      });
      const login = part(user, 'login');
      const place = {owner: login, repo: reply.at('/name')};
      return {stage: {world, place, branch: reply.at('/default_branch'), by, login, owner: login}, params: {}};
    },
  },
);

export const organizationHooksHearEveryKind = kindsLaw(
  {
    id: 'organization-hooks-hear-every-kind',
    title:
      'whatever kind of event happens, the hook of an organization hears of it as the hook of the repository does, once',
    needs: ['webhooks', 'repositories', 'issues', 'labels', 'organizations', 'branches'],
  },
  {
    proves: 'HOOK-ORG',
    home: 'the organization',
    operation: 'orgCreateHook',
    begin: async world => {
      const org = await world.arrange('organization');
      const repo = await world.arrange('organization-repository', {org});
      const owner = part(org, 'name');
      const login = world.known('actors.alice.login');
      const stage = {world, place: placeOf(repo), branch: part(repo, 'default_branch'), by: {}, login, owner};
      return {stage, params: {org: owner}};
    },
  },
);
