// What several people take part in: each finds it on their own lists, others do not, and what one of them gives up stays with the others.
import {property, type CallRequest, type PropertyWorld, type Reference} from '../../../model/property.ts';
import {Scene, type Params} from '../calls/scene.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {column, isSuccess, part, placeOf, signedIn, spelled, wordOf, type Things} from '../common/things.ts';

type By = Pick<CallRequest, 'as' | 'auth'>;

/** A private repository of an organization, and one of alice; a member of a team that reaches the first, and a collaborator on the second. */
interface Company {
  readonly org: Things;
  readonly shelf: Things;
  readonly shared: Things;
  readonly open: Things;
  readonly people: {readonly [who: string]: {readonly by: By; readonly login: Reference}};
}

async function companyIn(scene: Scene): Promise<Company> {
  const {world} = scene;
  const org = await scene.organization();
  const shelf = await scene.make('organization-repository', {org, auto_init: false, private: true});
  const [shared, open] = [
    await scene.make('repository', {auto_init: false}),
    await scene.make('repository', {auto_init: false}),
  ];
  const [member, helper] = [await scene.make('user'), await scene.make('user')];
  const team = await scene.make('team', {org, includes_all: false});
  await scene.make('team-repository', {team, repo: shelf});
  await scene.make('team-member', {team, login: part(member, 'login')});
  await scene.make('collaborator', {repo: shared, login: part(helper, 'login')});
  const someone = (user: Things) => ({by: signedIn(user), login: part(user, 'login')});
  return {
    org,
    shelf,
    shared,
    open,
    people: {
      alice: {by: {as: 'alice'}, login: world.known('actors.alice.login')},
      'the member': someone(member),
      'the collaborator': someone(helper),
    },
  };
}

/** A list as one person reads it: what it holds of what was made, and what it does not. */
interface OwnList {
  readonly who: string;
  readonly operation: string;
  readonly params: Params;
  readonly key: string;
  readonly has: readonly Reference[];
  readonly lacks: readonly Reference[];
  readonly proves: string;
}

const lists: Readonly<Record<string, (company: Company) => readonly OwnList[]>> = {
  'own repositories': ({shelf, shared, open}) => {
    const [one, two, three] = [shelf, shared, open].map(repo => part(repo, 'id')) as [Reference, Reference, Reference];
    const of = (who: string, has: readonly Reference[], lacks: readonly Reference[]): OwnList => ({
      who,
      has,
      lacks,
      operation: 'userCurrentListRepos',
      params: {},
      key: 'id',
      proves: 'REPO-CREATE',
    });
    return [of('the member', [one], [two, three]), of('the collaborator', [two], [one, three])];
  },
  'own organizations': ({org}) => {
    const id = part(org, 'name');
    const of = (who: string, has: readonly Reference[], lacks: readonly Reference[]): OwnList => ({
      who,
      has,
      lacks,
      operation: 'orgListCurrentUserOrgs',
      params: {},
      key: 'username',
      proves: 'ORG-LIST',
    });
    return [of('the member', [id], []), of('the collaborator', [], [id])];
  },
  'repositories of the organization': ({org, shelf}) => {
    const [params, id] = [{org: part(org, 'name')}, part(shelf, 'id')];
    const of = (who: string, has: readonly Reference[], lacks: readonly Reference[]): OwnList => ({
      who,
      has,
      lacks,
      operation: 'orgListRepos',
      params,
      key: 'id',
      proves: 'ORG-REPO-CREATE',
    });
    return [of('alice', [id], []), of('the member', [id], []), of('the collaborator', [], [id])];
  },
  'members of the organization': ({org, people}) => {
    const params = {org: part(org, 'name')};
    const logins = ['alice', 'the member'].flatMap(who => people[who]?.login ?? []);
    const of = (who: string, has: readonly Reference[], lacks: readonly Reference[]): OwnList => ({
      who,
      has,
      lacks,
      operation: 'orgListMembers',
      params,
      key: 'login',
      proves: 'ADMIN-ORG-CHECK',
    });
    return [of('alice', logins, []), of('the member', logins, []), of('the collaborator', [], logins.slice(1))];
  },
};

