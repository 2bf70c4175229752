// What a protection lets git do with the branches whose names it guards: those that are there, and those that a push would make.
import fc from 'fast-check';
import {property, type CallAuth} from '../../../model/property.ts';
import {part, signedIn, textOf} from '../common/things.ts';
import {
  alice,
  expectNotTaken,
  expectTaken,
  gitHomeOf,
  gitLaw,
  made,
  packOf,
  troubleOf,
  updates,
  type GitHome,
} from './git-laws.ts';

const proves = 'BRANCH-CRUD';

/** Somebody who pushes, by the name that the story has for them. */
interface Pusher {
  readonly as?: string;
  readonly auth: CallAuth;
}

const writers = [
  'alice',
  'a writer',
  'a listed writer',
  'a member of the listed team',
  'a member of another team',
] as const;
const everybody = [...writers, 'a reader', 'a stranger'] as const;

type Name = (typeof everybody)[number];

/** A protection, the branch that it guards, and who may push to it. */
interface Rule {
  readonly rule: string;
  /** The branches that it guards begin so. */
  readonly guards: string;
  readonly body: (names: {readonly listed: string; readonly team: string}) => {
    readonly [field: string]: boolean | readonly string[];
  };
  readonly may: readonly Name[];
}

const closed = (): {readonly enable_push: boolean} => ({enable_push: false});

const rules: readonly Rule[] = [
  {rule: 'locked/*', guards: 'locked/', body: closed, may: []},
  {rule: 'deep/**', guards: 'deep/er/', body: closed, may: []},
  {rule: 'open/*', guards: 'open/', body: () => ({enable_push: true}), may: writers},
  {
    rule: 'listed/*',
    guards: 'listed/',
    body: ({listed}) => ({enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: [listed]}),
    may: ['a listed writer'],
  },
  {
    rule: 'team/*',
    guards: 'team/',
    body: ({team}) => ({enable_push: true, enable_push_whitelist: true, push_whitelist_teams: [team]}),
    may: ['a member of the listed team'],
  },
];