export const ownLists = property({
  id: 'each-finds-what-they-take-part-in',
  title:
    'lists of repositories, organizations and members show what somebody takes part in, and nothing of it to others',
  proves: ['REPO-CREATE', 'ORG-LIST', 'ORG-REPO-CREATE', 'ADMIN-ORG-CHECK'],
  area: 'hosting',
  contexts: 'it makes an organization, a team and collaborators itself',
  needs: ['users', 'organizations', 'repositories'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(Object.keys(lists)),
  check: async (world, order) => {
    const company = await companyIn(new Scene(world));
    for (const list of order.flatMap(name => lists[name]?.(company) ?? []))
      if (world.offers(list.operation)) await expectList(world, company, list);
  },
});

async function expectList(
  world: PropertyWorld,
  {people}: Company,
  {who, operation, params, key, has, lacks, proves}: OwnList,
): Promise<void> {
  world.count(`${operation} as ${who}`);
  const reply = await world.call(operation, {...people[who]?.by, params, say: `${who} calls ${operation}`});
  world.expect(reply, {proves, status: '2xx'}, {usual: true});
  if (!isSuccess(reply)) return;
  const shown = column(reply, key);
  const [missing, surplus] = [
    has.filter(({value}) => !shown.includes(value)),
    lacks.filter(({value}) => shown.includes(value)),
  ];
  const told = (references: readonly Reference[]) => spelled(references.map(({value}) => value));
  world.law(
    missing.length === 0 && surplus.length === 0,
    {
      path: `$[*].${key}`,
      message: `${operation} shows ${who} ${spelled(shown)} (expected ${told(has)} without ${told(lacks)})`,
    },
    {usual: true, proves, unwritable: 'others may be in the list'},
  );
}

/** Something that each of two people has of their own: how they take it, how they give it up, and how it is seen. */
interface Own {
  readonly take: string;
  readonly give: string;
  readonly see: string;
  readonly people: readonly [string, string];
  readonly proves: string;
  readonly params: (company: Company, login: Reference) => Params;
}

const own: Readonly<Record<string, Own>> = {
  'watching a repository': {
    take: 'userCurrentPutSubscription',
    give: 'userCurrentDeleteSubscription',
    see: 'userCurrentCheckSubscription',
    people: ['the member', 'the collaborator'],
    proves: 'NOTIFY-LIST',
    params: ({open}) => placeOf(open),
  },
  'public membership': {
    take: 'orgPublicizeMember',
    give: 'orgConcealMember',
    see: 'orgIsPublicMember',
    people: ['alice', 'the member'],
    proves: 'ADMIN-ORG-CHECK',
    params: ({org}, username) => ({org: part(org, 'name'), username}),
  },
};

export const eachHasTheirOwn = property({
  id: 'each-has-their-own',
  title:
    'what two people take for themselves each of them has, and when one of them gives it up the other one keeps it',
  proves: ['NOTIFY-LIST', 'ADMIN-ORG-CHECK'],
  area: 'hosting',
  contexts: 'it makes an organization, a team and collaborators itself',
  needs: ['users', 'organizations', 'repositories'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(Object.keys(own)),
  check: async (world, order) => {
    const company = await companyIn(new Scene(world));
    for (const one of order.flatMap(name => own[name] ?? []))
      if ([one.take, one.give, one.see].every(operation => world.offers(operation)))
        await expectOwn(world, company, one);
  },
});

async function expectOwn(world: PropertyWorld, company: Company, one: Own): Promise<void> {
  const {take, give, see, people, proves, params} = one;
  const call = async (operation: string, who: string) => {
    const someone = company.people[who];
    if (someone === undefined) throw new Error(`nobody is called ${who}`);
    const sent = params(company, someone.login);
    return world.call(operation, {
      ...someone.by,
      params: sent,
      say: `${who} calls ${operation}`,
    });
  };
  const [first, second] = people;
  world.count(take);
  for (const who of people) world.expect(await call(take, who), {proves, status: '2xx'}, {usual: true});
  const expectSeen = async (who: string, due: '2xx' | '4xx') => {
    const reply = await call(see, who);
    world.law(
      isSuccess(reply) === (due === '2xx') && reply.status < 500,
      {
        path: 'status',
        message: `${see} answers ${who} with ${wordOf(reply.status)} (expected ${due})`,
        actual: reply.status,
      },
      {usual: true, proves, written: {reply, tree: {status: due}}},
    );
  };
  for (const who of people) await expectSeen(who, '2xx');
  world.expect(await call(give, first), {proves, status: '2xx'}, {usual: true});
  await expectSeen(first, '4xx');
  await expectSeen(second, '2xx');
}