export const gitKeepsToProtections = property({
  id: 'git-keeps-to-protections-by-name',
  title:
    'git makes, moves, forces and removes branches whose names a protection guards as it allows, whether or not they are there, and by the protection that is in force now',
  proves: [proves],
  area: 'hosting',
  contexts: 'it makes the organization, its teams and the people who push itself',
  needs: ['users', 'organizations', 'repositories', 'git-over-http', 'branches'],
  actors: ['admin'],
  runs: 1,
  floor: 1,
  requestsPerRun: 130,
  isToldWhole: true,
  input: fc.constant('guards'),
  check: async world => {
    const org = await world.arrange('organization');
    const repo = await world.prepare('createOrgRepo', {
      params: {org: part(org, 'name')},
      body: {
        name: `git-${textOf(world.known('case.name'))}`,
        private: false,
        auto_init: false,
        default_branch: 'main',
      },
      say: 'alice makes a repository of the organization',
    });
    const home = gitHomeOf(world, {owner: repo.at('/owner/login'), name: repo.at('/name')});
    const {place, remote} = home;
    const base = made({'one.txt': 'one\n'}, 'First\n');
    const next = made({'one.txt': 'two\n'}, 'Next\n', {parents: [base]});
    const last = made({'one.txt': 'three\n'}, 'Last\n', {parents: [next]});
    const other = made({'other.txt': 'other\n'}, 'Other\n');
    // Everything that is pushed later is there from the beginning, so that every later push is about names alone.
    const first = {
      'refs/heads/main': {to: base.oid},
      'refs/heads/last': {to: last.oid},
      'refs/heads/other': {to: other.oid},
    };
    const heard = await remote.push(updates(first), packOf(base.objects, next.objects, last.objects, other.objects), {
      ...alice,
      say: 'git pushes three branches',
    });
    if (!expectTaken(home, heard, {refs: Object.keys(first), say: 'a push of three branches', proves})) return;

    const people = new Map<Name, Pusher>([['alice', alice]]);
    const logins = new Map<Name, string>();
    for (const [who, permission] of [
      ['a writer', 'write'],
      ['a listed writer', 'write'],
      ['a reader', 'read'],
      ['a stranger', undefined],
    ] as const) {
      const user = await world.arrange('user', {}, {called: who});
      people.set(who, signedIn(user));
      logins.set(who, textOf(part(user, 'login')));
      if (permission !== undefined)
        await world.prepare('repoAddCollaborator', {
          params: {...place, collaborator: part(user, 'login')},
          body: {permission},
          say: `alice makes ${who} a collaborator`,
        });
    }
    for (const [who, name] of [
      ['a member of the listed team', 'listed-team'],
      ['a member of another team', 'other-team'],
    ] as const) {
      const team = await world.prepare('orgCreateTeam', {
        params: {org: part(org, 'name')},
        body: {name, permission: 'write', units_map: {'repo.code': 'write'}, includes_all_repositories: true},
        say: `alice makes the team ${name}`,
      });
      const user = await world.arrange('user', {}, {called: who});
      await world.prepare('orgAddTeamMember', {
        params: {id: team.at('/id'), username: part(user, 'login')},
        say: `alice makes ${who}`,
      });
      people.set(who, signedIn(user));
    }
    const pushes = pushesOf(home, people);
    const lists = {listed: logins.get('a listed writer') ?? '', team: 'listed-team'};

    for (const {rule, body} of rules)
      await world.prepare('repoCreateBranchProtection', {
        params: place,
        body: {rule_name: rule, ...body(lists)},
        say: `alice protects ${rule}`,
      });
    for (const {guards, may} of rules) {
      for (const [at, who] of everybody.entries())
        await pushes(may.includes(who), who, {
          say: 'makes a branch that a rule guards',
          branch: `${guards}${String(at)}`,
          to: base.oid,
        });
      const [allowed] = may;
      if (allowed === undefined) continue;
      const branch = `${guards}${String(everybody.indexOf(allowed))}`;
      await pushes(true, allowed, {say: 'moves it on', branch, from: base.oid, to: next.oid});
      for (const who of everybody.filter(one => !may.includes(one)))
        await pushes(false, who, {say: 'moves it on', branch, from: next.oid, to: last.oid});
      for (const who of new Set<Name>([allowed, 'alice'])) {
        await pushes(false, who, {say: 'forces it', branch, from: next.oid, to: other.oid});
        await pushes(false, who, {say: 'removes it', branch, from: next.oid});
      }
    }

    // A rule guards branches, by their whole names, and nothing else.
    await pushes(true, 'a writer', {say: 'makes a tag of a name that a rule guards', tag: 'locked/one', to: base.oid});
    for (const branch of ['locked/one/deeper', 'unlocked/one', 'deep'])
      await pushes(true, 'a writer', {say: 'makes a branch that no rule guards', branch, to: base.oid});
    await pushes(true, 'a writer', {say: 'forces it', branch: 'unlocked/one', from: base.oid, to: other.oid});
    await pushes(true, 'a writer', {say: 'removes it', branch: 'unlocked/one', from: other.oid});
    const both = updates({'refs/heads/beside': {to: base.oid}, 'refs/heads/locked/beside': {to: base.oid}});
    expectNotTaken(
      home,
      await remote.push(both, packOf([]), {
        ...alice,
        say: 'git pushes a branch that no rule guards, and one that a rule guards',
      }),
      {ref: 'refs/heads/locked/beside', say: 'a new branch that a rule guards, beside another one', proves},
    );

    // A branch that was there before its rule, by its exact name.
    await pushes(true, 'a writer', {say: 'makes a branch', branch: 'exact', to: base.oid});
    await protects(home, 'exact', closed());
    await pushes(false, 'a writer', {
      say: 'moves it once it is protected',
      branch: 'exact',
      from: base.oid,
      to: next.oid,
    });
    await pushes(false, 'alice', {say: 'moves it once it is protected', branch: 'exact', from: base.oid, to: next.oid});
    await pushes(false, 'alice', {say: 'removes it', branch: 'exact', from: base.oid});
    await protects(home, 'later', closed());
    await pushes(false, 'alice', {
      say: 'makes a branch of the exact name that is protected',
      branch: 'later',
      to: base.oid,
    });
    await pushes(true, 'a writer', {say: 'makes a branch of a longer name', branch: 'later-on', to: base.oid});

    const edits = async (rule: string, body: {readonly [field: string]: boolean | readonly string[]}) =>
      world.prepare('repoEditBranchProtection', {
        params: {...place, name: rule},
        body,
        say: `alice edits the rule ${rule}`,
      });
    await edits('locked/*', {enable_push: true});
    await pushes(true, 'a writer', {
      say: 'makes a branch that may be pushed to now',
      branch: 'locked/now',
      to: base.oid,
    });
    await pushes(false, 'a reader', {
      say: 'makes a branch that writers may push to now',
      branch: 'locked/too',
      to: base.oid,
    });
    await edits('locked/*', {enable_push: false});
    await pushes(false, 'a writer', {
      say: 'moves it when that has ended',
      branch: 'locked/now',
      from: base.oid,
      to: next.oid,
    });
    await pushes(false, 'a writer', {say: 'makes another one', branch: 'locked/more', to: base.oid});
    await edits('listed/*', {
      enable_push: true,
      enable_push_whitelist: true,
      push_whitelist_usernames: [logins.get('a writer') ?? ''],
    });
    await pushes(true, 'a writer', {say: 'makes a branch as who is listed now', branch: 'listed/now', to: base.oid});
    await pushes(false, 'a listed writer', {
      say: 'makes a branch as who was listed',
      branch: 'listed/too',
      to: base.oid,
    });

    await world.prepare('repoDeleteBranchProtection', {
      params: {...place, name: 'locked/*'},
      say: 'alice removes the rule locked/*',
    });
    await pushes(true, 'a writer', {
      say: 'makes a branch that no rule guards any more',
      branch: 'locked/free',
      to: base.oid,
    });
    await pushes(true, 'a writer', {say: 'forces one', branch: 'locked/now', from: base.oid, to: other.oid});
    await pushes(true, 'a writer', {say: 'removes one', branch: 'locked/now', from: other.oid});

    const seen = await remote.refs('git-upload-pack', {...alice, say: 'git asks for all refs'});
    const shown =
      seen.kind === 'read'
        ? [...seen.what.refs.keys()].filter(ref => /locked\/(?!free|one)|deep\/er|exact-|later$/.test(ref))
        : [];
    gitLaw(
      home,
      proves,
      seen.kind === 'read' && shown.length === 0,
      `after pushes that were refused, there is ${troubleOf(seen) ?? shown.join(', ')}`,
    );
  },
});

/** One change of one ref. */
interface Push {
  readonly say: string;
  readonly branch?: string;
  readonly tag?: string;
  readonly from?: string;
  readonly to?: string;
}

function pushesOf(
  home: GitHome,
  people: ReadonlyMap<Name, Pusher>,
): (isAllowed: boolean, who: Name, push: Push) => Promise<void> {
  return async (isAllowed, who, {say, branch, tag, from, to}) => {
    home.world.count(isAllowed ? 'push that is allowed' : 'push that is not');
    const ref = tag === undefined ? `refs/heads/${branch ?? ''}` : `refs/tags/${tag}`;
    const told = `${who} ${say}: ${branch ?? tag ?? ''}`;
    const change = updates({[ref]: {...(from === undefined ? {} : {from}), ...(to === undefined ? {} : {to})}});
    const heard = await home.remote.push(change, to === undefined ? Buffer.alloc(0) : packOf([]), {
      ...(people.get(who) ?? alice),
      say: `git pushes for ${who}, who ${say}`,
    });
    if (isAllowed) expectTaken(home, heard, {refs: [ref], say: told, proves});
    else expectNotTaken(home, heard, {ref, say: told, proves});
  };
}

async function protects({world, place}: GitHome, rule: string, body: {readonly enable_push: boolean}): Promise<void> {
  await world.prepare('repoCreateBranchProtection', {
    params: place,
    body: {rule_name: rule, ...body},
    say: `alice protects ${rule}`,
  });
}
